// npm start: sets up what is missing, builds the page, and serves it on localhost.
import { script } from "./lib/run.mjs";
import { buildWasm } from "./wasm.mjs";

await script(async () => {
  await buildWasm();
  const { build, preview } = await import("vite");
  await build({ logLevel: "warn" });
  const server = await preview();
  process.stdout.write("\nThe page is ready (Ctrl+C stops it):\n");
  server.printUrls();
});
