// npm run build: everything that is published, in dist/.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isMain, root, run, say, script } from "./lib/run.mjs";
import { buildWasm } from "./wasm.mjs";

const dist = join(root, "dist");

/** Makes the module for pages, workers and Node.js from www/pkg. */
function copyLib(to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const copies = {
    "lib/suda.js": "suda.js",
    "lib/suda.d.ts": "suda.d.ts",
    "www/pkg/suda.js": "bindings.js",
    "www/pkg/suda.d.ts": "bindings.d.ts",
    "www/pkg/suda_bg.wasm": "suda_bg.wasm",
  };
  for (const [from, name] of Object.entries(copies)) cpSync(join(root, from), join(to, name));
}

/** Builds dist/site: the page, the page in a frame, the element that makes such frames, the module, and a page that uses all. */
export async function buildSite() {
  await buildWasm();
  say("building dist/site");
  for (const mode of ["production", "embed", "element"])
    await run("vite", ["build", "--mode", mode, "--logLevel", "warn"]);
  copyLib(join(dist, "site/lib"));
  cpSync(join(root, "docs/example-paper"), join(dist, "site/example-paper"), { recursive: true });
}

/** Builds dist/suda.html, the page in one file. */
export async function buildSingleFile() {
  await buildWasm();
  say("building dist/suda.html");
  const dir = join(dist, "single");
  await run("vite", ["build", "--mode", "single", "--logLevel", "warn"]);
  cpSync(join(dir, "index.html"), join(dist, "suda.html"));
  rmSync(dir, { recursive: true });
}

/** Builds dist/lib, the module as it is packed. */
export async function buildLib() {
  await buildWasm();
  say("building dist/lib");
  copyLib(join(dist, "lib"));
}

export async function buildAll() {
  await buildSite();
  await buildSingleFile();
  await buildLib();
}

if (isMain(import.meta.url)) await script(buildAll);
