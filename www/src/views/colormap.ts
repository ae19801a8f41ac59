/** Colour scales: cividis for magnitudes, blue to orange through the paper for signed values. */

import { formatNumber } from "./format";
import { mix, type Theme } from "./theme";
import { niceLogRange } from "./ticks";

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
}

/**
 * The scale of `values`: on a log scale round ends, at most six decades apart, and zeros at the bottom; on a linear scale the
 * extremes themselves. A fixed `range` overrides the ends.
 */
export function colorScale(
  values: ArrayLike<number>,
  kind: "log" | "linear",
  range?: readonly [number, number],
): ColorScale {
  const log = kind === "log";
  let lo = Infinity;
  let hi = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value) || (log && value <= 0)) continue;
    lo = Math.min(lo, value);
    hi = Math.max(hi, value);
  }
  if (range) [lo, hi] = range;
  if (!(hi >= lo)) return { at: () => 0, low: "0", high: "0", varied: false };
  if (!log) {
    const span = hi - lo;
    return {
      at: (value) => (span > 0 ? (value - lo) / span : 0.5),
      low: formatNumber(lo),
      high: formatNumber(hi),
      varied: span > 0,
    };
  }
  const [nice, top] = niceLogRange(Math.log10(lo), Math.log10(hi));
  const bottom = Math.max(nice, top - DECADES);
  return {
    at: (value) => (value > 0 ? (Math.log10(value) - bottom) / (top - bottom) : 0),
    low: formatNumber(10 ** bottom),
    high: formatNumber(10 ** top),
    varied: true,
  };
}
