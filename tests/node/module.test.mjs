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
    workerData: { module: new URL("../../dist/lib/suda.js", import.meta.url).href, bytes: wasmBytes(), document: small },
  });
  const curves = await new Promise((done, reject) => worker.on("message", done).on("error", reject));
  assert.deepEqual(curves, experiment.curves());
});
