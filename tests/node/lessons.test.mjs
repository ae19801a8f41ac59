// What the lessons and the tour say of their curves is what the curves show.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import init, { Experiment, presets } from "../../dist/lib/suda.js";
import { wasmBytes } from "./support.mjs";

before(() => init(wasmBytes()));

const lesson = (id) => presets().find((preset) => preset.id === id).document;

/** Of each method, the mean of ‖∇f(x̄)‖² over the last twentieth before each of these parts of the run. */
function floors(document, parts = [1]) {
  const experiment = new Experiment({ ...document, metrics: ["gradientNorm"] });
  experiment.advance(document.iterations);
  return experiment.curves().series.map(({ mean }) =>
    parts.map((part) => {
      const end = Math.floor(mean.length * part);
      const last = mean.slice(end - Math.floor(mean.length / 20), end);
      return last.reduce((sum, value) => sum + value, 0) / last.length;
    }),
  );
}

const within = (value, low, high) =>
  assert.ok(value > low && value < high, `${value} is not between ${low} and ${high}`);

test("decaying steps: the floors are halved with the step, DSGD stays as far above, gradient tracking catches up", () => {
  const [centralised, dsgd, , , tracking] = floors(lesson("stairs"), [0.25, 0.5, 0.75, 1]);
  for (let stair = 1; stair < 4; stair++)
    for (const floor of [centralised, dsgd]) within(floor[stair - 1] / floor[stair], 1.6, 2.6);
  const above = dsgd.map((floor, stair) => floor / centralised[stair]);
  within(above[3] / above[0], 0.7, 1.4);
  within(tracking[0] / centralised[0], 5, 10);
  within(tracking[3] / centralised[3], 1, 2.5);
});

test("more agents, less noise: the floor falls as 1/n, and with 64 agents DSGD lags", () => {
  const [four, sixteen, sixtyFour] = ["agents-4", "agents-16", "agents-64"].map((id) =>
    floors(lesson(id)).map(([floor]) => floor),
  );
  for (const method of [0, 2, 3]) {
    within(four[method] / sixteen[method], 3, 5.3);
    within(four[method] / sixtyFour[method], 11, 21);
  }
  within(sixtyFour[1] / sixtyFour[0], 1.4, 3);
});

test("the tour: without heterogeneity DSGD's floor falls, on a complete graph the gap closes", () => {
  const first = lesson("local-data");
  const gap = (document) => {
    const [[centralised], [dsgd]] = floors(document);
    return dsgd / centralised;
  };
  const before = gap(first);
  assert.ok(gap({ ...first, problem: { ...first.problem, heterogeneity: 0 } }) < before / 3);
  const { topology } = first.network;
  within(gap({ ...first, network: { ...first.network, topology: { ...topology, kind: "complete" } } }), 0.99, 1.01);
});
