// The module in a page that a bundler made: its WebAssembly is found from wherever the bundler put it.
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { small } from "./app.ts";
import { expect, test } from "./harness.ts";

test("a bundled page computes", async ({ page }, info) => {
  const root = info.outputPath("page");
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, "index.html"),
    '<link rel="icon" href="data:,"><output></output><script type="module" src="main.js"></script>',
  );
  writeFileSync(
    join(root, "main.js"),
    `import init, { Experiment } from "suda";
     await init();
     document.querySelector("output").value = new Experiment(${JSON.stringify(small)}).advance(10);`,
  );
  const alias = { suda: fileURLToPath(new URL("../../dist/lib/suda.js", import.meta.url)) };
  await build({
    root,
    base: "/elsewhere/",
    configFile: false,
    logLevel: "warn",
    resolve: { alias },
    build: { target: "esnext" },
  });
  const server = await preview({
    root,
    base: "/elsewhere/",
    configFile: false,
    logLevel: "warn",
    preview: { host: "127.0.0.1", port: 0 },
  });
  await page.goto(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/elsewhere/`);
  await expect(page.locator("output")).toHaveText("10");
  await server.close();
});
