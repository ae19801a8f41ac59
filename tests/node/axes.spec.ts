// The axes of the curves: still where a step, or an author, has fixed them; else as the curves need.
import { expect, test } from "vitest";
import { catalog, createExperiment, presets } from "../../www/src/simulation/core.ts";
import { Looks } from "../../www/src/state/methods.ts";
import { readView, viewFields } from "../../www/src/state/store.ts";
import { yRangeOf } from "../../www/src/views/curves/prepare.ts";
import { sceneOf } from "../../www/src/views/curves/scene.ts";
import type { CurvesData } from "../../www/src/views/types.ts";
import { makeCore } from "../page/core.ts";

test("the vertical axis that a step fixes stands still while its run goes on, in each of its choices", () => {
  makeCore();
  const looks = new Looks();
  for (const { id, group, document, view } of presets()) {
    const { y, logX } = readView(view as Record<string, string>);
    if (group !== "lesson" || !y) continue;
    const metric = document.metrics![0]!;
    const experiment = createExperiment({ ...document, metrics: [metric] }, {});
    experiment.advance(document.iterations);
    const { iterations, series } = experiment.curves();
    experiment.free();
    const styles = looks.of(document, catalog().methods);
    for (const share of [0.02, 0.1, 0.5, 1]) {
      const points = Math.max(2, Math.ceil(share * iterations.length));
      const part = { x: iterations.slice(0, points) } as unknown as { x: number[] };
      const data = {
        metrics: [],
        metric,
        axes: [],
        axis: "iterations",
        logX,
        logY: true,
        yLeast: y,
        xEnd: document.iterations,
        series: series.map(({ mean, low, high, divergedAt }, m) => ({
          ...part,
          method: styles[m]!,
          mean: mean.slice(0, points),
          ...(low && high ? { low: low.slice(0, points), high: high.slice(0, points) } : {}),
          divergedAt: divergedAt !== null && divergedAt <= share * document.iterations ? divergedAt : null,
          visible: true,
        })),
      } as unknown as CurvesData;
      const { y: shown, fixed } = sceneOf(data, { zoom: null, width: 500 });
      expect([id, share, ...shown, fixed]).toEqual([id, share, ...y, true]);
    }
  }
});

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
