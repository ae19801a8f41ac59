/** From a method's recorded curve to the drawn line: the part that is shown, thinned to the picture's resolution. */

import { bisectLeft, bisectRight } from "d3-array";
import { niceLinear, niceLog, scaleOf, type Domain, type Scale } from "../scales";
import type { CurveSeries, CurvesData } from "../types";

/** A drawable line in units of the data, without points that have no place on the axis. */
export interface Line {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** Ends of the interval; absent where there is none to show. */
  low?: ArrayLike<number>;
  high?: ArrayLike<number>;
}

/** On a logarithmic horizontal axis, k = 0 has no place; the axis starts at the first record after it, or else here. */
const FIRST_ON_LOG = 1;

/**
 * The line over `values` within the window, with one neighbour each side so that it reaches the edge, and at most about
 * four points a pixel column: where more fall into one column, its first, last, lowest and highest are kept, and the
 * interval there is the widest. `columns` takes the window to columns.
 */
export function prepareLine(
  { x, low, high }: Pick<CurveSeries, "x" | "low" | "high">,
  values: ArrayLike<number>,
  columns: Scale,
): Line {
  const [from, to] = columns.domain() as [number, number];
  const first = Math.max(0, bisectLeft(x, from) - 1);
  const end = Math.min(x.length, bisectRight(x, to) + 1);
  if (end - first <= 4 * columns.range()[1]!) {
    const whole = first === 0 && end === x.length;
    const part = (all: ArrayLike<number>): ArrayLike<number> =>
      whole ? all : Array.prototype.slice.call(all, first, end);
    return { x: part(x), y: part(values), ...(low && high ? { low: part(low), high: part(high) } : {}) };
  }
  const line = { x: [] as number[], y: [] as number[], low: [] as number[], high: [] as number[] };
  const columnOf = (i: number): number => Math.floor(columns(x[i]!));
  for (let start = first; start < end; ) {
    const column = columnOf(start);
    let [next, least, most, lowest, highest] = [start, start, start, start, start];
    for (; next < end && columnOf(next) === column; next++) {
      if (values[next]! < values[least]!) least = next;
      if (values[next]! > values[most]!) most = next;
      if (low && low[next]! < low[lowest]!) lowest = next;
      if (high && high[next]! > high[highest]!) highest = next;
    }
    // A point without a column, such as 0 on a logarithmic axis, is a step of its own.
    next = Math.max(next, start + 1);
    for (const i of new Set([start, Math.min(least, most), Math.max(least, most), next - 1])) {
      line.x.push(x[i]!);
      line.y.push(values[i]!);
      if (low) line.low.push(low[lowest]!);
      if (high) line.high.push(high[highest]!);
    }
    start = next;
  }
  return low && high ? line : { x: line.x, y: line.y };
}

export function xRangeOf(data: CurvesData): [number, number] {
  let [lo, hi] = [Infinity, data.xEnd ?? -Infinity];
  // Where the axis has its own end, a longer run before does not stretch it.
  for (const { x } of [...data.series, ...(data.xEnd === undefined ? (data.before ?? []) : [])]) {
    if (x.length === 0) continue;
    lo = Math.min(lo, x[data.logX ? bisectRight(x, 0) : 0] ?? Infinity);
    hi = Math.max(hi, x[x.length - 1]!);
  }
  if (!(hi > lo)) [lo, hi] = [0, Number.isFinite(hi) && hi > 0 ? hi : 1];
  if (!data.logX) return [lo, hi];
  const from = Math.max(FIRST_ON_LOG, lo);
  return [from, Math.max(2 * from, hi)];
}

/** The least part of the whole axis that a zoom shows. */
export const CLOSEST = 1e-4;

/** The part shown by a zoom to [from, to], as shares of the axis: within it, and not too narrow; null for all of it. */
export function zoomed([from, to]: Domain): Domain | null {
  const width = Math.max(to - from, CLOSEST);
  if (!(width < 1)) return null;
  const start = Math.min(Math.max((from + to - width) / 2, 0), 1 - width);
  return [start, start + width];
}

