// npm run lint: format, lints, documentation and public API, of Rust and of all else, with no warning let through.
import { checkApi } from "./api.mjs";
import { ensureLinker } from "./lib/linker.mjs";
import { ensureNodeModules } from "./lib/node-modules.mjs";
import { Failure, run, say, script, succeeds } from "./lib/run.mjs";
import { runStages } from "./lib/stages.mjs";
import { ensureWasmTarget } from "./lib/wasm-target.mjs";

// Nothing else is compiled for WebAssembly.
const wasm = ["--target", "wasm32-unknown-unknown", "--lib", "--test", "browser"];

async function ensureComponent(command, component) {
  const isThere = () => succeeds("cargo", [command, "--version"]);
  if (await isThere()) return;
  say(`cargo ${command} is missing: rustup component add ${component}`);
  if ((await succeeds("rustup", ["component", "add", component])) && (await isThere())) return;
  throw new Failure(`cargo ${command} is missing: run \`rustup component add ${component}\``);
}

async function clippy(...args) {
  await ensureComponent("clippy", "clippy");
  await run("cargo", ["clippy", "--locked", ...args, "--", "-D", "warnings"]);
}

await script(async () => {
  await ensureNodeModules();
  await ensureLinker();
  await ensureWasmTarget();
  const format = async () => {
    await ensureComponent("fmt", "rustfmt");
    await run("cargo", ["fmt", "--check"]);
  };
  const docs = ["doc", "--locked", "--no-deps", "--all-features"];
  const stages = {
    format: { work: format },
    biome: { work: () => run("biome", ["check", "--error-on-warnings"]) },
    clippy: { work: () => clippy("--all-targets", "--all-features") },
    // Cargo would wait for itself.
    "clippy-wasm": { work: () => clippy(...wasm), after: ["clippy"] },
    docs: { work: () => run("cargo", docs, { env: { RUSTDOCFLAGS: "-D warnings" } }), after: ["clippy-wasm"] },
    api: { work: checkApi },
  };
  await runStages(stages, process.argv.slice(2));
});
