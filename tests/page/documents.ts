// The documents of tests, as the page types them.
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import * as documents from "../documents.mjs";

export const small = documents.small as ExperimentDocument;
export const digits = documents.digits as ExperimentDocument;

/** What its agents answer, on the left. */
export const answered = { left: "answers", method: "0", second: "1" };

/** One that runs for as long as a test may want. */
export const endless: ExperimentDocument = { ...small, trials: 1, iterations: 100_000_000, record: { points: 50_000 } };

/** Agents that learn: a small neural network each, on points of one class. */
export const learning = {
  ...small,
  trials: 1,
  iterations: 60,
  problem: {
    kind: "neuralNetwork",
    hidden: [6],
    data: { kind: "circles", samplesPerAgent: 10, noise: 0.08, split: { kind: "byLabel" } },
  },
  gradient: { noise: "none" },
  stepSize: { kind: "constant", value: 0.5 },
  start: { kind: "commonRandom" },
  methods: [{ kind: "psgd" }, { kind: "dsgd" }, { kind: "exactDiffusion", laziness: 0.5 }, { kind: "local" }],
} as unknown as ExperimentDocument;

/** With numbers of many digits, signs and quotes. */
export const precise: ExperimentDocument = {
  version: 1,
  seed: "18446744073709551615",
  trials: 10,
  iterations: 20000,
  record: { every: 20 },
  network: { topology: { kind: "ring", agents: 32 }, weights: { rule: "metropolis" }, laziness: 0 },
  problem: { kind: "logistic", dimension: 20, samplesPerAgent: 2000, regularization: 0.001, heterogeneity: 0.2 },
  gradient: { noise: "gaussian", variance: 0.001 },
  stepSize: { kind: "halving", value: 0.01, every: 100, factor: 0.5 },
  start: { kind: "zeros" },
  methods: [
    { kind: "psgd" },
    { kind: "dsgd", variant: "combineThenAdapt", label: "<b>CTA</b> & “quotes”" },
    { kind: "exactDiffusion", laziness: 0.1 + 0.2 },
    {
      kind: "suda",
      a: [0.3333333333333333, 0.6666666666666667],
      bSquared: [1, -1],
      c: [1],
      stepSize: { kind: "constant", value: 0.005 },
    },
  ],
};
