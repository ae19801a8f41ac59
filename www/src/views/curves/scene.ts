/** The content of a picture of the curves, computed once: the part of the axes, and the lines in it, thinned to its width. */

import { bisectLeft, bisectRight } from "d3-array";
import { formatCount } from "../format";
import { scaleOf, niceLinear, niceLog, type Domain, type Scale } from "../frame";
import type { CurveSeries, CurvesData, MethodStyle } from "../types";

/** A picture narrower than this, in its units, has labels of two lines. */
const NARROW = 400;

export type Role = "run" | "trial" | "before" | "expected";

export interface Curve {
  role: Role;
  method: MethodStyle;
  line: Line;
  /** The label at the curve's end, in a line or more; empty for trials and the previous run. */
  label: string;
  /** Whether the reader points at it, or at another one; null where at none. */
  pointed: boolean | null;
  /** Drawn with a cross where it ends or leaves the picture. */
  diverged: boolean;
  /** Whether it does not stretch the vertical axis, but leaves through the top: it diverged, or is about to. */
  leaves: boolean;
}

export interface Scene {
  x: Domain;
  y: Domain;
  log: { x: boolean; y: boolean };
  fixed: boolean;
  /** Of the axes, for a figure of its own, which may also have a legend; on the page choices stand in their place. */
  titles: { x: string; y: string } | null;
  /** What the key says of the run in the background; empty where there is none. */
  before: string;
  /** Where the reader is, on the horizontal axis; null at the curves' end. */
  shown: number | null;
  /** Background first. */
  curves: Curve[];
}

interface SceneOptions {
  /** The part of the horizontal axis that is shown; null for all of it. */
  zoom: Domain | null;
  /** Width of the picture, in its units: no more points are kept than it can show. */
  width: number;
  titled?: boolean;
  /** The method that the reader points at, by its label. */
  pointed?: string | null;
}

export function sceneOf(data: CurvesData, { zoom, width, titled = false, pointed = null }: SceneOptions): Scene {
  const window = zoom ?? xRangeOf(data);
  const columns = scaleOf(window, [0, Math.max(50, Math.round(width))], data.logX);
  const curves: Curve[] = [];
  const visible = data.series.filter((series) => series.visible);
  const soaring = soaringOf(visible, data.xEnd);
  const add = (series: CurveSeries, role: Role, values: ArrayLike<number>, x = series.x): void => {
    const banded = role === "run" ? { ...series, x } : { x };
    const diverged = series.divergedAt !== null && role !== "expected";
    curves.push({
      role,
      method: series.method,
      line: isStill(x) ? level(values, window) : prepareLine(banded, values, columns),
      label: role === "run" ? endLabel(series, data.logY, width < NARROW) : "",
      pointed: pointed === null ? null : pointed === series.method.label,
      diverged,
      leaves: diverged || soaring.has(series),
    });
  };
  for (const series of data.before ?? []) if (series.visible) add(series, "before", series.mean);
  for (const series of visible) for (const trial of series.trials ?? []) add(series, "trial", trial);
  for (const series of visible) add(series, "run", series.mean);
  for (const series of visible) if (series.expected) add(series, "expected", series.expected.mean, series.expected.x);
  return {
    x: window,
    y: data.yRange ?? yRangeOf(curves, window, data.logY, zoom ? undefined : data.yLeast),
    log: { x: data.logX, y: data.logY },
    fixed: data.yRange !== undefined || (data.yLeast !== undefined && !zoom),
    titles: titled ? { x: labelOf(data.axes, data.axis), y: labelOf(data.metrics, data.metric) } : null,
    before: beforeKey(data),
    shown: data.shown ?? null,
    curves,
  };
}

export function labelOf(choices: readonly { id: string; label: string }[], id: string): string {
  return choices.find((choice) => choice.id === id)?.label ?? id;
}

export const beforeName = ({ beforeName: name = "before" }: CurvesData): string => name;

/** What the key says of the run in the background: its name, and which of its methods is cured; empty where there is none. */
export function beforeKey(data: CurvesData): string {
  const before = (data.before ?? []).filter(({ visible }) => visible);
  if (before.length === 0) return "";
  const stillDiverges = (label: string): boolean =>
    data.series.some((series) => series.visible && series.divergedAt !== null && series.method.label === label);
  const cured = before.find(({ divergedAt, method }) => divergedAt !== null && !stillDiverges(method.label));
  return cured ? `${beforeName(data)}: ${cured.method.short ?? cured.method.label} diverged` : beforeName(data);
}

/** A method that does not communicate stays at one place of an axis of what is sent. */
export const isStill = (x: ArrayLike<number>): boolean => x.length > 1 && x[0] === x[x.length - 1];

/** Its last value across the whole window, as a yardstick. */
function level(values: ArrayLike<number>, window: Domain): Line {
  const last = values[values.length - 1]!;
  return { x: window, y: [last, last] };
}

function endLabel({ method, divergedAt, mean }: CurveSeries, logY: boolean, isNarrow: boolean): string {
  const name = method.short ?? method.label;
  const apart = isNarrow ? "\n" : " ";
  if (divergedAt !== null) return `${name.replace("\n", " ")}${apart}diverged at k = ${formatCount(divergedAt)}`;
  const last = mean[mean.length - 1];
  if (logY && last === 0 && Array.from(mean).every((value) => value === 0)) return `${name}${apart}= 0`;
  return name;
}

/** The last drawn point within the window; of a curve that leaves through the top for good, where it leaves. */
export function endOf({ line, leaves }: Curve, scene: Scene): { x: number; y: number } | null {
  const least = scene.log.y ? 0 : -Infinity;
  let end: { x: number; y: number } | null = null;
  for (let i = line.x.length - 1; i >= 0 && line.x[i]! >= scene.x[0]; i--) {
    const [x, y] = [line.x[i]!, line.y[i]!];
    if (x > scene.x[1] || !(y > least && y < Infinity)) continue;
    end = { x, y };
    if (!leaves || y <= scene.y[1]) return end;
  }
  return end;
}

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
export const shares = (data: CurvesData): Scale => scaleOf(xRangeOf(data), [0, 1], data.logX);
