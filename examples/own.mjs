// node examples/own.mjs: a method and a problem of one's own, beside the built-in ones. docs/extending.md walks through it.
import { deepEqual } from "node:assert/strict";
import init, { Experiment } from "suda";

await init();

/** Momentum tracking, as examples/own_method.rs has it, with its source: s tracks the momentum m in place of the gradient. */
function momentumTracking({ alpha, gradient, x, mix, state }) {
  const beta = 0.9;
  const { m = x.map(() => 0), s = x.map(() => 0) } = state;
  state.m = m.map((m, i) => beta * m + (1 - beta) * gradient[i]);
  state.s = mix(s).map((mixed, i) => mixed + (state.m[i] - m[i]));
  return mix(x).map((mixed, i) => mixed - alpha * state.s[i]);
}

/** Logistic regression with an intercept: x holds two weights, and the intercept. */
const samples = Array.from({ length: 8 }, (_, agent) =>
  Array.from({ length: 20 }, (_, j) => {
    const [a, b] = [Math.sin(3 * agent + j), Math.cos(agent + 2 * j)];
    return { features: [a, b, 1], label: a + 2 * b + 0.5 + Math.sin(5 * j) > 0 ? 1 : -1 };
  }),
);
const margin = (x, { features, label }) => label * features.reduce((sum, h, c) => sum + h * x[c], 0);
const intercept = {
  dimension: 3,
  gradient(agent, x, out) {
    for (const sample of samples[agent]) {
      const slope = -sample.label / (1 + Math.exp(margin(x, sample))) / samples[agent].length;
      for (const c of out.keys()) out[c] += slope * sample.features[c];
    }
    // A little of ‖x‖², but not of the intercept.
    for (const c of [0, 1]) out[c] += 0.01 * x[c];
  },
  value(agent, x) {
    const losses = samples[agent].map((sample) => Math.log1p(Math.exp(-margin(x, sample))));
    return losses.reduce((sum, loss) => sum + loss, 0) / losses.length + 0.005 * (x[0] ** 2 + x[1] ** 2);
  },
};

const document = {
  version: 1,
  trials: 4,
  iterations: 400,
  metrics: ["gradientNorm", "consensus"],
  network: { topology: { kind: "ring", agents: 8 }, weights: { rule: "metropolis" } },
  problem: { kind: "own", name: "intercept" },
  gradient: { noise: "gaussian", variance: 1e-6 },
  stepSize: { kind: "constant", value: 0.5 },
  methods: [
    { kind: "dsgd" },
    { kind: "gradientTracking", variant: "nonAtc", momentum: 0.9 },
    { kind: "own", name: "momentum tracking" },
  ],
};
const experiment = new Experiment(document, {
  methods: { "momentum tracking": momentumTracking },
  problems: { intercept },
});
experiment.advance(document.iterations);

const { series, communication } = experiment.curves();
for (const { method, metric, mean } of series) console.log(method, metric, mean.at(-1));
for (const { method, rounds } of communication) console.log(method, "rounds", rounds.at(-1));

// It is gradient tracking with the momentum that every method may have, to the last bit.
deepEqual(experiment.iterates(1, 0), experiment.iterates(2, 0));

/** DSGD in a loop of one's own, with the engine's gradients: the same iterates. */
const { rows, columns, values } = experiment.network().matrix;
const d = experiment.dimension;
let x = new Float64Array(8 * d);
for (let k = 0; k < document.iterations; k++) {
  const gradient = experiment.gradients(x, { k, trial: 0 });
  const adapted = x.map((value, i) => value - document.stepSize.value * gradient[i]);
  x = new Float64Array(x.length);
  for (const [e, w] of values.entries())
    for (let c = 0; c < d; c++) x[rows[e] * d + c] += w * adapted[columns[e] * d + c];
}
const engine = experiment.iterates("dsgd", 0);
console.log("own loop, largest difference", Math.max(...x.map((value, i) => Math.abs(value - engine[i]))));
experiment.free();
