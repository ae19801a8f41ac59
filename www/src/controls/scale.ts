/** Between a parameter's domain and the positions of its slider. */

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
  if (domain.type === "integer") {
    const step = domain.even ? 2 : 1;
    return domain.max - domain.min <= LONGEST_LINEAR ? linear(domain, step) : wholeLog(domain, usual, step);
  }
  return domain.logarithmic || domain.max - domain.min > 1e3 ? log(domain, usual) : linear(domain, stepOf(domain));
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

function stepOf({ min, max }: Numeric): number {
  return 10 ** Math.floor(Math.log10((max - min) / 50));
}

function linear(domain: Numeric, step: number): Scale {
  const open = domain.type === "number" ? domain : { aboveMin: false, belowMax: false };
  const first = open.aboveMin ? domain.min + step : domain.min;
  const last = open.belowMax ? domain.max - step : domain.max;
  const steps = Math.max(1, Math.round((last - first) / step));
  const position = (value: number) => Math.min(steps, Math.max(0, Math.round((value - first) / step)));
  const value = (at: number) => round(first + at * step);
  return { steps, position, value, next: (from, direction) => value(position(from) + direction) };
}

/** Positions evenly over decades; the lowest is 0 where the domain has it. */
function log(domain: Numeric & { type: "number" }, usual: number): Scale {
  const middle = usual > 0 ? usual : 1e-3;
  const top = Math.min(domain.max, middle * 10 ** DECADES);
  const bottom = Math.max(domain.min, middle / 10 ** DECADES);
  const decades = Math.log10(top / bottom);
  const zero = domain.min === 0 && !domain.aboveMin ? 1 : 0;
  const steps = Math.round(decades * STEPS_PER_DECADE) + zero;
  const value = (at: number) => {
    if (zero === 1 && at <= 0) return 0;
    const exact = bottom * 10 ** ((at - zero) / STEPS_PER_DECADE);
    return Math.min(Math.max(round(exact, 2), bottom), top);
  };
  const position = (from: number) => {
    if (from <= 0) return 0;
    return Math.min(steps, Math.max(zero, zero + Math.round(Math.log10(from / bottom) * STEPS_PER_DECADE)));
  };
  return {
    steps,
    position,
    value,
    next: (from, direction) => value(Math.min(steps, Math.max(0, position(from) + direction))),
  };
}

/** Whole multiples of `step`, evenly over decades from the least to far above the usual. */
function wholeLog(domain: Numeric, usual: number, step: number): Scale {
  const bottom = Math.max(domain.min, 1);
  const top = Math.min(domain.max, Math.max(usual, 4) * 30);
  const values: number[] = domain.min < 1 ? [domain.min] : [];
  for (let at = 0; ; at++) {
    const value = Math.min(top, step * Math.round(round(bottom * 10 ** (at / STEPS_PER_DECADE), 2) / step));
    if (value !== values.at(-1)) values.push(value);
    if (value >= top) break;
  }
  const position = (from: number) => {
    const above = values.findIndex((value) => value >= from);
    if (above <= 0) return above === 0 ? 0 : values.length - 1;
    return values[above]! - from < from - values[above - 1]! ? above : above - 1;
  };
  const value = (at: number) => values[Math.min(values.length - 1, Math.max(0, at))]!;
  return {
    steps: values.length - 1,
    position,
    value,
    next: (from, direction) => Math.min(domain.max, Math.max(domain.min, from + step * direction)),
  };
}

/** Without the dust of binary fractions. */
function round(value: number, digits = 12): number {
  return Number(value.toPrecision(digits));
}
