// Each method's own best step size: which step sizes are tried, and what is read off the runs. Used by the page's laboratory and
// by `suda sweep`; knows neither, nor the core.

import { endOf, placeOf, type Study, type StudyDocument, type Summarize } from "./study.js";

/** The step sizes that a method is stable for, where they are known. */
export type Range = readonly [number, number] | null;

/** A rule for the step size, as far as it is looked into. */
export interface Schedule {
  kind: string;
  value: number;
  [parameter: string]: unknown;
}

interface Methods {
  methods: readonly { readonly stepSize?: unknown }[];
  stepSize?: unknown;
}

/** Points of a curve that are recorded. */
const POINTS = 200;
/** The lowest sensible step size: below it nothing happens within the run. */
const DECADES = 2.5;

/** The schedule that a method follows: its own, or the document's. */
export function scheduleOf(document: object, place: number): Schedule {
  const { methods, stepSize } = document as Methods;
  return (methods[place]!.stepSize ?? stepSize) as Schedule;
}

/** From where to where it is sensible to look: a little beyond the largest stable step, and two decades and a half down. */
export function extentOf(document: object, ranges: readonly Range[]): [number, number] {
  const ends = ranges.flatMap((range) => (range && range[1] < Infinity ? [range[1]] : []));
  const now = (document as Methods).methods.map((_, place) => scheduleOf(document, place).value);
  const top = ends.length > 0 ? 1.25 * Math.max(...ends) : 10 * Math.max(...now);
  const lowest = Math.min(...(ends.length > 0 ? ends : [top]), ...now);
  return [rounded(Math.max(Math.min(lowest, top / 10 ** DECADES), top / 1e4), 2), rounded(top, 2)];
}

/** `count` step sizes at equal ratios, with three digits. */
export function stepsBetween([from, to]: readonly [number, number], count: number): number[] {
  const steps = Array.from({ length: count }, (_, i) => rounded(from * (to / from) ** (i / (count - 1)), 3));
  return [...new Set(steps)];
}

export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** The document with each method at its step size, whatever its schedule makes of it later, and that metric recorded. */
export function documentAtSteps<D extends { iterations: number }>(
  document: D,
  metric: string,
  steps: readonly number[],
): D {
  const { methods } = document as unknown as Methods;
  return {
    ...document,
    methods: methods.map((method, place) => ({
      ...method,
      stepSize: { ...scheduleOf(document, place), value: steps[place]! },
    })),
    metrics: [metric],
    record: { points: Math.max(2, Math.min(POINTS, document.iterations)) },
  };
}

/** What one run recorded of a method. */
export interface Curves {
  /** Of each trial. */
  curves(metric: string): readonly ArrayLike<number>[];
  mean(metric: string): Float64Array;
}

/** What is known of a point before it is measured. */
export interface Setting {
  /** The methods' unique names. */
  names: readonly string[];
  agents: number;
  /** 1 - λ; see `gapOf`. */
  gap: number;
  /** The methods' stable step sizes. */
  ranges: readonly Range[];
}

/** The best step size of one method at one point. */
export interface StepRow {
  point: number;
  x: number;
  agents: number;
  gap: number;
  method: string;
  /** The best of the step sizes that were tried; NaN where the method diverged at all of them. */
  step: number;
  /** From where to where, around it, the step sizes that were tried are no worse, at the level of 5 % over the trials. */
  from: number;
  to: number;
  error: number;
  /** Ends of the 95 % interval of the mean over trials. */
  low: number;
  high: number;
  settled: boolean;
  /** Whether the best is the first or the last of all, so that there may be better ones beyond. */
  atEnd: boolean;
}

/** A method at a step size. */
interface Tried {
  step: number;
  /** Of each trial the mean of the curve's last tenth; NaN where it diverged. */
  ends: readonly number[];
  error: number;
  settled: boolean;
}

/**
 * Measures a point, whose document is that of `variedDocuments`. All methods run at the same step sizes, at equal ratios; then,
 * `refine` times, each at two more, halfway, by ratio, from its best one to the neighbours. `run` also gets its share of the work.
 */
