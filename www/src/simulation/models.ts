/** The worker's look at what models say: of the plane, and of all samples. */

import type { Experiment } from "./core";
import { together, type PlaneSamples } from "./plane";
import type { FieldWatch, SightFields } from "./protocol";

export interface Models {
  /** Null where the problem has no labels or other than two features. */
  readonly samples: PlaneSamples | null;
  /** Null where the problem has no labels. */
  shares(method: number): Float64Array | null;
  fields(method: number, watch: FieldWatch): SightFields | null;
}

/** Of the first trial. */
export function modelsOf(experiment: Experiment, agents: number): Models {
  const [labelled, samples] = samplesOf(experiment, agents);

  function field(method: number, model: number, cells: number): Float32Array {
    const { x, y } = samples!.plane;
    const grid = { x: [...x] as [number, number], y: [...y] as [number, number], columns: cells, rows: cells };
    return experiment.field(method, 0, model < agents ? model : "mean", grid);
  }

  return {
    samples,
    shares: (method) => (labelled ? experiment.accuracies(method, 0) : null),
    fields(method, { cells, large }) {
      if (!samples) return null;
      const values = new Float32Array((agents + 1) * cells * cells);
      for (let model = 0; model <= agents; model++) values.set(field(method, model, cells), model * cells * cells);
      return { cells, values, large: large && { ...large, values: field(method, large.model, large.cells) } };
    },
  };
}

function samplesOf(experiment: Experiment, agents: number): [labelled: boolean, PlaneSamples | null] {
  const first = experiment.samples(0);
  if (!first) return [false, null];
  if (first.features.length !== 2 * first.labels.length) return [true, null];
  return [true, together(Array.from({ length: agents }, (_, agent) => experiment.samples(agent)!))];
}
