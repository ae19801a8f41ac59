/** The result of the run in words: the line under the figures. */

import { bisectRight } from "d3-array";
import type { ExperimentDocument } from "../document";
import { isShare } from "../figures";
import { hasSettled, settled } from "../metrics";
import type { MetricName } from "../simulation/core";
import type { Run } from "../simulation/run";
import { formatCount, formatNumber, formatShare, plural, times } from "../views/format";

/** The latest value of each method, with its interval; NaN where there is none yet. */
export interface Latest {
  /** The method's place in the document. */
  place: number;
  label: string;
  kind: string;
  value: number;
  low: number;
  high: number;
  divergedAt: number | null;
  /** Whether the curve has settled, so that others can be compared with it. */
  settled: boolean;
}

export function latest(
  run: Pick<Run, "recording">,
  document: ExperimentDocument,
  labels: readonly string[],
  metric: MetricName,
  shown: number | null = null,
): Latest[] {
  const index = shown === null ? -1 : Math.max(0, bisectRight(run.recording.iterations, shown) - 1);
  // Of shares the last, which the picture of the agents shows; and so of an iteration that is gone back to.
  const told = isShare(metric) || shown !== null ? (values: readonly number[]) => values.at(index) ?? NaN : settled;
  return document.methods.map((method, place) => {
    const { mean, low, high } = run.recording.curve(place, metric);
    const divergedAt = run.recording.divergedAt[place] ?? null;
    return {
      place,
      label: labels[place] ?? "",
      kind: String(method["kind"]),
      value: told(mean),
      low: low.length > 0 ? told(low) : NaN,
      high: high.length > 0 ? told(high) : NaN,
      divergedAt: divergedAt !== null && divergedAt <= (shown ?? Infinity) ? divergedAt : null,
      settled: shown === null && hasSettled(mean, run.recording.iterations, document),
    };
  });
}

/** The compared quantity: an error, or the cost itself. */
const MEASURES: Readonly<Partial<Record<MetricName, string>>> = {
  loss: "the loss",
  meanLoss: "the agents’ mean loss",
  gradientNorm: "the error ‖∇f(x̄)‖²",
};
/** Errors within this factor of the yardstick count as equal. */
const [CLOSE, VERY_CLOSE] = [1.1, 1.05];

const COUNTS = ["", "One", "Both", "All three", "All four", "All five", "All six"];

/** One or two sentences that compare the methods with the centralised one; `shown`: at an iteration that is gone back to. */
export function sentence(
  run: Pick<Run, "recording" | "done">,
  rows: readonly Latest[],
  metric: { id: MetricName; label: string },
  shown: number | null = null,
): string {
  if (run.recording.iterations.length < 2) return "";
  const named = briefly(rows);
  const diverged = named.filter(({ divergedAt }) => divergedAt !== null);
  const words = [`After ${plural(shown ?? run.done, "iteration")}`];
  const sound = named.filter(({ divergedAt, value }) => divergedAt === null && Number.isFinite(value));
  if (isShare(metric.id) && sound.length > 0) words.push(` ${shares(sound, metric.id)}.`);
  else words.push(comparison(sound, metric, shown === null));
  for (const row of diverged) words.push(` ${row.label} diverged at k = ${formatCount(row.divergedAt!)}.`);
  return words.join("");
}

/** The names up to the first comma, if they stay different. */
function briefly(rows: readonly Latest[]): readonly Latest[] {
  const brief = rows.map(({ label }) => label.split(", ")[0]!);
  return rows.map((row, i) =>
    brief.indexOf(brief[i]!) === brief.lastIndexOf(brief[i]!) ? { ...row, label: brief[i]! } : row,
  );
}

/** "each agent of DSGD and Alone has 50 % of all points right, of Exact-Diffusion and Centralised 100 %" */
function shares(rows: readonly Latest[], metric: MetricName): string {
  const told = [...new Set(rows.map(({ value }) => formatShare(value)))];
  const [first, ...others] = told.map((share) => {
    const alike = rows.filter(({ value }) => formatShare(value) === share);
    return [list(alike.map(({ label }) => label)), share] as const;
  });
  const whose = metric === "accuracy" ? "the mean model" : "each agent";
  const rest = others.map(([names, share]) => `of ${names} ${share}`);
  return [`${whose} of ${first![0]} has ${first![1]} of all points right`, ...rest].join(", ");
}

/** `isNow`: whether it is of the latest iteration. */
function comparison(sound: readonly Latest[], metric: { id: MetricName; label: string }, isNow: boolean): string {
  const centre = sound.find(({ kind, value }) => kind === "psgd" && value > 0);
  const yardstick = centre?.settled ? centre : undefined;
  const others = sound.filter((row) => row !== yardstick);
  if (sound.length === 0) return ".";
  if (!yardstick || others.length === 0)
    return `, ${metric.label}: ${list(sound.map((row) => `${row.label} ${formatNumber(row.value, 2)}`))}.${
      isNow && centre && others.length > 0 && !centre.settled ? ` ${centre.label} has not settled yet.` : ""
    }`;
  const measure = MEASURES[metric.id] ?? "the error";
  const level = `${measure} of ${yardstick.label} (${formatNumber(yardstick.value, 2, false)})`;
  const [close, apart] = [true, false].map((wanted) =>
    others.filter(({ value }) => isClose(value / yardstick.value) === wanted),
  ) as [Latest[], Latest[]];
  const alike = others.length > 1 ? (COUNTS[others.length] ?? "All") : others[0]!.label;
  if (apart.length === 0) {
    const most = others.every(({ value }) => isClose(value / yardstick.value, VERY_CLOSE)) ? 5 : 10;
    return ` (mean of the last tenth): ${alike} ${others.length > 1 ? "are" : "is"} within ${most}\u202f% of ${level}.`;
  }
  const ratios = apart.map(({ label, value }, i) => {
    const ratio = times(value / yardstick.value);
    return i === 0 ? `${label} is at ${ratio} ${level}` : `${label} at ${ratio}`;
  });
  const rest =
    close.length === 0 ? "" : `; ${list(close.map(({ label }) => label))} ${close.length > 1 ? "match" : "matches"} it`;
  return ` (mean of the last tenth): ${list(ratios)}${rest}.`;
}

function isClose(ratio: number, close = CLOSE): boolean {
  return ratio < close && ratio > 1 / close;
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
