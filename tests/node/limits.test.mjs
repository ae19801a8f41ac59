// Documents at the limits of size run in WebAssembly in the memory that is said, and those just beyond are refused with
// the figure; natively tests/hostile/limits.rs does the same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { root } from "./support.mjs";

const cases = JSON.parse(readFileSync(new URL("../limits.json", import.meta.url), "utf8"));

/** Runs documents, one after the other, in a thread with a memory of its own: the error, or none, and the memory, of each. */
function run(documents) {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    (async () => {
      const suda = await import(workerData.root + "/dist/lib/suda.js");
      const bytes = require("node:fs").readFileSync(workerData.root + "/dist/lib/suda_bg.wasm");
      const { memory } = await suda.default(bytes);
      parentPort.postMessage(workerData.documents.map((document) => {
        let error = null;
        try {
          const experiment = new suda.Experiment(document);
          experiment.advance(document.iterations);
          experiment.free();
        } catch (thrown) { error = String(thrown.message ?? thrown); }
        return { error, megabytes: memory.buffer.byteLength / 2 ** 20 };
      }));
    })();
  `;
  return new Promise((done, reject) => {
    const worker = new Worker(code, { eval: true, workerData: { root, documents } });
    worker.on("message", (answer) => worker.terminate().then(() => done(answer), reject)).on("error", reject);
  });
}

/** The document with values in place of those at JSON pointers. */
function changed(document, changes) {
  const copy = structuredClone(document);
  for (const [pointer, value] of Object.entries(changes)) {
    const names = pointer.split("/").slice(1);
    const last = names.pop();
    names.reduce((at, name) => at[name], copy)[last] = value;
  }
  return copy;
}

for (const { name, megabytes, document, beyond, path, text } of cases) {
  test(name, async () => {
    const withText = (times) => (text ? changed(document, { "/problem/data/text": text[0].repeat(times) }) : document);
    const refused = changed(withText(text?.[1] + 1), beyond);
    const [tooLarge, fits] = await run([refused, withText(text?.[1])]);
    assert.match(tooLarge.error ?? "", new RegExp(`^${path.replaceAll(".", "\\.")}: .* more than \\d`));
    if (!text) assert.ok(tooLarge.megabytes < 300, `${tooLarge.megabytes} MB to find that it is too large`);
    assert.equal(fits.error, null);
    assert.ok(fits.megabytes < megabytes, `${fits.megabytes} MB`);
  });
}
