// The landscape of two unknowns: its level lines, and the agents' own minima, those of data that are listed, and where a hand pulls them.
import { expect, test } from "vitest";
import { listed, listedIn, minimumOf, pulled } from "../../www/src/scene/agents.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { levelLines, levelsOf } from "../../www/src/views/state/contours.ts";
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

test("level lines of a cone are circles", () => {
  const [rows, columns] = [81, 81];
  const f = Array.from({ length: rows * columns }, (_, at) =>
    Math.hypot((at % columns) - 40, Math.floor(at / columns) - 40),
  );
  const [area] = levelLines({ f, rows, columns }, [20]);
  // Outside of the circle f is larger: the area's ring along the border, and the circle as its hole.
  const [, circle] = area!.coordinates[0]!;
  let length = 0;
  circle!.forEach(([x, y], i) => {
    expect(Math.abs(Math.hypot(x! - 40.5, y! - 40.5) - 20)).toBeLessThan(0.02);
    const [before, above] = circle![Math.max(0, i - 1)]!;
    length += Math.hypot(x! - before!, y! - above!);
  });
  expect(length / (40 * Math.PI)).toBeCloseTo(1, 2);
  const levels = levelsOf(f, 10);
  expect(levels.every((level, i) => level > 0 && level < 57 && (i === 0 || level > levels[i - 1]!))).toBe(true);
  expect(levelsOf([3, 3], 10)).toEqual([]);
});
