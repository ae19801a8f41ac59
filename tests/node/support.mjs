// What the tests in Node.js share.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { small as still } from "../documents.mjs";

export const root = resolve(fileURLToPath(import.meta.url), "../../..");
export const wasmBytes = () => readFileSync(join(root, "dist/lib/suda_bg.wasm"));

/** A small experiment with noise, whose every trial and method differs. */
export const small = {
  ...still,
  trials: 5,
  iterations: 60,
  record: { every: 7 },
  network: { topology: { kind: "ring", agents: 6 }, weights: { rule: "metropolis" } },
  problem: { kind: "logistic", dimension: 3, samplesPerAgent: 10, regularization: 0.01, heterogeneity: 1 },
  gradient: { noise: "gaussian", variance: 0.01 },
  stepSize: { kind: "constant", value: 0.2 },
  start: { kind: "zeros" },
  methods: [{ kind: "psgd" }, { kind: "dsgd", label: 'DSGD, "plain"' }, { kind: "exactDiffusion", laziness: 0.5 }],
};

/** Runs a command to its end. */
export function command(program, args, options = {}) {
  return new Promise((done, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
    child.on("error", reject).on("close", (status) => done({ status, ...output }));
  });
}

export const suda = (...args) => command(process.execPath, [join(root, "bin/suda.mjs"), ...args]);

/** A folder that is removed when the test ends. */
export function folder(t) {
  const dir = mkdtempSync(join(tmpdir(), "suda-test-"));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return (name) => join(dir, name);
}
