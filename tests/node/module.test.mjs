// The module in Node.js: how it starts and ends, and what an experiment tells.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import init, * as suda from "../../dist/lib/suda.js";
import { readFileSync } from "node:fs";
import { small, wasmBytes } from "./support.mjs";

const { checkDocument, Experiment, version } = suda;

test("what is called before init() says so, and a start that failed can be tried again", async () => {
  for (const call of [version, suda.catalog, () => new Experiment(small), () => checkDocument("{}")])
    assert.throws(call, { message: "call init() first, and wait for it" });
  await assert.rejects(init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(init(Promise.resolve(new Response("", { status: 404 }))), /cannot be loaded: 404/);
});

test("the module starts from the file beside it, without a warning", async (t) => {
  const warn = t.mock.method(console, "warn");
  await init();
  assert.equal(warn.mock.callCount(), 0);
  assert.match(version(), /^\d+\.\d+\.\d+/);
});

test("the module has every function that its types declare", () => {
  const types = readFileSync(new URL("../../dist/lib/suda_bg.d.ts", import.meta.url), "utf8");
  const declared = Array.from(types.matchAll(/^export (?:function|class) (\w+)/gm), ([, name]) => name);
  assert.deepEqual(Object.keys(suda).sort(), ["default", ...declared].sort());
});

test("what was freed says so", () => {
  const experiment = new Experiment(small);
  experiment.free();
  for (const call of [() => experiment.curves(), () => experiment.iteration, () => experiment.free()])
    assert.throws(call, { message: "this Experiment was freed" });
  experiment[Symbol.dispose]();
  const used = new Experiment(small);
  used[Symbol.dispose]();
  assert.throws(() => used.curves(), { message: "this Experiment was freed" });
});

test("what reading a data file did is counted and named", async () => {
  await init(wasmBytes());
  assert.equal(new Experiment(small).describe().imported, null);
  const data = {
    kind: "csv",
    text: "h,v,class\n1,5,yes\n2,5,no\n?,5,yes\n3,5\n4,5,yes\n",
    labelColumn: "class",
    standardize: true,
  };
  const network = { topology: { kind: "path", agents: 2 }, weights: { rule: "metropolis" } };
  const { imported } = new Experiment({ ...small, network, problem: { kind: "logistic", data } }).describe();
  assert.equal(imported.rows, 3);
  assert.deepEqual(imported.labels, [
    { label: '"no"', value: -1, rows: 1 },
    { label: '"yes"', value: 1, rows: 2 },
  ]);
  assert.deepEqual(imported.constantColumns, { total: 1, first: ['"v"'] });
  assert.equal(imported.skipped.total, 2);
  assert.deepEqual(
    imported.skipped.first.map(({ line }) => line),
    [4, 5],
  );
  for (const { reason } of imported.skipped.first) assert.ok(reason.length > 0);
});

test("a worker computes the same bits", async () => {
  await init(wasmBytes());
  const experiment = new Experiment(small);
  experiment.advance(small.iterations);
  const source = `
    import { parentPort, workerData } from "node:worker_threads";
    const { default: init, Experiment } = await import(workerData.module);
    await init(workerData.bytes);
    const experiment = new Experiment(workerData.document);
    while (experiment.iteration < workerData.document.iterations) experiment.advance(1);
    parentPort.postMessage(experiment.curves());
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: {
      module: new URL("../../dist/lib/suda.js", import.meta.url).href,
      bytes: wasmBytes(),
      document: small,
    },
  });
  const curves = await new Promise((done, reject) => worker.on("message", done).on("error", reject));
  assert.deepEqual(curves, experiment.curves());
});

test("an experiment tells how far its data and its f* are, whatever the listener does", () => {
  const document = {
    ...small,
    network: { topology: { kind: "ring", agents: 4 }, weights: { rule: "metropolis" } },
    problem: { kind: "logistic", dimension: 5, samplesPerAgent: 50 },
    methods: [{ kind: "dsgd" }],
  };
  const told = { data: [], optimum: [] };
  const experiment = new Experiment(document, {}, (stage, share) => {
    told[stage].push(share);
    throw new Error("nobody minds");
  });
  assert.deepEqual(told.data, [0, 0.25, 0.5, 0.75]);
  assert.ok(told.optimum[0] < 0.01);
  assert.ok(told.optimum.length > 5 && told.optimum.every((share, i, all) => share <= 1 && !(share <= all[i - 1])));
  const alone = new Experiment(document);
  assert.deepEqual(experiment.describe().optimum, alone.describe().optimum);
  experiment.free();
  alone.free();
});

test("advance names its argument where it is no number of iterations", () => {
  const experiment = new Experiment(small);
  for (const wrong of ["abc", undefined, Number.NaN, -1]) {
    assert.throws(() => experiment.advance(wrong), { message: "iterations: must be a number, at least 0" });
  }
  assert.equal(experiment.advance(Number.POSITIVE_INFINITY), small.iterations);
});

test("what pulls the agents adds up to their next move, and nothing pulls those that are lost", () => {
  const experiment = new Experiment({ ...small, gradient: { noise: "none" } });
  for (const method of [0, 'DSGD, "plain"', "exactDiffusion"]) {
    experiment.advance(1);
    const [x, pulls] = [experiment.iterates(method, 2), experiment.pulls(method, 2)];
    experiment.advance(1);
    const next = experiment.iterates(method, 2);
    assert.equal(pulls.own.length, 6 * experiment.dimension);
    const moved = x.map((from, i) => from + pulls.own[i] + pulls.remembered[i] + pulls.neighbors[i]);
    const worst = Math.max(...moved.map((to, i) => Math.abs(to - next[i])));
    assert.ok(worst < 1e-13, `${method}: ${worst}`);
    assert.equal(
      pulls.remembered.every((pull) => pull === 0),
      method !== "exactDiffusion",
    );
  }
  assert.throws(() => experiment.pulls("nobody", 0), { message: "there is no such method in this experiment" });
  assert.throws(() => experiment.pulls(0, 5), { message: "there is no such trial in this experiment" });
  const lost = new Experiment({
    ...small,
    problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 4 },
    stepSize: { kind: "constant", value: 1000 },
  });
  lost.advance(small.iterations);
  assert.equal(lost.pulls(1, 0), null);
});
