// The pace of a run, the line of time, and what is kept of a run to go back in it.
import { expect, test } from "vitest";
import { History } from "../../www/src/simulation/task.ts";
import { iterationAt, nextKept, placeOf, rateAt, SPEEDS } from "../../www/src/simulation/pace.ts";

test("time goes with the logarithm of k: half of it is a tenth of the run, and the line is its own inverse", () => {
  for (const last of [1, 200, 20_000, 1e8]) {
    for (const k of [0, 1, Math.floor(last / 3), last]) expect(iterationAt(placeOf(k, last), last)).toBe(k);
    expect([placeOf(0, last), placeOf(last, last)]).toEqual([0, 1]);
  }
  expect(iterationAt(0.5, 20_000) / 20_000).toBeCloseTo(0.123, 2);
  // The rate, summed up, takes the run to its end in the time that it says.
  const [story] = SPEEDS;
  let k = 0;
  for (let ms = 0; ms < 6_000; ms++) k += rateAt(story!, k, 2_000) / 1_000;
  expect(k / 2_000).toBeCloseTo(1, 2);
});

test("what is kept of a run stays within its bound, reaches from its start to its end, and is what was there", () => {
  for (const [numbers, most] of [
    [10, 1_000_000],
    [1_000, 1_000_000],
    [10_000, 2_000_000],
  ] as const) {
    const history = new History([0, 3], most);
    const last = 20_000;
    let [offered, largest] = [0, 0];
    for (let k = 0; k <= last; k = nextKept(k, last), offered++) {
      const iterates = (method: number) => new Float64Array(numbers).fill(10 * k + method);
      const pulls = { own: iterates(3), remembered: iterates(3), neighbors: iterates(3) };
      history.add(k, () =>
        [0, 3].map((method) => ({ iterates: iterates(method), pulls: method === 3 ? pulls : null })),
      );
      largest = Math.max(largest, history.bytes);
    }
    expect(offered).toBeLessThan(600);
    expect(largest).toBeLessThanOrEqual(most);
    for (const k of [0, 1, 137, 9_999, last]) {
      const state = history.at(3, k)!;
      expect(state.iterates[numbers - 1]).toBe(10 * state.iteration + 3);
      expect(state.pulls!.own[0]).toBe(10 * state.iteration + 3);
      expect(state.iteration).toBeLessThanOrEqual(k);
    }
    expect(history.at(3, last)!.iteration).toBeGreaterThan(last / 2);
    expect(history.at(1, last)).toBeNull();
  }
  // One state that is too large on its own is not kept.
  const tiny = new History([0], 1_000);
  for (let k = 0; k < 100; k++) tiny.add(k, () => [{ iterates: new Float64Array(1_000), pulls: null }]);
  expect(tiny.at(0, 50)).toBeNull();
});
