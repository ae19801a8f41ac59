// The agents' own minima: those of data that are listed, and where a hand pulls them.
import { expect, test } from "vitest";
import { listed, listedIn, minimumOf, pulled } from "../../www/src/scene/move-minimum.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { small } from "../page/documents.ts";

const flat: ExperimentDocument = {
  ...small,
  problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 5, heterogeneity: 1 },
};

test("what is pulled has its minimum there, the others theirs, and no cost changes its shape", () => {
  const samples = [
    { features: Float64Array.of(1, 0, 1, 2, -1, 0.5), targets: Float64Array.of(1, -3, 0.25) },
    { features: Float64Array.of(0.3, 1, 2, 0), targets: Float64Array.of(0.123456789, 4) },
  ];
  const data = listed(samples);
  expect(data.targets[1]).toEqual([0.12346, 4]);
  const [x, y] = minimumOf(data, 1);
  expect(x).toBeCloseTo(2, 4);
  expect(y).toBeCloseTo(0.123456789 - 0.6, 4);
  const problem = pulled(data, 0, [5, -7]);
  const now = listedIn({ ...flat, problem })!;
  expect(now.features).toEqual(data.features);
  for (const [i, at] of [
    [0, [5, -7]],
    [1, [x, y]],
  ] as const)
    for (const axis of [0, 1]) expect(minimumOf(now, i)[axis]).toBeCloseTo(at[axis]!, 3);
  expect(listedIn(flat)).toBeNull();
  expect(minimumOf({ kind: "explicit", features: [[[1, 1]]], targets: [[3]] }, 0)).toEqual([NaN, NaN]);
});
