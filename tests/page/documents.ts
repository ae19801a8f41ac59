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
