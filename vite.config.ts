import { defineConfig } from "vite";

export default defineConfig({
  root: "www",
  // Relative addresses: the built site works from any folder of any host.
  base: "./",
  worker: { format: "es" },
  build: {
    outDir: "../dist/site",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // The .wasm stays a file: it compiles while it streams in.
    assetsInlineLimit: (file) => (file.endsWith(".wasm") ? false : undefined),
  },
});
