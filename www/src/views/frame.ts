/** The plotting area of a figure, its scales and their ticks, and the smallest things that all figures draw. */

import { ticks } from "d3-array";
import { scaleLinear, scaleLog, type ScaleContinuousNumeric } from "d3-scale";
import { formatCount, formatNumber, powerOfTen } from "./format";
import type { Theme } from "./theme";
import type { Painter } from "./types";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Ink {
  painter: Painter;
  theme: Theme;
}

export interface Sheet extends Ink {
  size: Size;
}

export interface Frame extends Box {
  /** From data to units of the figure. */
  x: Scale;
  y: Scale;
}

/** `log`: which of the axes are logarithmic. */
export function frameOf(box: Box, x: Domain, y: Domain, log: { x?: boolean; y?: boolean } = {}): Frame {
  return {
    ...box,
    x: scaleOf(x, [box.left, box.left + box.width], log.x),
    y: scaleOf(y, [box.top + box.height, box.top], log.y),
  };
}

/** Nothing is drawn beyond `box` until the painter is restored. */
export function clipTo(painter: Painter, { left, top, width, height }: Box): void {
  painter.beginPath();
  painter.rect(left, top, width, height);
  painter.clip();
}

export const font = (theme: Theme, scale = 1): string => `${12 * scale}px ${theme.font}`;

/** First and last value of an axis; both positive on a logarithmic one. */
export type Domain = readonly [number, number];

export type Scale = ScaleContinuousNumeric<number, number>;

export interface Ticks {
  at: number[];
  labels: string[];
}

export function scaleOf(domain: Domain, range: Domain, log = false): Scale {
  return (log ? scaleLog : scaleLinear)().domain(domain).range(range);
}

const isLog = (scale: Scale): boolean => "base" in scale;

/** Where many values lie, as `scale` has it of each but many times faster; NaN where one has no place. */
export function placesOf(scale: Scale, values: ArrayLike<number>): Float64Array {
  const log = isLog(scale);
  const [lo, hi] = scale.domain().map((value) => (log ? Math.log(value) : value)) as [number, number];
  const [from, to] = scale.range() as [number, number];
  const slope = (to - from) / (hi - lo || 1);
  const places = new Float64Array(values);
  if (log) for (let i = 0; i < places.length; i++) places[i] = Math.log(places[i]!);
  for (let i = 0; i < places.length; i++) {
    const place = from + slope * (places[i]! - lo);
    places[i] = Math.abs(place) < Infinity ? place : NaN;
  }
  return places;
}

/** About `count` round values within the domain; at least two where it has a length. */
export function ticksOf(scale: Scale, count: number): Ticks {
  const [lo, hi] = scale.domain() as [number, number];
  return isLog(scale) ? logTicks([lo, hi], count) : labelled(linearTicks([lo, hi], count));
}

function linearTicks([lo, hi]: Domain, count: number): number[] {
  if (!(hi > lo) || !Number.isFinite(hi - lo)) return Number.isFinite(lo) ? [lo] : [];
  for (let parts = count; parts < 4 * count; parts++) {
    const at = ticks(lo, hi, parts);
    if (at.length > 1) return at;
  }
  return [lo, hi];
}

/** Whole decades; within two decades 1, 2 and 5 times the powers of ten, or what a linear axis has. */
function logTicks([lo, hi]: Domain, count: number): Ticks {
  const [from, to] = [Math.log10(lo), Math.log10(hi)];
  if (!(to > from) || !Number.isFinite(to - from)) return { at: [], labels: [] };
  if (to - from >= 2) {
    const decades = linearTicks([from, to], Math.min(count, Math.floor(to - from)));
    return { at: decades.map((exponent) => Number(`1e${exponent}`)), labels: decades.map(powerOfTen) };
  }
  const marks = scaleLog().domain([lo, hi]).ticks().filter(isMark);
  return labelled(marks.length > 2 ? marks : linearTicks([lo, hi], count));
}

const isMark = (value: number): boolean => /^[125]\.0+e/.test(value.toExponential(6));

/** With as many digits as neighbours need to differ. */
function labelled(at: number[]): Ticks {
  if (at.every((tick) => Number.isInteger(tick) && Math.abs(tick) < 1e7)) return { at, labels: at.map(formatCount) };
  const step = at.length > 1 ? at[1]! - at[0]! : 1;
  const largest = Math.max(...at.map(Math.abs));
  const digits = Math.floor(Math.log10(largest)) - Math.floor(Math.log10(step)) + 1;
  return { at, labels: at.map((tick) => formatNumber(tick, Math.min(15, Math.max(4, digits)))) };
}

/** [lo, hi], both positive, widened to whole decades, or to 1, 2, 5 × 10ⁿ when it spans less than three. */
export function niceLog(lo: number, hi: number): [number, number] {
  if (!(hi >= lo)) return [0.1, 1];
  const decades = scaleLog()
    .domain([lo, Math.min(hi, 1e307)])
    .nice();
  if (hi / lo >= 1e3) return decades.domain() as [number, number];
  const marks = decades.ticks().filter(isMark);
  const from = marks.findLast((mark) => mark <= lo * (1 + 1e-9)) ?? lo;
  const to = marks.find((mark) => mark >= hi * (1 - 1e-9)) ?? hi;
  return to > from ? [from, to] : [from / 2, 2 * to];
}

/** [lo, hi] widened to multiples of a nice step; down to 0 when that is near. */
export function niceLinear(lo: number, hi: number): [number, number] {
  if (!(hi >= lo) || !Number.isFinite(hi - lo)) return [0, 1];
  const bottom = lo >= 0 && lo < 0.5 * hi ? 0 : lo;
  const pad = hi > bottom ? 0 : Math.abs(hi) / 5 || 1;
  return scaleLinear()
    .domain([bottom - pad, hi + pad])
    .nice(5)
    .domain() as [number, number];
}
