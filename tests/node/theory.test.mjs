import assert from "node:assert/strict";
import { before, test } from "node:test";
import init, { Experiment, transientSlope, transientTime } from "../../dist/lib/suda.js";
import { wasmBytes } from "./support.mjs";

// Four agents on a lazy ring, f_i(x) = (c_i/2)(x - b_i)² with c = 1, 2, 5, 10 and b = 8, 2, 4, 7.
const curvatures = [1, 2, 5, 10].map(Math.sqrt);
const document = {
  version: 1,
  seed: 1,
  iterations: 50,
  record: { every: 1 },
  network: { topology: { kind: "ring", agents: 4 }, weights: { rule: "metropolis" }, laziness: 0.5 },
  problem: {
    kind: "leastSquares",
    data: {
      kind: "explicit",
      features: curvatures.map((h) => [[h]]),
      targets: curvatures.map((h, i) => [h * [8, 2, 4, 7][i]]),
    },
  },
  gradient: { noise: "gaussian", variance: 0.3 },
  start: { kind: "value", value: [2] },
  stepSize: { kind: "constant", value: 0.001 },
  methods: [{ kind: "exactDiffusion" }, { kind: "dsgd" }],
};

const near = (actual, expected) =>
  assert.ok(Math.abs(actual - expected) <= 1e-12 * (1 + Math.abs(expected)), `${actual} is not ${expected}`);

before(() => init(wasmBytes()));

test("the theory of a method has its documented shape and numbers", () => {
  const experiment = new Experiment(document);
  const theory = experiment.theory("exactDiffusion");
  assert.deepEqual(theory, experiment.theory(0));
  near(theory.spectralRadius, Math.sqrt(2 / 3));
  near(theory.gamma, Math.sqrt(2 / 3));
  near(theory.v1, Math.sqrt(2 + 2 * Math.sqrt(2 / 3)));
  near(theory.v2, Math.sqrt(1.5 * (1 + Math.sqrt(2 / 3))));
  near(theory.lambdaA, 2 / 3);
  near(theory.lambdaB, Math.sqrt(1 / 3));
  near(theory.paper.v2, Math.sqrt(6));
  near(theory.smoothness, 10);
  near(theory.initialGap, 2.25 * (102 / 18 - 2) ** 2);
  near(theory.noiseVariance, 0.3);
  assert.equal(theory.stepSizeLimits.theorem1.length, 3);
  assert.equal(theory.stepSizeLimits.theorem2.length, 4);
  near(theory.bound.initial, (8 * theory.initialGap) / (0.001 * 50));
  assert.deepEqual(Object.keys(theory.bound).sort(), [
    "heterogeneity",
    "initial",
    "network",
    "networkHigherOrder",
    "noise",
  ]);
  assert.equal(theory.boundHolds, true);
  assert.equal(theory.eigenvalues.length, 6);
  assert.deepEqual(theory.findings, []);
  assert.throws(() => experiment.theory("psgd"), /no such method/);
});

test("what a method does not have is null", () => {
  const theory = new Experiment(document).theory("dsgd");
  for (const name of [
    "spectralRadius",
    "gamma",
    "paper",
    "zeta0Squared",
    "stepSizeLimits",
    "bound",
    "plBound",
    "corollaries",
  ]) {
    assert.equal(theory[name], null, name);
  }
  near(theory.smoothness, 10);
});

test("tables, the measured average and expected curves", () => {
  const experiment = new Experiment(document);
  const { nonconvex, pl } = experiment.tables();
  assert.equal(nonconvex.length, 5);
  near(pl[2].transientTime, 12);
  experiment.advance(50);
  const { iterations, mean } = experiment.runningAverage(0);
  assert.deepEqual(
    [...iterations],
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  const { series } = experiment.curves();
  const at = (metric) => series.find((one) => one.method === "exactDiffusion" && one.metric === metric).mean;
  near(mean[0], at("gradientNorm")[0] + at("averageGradient")[0]);
  assert.ok(mean[49] < Object.values(experiment.theory(0).bound).reduce((sum, term) => sum + term));
  assert.equal(experiment.expected(0), null);

  const common = { kind: "leastSquares", dimension: 2, samplesPerAgent: 3, commonHessian: true };
  const start = { kind: "zeros" };
  const quadratic = new Experiment({ ...document, problem: common, start, gradient: { noise: "none" } });
  quadratic.advance(50);
  const expected = quadratic.expected("dsgd");
  for (const { method, metric, mean } of quadratic.curves().series) {
    if (method !== "dsgd") continue;
    for (const [k, value] of mean.entries()) assert.ok(Math.abs(expected[metric][k] - value) < 1e-12, metric);
  }
});

test("transient times and their slope", () => {
  const iterations = [10, 100, 1000];
  const time = transientTime(iterations, [8, 4, 1], [1, 1, 1], 2);
  assert.equal(time.kind, "at");
  near(time.iterations, 10 ** 2.5);
  assert.deepEqual(transientTime(iterations, [1, 1, 1], [1, 1, 1], 2), { kind: "atMost", iterations: 10 });
  assert.deepEqual(transientTime(iterations, [1, 1, 3], [1, 1, 1], 2), { kind: "moreThan", iterations: 1000 });
  assert.equal(transientTime([], [], [], 2), null);
  const gaps = [0.5, 0.2, 0.1, 0.05];
  const slope = transientSlope(gaps, [...gaps.slice(0, 3).map((gap) => gap ** -2), NaN]);
  near(slope.slope, 2);
  assert.ok(slope.halfWidth < 1e-9);
  assert.equal(transientSlope([0.5], [3]), null);
});
