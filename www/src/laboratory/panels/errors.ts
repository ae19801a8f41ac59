/** What errors depend on: the quantities that can be varied in a document, the study of one, and its results. */

import {
  csvOf,
  COLUMNS,
  documentsOf,
  endOf,
  gapOf,
  rowsOf,
  slopesOf,
  type Outcome,
  type Row,
  type Study,
  type StudyDocument,
} from "../../../../lib/study";
import type { Work } from "../../controls/measurement";
import { field } from "../../controls/save";
import { curveHasSettled, summarize, transientSlope, type MetricName, type Theory } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { wholeRun } from "../../simulation/pool";
import { valueAt, type ExperimentDocument } from "../../state/document";
import { formatNumber, plural } from "../../views/format";
import type { MethodStyle } from "../../views/types";
import { powersOf, type Found } from "./powers";

export interface Choice {
  id: string;
  title: string;
  axis: string;
  path: string;
  over: Study["over"];
  /** To begin with. */
  values: readonly number[];
}

/** At 1, 2, 4, … times. */
const doubled = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Number((from * 2 ** i).toPrecision(3)));

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
  const gap = { axis: "1 / (1 − λ)", over: "inverseGap" } as const;
  const choices: (Choice | false)[] = [
    !changes && {
      id: "laziness",
      title: "1/(1 − λ), by the network’s laziness θ",
      path: "network.laziness",
      values: [0, 0.5, 0.75, 0.875, 0.9375],
      ...gap,
    },
    !changes &&
      number("network.topology.probability") !== null && {
        id: "probability",
        title: "1/(1 − λ), by the probability of a link",
        path: "network.topology.probability",
        values: [0.9, 0.7, 0.5, 0.35, 0.25],
        ...gap,
      },
    number("network.topology.agents") !== null &&
      !isGiven && {
        id: "agents",
        title: "the number of agents n",
        axis: "agents n",
        path: "network.topology.agents",
        over: "agents",
        values: [4, 8, 16, 32],
      },
    heterogeneity !== null && {
      id: "heterogeneity",
      title: "heterogeneity of the data",
      axis: "heterogeneity",
      path: "problem.heterogeneity",
      over: "value",
      values: doubled(heterogeneity > 0 ? heterogeneity / 4 : 0.25, 5),
    },
    alpha !== null && {
      id: "step",
      title: "the step size α",
      axis: "step size α",
      path: "stepSize.value",
      over: "value",
      values: doubled(alpha / 8, 5),
    },
    noise !== null && {
      id: "noise",
      title: "the variance of the gradients’ noise",
      axis: "variance of the noise",
      path: "gradient.variance",
      over: "value",
      values: doubled(noise > 0 ? noise / 16 : 1e-4, 5),
    },
  ];
  return choices.filter((choice) => choice !== false);
}

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

interface Subject {
  axis: string;
  metric: string;
  styles: readonly MethodStyle[];
}

/** Measures the study point by point, and tells what is found so far. */
export async function measureErrors(
  study: Study,
  subject: Subject,
  { workers, unlessCancelled, tell }: Work,
  show: (found: Found) => void,
): Promise<string> {
  const rows: Row[] = [];
  const documents = documentsOf(study);
  for (const [point, document] of documents.entries()) {
    tell(point / documents.length, `Point ${point + 1} of ${documents.length} …`);
    const run = await unlessCancelled(wholeRun(workers, document as unknown as ExperimentDocument));
    const { methods: theory } = await unlessCancelled(run.ask({ kind: "theory" }));
    rows.push(...rowsOf(study, point, outcomeOf(run, theory, study.metric as MetricName, subject.styles), summarize));
    show(found(study, subject, rows));
  }
  return "";
}

function outcomeOf(
  { recording, network, document }: Run,
  theory: readonly Theory[],
  metric: MetricName,
  styles: readonly MethodStyle[],
): Outcome {
  const trials = Array.from({ length: document.trials ?? 1 }, (_, trial) => trial);
  return {
    agents: network?.agents ?? NaN,
    gap: network ? gapOf(network) : NaN,
    names: styles.map(({ label }) => label),
    ends: styles.map((_, place) => trials.map((trial) => endOf(recording.single(place, metric, trial)))),
    settled: styles.map((_, place) => curveHasSettled(Float64Array.from(recording.curve(place, metric).mean))),
    bounds: theory.map(({ bound }) => (bound ? bound.noise + bound.network + bound.networkHigherOrder : null)),
  };
}

function found(study: Study, { axis, metric, styles }: Subject, rows: readonly Row[]): Found {
  const slopes = slopesOf(rows, transientSlope);
  const lost = new Set(rows.filter(({ diverged }) => diverged > 0).map(({ point }) => point)).size;
  const methods = styles.map((style) => ({ name: style.label, style }));
  return {
    of: "errors",
    name: "floors",
    csv: `${COLUMNS}\n${csvOf(rows, study, field)}`,
    caption: `Slopes over ${axis}, on log-log axes`,
    theory: "Theorem 1",
    words: [
      ...(lost > 0 ? [`At ${plural(lost, "point")} a method diverged; it is not drawn there.`] : []),
      "Discs: the curve had settled; rings: it was still on its way. “Theorem 1” is the slope of its bound’s limit as K grows: an upper bound on mean squared gradients, to be compared with those. Slopes of whole errors are smaller than that of the growing part: DSGD’s error is noise plus bias. The study as JSON also runs in a shell, on several machines: suda sweep study.json.",
    ],
    picture: {
      axis,
      quantity: `${metric}, at the end`,
      title: `Errors over ${axis}`,
      ...powersOf(rows, methods, {
        point: ({ error, low, high, settled, diverged }) => ({
          y: error,
          low,
          high,
          full: settled,
          text: diverged > 0 ? "diverged" : formatNumber(error),
        }),
        fit(name) {
          const slope = slopes.find(({ method }) => method === name);
          return { line: slope?.error ?? null, order: slope?.bound ?? null };
        },
      }),
    },
  };
}
