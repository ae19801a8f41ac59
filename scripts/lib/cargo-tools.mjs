// The command-line tools that cargo installs, each at one exact version, in the project's own .tools folder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { capture, root, run, say, seconds, toolsDir, which } from "./run.mjs";

/** The version of a package in Cargo.lock. */
function locked(name) {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  return new RegExp(`^name = "${name}"\\nversion = "(.+)"`, "m").exec(lock)[1];
}

const tools = {
  // The tool and the crate must be of one version: the format between them is private to it.
  "wasm-bindgen": {
    package: "wasm-bindgen-cli",
    version: locked("wasm-bindgen"),
    // Without TLS, as it speaks to a driver on this machine alone; and without the program that nothing here calls.
    choice: ["--no-default-features", "--bin", "wasm-bindgen", "--bin", "wasm-bindgen-test-runner"],
  },
  "wasm-pack": { package: "wasm-pack", version: "0.15.1", choice: [] },
  geckodriver: { package: "geckodriver", version: "0.36.0", choice: [] },
};

async function isThere(command, version) {
  return which(command) !== null && (await capture(command, ["--version"])).trim().split(/\s+/)[1] === version;
}

/** Makes sure of a tool at its exact version: one on PATH serves, otherwise cargo builds it into .tools; `options` are those of `run`. */
export async function ensureTool(command, options = {}) {
  const { package: name, version, choice } = tools[command];
  if (await isThere(command, version)) return;
  say(`installing ${name} ${version} into .tools (about a minute, once)`);
  const start = performance.now();
  await run("cargo", ["install", "--quiet", "--locked", "--root", toolsDir, "--version", version, ...choice, name], {
    ...options,
    // Built without optimisation it installs several times faster, and its work here is small.
    env: { CARGO_PROFILE_RELEASE_OPT_LEVEL: "0", CARGO_PROFILE_RELEASE_LTO: "off" },
  });
  say(`${name} is there (${seconds(start)})`);
}
