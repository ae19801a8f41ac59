/** Colour scales: cividis for magnitudes, blue to orange through the paper for signed values. */

import { formatNumber } from "./format";
import { mix, type Theme } from "./theme";
import { niceLogRange, type Range } from "./ticks";

/**
 * Cividis (Nuñez, Anderson and Renslow, PLoS ONE 13(7), 2018) at tenths of its length; perceptually uniform, and the same
 * to readers with and without colour vision deficiency. Linear interpolation stays within 8/255 of the full table.
 */
const CIVIDIS = [
  "#00224e",
  "#083370",
  "#35456c",
  "#4f576c",
  "#666970",
  "#7d7c78",
  "#948e77",
  "#aea371",
  "#c8b866",
  "#e5cf52",
  "#fee838",
];

const STEPS = 64;
/** The most that a log scale spans. */
const DECADES = 6;
const table = Array.from({ length: STEPS + 1 }, (_, i) => {
  const position = (i / STEPS) * (CIVIDIS.length - 1);
  const below = Math.min(Math.floor(position), CIVIDIS.length - 2);
  return mix(CIVIDIS[below]!, CIVIDIS[below + 1]!, position - below);
});

/** Colour at t in [0, 1]; anything else is clamped, NaN is the lowest. */
export function cividis(t: number): string {
  return table[Math.round(STEPS * Math.min(1, Math.max(0, t || 0)))]!;
}

/** Colour of t in [-1, 1]: blue, paper, orange. */
export function diverging(t: number, theme: Theme): string {
  const middle = theme.name === "dark" ? "#2a2d31" : "#f4f3ef";
  const strength = Math.min(1, Math.abs(t || 0));
  return mix(middle, theme.hues[t < 0 ? 2 : 1]!, Math.round(strength * STEPS) / STEPS);
}

/** Maps values to [0, 1] with legible ends. */
export interface ColorScale {
  at(value: number): number;
  low: string;
  high: string;
  /** False when all values are alike, so that a legend would say nothing. */
  varied: boolean;
  /** The ends, log₁₀ on a log scale; null when there is nothing to scale. */
  ends: Range | null;
}

export interface ScaleOptions {
  /** Fixed ends, in the unit of the values. */
  range?: Range | undefined;
  /** The ends before; on a log scale they stay while the values still fill them, so that the legend keeps quiet. */
  before?: Range | null;
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
  sound.sort((a, b) => a - b);
  if (sound.length === 0 && !range) return { at: () => 0, low: "0", high: "0", varied: false, ends: null };
  const lo = range ? range[0] : sound[log ? Math.floor(sound.length / 10) : 0]!;
  const hi = range ? range[1] : sound[sound.length - 1]!;
  if (!log) {
    const at = (value: number): number => (hi > lo ? (value - lo) / (hi - lo) : 0.5);
    return { at, low: formatNumber(lo), high: formatNumber(hi), varied: hi > lo, ends: [lo, hi] };
  }
  const [bottom, top] = range ? [Math.log10(lo), Math.log10(hi)] : steady(Math.log10(lo), Math.log10(hi), before);
  return {
    at: (value) => (value > 0 ? (Math.log10(value) - bottom) / (top - bottom) : 0),
    low: formatNumber(10 ** bottom),
    high: formatNumber(10 ** top),
    varied: top > bottom,
    ends: [bottom, top],
  };
}

/** The ends before while the values reach from near the lower to near the upper one; else new, round ones. */
function steady(lo: number, hi: number, before: Range | null): Range {
  if (before && hi <= before[1] && hi > before[1] - 0.8 && lo > before[0] - 0.3 && lo < before[0] + 1) return before;
  const [bottom, top] = niceLogRange(lo, hi);
  return [Math.max(bottom, top - DECADES), top];
}
