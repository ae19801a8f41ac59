/** The models' outputs in a worker: on the plane, and on all samples. */

import type { Experiment } from "./core";
import { together, type PlaneSamples } from "./plane";
import type { FieldWatch, Inputs, SightFields } from "./protocol";

/** Inputs are kept up to this number of features times rows. */
const MOST_KEPT = 200_000;

export type Models = ReturnType<typeof modelsOf>;

/** `iterates` are those of all agents, n × d. */
export function modelsOf(experiment: Experiment, agents: number) {
  const { dimension, outputs = 1 } = experiment;
  const samples = samplesOf(experiment, agents);
  const inputs = inputsOf(experiment, agents);

  return {
    /** Null where the problem has no labels, or other than two features. */
    samples,
    /** Null where there are not several classes. */
    inputs,
    /** Null where the problem has no labels. */
    shares: (iterates: Float64Array): Float64Array | null => experiment.accuraciesAt(iterates),
    fields(iterates: Float64Array, { cells, large }: FieldWatch): SightFields | null {
      if (!samples) return null;
      const models = Array.from({ length: agents }, (_, i) => iterates.subarray(i * dimension, (i + 1) * dimension));
      models.push(meanOf(iterates, dimension));
      const size = cells * cells * outputs;
      const values = new Float32Array(models.length * size);
      const { plane } = samples;
      const field = (model: Float64Array, cells: number): Float32Array =>
        experiment.fieldAt(model, { ...plane, columns: cells, rows: cells });
      for (const [i, model] of models.entries()) values.set(field(model, cells), i * size);
      const finer = large && models[large.model];
      const inLarge = finer && { plane, outputs, cells: large.cells, values: field(finer, large.cells) };
      return {
        fields: { plane, outputs, cells, values },
        large: inLarge ? { model: large.model, fields: inLarge } : null,
      };
    },
    /** Null where there are not several classes, and of an input that is none of this problem. */
    scores: (iterates: Float64Array, input: readonly number[]): Float64Array | null =>
      input.length === inputs?.width ? experiment.scoresAt(iterates, Float64Array.from(input)) : null,
  };
}

function inputsOf(experiment: Experiment, agents: number): Inputs | null {
  if ((experiment.outputs ?? 1) === 1) return null;
  const own = Array.from({ length: agents }, (_, agent) => experiment.samples(agent)!);
  const seen = own.map(({ labels }) => [...new Set(labels)].sort((a, b) => a - b));
  const tests = experiment.testSamples();
  const groups = tests ? [tests] : own;
  const width = own[0]!.features.length / own[0]!.labels.length;
  const most = Math.max(1, Math.floor(MOST_KEPT / width));
  const labels = Float64Array.from(groups.flatMap(({ labels }) => [...labels]).slice(0, most));
  const features = Float64Array.from(groups.flatMap(({ features }) => [...features]).slice(0, most * width));
  return { width, features, labels, unseen: tests !== null, seen };
}

export function meanOf(iterates: ArrayLike<number>, dimension: number): Float64Array {
  const mean = new Float64Array(dimension);
  for (let at = 0; at < iterates.length; at++) mean[at % dimension]! += iterates[at]!;
  return mean.map((sum) => (sum * dimension) / iterates.length);
}

function samplesOf(experiment: Experiment, agents: number): PlaneSamples | null {
  const { outputs = 1 } = experiment;
  const first = experiment.samples(0);
  if (!first || first.features.length !== 2 * first.labels.length) return null;
  return together(
    Array.from({ length: agents }, (_, agent) => experiment.samples(agent)!),
    outputs > 1 ? outputs : 0,
  );
}
