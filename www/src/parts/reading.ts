/** What the run says, in words: the line under the figures. */

import type { ExperimentDocument } from "../document";
import type { MetricName } from "../simulation/core";
import type { Run } from "../simulation/run";
import { formatCount, formatNumber } from "../views/format";

/** The latest value of each method, with its interval; NaN where there is none yet. */
export interface Latest {
  label: string;
  kind: string;
  value: number;
  low: number;
  high: number;
  divergedAt: number | null;
}

export function latest(
  run: Run,
  document: ExperimentDocument,
  labels: readonly string[],
  metric: MetricName,
): Latest[] {
  return document.methods.map((method, place) => {
    const { mean, low, high } = run.recording.curve(place, metric);
    return {
      label: labels[place] ?? "",
      kind: String(method["kind"]),
      value: settled(mean),
      low: low.length > 0 ? settled(low) : NaN,
      high: high.length > 0 ? settled(high) : NaN,
      divergedAt: run.recording.divergedAt[place] ?? null,
    };
  });
}

/** The mean over the last tenth, since single values of a noisy run jump about. */
function settled(values: readonly number[]): number {
  const tail = values.slice(-Math.max(1, Math.floor(values.length / 10)));
  return tail.length === 0 ? NaN : tail.reduce((sum, value) => sum + value, 0) / tail.length;
}

/** One or two sentences that compare the methods with the centralised one. */
export function sentence(run: Run, rows: readonly Latest[], metricTitle: string): string {
  if (run.recording.iterations.length < 2) return "";
  const diverged = rows.filter(({ divergedAt }) => divergedAt !== null);
  const words = [`After ${formatCount(run.done)} iterations`];
  const sound = rows.filter(({ divergedAt, value }) => divergedAt === null && Number.isFinite(value));
  const yardstick = sound.find(({ kind, value }) => kind === "psgd" && value > 0);
  const others = sound.filter((row) => row !== yardstick);
  if (yardstick && others.length > 0) {
    const ratios = others.map((row) => `${row.label} is at ${times(row.value / yardstick.value)}`);
    words.push(`: ${list(ratios)} the error of ${yardstick.label} (${formatNumber(yardstick.value, 2, false)}).`);
  } else if (sound.length === 0) {
    words.push(".");
  } else {
    words.push(`, ${metricTitle}: ${list(sound.map((row) => `${row.label} ${formatNumber(row.value, 2)}`))}.`);
  }
  for (const row of diverged) words.push(` ${row.label} diverged at k = ${formatCount(row.divergedAt!)}.`);
  return words.join("");
}

function times(ratio: number): string {
  if (ratio >= 0.95 && ratio < 1.05) return "1.0 ×";
  return `${formatNumber(Number(ratio.toPrecision(2)), 2, false)} ×`;
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
