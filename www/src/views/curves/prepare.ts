/**
 * From a method's recorded curve to what is drawn: log₁₀ where the axis is logarithmic, cleaned of what has no place on
 * it, and thinned to what the canvas can show.
 */

import { lowerBound } from "../search";
import { niceLinearRange, niceLogRange, type Range } from "../ticks";
import type { CurveSeries, CurvesData } from "../types";

export interface Scales {
  logX: boolean;
  logY: boolean;
}

/** A drawable line; null where there is no value. Coordinates in the unit of the axes. */
export interface Line {
  x: number[];
  y: (number | null)[];
  /** Ends of the interval; absent where there is none to show. */
  low?: (number | null)[];
  high?: (number | null)[];
}

/** Stands below every double on a log axis: the lower end of an interval that reaches zero. */
const BELOW_ALL = -400;
/** On a logarithmic horizontal axis, k = 0 has no place; the axis starts at the first record after it, or else here. */
const FIRST_ON_LOG = 1;

export function onAxis(value: number, log: boolean): number | null {
  if (!Number.isFinite(value)) return null;
  if (!log) return value;
  return value > 0 ? Math.log10(value) : null;
}

function lowEnd(value: number, log: boolean): number | null {
  return log && value <= 0 ? BELOW_ALL : onAxis(value, log);
}

/** First and last index whose x is within the window, with one neighbour each side so that lines reach the edge. */
function within(x: ArrayLike<number>, [from, to]: Range, { logX }: Scales): [number, number] {
  const at = (i: number): number => onAxis(x[i]!, logX) ?? -Infinity;
  const first = lowerBound(x.length, (i) => at(i) >= from);
  const last = lowerBound(x.length, (i) => at(i) > to);
  return [Math.max(0, first - 1), Math.min(x.length - 1, last)];
}

/**
 * The line over `values`, at most about four points a pixel column: where more fall into one column, its first, last,
 * lowest and highest are kept, and the interval there is the widest.
 */
export function prepareLine(
  { x, low, high }: Pick<CurveSeries, "x" | "low" | "high">,
  values: ArrayLike<number>,
  window: Range,
  columns: number,
  scales: Scales,
): Line {
  const line: Line = { x: [], y: [], ...(low && high ? { low: [], high: [] } : {}) };
  const [first, last] = within(x, window, scales);
  const put = (i: number, bottom = low?.[i], top = high?.[i]): void => {
    const at = onAxis(x[i]!, scales.logX);
    if (at === null) return;
    line.x.push(at);
    line.y.push(onAxis(values[i]!, scales.logY));
    line.low?.push(lowEnd(bottom!, scales.logY));
    line.high?.push(onAxis(top!, scales.logY));
  };
  if (last - first < 4 * columns) {
    for (let i = first; i <= last; i++) put(i);
    return line;
  }
  const perColumn = columns / (window[1] - window[0]);
  const columnOf = (i: number): number =>
    Math.floor(((onAxis(x[i]!, scales.logX) ?? window[0]) - window[0]) * perColumn);
  for (let start = first; start <= last; ) {
    const column = columnOf(start);
    let [end, least, most] = [start, start, start];
    let [bottom, top] = [low?.[start], high?.[start]];
    while (end <= last && columnOf(end) === column) {
      if (values[end]! < values[least]!) least = end;
      if (values[end]! > values[most]!) most = end;
      if (low && low[end]! < bottom!) bottom = low[end];
      if (high && high[end]! > top!) top = high[end];
      end++;
    }
    const kept = [...new Set([start, Math.min(least, most), Math.max(least, most), end - 1])];
    for (const i of kept) put(i, bottom, top);
    start = end;
  }
  return line;
}

/** The horizontal range of everything visible. */
export function xRangeOf(data: CurvesData): [number, number] {
  let [lo, hi] = [Infinity, data.xEnd ?? -Infinity];
  for (const { x } of [...data.series, ...(data.pinned ?? [])]) {
    if (x.length === 0) continue;
    lo = Math.min(lo, x[data.logX ? lowerBound(x.length, (i) => x[i]! > 0) : 0] ?? Infinity);
    hi = Math.max(hi, x[x.length - 1]!);
  }
  if (!(hi > lo)) [lo, hi] = [0, Number.isFinite(hi) && hi > 0 ? hi : 1];
  if (!data.logX) return [lo, hi];
  const from = Math.log10(Math.max(FIRST_ON_LOG, lo));
  return [from, Math.max(from + 0.3, Math.log10(Math.max(FIRST_ON_LOG, hi)))];
}

/** The least part of the whole axis that a zoom shows. */
const CLOSEST = 1e-4;

/** The part of the axis that a zoom to [from, to] shows: within the `whole`, and not too narrow; null for all of it. */
export function zoomed([from, to]: Range, [lo, hi]: Range): Range | null {
  const width = Math.max(to - from, CLOSEST * (hi - lo));
  if (!(width < hi - lo)) return null;
  const start = Math.min(Math.max((from + to - width) / 2, lo), hi - width);
  return [start, start + width];
}

/** How far above the others a diverging method may stretch a log axis, in decades; on a linear one, as a factor. */
const HEADROOM = { decades: 1, factor: 2 };

/**
 * The vertical range of the lines: of their means, and of their intervals' upper ends as far as those do not tower above
 * the mean. A method that diverges leaves through the top instead of flattening the rest.
 */
export function yRangeOf(
  lines: readonly { line: Line; diverged: boolean }[],
  window: Range,
  logY: boolean,
): [number, number] {
  const sound = extent(
    lines.filter(({ diverged }) => !diverged),
    window,
    logY,
  );
  const all = extent(lines, window, logY);
  let [lo, hi] = all;
  if (sound[1] >= sound[0]) {
    lo = sound[0];
    hi = Math.min(hi, logY ? sound[1] + HEADROOM.decades : Math.max(sound[1] * HEADROOM.factor, sound[1]));
  } else if (logY) hi = Math.min(hi, lo + 6);
  return logY ? niceLogRange(lo, hi) : niceLinearRange(lo, hi);
}

function extent(lines: readonly { line: Line }[], [from, to]: Range, logY: boolean): [number, number] {
  let [lo, hi] = [Infinity, -Infinity];
  for (const { line } of lines)
    line.y.forEach((value, i) => {
      if (value === null || line.x[i]! < from || line.x[i]! > to) return;
      const high = line.high?.[i] ?? value;
      lo = Math.min(lo, value);
      hi = Math.max(hi, value, Math.min(high, logY ? value + 0.5 : 2 * Math.abs(value)));
    });
  return [lo, hi];
}

/** Index of the recorded point nearest to x (in the unit of the data), or -1. */
export function nearestIndex(x: ArrayLike<number>, value: number): number {
  const after = lowerBound(x.length, (i) => x[i]! >= value);
  if (after === 0) return x.length > 0 ? 0 : -1;
  if (after === x.length) return x.length - 1;
  return value - x[after - 1]! <= x[after]! - value ? after - 1 : after;
}
