import { expect, test } from "vitest";
import { split } from "../../www/src/simulation/pool.ts";
import { Recording } from "../../www/src/simulation/recording.ts";
import type { MetricName, Records } from "../../www/src/simulation/core.ts";

test("every method of every trial is in exactly one share, and no share is empty", () => {
  for (const workers of [1, 2, 3, 8, 64]) {
    for (const trials of [1, 2, 5, 10]) {
      for (const methods of [1, 5, 8]) {
        const shares = split(methods, trials, workers);
        expect(shares.length).toBeLessThanOrEqual(workers);
        const cells = shares.flatMap((share) => {
          expect(share.methods.length * (share.trials[1] - share.trials[0])).toBeGreaterThan(0);
          return share.methods.flatMap((method) =>
            Array.from({ length: share.trials[1] - share.trials[0] }, (_, t) => `${method}/${share.trials[0] + t}`),
          );
        });
        expect(new Set(cells).size).toBe(trials * methods);
        expect(cells.length).toBe(trials * methods);
      }
    }
  }
});

test("trials are spread first, and methods only when trials are fewer than workers", () => {
  expect(split(5, 4, 2).map(({ trials }) => trials)).toEqual([
    [0, 2],
    [2, 4],
  ]);
  expect(split(5, 1, 2).map(({ methods }) => methods)).toEqual([
    [0, 1],
    [2, 3, 4],
  ]);
  expect(split(5, 3, 8)).toHaveLength(6);
});

const METRICS: MetricName[] = ["gradientNorm", "consensus"];
/** A value that tells where it belongs. */
const valueAt = (point: number, metric: number, method: number, trial: number) =>
  point + 10 * metric + 100 * method + 1_000 * trial ** 2;
const mean = (values: Float64Array, trials: number) =>
  Array.from({ length: values.length / trials }, (_, point) => {
    const sum = values.subarray(point * trials, (point + 1) * trials).reduce((total, value) => total + value, 0);
    return [sum / trials, -1, 1];
  }).flat();

/** What a part that holds these methods and trials reports of the points [from, to). */
function report(methods: number[], trials: [number, number], from: number, to: number): Records {
  const points = Array.from({ length: to - from }, (_, i) => from + i);
  const range = Array.from({ length: trials[1] - trials[0] }, (_, i) => trials[0] + i);
  const values = points.flatMap((point) =>
    METRICS.flatMap((_, metric) =>
      methods.flatMap((method) => range.map((trial) => valueAt(point, metric, method, trial))),
    ),
  );
  return {
    from,
    iterations: Uint32Array.from(points, (point) => 5 * point),
    methods: Uint32Array.from(methods),
    trials: Uint32Array.from(trials),
    metrics: METRICS,
    values: Float64Array.from(values),
    divergedAt: Float64Array.from(
      methods.flatMap((method) => range.map((trial) => (method === 1 && trial > 0 ? 40 + trial : NaN))),
    ),
    communication: methods.map((method) => ({
      method: String(method),
      rounds: Float64Array.from(points, (point) => point * method),
      vectors: Float64Array.from(points),
      scalars: Float64Array.from(points),
      bits: Float64Array.from(points),
      seconds: null,
    })),
    seconds: Float64Array.from(
      points.flatMap((point) => methods.flatMap((method) => range.map((trial) => valueAt(point, 9, method, trial)))),
    ),
  };
}

test("however a run is cut and in whatever order its parts report, the curves are the same", () => {
  const whole = new Recording(3, 4, mean);
  whole.add(report([0, 1, 2], [0, 4], 0, 6));
  const cut = new Recording(3, 4, mean);
  cut.add(report([2], [2, 4], 0, 6));
  cut.add(report([0, 1], [0, 2], 0, 2));
  expect(cut.curve(0, "gradientNorm").mean).toEqual([]);
  cut.add(report([0, 1], [2, 4], 0, 3));
  expect(cut.curve(0, "gradientNorm").mean).toHaveLength(2);
  cut.add(report([2], [0, 2], 0, 6));
  cut.add(report([0, 1], [0, 2], 2, 6));
  cut.add(report([0, 1], [2, 4], 3, 6));
  for (const method of [0, 1, 2]) {
    for (const metric of [...METRICS, "seconds"] as const)
      expect(cut.curve(method, metric)).toEqual(whole.curve(method, metric));
    expect(cut.sent[method]).toEqual(whole.sent[method]);
  }
  expect(cut.iterations).toEqual([0, 5, 10, 15, 20, 25]);
  expect(cut.iterations).toEqual(whole.iterations);
  expect(cut.divergedAt).toEqual([null, 41, null]);
  expect(whole.curve(2, "seconds").mean[3]).toBe((4 * valueAt(3, 9, 2, 0) + 1_000 * (1 + 4 + 9)) / 4);
  expect(whole.curve(2, "consensus").mean[3]).toBe((4 * valueAt(3, 1, 2, 0) + 1_000 * (1 + 4 + 9)) / 4);
  expect([...cut.single(2, "consensus", 3)]).toEqual([0, 1, 2, 3, 4, 5].map((point) => valueAt(point, 1, 2, 3)));
});

test("one trial has no interval", () => {
  const recording = new Recording(1, 1, mean);
  recording.add(report([0], [0, 1], 0, 3));
  expect(recording.curve(0, "gradientNorm")).toEqual({ mean: [0, 1, 2], low: [], high: [] });
});
