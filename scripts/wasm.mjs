// Builds the crate into www/pkg, the ES module that the page imports, with its WebAssembly whole and in two parts. Does nothing when nothing changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { ensureTool } from "./lib/cargo-tools.mjs";
import { ensureLinker } from "./lib/linker.mjs";
import { unusedData, withoutNotes } from "./lib/data-uses.mjs";
import { firstRun } from "./lib/first-run.mjs";
import { ensureNodeModules } from "./lib/node-modules.mjs";
import { capture, isMain, root, run, say, script, seconds } from "./lib/run.mjs";
import { ensureWasmTarget } from "./lib/wasm-target.mjs";

const pkg = join(root, "www/pkg");
const stamp = join(pkg, ".stamp");

const target = "wasm32-unknown-unknown";

/** What makes rustc name the sources of the dependencies without this machine's folders, in the places of panics. */
async function withoutFolders() {
  const metadata = await capture("cargo", [
    "metadata",
    "--locked",
    "--format-version",
    "1",
    "--filter-platform",
    target,
  ]);
  const { packages } = JSON.parse(metadata);
  const folders = packages
    .filter(({ source }) => source)
    .map((dependency) => dirname(dirname(dependency.manifest_path)));
  const flags = [...new Set(folders)].map((folder) => `--remap-path-prefix=${folder}=`);
  return ["--config", `target.${target}.rustflags=${JSON.stringify(flags)}`];
}

/** Compiles the crate for the browser and returns the path of the .wasm. */
async function compile() {
  const messages = await capture(
    "cargo",
    [
      ...["rustc", "--release", "--locked", "--lib", "--target", target, ...(await withoutFolders())],
      ...["--message-format", "json-render-diagnostics", "--", "-C", "link-arg=--emit-relocs"],
    ],
    { stderr: "inherit" },
  );
  return messages
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => JSON.parse(line).filenames ?? [])
    .findLast((path) => path.endsWith("/suda.wasm"));
}

async function build() {
  await ensureNodeModules();
  await ensureLinker();
  await ensureWasmTarget();
  const start = performance.now();
  say("compiling the crate to WebAssembly");
  const [compiled] = await Promise.all([compile(), ensureTool("wasm-bindgen")]);
  const inputs = [
    compiled,
    ...["wasm", "lib/split", "lib/expressions", "lib/outline", "lib/data-uses", "lib/first-run"].map((name) =>
      join(root, `scripts/${name}.mjs`),
    ),
  ];
  const hash = inputs.reduce((sum, path) => sum.update(readFileSync(path)), createHash("sha256")).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  rmSync(pkg, { recursive: true, force: true });
  // Without a default path, whoever imports the module says where the .wasm is, so that a bundler inlines it once at most.
  const linked = readFileSync(compiled);
  const input = join(dirname(compiled), "suda-without-notes.wasm");
  writeFileSync(input, withoutNotes(linked));
  await run("wasm-bindgen", [
    input,
    "--no-demangle",
    "--target",
    "web",
    "--omit-default-module-path",
    "--out-dir",
    pkg,
    "--out-name",
    "suda",
  ]);
  const wasm = join(pkg, "suda_bg.wasm");
  say("optimising the WebAssembly and splitting it into what starts the page and the rest");
  // Needs node_modules.
  const { split } = await import("./lib/split.mjs");
  const { whole, first, rest } = await split(readFileSync(wasm), firstRun, (left) => unusedData(linked, left));
  writeFileSync(wasm, whole);
  writeFileSync(join(pkg, "first.wasm"), first);
  writeFileSync(join(pkg, "rest.wasm"), rest);
  writeFileSync(stamp, hash);
  const sizes = Object.entries({ whole, first, rest }).map(
    ([name, bytes]) => `${name} ${(gzipSync(bytes).length / 1000).toFixed(1)} KB`,
  );
  say(`www/pkg is built (${seconds(start)}); gzipped: ${sizes.join(", ")}`);
}

let built;

/** Builds www/pkg, with all that this needs set up first. */
export const buildWasm = () => (built ??= build());

if (isMain(import.meta.url)) await script(buildWasm);