export async function bestStepsAt(
  study: Study,
  point: number,
  document: StudyDocument,
  { names, agents, gap, ranges }: Setting,
  run: (document: StudyDocument, share: number) => Promise<readonly Curves[]>,
  core: { summarize: Summarize; curveHasSettled: (curve: Float64Array) => boolean },
): Promise<StepRow[]> {
  const { from, to, steps, refine } = study.bestStep!;
  const usual = extentOf(document, ranges);
  const grid = stepsBetween(
    [from ?? Math.min(usual[0], (to ?? Infinity) / 10), to ?? Math.max(usual[1], 10 * (from ?? 0))],
    steps,
  );
  const tried: Tried[][] = names.map(() => []);
  const share = 1 / (grid.length + 2 * refine);
  /** Runs each method at its step size; null where it has none to try. */
  async function attempt(asked: readonly (number | null)[]): Promise<void> {
    const now = asked.map((step, method) => step ?? tried[method]![0]!.step);
    const found = await run(documentAtSteps(document, study.metric, now), share);
    found.forEach(({ curves, mean }, method) => {
      const step = asked[method];
      if (step == null || tried[method]!.some((one) => one.step === step)) return;
      const ends = curves(study.metric).map(endOf);
      const [error] = Array.from(core.summarize(Float64Array.from(ends), ends.length)) as [number];
      tried[method]!.push({ step, ends, error, settled: core.curveHasSettled(mean(study.metric)) });
      tried[method]!.sort((a, b) => a.step - b.step);
    });
  }
  for (const step of grid) await attempt(names.map(() => step));
  for (let round = 0; round < refine; round++) {
    const around = tried.map((list) => {
      const at = bestOf(list);
      const halfway = (i: number): number | null =>
        at < 0 || !list[i] ? null : rounded(Math.sqrt(list[at]!.step * list[i].step), 6);
      return [halfway(at - 1), halfway(at + 1)] as const;
    });
    for (const side of [0, 1] as const) await attempt(around.map((steps) => steps[side]));
  }
  const x = placeOf(study, point, { agents, gap });
  return names.map((method, place): StepRow => {
    const list = tried[place]!;
    const at = bestOf(list);
    const best = list[at];
    const row = { point, x, agents, gap, method };
    const none = { step: NaN, from: NaN, to: NaN, error: NaN, low: NaN, high: NaN, settled: false, atEnd: false };
    if (!best) return { ...row, ...none };
    // The noise is the same at all step sizes, so that trials are compared one by one.
    const isWorse = (one: Tried | undefined): boolean => {
      if (!one) return true;
      const excess = Float64Array.from(one.ends, (end, trial) => end - best.ends[trial]!);
      const [mean, , high] = Array.from(core.summarize(excess, excess.length)) as [number, number, number];
      return !(mean <= high - mean);
    };
    let [first, last] = [at, at];
    while (!isWorse(list[first - 1])) first--;
    while (!isWorse(list[last + 1])) last++;
    const [error, low, high] = Array.from(core.summarize(Float64Array.from(best.ends), best.ends.length)) as [
      number,
      number,
      number,
    ];
    const atEnd = at === 0 || at === list.length - 1;
    return {
      ...row,
      step: best.step,
      from: list[first]!.step,
      to: list[last]!.step,
      error,
      low,
      high,
      settled: best.settled,
      atEnd,
    };
  });
}

/** The place of the least error; -1 where all are NaN. */
function bestOf(list: readonly Tried[]): number {
  return list.reduce((best, { error }, i) => (error < (list[best]?.error ?? Infinity) ? i : best), -1);
}

export const STEP_COLUMNS = "point,x,agents,gap,method,metric,step,stepFrom,stepTo,error,low,high,settled,atEnd";

/** The rows as CSV, without the head; `field` quotes a name. */
export function stepsCsv(rows: readonly StepRow[], { metric }: Study, field: (text: string) => string): string {
  return rows
    .map(({ point, x, agents, gap, method, step, from, to, error, low, high, settled, atEnd }) =>
      [point, x, agents, gap, field(method), metric, step, from, to, error, low, high, settled, atEnd].join(),
    )
    .map((line) => `${line}\n`)
    .join("");
}
