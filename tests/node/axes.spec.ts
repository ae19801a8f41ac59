// The vertical axis that a step, or an author, has fixed. That it stands still during a run is in claims.spec.ts.
import { expect, test } from "vitest";
import { readView, viewFields } from "../../www/src/state/store.ts";
import { yRangeOf } from "../../www/src/views/curves/scene.ts";

test("a fixed axis gives way to what would not fit, and is read with care", () => {
  const line = { line: { x: [0, 1], y: [20, 0.02] }, leaves: false };
  expect(yRangeOf([line], [0, 1], true, [1e-3, 10])).toEqual([1e-3, 100]);
  expect(yRangeOf([], [0, 1], true, [1e-3, 10])).toEqual([1e-3, 10]);
  expect(readView({ y: "1e-6..1" }).y).toEqual([1e-6, 1]);
  expect(readView(viewFields(readView({ y: "1e-6..0.1" }))).y).toEqual([1e-6, 0.1]);
  // A ready experiment's axis that is no longer wanted.
  expect(viewFields(readView({}), readView({ y: "1e-6..1" }))).toEqual({ y: "" });
  expect(viewFields(readView({ colors: "0.02..1" }))).toEqual({ colors: "0.02..1" });
  for (const y of ["", "1", "1..", "..1", "1..1", "2..1", "0..1", "-1..1", "1..Infinity", "1..x", "1..2..3", "NaN..1"])
    expect(readView({ y }).y, y).toBeNull();
});
