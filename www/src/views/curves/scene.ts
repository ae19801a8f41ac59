/** The content of a picture of the curves, computed once: the part of the axes, and the lines in it. */

import { formatCount } from "../format";
import { scaleOf, type Domain } from "../scales";
import type { CurveSeries, CurvesData, MethodStyle } from "../types";
import { prepareLine, soaringOf, xRangeOf, yRangeOf, type Line } from "./prepare";

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
  /**
   * Of the axes, for a figure of its own, which also has a legend where the curves' ends have no room for names; on the page
   * choices stand in their place.
   */
  titles: { x: string; y: string } | null;
  /** What the key says of the run in the background; empty where there is none. */
  before: string;
  /** Where the reader is, on the horizontal axis; null at the curves' end. */
  shown: number | null;
  /** Background first. */
  curves: Curve[];
}

export interface SceneOptions {
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

export function beforeName({ beforeName: name = "before" }: CurvesData): string {
  return name;
}

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
export function isStill(x: ArrayLike<number>): boolean {
  return x.length > 1 && x[0] === x[x.length - 1];
}

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
