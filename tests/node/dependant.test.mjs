import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command, folder, root } from "./support.mjs";

/** A program in WebAssembly that runs Exact-Diffusion to x*, without the crate's feature for JavaScript. */
const program = `
use suda::{engine::Engine, experiment::Experiment};

#[unsafe(no_mangle)]
pub extern "C" fn gap() -> f64 {
    let experiment = Experiment::from_json(r#"{
        "version": 1, "iterations": 300, "metrics": ["optimalityGap"],
        "network": {"topology": {"kind": "ring", "agents": 5}, "weights": {"rule": "metropolis"}},
        "problem": {"kind": "leastSquares", "dimension": 2, "samplesPerAgent": 10},
        "stepSize": {"kind": "constant", "value": 0.5},
        "methods": [{"kind": "exactDiffusion", "laziness": 0.5}]
    }"#).unwrap();
    let mut engine = Engine::new(std::sync::Arc::new(experiment)).unwrap();
    engine.advance(300);
    *engine.curve(0, 0).mean.last().unwrap()
}
`;

test("without the feature js the crate adds nothing of JavaScript to a program in WebAssembly", async (t) => {
  const at = folder(t);
  mkdirSync(at("src"));
  writeFileSync(at("src/lib.rs"), program);
  writeFileSync(
    at("Cargo.toml"),
    `[package]
    name = "dependant"
    version = "0.0.0"
    edition = "2024"
    [lib]
    crate-type = ["cdylib"]
    [dependencies]
    suda = { path = ${JSON.stringify(root)}, default-features = false }
    [profile.dev]
    debug = false`,
  );
  copyFileSync(join(root, "Cargo.lock"), at("Cargo.lock"));
  const target = join(root, "target/dependant");
  const build = ["build", "--quiet", "--target", "wasm32-unknown-unknown", "--target-dir", target];
  const built = await command("cargo", build, { cwd: at(".") });
  assert.equal(built.status, 0, built.stderr);

  const module = new WebAssembly.Module(readFileSync(join(target, "wasm32-unknown-unknown/debug/dependant.wasm")));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !["memory", "__data_end", "__heap_base"].includes(name)),
    ["gap"],
  );
  const { gap } = new WebAssembly.Instance(module).exports;
  const least = gap();
  assert.ok(least >= 0 && least < 1e-9, String(least));

  const tree = await command("cargo", ["tree", "--quiet", "--target", "wasm32-unknown-unknown", "--prefix", "none"], {
    cwd: at("."),
  });
  assert.equal(tree.status, 0, tree.stderr);
  assert.doesNotMatch(tree.stdout, /wasm-bindgen|js-sys|web-sys|getrandom|tsify/);
});
