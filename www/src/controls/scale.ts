/** Between a parameter's domain and the positions of its slider. */

import { leastIndex, range } from "d3-array";
import type { Tagged } from "../state/document";
import type { Domain, Parameter } from "../simulation/core";

/** A slider has positions 0, 1, …, `steps`. */
export interface Scale {
  steps: number;
  /** The nearest position. */
  position(value: number): number;
  value(position: number): number;
  /** The next value up (+1) or down (-1). */
  next(value: number, direction: 1 | -1): number;
}

type Numeric = Extract<Domain, { type: "integer" | "number" }>;

/** Whole numbers with a longer range than this get a log slider. */
const LONGEST_LINEAR = 200;
const STEPS_PER_DECADE = 20;
/** A log slider spans this many decades about the usual value. */
const DECADES = 3;

export function scaleOf(parameter: Parameter): Scale {
  const domain = parameter.domain as Numeric;
  const usual = parameter.default ?? 0;
  const span = domain.max - domain.min;
  const isWhole = domain.type === "integer";
  const isLog = isWhole ? span > LONGEST_LINEAR : domain.logarithmic || span > 1e3;
  const step = !isWhole ? 10 ** Math.floor(Math.log10(span / 50)) : domain.even ? 2 : 1;
  const values = !isLog ? linear(domain, step) : isWhole ? wholeLog(domain, usual, step) : log(domain, usual);
  const steps = values.length - 1;
  const way = isLog && !isWhole ? Math.log10 : Number;
  const value = (at: number) => values[Math.min(steps, Math.max(0, at))]!;
  const position = (from: number) =>
    from <= values[0]! ? 0 : leastIndex(values, (one) => Math.abs(way(one) - way(from)))!;
  return {
    steps,
    position,
    value,
    next: (from, direction) =>
      isLog && isWhole
        ? Math.min(domain.max, Math.max(domain.min, from + step * direction))
        : value(position(from) + direction),
  };
}

/** The parameter, below the number beside it that it must be below. */
export function bounded(parameter: Parameter, beside: Tagged): Parameter {
  const { domain } = parameter;
  const bound = domain.type === "integer" && domain.below !== null ? beside[domain.below] : undefined;
  if (domain.type !== "integer" || typeof bound !== "number") return parameter;
  const max = Math.max(domain.min, Math.min(domain.max, bound - 1));
  return { ...parameter, domain: { ...domain, max: domain.even ? max - (max % 2) : max } };
}

/** The value of the domain that is nearest to `value`; an open end gives way to a value just inside. */
export function clamp(parameter: Parameter, value: number): number {
  const domain = parameter.domain as Numeric;
  const inside = Math.min(Math.max(value, domain.min), domain.max);
  if (domain.type === "integer") return Math.round(inside);
  const margin = (domain.max - domain.min) / 100;
  if (domain.belowMax && inside >= domain.max) return round(domain.max - Math.min(margin, 1));
  if (domain.aboveMin && inside <= domain.min)
    return parameter.default !== null ? parameter.default / 1e3 : domain.min + Math.min(margin, 1e-3);
  return inside;
}

function linear(domain: Numeric, step: number): number[] {
  const open = domain.type === "number" ? domain : { aboveMin: false, belowMax: false };
  const first = open.aboveMin ? domain.min + step : domain.min;
  const last = open.belowMax ? domain.max - step : domain.max;
  return range(Math.max(1, Math.round((last - first) / step)) + 1).map((at) => round(first + at * step));
}

/** Evenly over decades; the lowest is 0 where the domain has it. */
function log(domain: Numeric & { type: "number" }, usual: number): number[] {
  const middle = usual > 0 ? usual : 1e-3;
  const top = Math.min(domain.max, middle * 10 ** DECADES);
  const bottom = Math.max(domain.min, middle / 10 ** DECADES);
  const steps = Math.round(Math.log10(top / bottom) * STEPS_PER_DECADE);
  const exact = range(steps + 1).map((at) => bottom * 10 ** (at / STEPS_PER_DECADE));
  const values = exact.map((value) => Math.min(Math.max(round(value, 2), bottom), top));
  return domain.min === 0 && !domain.aboveMin ? [0, ...values] : values;
}

/** Whole multiples of `step`, evenly over decades from the least to far above the usual. */
function wholeLog(domain: Numeric, usual: number, step: number): number[] {
  const bottom = Math.max(domain.min, 1);
  const top = Math.min(domain.max, Math.max(usual, 4) * 30);
  const values: number[] = domain.min < 1 ? [domain.min] : [];
  for (let at = 0; ; at++) {
    const value = Math.min(top, step * Math.round(round(bottom * 10 ** (at / STEPS_PER_DECADE), 2) / step));
    if (value !== values.at(-1)) values.push(value);
    if (value >= top) return values;
  }
}

/** Without the dust of binary fractions. */
const round = (value: number, digits = 12): number => Number(value.toPrecision(digits));
