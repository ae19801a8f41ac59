// The curves of a lesson, as its plot in the story has them.
import { expect } from "vitest";
import { catalog, Experiment, type ExperimentDocument } from "../../www/src/simulation/core.ts";
import { Looks } from "../../www/src/state/methods.ts";
import { readView } from "../../www/src/state/store.ts";
import { sceneOf } from "../../www/src/views/curves/scene.ts";
import type { CurvesData } from "../../www/src/views/types.ts";

/** The least plot of the story, in pixels. */
export const HEIGHT = 150;

export type Part = readonly [from: number, to: number];
type View = Readonly<Record<string, string>>;
type Run = ReturnType<typeof runOf>;

export interface Curves {
  /** How high a method's curve lies above the plot's foot between these shares of its width: its median, in pixels. */
  level(name: string, part?: Part): number;
  /** The highest that it comes. */
  top(name: string): number;
}

/** What the document gives, of its first metric. */
export function runOf(document: ExperimentDocument) {
  const experiment = new Experiment({ ...document, metrics: [document.metrics![0]!] }, {});
  experiment.advance(document.iterations);
  const curves = experiment.curves();
  experiment.free();
  return curves;
}

/** On an axis as the step fixes it. */
export function curvesOf(document: ExperimentDocument, { series, iterations }: Run, view: View): Curves {
  const isShare = /accuracy/i.test(document.metrics![0]!);
  const [low, high] = isShare ? [0, 1] : view["y"]!.split("..").map(Number);
  const scale = (value: number) => (isShare ? value : Math.log(value));
  const place = (value: number) => (HEIGHT * (scale(value) - scale(low!))) / (scale(high!) - scale(low!));
  const across = (k: number) =>
    view["logX"] === "true" ? Math.log(Math.max(1, k)) / Math.log(document.iterations) : k / document.iterations;
  const heights = (name: string) => {
    const at = document.methods.findIndex(({ label }) => label === name || label?.startsWith(`${name}: `));
    expect(at, `${name} is a method`).toBeGreaterThanOrEqual(0);
    return Array.from(series[at]!.mean, place);
  };
  return {
    level(name, [from, to] = [0.75, 1]) {
      const part = heights(name)
        .filter(
          (height, i) => across(iterations[i]!) >= from && across(iterations[i]!) <= to && Number.isFinite(height),
        )
        .sort((a, b) => a - b);
      expect(part.length, `${name} from ${from} to ${to}`).toBeGreaterThan(0);
      return part[part.length >> 1]!;
    },
    top: (name) => Math.max(...heights(name).filter((height) => !Number.isNaN(height))),
  };
}

/** The vertical axis as it is drawn at the start of the run, on its way, and at its end. */
export function axesOnTheWay({ iterations: end, metrics, methods }: ExperimentDocument, run: Run, view: View) {
  const { y, logX } = readView(view);
  const styles = new Looks().of({ methods } as ExperimentDocument, catalog().methods);
  return [0.02, 0.1, 0.5, 1].map((share) => {
    const points = Math.max(2, Math.ceil(share * run.iterations.length));
    const x = run.iterations.slice(0, points);
    const data = {
      metrics: [],
      metric: metrics![0],
      axes: [],
      axis: "iterations",
      logX,
      logY: true,
      yLeast: y,
      xEnd: end,
      series: run.series.map(({ mean, low, high, divergedAt }, m) => ({
        x,
        method: styles[m],
        mean: mean.slice(0, points),
        ...(low && high ? { low: low.slice(0, points), high: high.slice(0, points) } : {}),
        divergedAt: divergedAt !== null && divergedAt <= share * end ? divergedAt : null,
        visible: true,
      })),
    } as unknown as CurvesData;
    const { y: shown, fixed } = sceneOf(data, { zoom: null, width: 500 });
    return { shown, fixed };
  });
}
