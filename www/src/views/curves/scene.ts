/** Everything a plot of the curves needs, worked out once: for the screen and for the exported figure alike. */

import { formatCount } from "../format";
import { lowerBound } from "../search";
import { methodColor, mix, type Theme } from "../theme";
import { linearAxis, logAxis, type Range, type Ticks } from "../ticks";
import type { CurveSeries, CurvesData, MethodStyle } from "../types";
import { prepareLine, xRangeOf, yRangeOf, type Line } from "./prepare";

export type Role = "run" | "trial" | "pinned" | "expected";

export interface Curve {
  role: Role;
  method: MethodStyle;
  color: string;
  dash: readonly number[];
  line: Line;
  /** What the curve's end says; empty for trials and pinned runs. */
  label: string;
  /** Drawn with a cross where it ends or leaves the picture. */
  diverged: boolean;
}

export interface Scene {
  window: Range;
  yRange: Range;
  x: Ticks;
  y: Ticks;
  xTitle: string;
  yTitle: string;
  /** Background first. */
  curves: Curve[];
}

/** Line widths and opacities of the roles. */
export const LOOK: Record<Role, { width: number; alpha: number }> = {
  pinned: { width: 1.25, alpha: 0.4 },
  trial: { width: 0.75, alpha: 0.45 },
  run: { width: 1.75, alpha: 1 },
  expected: { width: 1, alpha: 1 },
};
export const BAND_ALPHA = 0.15;

/** `zoom` in the unit of the axis, or null for everything; `size` of the plotting area in CSS pixels. */
export function sceneOf(
  data: CurvesData,
  theme: Theme,
  zoom: Range | null,
  size: { width: number; height: number },
): Scene {
  const window = zoom ?? xRangeOf(data);
  const columns = Math.max(50, Math.round(size.width));
  const curves: Curve[] = [];
  const add = (series: CurveSeries, role: Role, values: ArrayLike<number>, x = series.x): void => {
    const banded = role === "run" ? series : { x };
    const still = isStill(x);
    const color = methodColor(series.method, theme);
    const line = still ? level(values, window, data) : prepareLine(banded, values, window, columns, data);
    const diverged = series.divergedAt !== null;
    curves.push({
      role,
      method: series.method,
      color: role === "expected" ? mix(color, theme.ink, 0.6) : color,
      dash: role === "expected" ? [] : series.method.dash,
      line,
      label: role === "run" ? endLabel(series, line, data.logY) : "",
      diverged: diverged && role !== "expected",
    });
  };
  for (const series of data.pinned ?? []) if (series.visible) add(series, "pinned", series.mean);
  for (const series of data.series)
    if (series.visible) for (const trial of series.trials ?? []) add(series, "trial", trial);
  for (const series of data.series) if (series.visible) add(series, "run", series.mean);
  for (const series of data.series) {
    const { expected, visible } = series;
    if (visible && expected) add(series, "expected", expected.mean, expected.x);
  }
  const yRange = yRangeOf(curves, window, data.logY);
  const count = { x: Math.max(2, Math.floor(size.width / 90)), y: Math.max(2, Math.floor(size.height / 44)) };
  return {
    window,
    yRange,
    x: data.logX ? logAxis(window, count.x) : linearAxis(window, count.x),
    y: data.logY ? logAxis(yRange, count.y) : linearAxis(yRange, count.y),
    xTitle: labelOf(data.axes, data.axis),
    yTitle: labelOf(data.metrics, data.metric),
    curves,
  };
}

export function labelOf(choices: readonly { id: string; label: string }[], id: string): string {
  return choices.find((choice) => choice.id === id)?.label ?? id;
}

/** A method that does not communicate stays at one place of an axis of rounds or scalars. */
function isStill(x: ArrayLike<number>): boolean {
  return x.length > 1 && x[0] === x[x.length - 1];
}

/** Its last value across the whole window, as a yardstick. */
function level(values: ArrayLike<number>, window: Range, { logY }: CurvesData): Line {
  const last = values[values.length - 1]!;
  const y = Number.isFinite(last) && (!logY || last > 0) ? (logY ? Math.log10(last) : last) : null;
  return { x: [...window], y: [y, y] };
}

function endLabel(series: CurveSeries, line: Line, logY: boolean): string {
  const { label } = series.method;
  if (series.divergedAt !== null) return `${label} diverged at k = ${formatCount(series.divergedAt)}`;
  const last = series.mean[series.mean.length - 1];
  if (logY && last === 0 && line.y.every((value) => value === null)) return `${label} = 0`;
  return label;
}

/** The last drawn point within the window; of a curve that leaves through the top for good, where it leaves. */
export function endOf({ line, diverged }: Curve, { window, yRange }: Scene): { x: number; y: number } | null {
  let end: { x: number; y: number } | null = null;
  for (let i = lowerBound(line.x.length, (at) => line.x[at]! > window[1] + 1e-12) - 1; i >= 0; i--) {
    const y = line.y[i];
    if (y !== null && y !== undefined) {
      end = { x: line.x[i]!, y };
      if (!diverged || y <= yRange[1]) return end;
    }
    if (line.x[i]! < window[0]) break;
  }
  return end;
}
