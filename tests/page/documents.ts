// Documents that many tests start from.
import type { ExperimentDocument } from "../../www/src/state/document.ts";

/** An experiment that takes no time. */
export const small: ExperimentDocument = {
  version: 1,
  seed: "7",
  trials: 2,
  iterations: 200,
  record: { every: 1 },
  network: { topology: { kind: "ring", agents: 8 }, weights: { rule: "metropolis" } },
  problem: { kind: "leastSquares", dimension: 3, samplesPerAgent: 5, heterogeneity: 1 },
  gradient: { noise: "gaussian", variance: 0.001 },
  stepSize: { kind: "constant", value: 0.1 },
  methods: [{ kind: "psgd" }, { kind: "dsgd" }, { kind: "exactDiffusion", laziness: 0.5 }],
};

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
