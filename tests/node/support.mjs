// What the tests in Node.js share.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

export const suda = (...args) => command(process.execPath, [program, ...args]);

/** Status 2, one line on standard error that matches, nothing on standard output. */
export async function refuses(pattern, ...args) {
  const { status, stdout, stderr } = await suda(...args);
  assert.deepEqual([status, stdout], [2, ""], stderr);
  assert.match(stderr, /^suda: [^\n]+\n$/);
  assert.match(stderr, pattern);
}

/** Writes a file of JSON, and returns its path. */
export function write(file, document) {
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** Rows of CSV without line breaks in its fields. */
export const parseCsv = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), (m) => m[1]?.replaceAll('""', '"') ?? m[2]),
    );

/** What `suda run` gives of this document: its rows, without their names. */
export async function curvesOf(file, document) {
  const { status, stdout, stderr } = await suda("run", write(file, document));
  assert.equal(status, 0, stderr);
  return parseCsv(stdout).slice(1);
}

/** Waits until it holds, of what another process does. */
export async function until(holds) {
  while (!holds()) await new Promise((done) => setTimeout(done, 2));
}

/** A folder that is removed when the test ends. */
export function folder(t) {
  const dir = mkdtempSync(join(tmpdir(), "suda-test-"));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return (name) => join(dir, name);
}

/** The program. */
export const program = join(root, "bin/suda.mjs");
/** A shell command in a folder, in which `suda` is the program; its path, and that of Node.js, may have spaces. */
export const shell = (dir, script) =>
  command("bash", ["-c", `suda() { "$NODE" "$SUDA" "$@"; }; ${script}`], {
    cwd: dir,
    env: { ...process.env, NODE: process.execPath, SUDA: program },
  });

/** A folder with an experiment in it, the curves of which are known. */
export async function place(t) {
  const at = folder(t);
  const { status, stdout } = await suda("run", write(at("e.json"), small));
  assert.equal(status, 0);
  return { at, dir: at("."), whole: stdout };
}
