// A problem of one's own is what it would be as a built-in one, in any noise.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import init, { Experiment } from "../../dist/lib/suda.js";
import { small, wasmBytes } from "./support.mjs";

before(() => init(wasmBytes()));

const [agents, dimension, rows] = [6, 3, 8];
// Any data.
const draw = (i, j, c) => Math.sin(1 + 7 * i + 3 * j + 11 * c);
const features = Array.from({ length: agents }, (_, i) =>
  Array.from({ length: rows }, (_, j) => Array.from({ length: dimension }, (_, c) => draw(i, j, c))),
);
const targets = features.map((own, i) => own.map((_, j) => draw(i, j, 9)));
const residual = (i, j, x) => features[i][j].reduce((sum, h, c) => sum + h * x[c], -targets[i][j]);
const squares = {
  dimension,
  samples: (agent) => features[agent].length,
  gradient(agent, x, out, batch = features[agent].keys()) {
    const places = [...batch];
    for (const j of places)
      for (let c = 0; c < dimension; c++) out[c] += (residual(agent, j, x) * features[agent][j][c]) / places.length;
  },
  value: (agent, x) => features[agent].reduce((sum, _, j) => sum + residual(agent, j, x) ** 2, 0) / (2 * rows),
};
const builtIn = { kind: "leastSquares", data: { kind: "explicit", features, targets } };
const own = { kind: "own", name: "squares" };

function run(problem, problems, changes) {
  const document = { ...small, metrics: ["gradientNorm", "consensus", "averageGradient"], problem, ...changes };
  const experiment = new Experiment(document, problems ? { problems: { squares: problems } } : {});
  experiment.advance(document.iterations);
  return experiment;
}

function agree(found, expected) {
  assert.equal(found.length, expected.length);
  for (const [i, x] of found.entries()) assert.ok(Math.abs(x - expected[i]) < 1e-12, `${x} ${expected[i]}`);
}

for (const gradient of [{ noise: "none" }, small.gradient, { noise: "minibatch", batch: 3 }])
  test(`least squares as functions gives the built-in numbers to rounding: ${gradient.noise}`, () => {
    const batches = [];
    const asked = {
      ...squares,
      gradient(agent, x, out, batch) {
        batches.push(batch);
        squares.gradient(agent, x, out, batch);
      },
    };
    const expected = run(builtIn, null, { gradient });
    const found = run(own, asked, { gradient });
    for (const method of [0, 1, 2])
      for (const trial of [0, 4]) agree(found.iterates(method, trial), expected.iterates(method, trial));
    const means = (experiment) => experiment.curves().series.flatMap(({ mean }) => [...mean]);
    agree(means(found), means(expected));
    const x = Float64Array.from({ length: agents * dimension }, (_, i) => Math.cos(i));
    for (const at of [undefined, { k: 7, trial: 2 }]) agree(found.gradients(x, at), expected.gradients(x, at));

    // Batches are asked for in mini-batches alone, and hold so many different samples.
    const given = batches.filter((batch) => batch !== undefined);
    assert.equal(given.length > 0, gradient.noise === "minibatch");
    for (const batch of given) {
      assert.ok(batch instanceof Uint32Array);
      assert.equal(new Set(batch).size, gradient.batch);
      assert.ok(batch.every((place) => place < rows));
    }
  });

test("where the least value of functions is given, gaps are measured; without it they are refused", () => {
  const gaps = { metrics: ["optimalityGap"] };
  const expected = run(builtIn, null, gaps);
  const { value, point } = expected.describe().optimum;
  const found = run(own, { ...squares, optimum: { value, point } }, gaps);
  for (const [i, { mean }] of found.curves().series.entries()) agree(mean, expected.curves().series[i].mean);
  agree(found.valuesAt(point).slice(0, 1), [value]);
  assert.throws(() => run(own, squares, gaps), /metrics/);
  const given = (optimum, words) => assert.throws(() => run(own, { ...squares, optimum }, gaps), words);
  for (const none of [NaN, Infinity, "0", undefined])
    given({ value: none, point }, /^Error: options\.problems\.squares\.optimum\.value: must be a finite number$/);
  const wrong = [NaN, ...point.slice(1)];
  given({ value, point: wrong }, /optimum\.point: must be d = \d+ finite numbers, got \d+$/);
});

test("mini-batches need samples, and counts that are none are named with their agent", () => {
  const refused = (samples, words, gradient = { noise: "minibatch", batch: 3 }) =>
    assert.throws(() => run(own, { ...squares, samples }, { gradient }), words);
  refused(undefined, /^Error: gradient\.batch: needs a problem with samples; this one has none$/);
  refused(
    (i) => 2 + i,
    /^Error: gradient\.batch: must be at most 2, the samples of the agent that has the fewest, got 3$/,
  );
  refused(8, /^Error: options\.problems\.squares\.samples: must be a function$/);
  const range = "must return a whole number from 1 to 1000000000";
  for (const [count, shown] of [
    [0, "0"],
    [2.5, "2.5"],
    ["8", '"8"'],
    [undefined, "undefined"],
  ]) {
    const words = `Error: problems.squares.samples: k = 0, agent 4: ${range}, got ${shown}`;
    for (const noise of [undefined, { noise: "none" }])
      refused(
        (i) => (i === 4 ? count : 8),
        (error) => String(error) === words,
        noise,
      );
  }
  const cause = new Error("no such agent");
  const throws = () => {
    throw cause;
  };
  refused(throws, (error) => error.cause === cause && /agent 0: no such agent$/.test(error.message));
});
