/** Colour scales: cividis for magnitudes, blue to orange through the paper for signed values. */

import { extent } from "d3-array";
import { interpolateCividis } from "d3-scale-chromatic";
import { formatNumber } from "./format";
import { scaleOf, type Domain } from "./frame";
import { mix, type Theme } from "./theme";

/** The most that a log scale spans, as a factor. */
const SPAN = 1e6;
const DIGITS = 2;

/**
 * Colour at t in [0, 1]; anything else is clamped, NaN is the lowest. Perceptually uniform, and the same to readers with
 * and without colour vision deficiency (Nuñez, Anderson and Renslow, PLoS ONE 13(7), 2018).
 */
export const cividis = (t: number): string => interpolateCividis(t || 0);

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
  color(value: number, theme: Theme): string;
  /** The ends; null when there is nothing to scale. */
  ends: Domain | null;
}

function endsOf(kind: "log" | "linear" | "signed", least: number, most: number): Domain {
  if (kind === "log") return [Math.max(least, most / SPAN), most];
  if (kind === "linear") return [least, most];
  const size = Math.max(-least, most);
  return [-size, size];
}

/**
 * The scale of `values`, which they fill: its ends are the extremes, on a log scale at most six decades apart; what is
 * below, zeros too, takes the lowest colour; of signed values they lie as far to either side of 0. `range` fixes the ends, in the unit of the values.
 */
export function colorScale(values: ArrayLike<number>, kind: "log" | "linear" | "signed", range?: Domain): ColorScale {
  const log = kind === "log";
  const [least, most] = extent(Array.from(values).filter((value) => Number.isFinite(value) && (!log || value > 0)));
  if (!range && (least === undefined || most === undefined))
    return { at: () => 0, color: () => cividis(0), low: "0", high: "0", varied: false, ends: null };
  const ends = range ?? endsOf(kind, least!, most!);
  const scale = scaleOf(ends, [0, 1], log);
  const at = (value: number): number => (log && value <= 0 ? 0 : scale(value));
  return {
    at,
    color: (value, theme) => (kind === "signed" ? diverging(2 * at(value) - 1, theme) : cividis(at(value))),
    low: formatNumber(ends[0], DIGITS),
    high: formatNumber(ends[1], DIGITS),
    varied: ends[1] > ends[0],
    ends,
  };
}
