/** The models' outputs in a worker: on the plane, and on all samples. */

import type { Experiment } from "./core";
import { together, type PlaneSamples } from "./plane";
import type { FieldWatch, SightFields } from "./protocol";

/** Of all agents' iterates, n × d. */
export interface Models {
  /** Null where the problem has no labels, other than two features, or several classes. */
  readonly samples: PlaneSamples | null;
  /** Null where the problem has no labels. */
  shares(iterates: Float64Array): Float64Array | null;
  fields(iterates: Float64Array, watch: FieldWatch): SightFields | null;
}

export function modelsOf(experiment: Experiment, agents: number): Models {
  const { dimension } = experiment;
  const samples = samplesOf(experiment, agents);

  function field(model: Float64Array, cells: number): Float32Array {
    const { x, y } = samples!.plane;
    const grid = { x: [...x] as [number, number], y: [...y] as [number, number], columns: cells, rows: cells };
    return experiment.fieldAt(model, grid);
  }

  return {
    samples,
    shares: (iterates) => experiment.accuraciesAt(iterates),
    fields(iterates, { cells, large }) {
      if (!samples) return null;
      const models = Array.from({ length: agents }, (_, i) => iterates.subarray(i * dimension, (i + 1) * dimension));
      models.push(meanOf(iterates, dimension));
      const values = new Float32Array(models.length * cells * cells);
      for (const [i, model] of models.entries()) values.set(field(model, cells), i * cells * cells);
      const finer = large && models[large.model];
      return { cells, values, large: finer ? { ...large, values: field(finer, large.cells) } : null };
    },
  };
}

/** The mean of the rows. */
export function meanOf(iterates: Float64Array, dimension: number): Float64Array {
  const mean = new Float64Array(dimension);
  for (let at = 0; at < iterates.length; at++) mean[at % dimension]! += iterates[at]!;
  return mean.map((sum) => (sum * dimension) / iterates.length);
}

function samplesOf(experiment: Experiment, agents: number): PlaneSamples | null {
  if (experiment.outputs !== 1) return null;
  const first = experiment.samples(0);
  if (!first || first.features.length !== 2 * first.labels.length) return null;
  return together(Array.from({ length: agents }, (_, agent) => experiment.samples(agent)!));
}
