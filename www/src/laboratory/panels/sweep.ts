/** Every method at one step size after the other: the runs, and their results. Knows no workers and no page. */

import { rounded } from "../../../../lib/steps";

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
