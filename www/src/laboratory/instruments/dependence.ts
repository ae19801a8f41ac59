/** The quantities that the laboratory can vary in a document, as studies. */

import type { Study, StudyDocument } from "../../../../lib/study";
import { valueAt, type ExperimentDocument } from "../../state/document";

export interface Choice {
  id: string;
  title: string;
  /** Of the horizontal axis. */
  axis: string;
  path: string;
  over: Study["over"];
  /** To begin with. */
  values: readonly number[];
}

/** At 1, 2, 4, … times. */
const doubled = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Number((from * 2 ** i).toPrecision(3)));

/** The quantities of the document that can be varied, and their initial values. */
export function choicesOf(document: ExperimentDocument): Choice[] {
  const number = (path: string): number | null => {
    const value = valueAt(document, path.split("."));
    return typeof value === "number" ? value : null;
  };
  const alpha = number("stepSize.value");
  const heterogeneity = number("problem.heterogeneity");
  const noise = document.gradient?.["noise"] === "gaussian" ? number("gradient.variance") : null;
  // Of a network that changes there is no one λ.
  const changes = document.network["changes"] !== undefined;
  const isGiven = document.network.topology["kind"] === "explicit" || changes;
  const choices: (Choice | null)[] = [
    changes
      ? null
      : {
          id: "laziness",
          title: "1/(1 − λ), by the network’s laziness θ",
          axis: "1 / (1 − λ)",
          path: "network.laziness",
          over: "inverseGap",
          values: [0, 0.5, 0.75, 0.875, 0.9375],
        },
    changes || number("network.topology.probability") === null
      ? null
      : {
          id: "probability",
          title: "1/(1 − λ), by the probability of a link",
          axis: "1 / (1 − λ)",
          path: "network.topology.probability",
          over: "inverseGap",
          values: [0.9, 0.7, 0.5, 0.35, 0.25],
        },
    number("network.topology.agents") === null || isGiven
      ? null
      : {
          id: "agents",
          title: "the number of agents n",
          axis: "agents n",
          path: "network.topology.agents",
          over: "agents",
          values: [4, 8, 16, 32],
        },
    heterogeneity === null
      ? null
      : {
          id: "heterogeneity",
          title: "heterogeneity of the data",
          axis: "heterogeneity",
          path: "problem.heterogeneity",
          over: "value",
          values: doubled(heterogeneity > 0 ? heterogeneity / 4 : 0.25, 5),
        },
    alpha === null
      ? null
      : {
          id: "step",
          title: "the step size α",
          axis: "step size α",
          path: "stepSize.value",
          over: "value",
          values: doubled(alpha / 8, 5),
        },
    noise === null
      ? null
      : {
          id: "noise",
          title: "the variance of the gradients’ noise",
          axis: "variance of the noise",
          path: "gradient.variance",
          over: "value",
          values: doubled(noise > 0 ? noise / 16 : 1e-4, 5),
        },
  ];
  return choices.filter((choice): choice is Choice => choice !== null);
}

/** The study of a choice; methods keep their own settings. */
export function studyOf(
  document: ExperimentDocument,
  { path, over }: Choice,
  values: readonly number[],
  metric: string,
): Study {
  return {
    version: 1,
    over,
    metric,
    transient: null,
    vary: [{ path, values: [...values] }],
    document: document as unknown as StudyDocument,
  };
}

/** The numbers of a list as a reader writes it: apart by commas, semicolons or spaces; null where one is none. */
export function readValues(text: string): number[] | null {
  const words = text.split(/[\s;,]+/).filter((word) => word !== "");
  const values = words.map(Number);
  return words.length > 0 && values.every(Number.isFinite) ? values : null;
}
