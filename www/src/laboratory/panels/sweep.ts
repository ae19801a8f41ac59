/** Every method at one step size after the other: the runs, and their results. Knows no workers and no page. */

import type { ExperimentDocument, Tagged } from "../../state/document";
import type { MetricName } from "../../simulation/core";

/** The step sizes that a method is stable for, where they are known. */
export type Range = readonly [number, number] | null;

/** One method at one step size. */
export interface Outcome {
  /** The curve's mean over the last tenth of what was recorded; NaN where it diverged. */
  error: number;
  /** Whether that is where the curve stays, and not a point of its way down. */
  settled: boolean;
  divergedAt: number | null;
  /** The mean over trials at the recorded iterations. */
  curve: readonly number[];
}

/** All methods at one step size. */
export interface Sweep {
  step: number;
  iterations: readonly number[];
  outcomes: readonly Outcome[];
}

/** Points of a curve that are kept. */
const POINTS = 200;
/** The lowest sensible step size: below it nothing happens within the run. */
const DECADES = 2.5;

/** The schedule that a method follows: its own, or the document's. */
export function scheduleOf(document: ExperimentDocument, place: number): Tagged & { value: number } {
  return (document.methods[place]!["stepSize"] ?? document.stepSize) as Tagged & { value: number };
}

/** From where to where it is sensible to look: a little beyond the largest stable step, and two decades and a half down. */
export function extentOf(document: ExperimentDocument, ranges: readonly Range[]): [number, number] {
  const ends = ranges.flatMap((range) => (range && range[1] < Infinity ? [range[1]] : []));
  const now = document.methods.map((_, place) => scheduleOf(document, place).value);
  const top = ends.length > 0 ? 1.25 * Math.max(...ends) : 10 * Math.max(...now);
  const lowest = Math.min(...(ends.length > 0 ? ends : [top]), ...now);
  return [rounded(Math.max(Math.min(lowest, top / 10 ** DECADES), top / 1e4), 2), rounded(top, 2)];
}

/** `count` step sizes at equal ratios, with three digits. */
export function stepsBetween([from, to]: readonly [number, number], count: number): number[] {
  const steps = Array.from({ length: count }, (_, i) => rounded(from * (to / from) ** (i / (count - 1)), 3));
  return [...new Set(steps)];
}

function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** The document with all methods at that step size, whatever their schedules make of it later. */
export function documentAt(document: ExperimentDocument, metric: MetricName, step: number): ExperimentDocument {
  const { stepSize, ...rest } = document;
  const methods = rest.methods.map((method) =>
    method["stepSize"] ? { ...method, stepSize: { ...(method["stepSize"] as Tagged), value: step } } : method,
  );
  return {
    ...rest,
    methods,
    stepSize: { ...stepSize, value: step },
    metrics: [metric],
    record: { points: Math.min(POINTS, document.iterations) },
  } as ExperimentDocument;
}

/** The first recorded iteration at which the curve is at the level or below; null if it never is. */
export function reached({ iterations, outcomes }: Sweep, method: number, level: number): number | null {
  const at = outcomes[method]!.curve.findIndex((value) => value <= level);
  return at < 0 ? null : iterations[at]!;
}

/** A method's best step size, and its error there. */
export interface Best {
  step: number;
  value: number;
  /** Whether it is the first or the last of the step sizes, so that there may be better ones beyond. */
  atEnd: boolean;
}

export function leastError(sweeps: readonly Sweep[], method: number): Best | null {
  return least(sweeps, ({ outcomes }) => outcomes[method]!.error);
}

export function fastest(sweeps: readonly Sweep[], method: number, level: number): Best | null {
  return least(sweeps, (sweep) => reached(sweep, method, level) ?? NaN);
}

function least(sweeps: readonly Sweep[], of: (sweep: Sweep) => number): Best | null {
  let best: Best | null = null;
  for (const [i, sweep] of sweeps.entries()) {
    const value = of(sweep);
    if (Number.isFinite(value) && (best === null || value < best.value))
      best = { step: sweep.step, value, atEnd: i === 0 || i === sweeps.length - 1 };
  }
  return best;
}

/**
 * A level that every method which works at all has a chance to reach: twice the largest of the least errors, of those that
 * come below half of where they start. Where none does, halfway down, by ratio; NaN where all diverge.
 */
export function usualLevel(sweeps: readonly Sweep[], methods: number): number {
  const starts = sweeps.flatMap(({ outcomes }) => outcomes.map(({ curve }) => curve[0] ?? NaN)).filter(Number.isFinite);
  const start = Math.min(...starts);
  const errors = Array.from({ length: methods }, (_, method) => leastError(sweeps, method)?.value ?? NaN);
  const known = errors.filter(Number.isFinite);
  if (known.length === 0) return NaN;
  const working = known.filter((error) => error < start / 2);
  return rounded(working.length > 0 ? 2 * Math.max(...working) : Math.sqrt(start * Math.min(...known)), 2);
}