/** How far above the others a diverging method may stretch the axis: as factors, on a log and on a linear one. */
const HEADROOM = { log: 10, linear: 2 };
/** On a log axis at least this share of what the others take, so that it is seen to leave. */
const LEAVING = 0.15;
/** The decades shown of a method that diverges at once, if it is the only one. */
const ALONE = 1e6;

/** What a curve that will diverge looks like: so far above another one's highest value, and risen so much since half-way. */
const SOARING = { above: 1e3, risen: 10 };

/** Of the curves of a run that is under way, to go on to `end`, those that will diverge by the looks of it. */
export function soaringOf(series: readonly CurveSeries[], end = -Infinity): Set<CurveSeries> {
  const tops = series.map(({ mean }) => topOf(mean)).filter((top) => top > 0);
  const floor = SOARING.above * Math.min(...tops);
  const soars = ({ x, mean }: CurveSeries): boolean => {
    const last = mean.length - 1;
    return last > 0 && x[last]! < end && mean[last]! > Math.max(floor, SOARING.risen * mean[last >> 1]!);
  };
  return new Set(series.filter(soars));
}

function topOf(values: ArrayLike<number>): number {
  let top = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > top) top = values[i]!;
  return top;
}

/**
 * The vertical range of the lines: of their means, and of their intervals' upper ends as far as those do not tower above
 * the mean. A method that `leaves` does so through the top instead of flattening the rest. It holds all of `least`.
 */
export function yRangeOf(
  lines: readonly { line: Line; leaves: boolean }[],
  window: Domain,
  logY: boolean,
  least: Domain = [Infinity, -Infinity],
): [number, number] {
  const sound = extent(
    lines.filter(({ leaves }) => !leaves),
    window,
    logY,
  );
  let [lo, hi] = extent(lines, window, logY);
  if (sound[1] >= sound[0]) {
    lo = sound[0];
    const factor = logY ? Math.max(HEADROOM.log, (sound[1] / sound[0]) ** LEAVING) : HEADROOM.linear;
    hi = Math.min(hi, Math.max(sound[1] * factor, sound[1]));
  } else if (logY) hi = Math.min(hi, lo * ALONE);
  [lo, hi] = [Math.min(lo, least[0]), Math.max(hi, least[1])];
  return logY ? niceLog(lo, hi) : niceLinear(lo, hi);
}

/** How far an interval may reach above its mean before it is cut: as factors. */
const TOWER = { log: 3, linear: 2 };

function extent(lines: readonly { line: Line }[], [from, to]: Domain, logY: boolean): [number, number] {
  let [lo, hi] = [Infinity, -Infinity];
  const [least, tower] = logY ? [0, TOWER.log] : [-Infinity, TOWER.linear];
  for (const { line } of lines)
    for (let i = 0; i < line.y.length; i++) {
      const value = line.y[i]!;
      if (!(value > least && value < Infinity) || line.x[i]! < from || line.x[i]! > to) continue;
      if (value < lo) lo = value;
      if (value > hi) hi = value;
      if (line.high && line.high[i]! > hi) hi = Math.max(hi, Math.min(line.high[i]!, tower * Math.abs(value)));
    }
  return [lo, hi];
}

/** Index of the recorded point nearest to x, or -1. */
export function nearestIndex(x: ArrayLike<number>, value: number): number {
  const after = bisectLeft(x, value);
  if (after === 0) return x.length > 0 ? 0 : -1;
  if (after === x.length) return x.length - 1;
  return value - x[after - 1]! <= x[after]! - value ? after - 1 : after;
}

/** The whole horizontal axis, from recorded iterations to shares of its length. */
export function shares(data: CurvesData): Scale {
  return scaleOf(xRangeOf(data), [0, 1], data.logX);
}
