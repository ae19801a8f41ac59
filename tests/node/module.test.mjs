import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import init, { Experiment, version } from "../../dist/lib/suda.js";
import { small, wasmBytes } from "./support.mjs";

test("the module starts from its bytes, without a warning", async (t) => {
  const warn = t.mock.method(console, "warn");
  await init(wasmBytes());
  assert.equal(warn.mock.callCount(), 0);
  assert.match(version(), /^\d+\.\d+\.\d+/);
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
