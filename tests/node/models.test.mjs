// What the models of a problem with labels say: their outputs on a grid, their samples, and what they have right.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import init, { Experiment } from "../../dist/lib/suda.js";
import { small, wasmBytes } from "./support.mjs";

const networks = {
  ...small,
  trials: 1,
  problem: {
    kind: "neuralNetwork",
    hidden: [3],
    data: { kind: "circles", samplesPerAgent: 9, split: { kind: "byLabel" } },
  },
  start: { kind: "commonRandom" },
};
const grid = { x: [-1, 1], y: [-2, 2], columns: 5, rows: 3 };

before(() => init(wasmBytes()));

/** F of a network of 2-3-1 units. */
function output(x, [a, b]) {
  const unit = (u) => Math.tanh(x[2 * u] * a + x[2 * u + 1] * b + x[6 + u]);
  return x[9] * unit(0) + x[10] * unit(1) + x[11] * unit(2) + x[12];
}

test("a field is the model's output row by row, and shares are those of the samples", () => {
  const experiment = new Experiment(networks);
  experiment.advance(20);
  const { agents } = experiment.describe();
  const d = experiment.dimension;
  assert.equal(d, 13);
  const x = experiment.iterates(0, 0);
  const row = (agent) => x.subarray(agent * d, (agent + 1) * d);
  const points = Array.from({ length: 15 }, (_, p) => [(p % 5) / 2 - 1, 2 * Math.floor(p / 5) - 2]);
  for (const agent of [0, agents - 1]) {
    const field = experiment.field(0, 0, agent, grid);
    assert.ok(field instanceof Float32Array);
    for (const [p, point] of points.entries()) assert.ok(Math.abs(field[p] - output(row(agent), point)) < 1e-6);
  }
  assert.equal(experiment.field(0, 0, "mean", grid).length, 15);

  const samples = Array.from({ length: agents }, (_, agent) => experiment.samples(agent));
  for (const { features, labels } of samples) {
    assert.equal(features.length, 18);
    assert.ok(labels.every((label) => label === labels[0] && Math.abs(label) === 1));
  }
  const shares = experiment.accuracies(0, 0);
  for (let agent = 0; agent < agents; agent += 1) {
    let right = 0;
    for (const { features, labels } of samples)
      labels.forEach((label, s) => {
        if (output(row(agent), features.subarray(2 * s)) > 0 === label > 0) right += 1;
      });
    assert.ok(Math.abs(shares[agent] - right / (9 * agents)) < 1e-12);
  }
});

test("what is said of given models is what was said while the agents had them", () => {
  const experiment = new Experiment(networks);
  experiment.advance(20);
  const d = experiment.dimension;
  const x = experiment.iterates(0, 0);
  const then = [experiment.field(0, 0, 1, grid), experiment.accuracies(0, 0), experiment.agentValues(0, 0)];
  experiment.advance(20);
  assert.notDeepEqual(experiment.field(0, 0, 1, grid), then[0]);
  const again = [
    experiment.fieldAt(x.subarray(d, 2 * d), grid),
    experiment.accuraciesAt(x),
    experiment.agentValuesAt(x),
  ];
  assert.deepEqual(again, then);
  assert.throws(() => experiment.fieldAt(x.subarray(1, d), grid), {
    message: "a field needs a model of 13 numbers, got 12",
  });
  assert.throws(() => experiment.agentValuesAt(x.subarray(1)), { message: "iterates: must be n × d numbers" });
});

test("the samples of least squares make the agent's own minimum", () => {
  const problem = { kind: "leastSquares", dimension: 2, samplesPerAgent: 3, heterogeneity: 1 };
  const squares = new Experiment({ ...small, problem });
  const { features, targets } = squares.targets(1);
  assert.equal(features.length, 6);
  const { point } = squares.localOptimum(1);
  targets.forEach((target, s) => {
    assert.ok(Math.abs(features[2 * s] * point[0] + features[2 * s + 1] * point[1] - target) < 1e-9);
  });
  assert.equal(squares.accuraciesAt(point), null);
  assert.equal(new Experiment(networks).targets(0), null);
});

test("what a problem does not have is null, or refused with the reason", () => {
  const squares = new Experiment({ ...small, problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 3 } });
  assert.equal(squares.samples(0), null);
  assert.equal(squares.accuracies(0, 0), null);
  assert.throws(() => squares.field(0, 0, 0, grid), { message: "a field needs a problem with labels" });
  const experiment = new Experiment(networks);
  const wrong = (agent, change) => () => experiment.field(0, 0, agent, { ...grid, ...change });
  assert.throws(wrong(1e6), { message: "there is no such agent in this experiment" });
  assert.throws(wrong("all"), { message: "there is no such agent in this experiment" });
  assert.throws(wrong(0, { rows: 0 }), { message: "grid.rows: must be a whole number from 1 to 1000000, got 0" });
  assert.throws(wrong(0, { x: [1] }), { message: "grid.x: must be [lowest, highest]" });
  assert.throws(wrong(0, { z: 1 }), /grid\.z: is not known here/);
  assert.throws(() => experiment.localOptimum(0), { message: "the least value of this problem is not known" });
  assert.equal(experiment.describe().optimum, null);
  const { smoothness, initialGap, bound, stepSizeLimits } = experiment.theory(2);
  assert.deepEqual([smoothness, initialGap, bound, stepSizeLimits], [null, null, null, null]);
});
