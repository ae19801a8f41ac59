import assert from "node:assert/strict";
import { test } from "node:test";
import init, { Experiment } from "../../dist/lib/suda.js";
import { small, wasmBytes } from "./support.mjs";

test("curves and iterates that are held stay as they were while the memory grows", async () => {
  const { memory } = await init(wasmBytes());
  const first = new Experiment(small);
  first.advance(small.iterations);
  const held = [first.curves().series[0].mean, first.iterates(0, 0), first.curves().iterations];
  const copies = held.map((values) => Array.from(values));
  const before = memory.buffer.byteLength;
  const large = new Experiment({ ...small, problem: { ...small.problem, dimension: 200, samplesPerAgent: 5000 } });
  large.advance(1);
  assert.ok(memory.buffer.byteLength > before, "the memory has grown");
  assert.deepEqual(
    held.map((values) => Array.from(values)),
    copies,
  );
  assert.deepEqual(Array.from(first.curves().series[0].mean), copies[0]);
});
