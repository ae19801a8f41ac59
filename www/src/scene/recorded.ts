/** The results computed beforehand for the paper's figures and tables, by `npm run reproduce`; loaded on demand. */

import type { ExperimentDocument } from "../state/document";

/** The end of a method's curve, and relative to that of centralised SGD. */
interface End {
  label: string;
  value: number;
  ratio: number;
}

export interface RecordedFigure {
  /** That of the ready document as printed; with `-ours` that of our settings. */
  id: string;
  name: string;
  /** What is shown, in our words. */
  caption: string;
  /** The paper's claim, in our words. */
  says: string;
  remark: string | null;
  summary: string;
  claims: { text: string; printed: boolean; ours: boolean }[];
  printed: End[];
  ours: End[];
}

interface RecordedTable {
  /** The end of its address. */
  id: "table-1" | "table-2";
  name: string;
  caption: string;
  parts: { id: string; family: string; verdict: string }[];
}

interface RecordedIndex {
  figures: RecordedFigure[];
  tables: RecordedTable[];
}

interface RecordedCurves {
  iterations: number[];
  /** By the methods' places. */
  means: Float64Array[];
}

const FILES = import.meta.glob<unknown>("./recorded/*.json", { import: "default" });

async function load<T>(id: string): Promise<T> {
  return (await FILES[`./recorded/${id}.json`]!()) as T;
}

export const loadIndex = (): Promise<RecordedIndex> => load("index");

export async function loadCurves(id: string): Promise<RecordedCurves> {
  const { iterations, mean } = await load<{ iterations: number[]; mean: string }>(id);
  const bytes = Uint8Array.from(atob(mean), (character) => character.charCodeAt(0));
  const all = new Float64Array(bytes.buffer);
  const points = iterations.length;
  return {
    iterations,
    means: Array.from({ length: all.length / points }, (_, m) => all.subarray(m * points, (m + 1) * points)),
  };
}

/** The numbers of a table's laboratory as CSV. */
export async function loadTimes(id: string): Promise<string> {
  return (await load<{ csv: string }>(id)).csv;
}

/** How many of the values that are there are those that were recorded, bit for bit, and how many there are. */
export function compared({ means }: RecordedCurves, curves: readonly ArrayLike<number>[]) {
  let [same, all] = [0, 0];
  curves.forEach((curve, m) => {
    for (let i = 0; i < curve.length; i++) {
      all += 1;
      if (Object.is(curve[i], means[m]![i])) same += 1;
    }
  });
  return { same, all };
}

const TRIALS = 10;
const POINTS = 101;

export function recordedDocument(document: ExperimentDocument): ExperimentDocument {
  return { ...document, trials: TRIALS, record: { points: POINTS }, metrics: document.metrics!.slice(0, 1) };
}
