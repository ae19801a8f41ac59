/** The records of a run so far: every trial's values, and their mean and interval, from all workers. */

import type { MetricName, Records } from "./core";

export interface Curve {
  mean: number[];
  /** Ends of the 95 % interval of the mean; empty with one trial. */
  low: number[];
  high: number[];
}

/** The counts of what a method sent over the whole network in one trial, at each recorded iteration. */
const COUNTS = ["rounds", "scalars", "bits"] as const;
export type Sent = Record<(typeof COUNTS)[number], number[]>;

/** What is recorded of each trial: the metrics, and where the document has a clock its seconds. */
type Quantity = MetricName | "seconds";

/** Mean and ends of the interval of each point: `values` holds the trials of one point after those of another. */
export type Summarize = (values: Float64Array, trials: number) => ArrayLike<number>;

/** The values of one part of the run: some quantities of some methods, some trials [first, end). */
interface Part {
  methods: readonly number[];
  metrics: readonly Quantity[];
  first: number;
  end: number;
  points: number;
  /** [point][metric][method][trial], with room to grow. */
  values: Float64Array;
}

/** What curves and words are made from. */
export type Recorded = Pick<Recording, "iterations" | "trials" | "divergedAt" | "sent" | "curve" | "single">;

export class Recording {
  /** Recorded iterations, ascending; common to all methods and trials. */
  readonly iterations: number[] = [];
  readonly trials: number;
  /** The iteration at which a method first diverged in any trial, or null. */
  readonly divergedAt: (number | null)[];
  readonly sent: readonly Sent[];
  readonly #summarize: Summarize;
  readonly #parts = new Map<string, Part>();
  readonly #curves: Map<Quantity, Curve>[];

  constructor(methods: number, trials: number, summarize: Summarize) {
    const each = Array.from({ length: methods });
    this.trials = trials;
    this.divergedAt = each.map(() => null);
    this.sent = each.map(() => ({ rounds: [], scalars: [], bits: [] }));
    this.#summarize = summarize;
    this.#curves = each.map(() => new Map());
  }

  /** Takes the newest records of a part of the run, in the order of their points. */
  add(records: Records): void {
    const { from, iterations, methods, divergedAt, communication } = records;
    for (let point = Math.max(0, this.iterations.length - from); point < iterations.length; point++)
      this.iterations.push(iterations[point]!);
    append(this.#part(records), records.values, iterations.length);
    if (records.seconds.length > 0)
      append(this.#part({ ...records, metrics: ["seconds"] }), records.seconds, iterations.length);
    const trials = records.trials[1]! - records.trials[0]!;
    methods.forEach((method, place) => {
      for (let trial = 0; trial < trials; trial++) {
        const k = divergedAt[place * trials + trial]!;
        if (k < (this.divergedAt[method] ?? Infinity)) this.divergedAt[method] = k;
      }
      const [sent, news] = [this.sent[method]!, communication[place]!];
      for (const count of COUNTS)
        for (let point = Math.max(0, sent[count].length - from); point < news[count].length; point++)
          sent[count].push(news[count][point]!);
    });
  }

  /** The values of one trial, as far as it has come. */
  single(method: number, metric: MetricName, trial: number): Float64Array {
    const part = this.#partsOf(method, metric).find(({ first, end }) => first <= trial && trial < end);
    if (!part) return new Float64Array();
    const at = place(part, method, metric) + trial - part.first;
    return Float64Array.from({ length: part.points }, (_, point) => part.values[at + point * width(part)]!);
  }

  /** Mean and interval, as far as all trials have come. */
  curve(method: number, metric: Quantity): Curve {
    const curves = this.#curves[method]!;
    const curve = curves.get(metric) ?? { mean: [], low: [], high: [] };
    curves.set(metric, curve);
    const parts = this.#partsOf(method, metric);
    // A part that has not reported yet holds up the others.
    const covered = parts.reduce((sum, { first, end }) => sum + end - first, 0);
    const complete = covered === this.trials ? Math.min(...parts.map(({ points }) => points)) : 0;
    const known = curve.mean.length;
    if (complete <= known) return curve;
    const values = new Float64Array((complete - known) * this.trials);
    for (const part of parts) {
      const at = place(part, method, metric);
      for (let point = known; point < complete; point++) {
        const start = at + point * width(part);
        values.set(
          part.values.subarray(start, start + part.end - part.first),
          (point - known) * this.trials + part.first,
        );
      }
    }
    const summary = this.#summarize(values, this.trials);
    for (let point = 0; point < complete - known; point++) {
      curve.mean.push(summary[3 * point]!);
      if (this.trials === 1) continue;
      curve.low.push(summary[3 * point + 1]!);
      curve.high.push(summary[3 * point + 2]!);
    }
    return curve;
  }

  #part({ methods, metrics, trials }: Pick<Records, "methods" | "trials"> & { metrics: readonly Quantity[] }): Part {
    const key = `${methods.join()}/${trials.join()}/${metrics.join()}`;
    const [first, end] = [trials[0]!, trials[1]!];
    const fresh = { methods: [...methods], metrics, first, end, points: 0, values: new Float64Array() };
    const part: Part = this.#parts.get(key) ?? fresh;
    this.#parts.set(key, part);
    return part;
  }

  #partsOf(method: number, metric: Quantity): Part[] {
    return [...this.#parts.values()].filter(
      ({ methods, metrics }) => methods.includes(method) && metrics.includes(metric),
    );
  }
}

function width({ metrics, methods, first, end }: Part): number {
  return metrics.length * methods.length * (end - first);
}

/** Where the trials of a metric of a method start within a point. */
function place({ metrics, methods, first, end }: Part, method: number, metric: Quantity): number {
  return (metrics.indexOf(metric) * methods.length + methods.indexOf(method)) * (end - first);
}

function append(part: Part, values: Float64Array, points: number): void {
  const used = part.points * width(part);
  if (used + values.length > part.values.length) {
    const grown = new Float64Array(Math.max(2 * part.values.length, used + values.length));
    grown.set(part.values.subarray(0, used));
    part.values = grown;
  }
  part.values.set(values, used);
  part.points += points;
}
