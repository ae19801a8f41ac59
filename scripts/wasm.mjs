// Builds the crate into www/pkg, the module that the page imports: cargo, wasm-bindgen, wasm-opt. Does nothing when nothing changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureTool } from "./lib/cargo-tools.mjs";
import { ensureLinker } from "./lib/linker.mjs";
import { ensureNodeModules } from "./lib/node-modules.mjs";
import { capture, isMain, root, run, say, script, seconds } from "./lib/run.mjs";
import { ensureWasmTarget } from "./lib/wasm-target.mjs";

const pkg = join(root, "www/pkg");
const stamp = join(pkg, ".stamp");
const target = "wasm32-unknown-unknown";

/**
 * Compiles the crate and returns the path of the .wasm. Panics name the sources of dependencies without this machine's
 * folders, so that every machine builds the same bytes.
 */
async function compile() {
  const metadata = await capture("cargo", [
    "metadata",
    "--locked",
    "--format-version=1",
    `--filter-platform=${target}`,
  ]);
  const { packages, target_directory: folder } = JSON.parse(metadata);
  const sources = packages.filter(({ source }) => source).map(({ manifest_path: path }) => dirname(dirname(path)));
  const flags = [...new Set(sources)].map((path) => `--remap-path-prefix=${path}=`);
  const config = `target.${target}.rustflags=${JSON.stringify(flags)}`;
  await run("cargo", ["build", "--release", "--locked", "--lib", "--target", target, "--config", config]);
  return join(folder, target, "release/suda.wasm");
}

async function build() {
  await ensureNodeModules();
  await ensureLinker();
  await ensureWasmTarget();
  const start = performance.now();
  say("compiling the crate to WebAssembly");
  const [compiled] = await Promise.all([compile(), ensureTool("wasm-bindgen")]);
  const hash = [compiled, import.meta.filename]
    .reduce((sum, path) => sum.update(readFileSync(path)), createHash("sha256"))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  rmSync(pkg, { recursive: true, force: true });
  // Without a default path the importer says where the .wasm is, so that a bundler includes it at most once.
  await run("wasm-bindgen", [
    ...[compiled, "--target", "web", "--omit-default-module-path", "--out-dir", pkg, "--out-name", "suda"],
  ]);
  // The same .wasm with functions that do not load it, which lib/suda.ts does.
  await run("wasm-bindgen", [
    ...[compiled, "--target", "bundler", "--out-dir", join(pkg, "module"), "--out-name", "suda"],
  ]);
  const wasm = join(pkg, "suda_bg.wasm");
  say("optimising the WebAssembly");
  // The stack lies lowest and grows down: its last kilobyte is never reached but by an overflow.
  await run("wasm-opt", ["-O3", "--converge", "--low-memory-unused", wasm, "-o", wasm]);
  writeFileSync(stamp, hash);
  say(`www/pkg is built (${seconds(start)})`);
}

let built;

/** Builds www/pkg, with all that this needs set up first. */
export const buildWasm = () => (built ??= build());

if (isMain(import.meta.url)) await script(buildWasm);
