/** Colour scales: cividis for magnitudes, blue to orange through the paper for signed values. */

import { ascending } from "d3-array";
import { interpolateCividis } from "d3-scale-chromatic";
import { formatNumber } from "./format";
import { niceLog, scaleOf, type Domain } from "./scales";
import { mix, type Theme } from "./theme";

/** The most that a log scale spans, as a factor. */
const SPAN = 1e6;

/**
 * Colour at t in [0, 1]; anything else is clamped, NaN is the lowest. Perceptually uniform, and the same to readers with
 * and without colour vision deficiency (Nuñez, Anderson and Renslow, PLoS ONE 13(7), 2018).
 */
export function cividis(t: number): string {
  return interpolateCividis(t || 0);
}

/** Colour of t in [-1, 1]: blue, paper, orange. */
export function diverging(t: number, theme: Theme): string {
  const middle = theme.name === "dark" ? "#2a2d31" : "#f4f3ef";
  const strength = Math.min(1, Math.abs(t || 0));
  return mix(middle, theme.hues[t < 0 ? 2 : 1]!, strength);
}

/** Maps values to [0, 1] with legible ends. */
export interface ColorScale {
  at(value: number): number;
  low: string;
  high: string;
  /** False when all values are alike, so that a legend would say nothing. */
  varied: boolean;
  /** The ends; null when there is nothing to scale. */
  ends: Domain | null;
}

export interface ScaleOptions {
  /** Fixed ends, in the unit of the values. */
  range?: Domain | undefined;
  /** The ends before; on a log scale they stay while the values still fill them, so that the legend keeps quiet. */
  before?: Domain | null;
}

/**
 * The scale of `values`. On a log scale it has round ends, at most six decades apart, from about the lowest tenth of the
 * positive values to the highest; what is below, zeros too, takes the lowest colour. On a linear scale its ends are the
 * extremes.
 */
export function colorScale(
  values: ArrayLike<number>,
  kind: "log" | "linear",
  { range, before = null }: ScaleOptions = {},
): ColorScale {
  const log = kind === "log";
  const sound = Array.from(values).filter((value) => Number.isFinite(value) && (!log || value > 0));
  sound.sort(ascending);
  if (sound.length === 0 && !range) return { at: () => 0, low: "0", high: "0", varied: false, ends: null };
  const [least, most] = [sound[log ? Math.floor(sound.length / 10) : 0]!, sound[sound.length - 1]!];
  const ends = range ?? (log ? steady(least, most, before) : ([least, most] as const));
  const scale = scaleOf(ends, [0, 1], log);
  return {
    at: (value) => (log && value <= 0 ? 0 : scale(value)),
    low: formatNumber(ends[0]),
    high: formatNumber(ends[1]),
    varied: ends[1] > ends[0],
    ends,
  };
}

/** The ends before while the values reach from near the lower to near the upper one; else new, round ones. */
function steady(lo: number, hi: number, before: Domain | null): Domain {
  if (before && hi <= before[1] && hi > before[1] / 6 && lo > before[0] / 2 && lo < before[0] * 10) return before;
  const [bottom, top] = niceLog(lo, hi);
  return [Math.max(bottom, top / SPAN), top];
}
