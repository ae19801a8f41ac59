// npm run build: everything that is published, in dist/. `npm run build -- lib`: the module alone, as it is packed.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { capture, isMain, root, run, say, script } from "./lib/run.mjs";
import { buildWasm } from "./wasm.mjs";

const dist = join(root, "dist");

/** Builds dist/site: the page, the page in a frame, the element that makes such frames, the module, and a page that uses all. */
export async function buildSite() {
  await buildWasm();
  say("building dist/site");
  for (const mode of ["production", "embed"]) await run("vite", ["build", "--mode", mode, "--logLevel", "warn"]);
  await buildLib();
  cpSync(join(dist, "lib"), join(dist, "site/lib"), { recursive: true });
  cpSync(join(root, "docs/example-paper"), join(dist, "site/example-paper"), { recursive: true });
}

/** Tells how large what the page may load is, gzipped as hosts send it; `npm run budget` tells what of it a visit loads. */
function tellSizes() {
  const assets = join(dist, "site/assets");
  const sizes = readdirSync(assets).map((name) => [name, gzipSync(readFileSync(join(assets, name))).length]);
  for (const [name, bytes] of sizes.sort(([, a], [, b]) => b - a))
    process.stdout.write(`${(bytes / 1000).toFixed(1).padStart(7)} KB  ${name}\n`);
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

/** Builds dist/lib, the module as it is packed, and the JSON Schema of its documents. */
export async function buildLib() {
  await buildWasm();
  say("building dist/lib");
  const to = join(dist, "lib");
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const copies = {
    "module/suda_bg.js": "suda_bg.js",
    "module/suda.d.ts": "suda_bg.d.ts",
    "suda_bg.wasm": "suda_bg.wasm",
  };
  for (const [from, name] of Object.entries(copies)) cpSync(join(root, "www/pkg", from), join(to, name));
  cpSync(join(root, "data/digits.txt"), join(to, "digits.txt"));
  await run("tsc", ["-p", "lib"]);
  // With the features of the native tests, which may run beside it: cargo keeps one library for all.
  const schema = await capture("cargo", ["run", "--quiet", "--locked", "--all-features", "--example", "schema"]);
  writeFileSync(join(to, "experiment.schema.json"), schema);
}

export async function buildAll() {
  await buildSite();
  await buildSingleFile();
  tellSizes();
}

if (isMain(import.meta.url)) await script(process.argv[2] === "lib" ? buildLib : buildAll);
