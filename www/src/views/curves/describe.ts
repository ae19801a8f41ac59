/** The curves in words, at a place, and as a table. */

import { formatCount, formatNumber, formatSetting } from "../format";
import type { Table } from "../table";
import type { CurveSeries, CurvesData } from "../types";
import { nearestIndex } from "./prepare";
import { isStill, labelOf } from "./scene";

/** One method's numbers at the recorded point nearest to `x` (unit of the data). */
export interface Reading {
  series: CurveSeries;
  /** Where that point is; null of a method that does not move along the axis. */
  x: number | null;
  mean: number;
  low: number | null;
  high: number | null;
}

/** All visible methods at x, largest first; a method that does not move along the axis is read at its end. */
export function readingsAt(list: readonly CurveSeries[], x: number): Reading[] {
  const readings: Reading[] = [];
  for (const series of list) {
    const at = nearestIndex(series.x, x);
    if (!series.visible || at < 0) continue;
    const still = isStill(series.x);
    const i = still ? series.x.length - 1 : at;
    const place = still ? null : series.x[at]!;
    const end = (values: ArrayLike<number> | undefined): number | null => values?.[i] ?? null;
    const mean = series.mean[i] ?? NaN;
    readings.push({ series, x: place, mean, low: end(series.low), high: end(series.high) });
  }
  const size = ({ mean }: Reading): number => (Number.isNaN(mean) ? Infinity : mean);
  return readings.sort((a, b) => size(b) - size(a));
}

export function readingText({ mean }: Reading): string {
  return Number.isFinite(mean) ? formatNumber(mean, 3, false) : "diverged";
}

export function describeCurves(data: CurvesData): string {
  const metric = labelOf(data.metrics, data.metric);
  const last = data.shown ?? data.series.reduce((end, { x }) => Math.max(end, x[x.length - 1] ?? 0), 0);
  const readings = readingsAt(data.series, last);
  // Nothing is worth saying before there is anything.
  if (readings.length === 0) return data.series.some(({ visible }) => visible) ? "" : `No curve of ${metric} is shown.`;
  const parts = readings.map((reading) => {
    const { divergedAt, method } = reading.series;
    if (divergedAt !== null && divergedAt <= last)
      return `${method.label} diverged at iteration ${formatCount(divergedAt)}`;
    return `${method.label} ${formatNumber(reading.mean, 2)}`;
  });
  return `${metric} at ${labelOf(data.axes, data.axis)} = ${formatSetting(last)}, largest first: ${parts.join(", ")}.`;
}

const ROWS = 14;

export function curvesTable(data: CurvesData): Table {
  const shown = data.series.filter(({ visible }) => visible);
  const longest = shown.reduce<ArrayLike<number>>((x, series) => (series.x.length > x.length ? series.x : x), []);
  const count = Math.min(ROWS, longest.length);
  const rows = Array.from({ length: count }, (_, row) => {
    const x = longest[Math.round((row * (longest.length - 1)) / Math.max(1, count - 1))]!;
    const byLabel = new Map(readingsAt(shown, x).map((reading) => [reading.series, readingText(reading)]));
    return [formatSetting(x), ...shown.map((series) => byLabel.get(series) ?? "")];
  });
  return {
    caption: `${labelOf(data.metrics, data.metric)}: mean over the trials.`,
    columns: [labelOf(data.axes, data.axis), ...shown.map(({ method }) => method.label)],
    rows,
    ...(count < longest.length
      ? { note: `${count} of ${formatCount(longest.length)} recorded points; the CSV export has all.` }
      : {}),
  };
}
