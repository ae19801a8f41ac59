/**
 * Ticks and ranges of the axes. A log axis works on log₁₀ of the values throughout, so that nothing here ever multiplies
 * its way up from 1e-30; every loop is bounded by the count asked for.
 */

import { formatCount, formatNumber, powerOfTen } from "./format";

export interface Ticks {
  /** Positions, in the unit of the axis (log₁₀ of the value on a log axis). */
  at: number[];
  labels: string[];
}

export type Range = readonly [number, number];

const STEPS = [1, 2, 5, 10];

/** The smallest of 1, 2, 5 × 10ⁿ that splits `span` into at most `count` parts. */
function niceStep(span: number, count: number): number {
  const power = 10 ** Math.floor(Math.log10(span / Math.max(1, count)));
  for (const factor of STEPS) if (span <= count * factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

/** Multiples of a nice step within [lo, hi]; at most about `count`. */
export function linearTicks([lo, hi]: Range, count: number): number[] {
  if (!(hi > lo) || !Number.isFinite(hi - lo)) return Number.isFinite(lo) ? [lo] : [];
  const step = niceStep(hi - lo, count);
  const first = Math.ceil(lo / step - 1e-9);
  const last = Math.floor(hi / step + 1e-9);
  const ticks: number[] = [];
  for (let i = first; i <= last && ticks.length <= 2 * count; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

export function linearAxis(range: Range, count: number): Ticks {
  const at = linearTicks(range, count);
  const whole = at.every((tick) => Number.isInteger(tick) && Math.abs(tick) < 1e7);
  return { at, labels: at.map(whole ? formatCount : (tick) => formatNumber(tick, 4)) };
}

/** Ticks of a log axis; `range` in log₁₀. Whole decades, and below two decades also 2 and 5 or a linear division. */
export function logAxis(range: Range, count: number): Ticks {
  const [lo, hi] = range;
  if (!(hi > lo) || !Number.isFinite(hi - lo)) return { at: [], labels: [] };
  if (hi - lo >= 2) {
    const step = Math.max(1, niceStep(hi - lo, count));
    const at: number[] = [];
    for (let e = Math.ceil(lo / step - 1e-9) * step; e <= hi + 1e-9 && at.length <= 2 * count; e += step) at.push(e);
    return { at, labels: at.map(powerOfTen) };
  }
  const values =
    hi - lo >= 0.6 ? mantissaTicks(lo, hi) : linearTicks([10 ** lo, 10 ** hi], count).filter((value) => value > 0);
  return { at: values.map(Math.log10), labels: values.map((value) => formatNumber(value, 4)) };
}

/** 1, 2, 5 × 10ⁿ within a range of less than two decades. */
function mantissaTicks(lo: number, hi: number): number[] {
  const values: number[] = [];
  for (let e = Math.floor(lo); e <= Math.floor(hi); e++)
    for (const factor of [1, 2, 5]) {
      const value = Number(`${factor}e${e}`);
      if (Math.log10(value) >= lo - 1e-9 && Math.log10(value) <= hi + 1e-9) values.push(value);
    }
  return values;
}

/** [lo, hi] (log₁₀) widened to whole decades, or to 1, 2, 5 × 10ⁿ when it spans less than three. */
export function niceLogRange(lo: number, hi: number): [number, number] {
  if (!(hi >= lo)) return [-1, 0];
  if (hi - lo >= 3) return [Math.floor(lo), Math.ceil(hi)];
  const down = roundedMantissa(lo, false);
  const up = roundedMantissa(hi, true);
  return up > down ? [down, up] : [down - Math.log10(2), up + Math.log10(2)];
}

function roundedMantissa(log: number, up: boolean): number {
  const exponent = Math.floor(log);
  const marks = [0, Math.log10(2), Math.log10(5), 1].map((mark) => exponent + mark);
  if (up) return marks.find((mark) => mark >= log - 1e-9) ?? exponent + 1;
  return marks.reverse().find((mark) => mark <= log + 1e-9) ?? exponent;
}

/** [lo, hi] widened to multiples of a nice step; down to 0 when that is near. */
export function niceLinearRange(lo: number, hi: number): [number, number] {
  if (!(hi >= lo) || !Number.isFinite(hi - lo)) return [0, 1];
  const bottom = lo >= 0 && lo < 0.5 * hi ? 0 : lo;
  const span = hi - bottom || Math.abs(hi) || 1;
  const step = niceStep(span, 5);
  const from = Math.floor(bottom / step + 1e-9) * step;
  const to = Math.ceil(hi / step - 1e-9) * step;
  return to > from ? [from, to] : [from - step, to + step];
}
