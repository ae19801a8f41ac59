// The experiment that tests/browser.rs pins natively and in Chrome has the same bits in Node, however its trials are split.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import init, { Experiment } from "../../dist/lib/suda.js";

const read = (path) => readFileSync(new URL(path, import.meta.url));
const source = read("../browser.rs").toString();
const document = JSON.parse(/const DOCUMENT: &str = r#"(.*?)"#;/s.exec(source)[1]);
const pinned = BigInt(/fn an_experiment_is_pinned.*?assert_eq!\(digest\(&numbers\), ([\d_]+)\)/s.exec(source)[1].replaceAll("_", ""));

/** The digest of tests/browser.rs. */
function digest(numbers) {
  const bits = new BigUint64Array(Float64Array.from(numbers).buffer);
  return bits.reduce((sum, x) => BigInt.asUintN(64, (sum << 5n) | (sum >> 59n)) ^ x, 0n);
}

/** Values [point][metric][method][trial] of parts that share the trials, as of one run. */
function joined(parts) {
  const counts = parts.map(({ trials: [from, to] }) => to - from);
  const rows = parts[0].values.length / counts[0];
  return Array.from({ length: rows }, (_, row) => parts.flatMap(({ values }, p) => [...values.slice(row * counts[p], (row + 1) * counts[p])])).flat();
}

for (const split of [[[0, 3]], [[0, 1], [1, 3]], [[0, 1], [1, 2], [2, 3]]]) {
  test(`an experiment is pinned, its trials in ${split.length} parts`, async () => {
    await init(read("../../dist/lib/suda_bg.wasm"));
    const parts = split.map((trials) => {
      const experiment = new Experiment(document, { trials });
      experiment.advance(document.iterations);
      return experiment;
    });
    const last = document.methods.flatMap((_, method) => [...parts.at(-1).iterates(method, 2)]);
    assert.equal(digest([...joined(parts.map((part) => part.records(0))), ...last]), pinned);
  });
}
