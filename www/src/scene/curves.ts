/** Curves as the view wants them: which are drawn, and which others behind them. */

import { sameCurves } from "../state/document";
import type { CurvesData, CurveSeries, MethodStyle } from "../views/types";
import { withOwn, NAME, type Ghost } from "./recorded-run";
import type { Scenes } from "./scene";
import type { MetricName } from "../simulation/core";
import type { Recorded } from "../simulation/recording";
import { shortened } from "../state/methods";
import { isShare } from "../state/metrics";
import { DOES } from "../state/terms";
import { axesOf, metricsOf, shownAxis, shownMetric, type Axis, type Scene } from "./figures";

type Past = Pick<Scenes, "lastRun" | "beforehand">;

/** The run computed beforehand, where it stands behind: the previous run is told of when this one is over. */
export function recordedBehind({ run }: Scene, { lastRun, beforehand }: Past): Ghost | null {
  return lastRun.kept.value || (lastRun.ghost.value && run?.finished) ? null : beforehand.ghost.value;
}

/** The curves on the screen, with the reader's own beside them. */
export function curvesDrawn(scene: Scene, scenes: Past & Pick<Scenes, "drawn" | "gone" | "own">): CurvesData | null {
  const recorded = recordedBehind(scene, scenes);
  const before = curvesOf(recorded ?? scenes.lastRun.ghost.value, scene);
  const alone = recorded && scenes.beforehand.alone(scene);
  // It may be of an earlier document.
  const drawn = scenes.drawn.value;
  const run = drawn && drawn !== scenes.gone.value && sameCurves(drawn.document, scene.document) ? drawn : null;
  if (!run && scene.styles.length === 0) return null;
  const data =
    alone && before
      ? { ...curvesData({ ...scene, run: alone.run }, null), better: NAME }
      : curvesData({ ...scene, run }, before, recorded ? NAME : undefined);
  return withOwn(data, scenes.own.value, scene);
}

/** The curves of a previous run, if it has recorded the metric shown. */
function curvesOf(ghost: Ghost | null, scene: Scene): CurveSeries[] | null {
  const metric = shownMetric(scene).id;
  if (!ghost || !metricsOf(ghost).some(({ id }) => id === metric)) return null;
  const all = series({ ...ghost, view: { ...scene.view, trials: false } }, metric, shownAxis(scene));
  // Methods that were removed have no counterpart; what diverged is to be compared with what took its place.
  return all.filter(
    ({ method, divergedAt }) => divergedAt !== null || scene.styles.some(({ label }) => label === method.label),
  );
}

const MOST_TRIALS = 30;

function placesOn(axis: Axis, recording: Recorded, method: number): readonly number[] {
  if (axis === "iterations") return recording.iterations;
  return axis === "seconds" ? recording.curve(method, axis).mean : recording.sent[method]![axis];
}

/** Longer names take two lines beside their curves, where the picture is narrow. */
const LONG_NAME = 16;

/** For a phone and in plain words: names beside their curves without the variant, where they stay different, and what loners do. */
function abridged({ styles, plain, catalog }: Drawn): MethodStyle[] {
  const names = shortened(
    styles.map(({ label, short = label }) => short),
    ", ",
  );
  return styles.map((style, i) => {
    const name = names[i]!;
    const space = name.length > LONG_NAME ? name.lastIndexOf(" ", LONG_NAME) : -1;
    const short = space < 0 ? name : `${name.slice(0, space)}\n${name.slice(space + 1)}`;
    const isApart = catalog.methods.some(
      ({ kind, communication }) => kind === style.kind && communication !== "neighbors",
    );
    return { ...style, short, ...(plain && isApart ? { does: `(${DOES[style.kind]!.toLowerCase()})` } : {}) };
  });
}

/** A scene with another run's curves. */
type Drawn = Omit<Scene, "run"> & Parameters<typeof series>[0];

/** `before`: the curves in the background; `beforeName`: what they are called there. */
function curvesData(scene: Drawn, before: readonly CurveSeries[] | null, beforeName?: string): CurvesData {
  const { view, document } = scene;
  const [axes, axis] = [axesOf(document), shownAxis(scene)];
  const metric = shownMetric(scene).id;
  return {
    metrics: metricsOf(scene),
    metric,
    axes: scene.plain ? axes.map(({ id, label }) => ({ id, label: label.replace(" k", "") })) : axes,
    axis,
    logX: view.logX,
    ...(isShare(metric)
      ? { logY: false, yRange: [0, 1], better: "higher is better" }
      : { logY: view.logY, ...(view.y ? { yLeast: view.y } : {}), better: "lower is better" }),
    series: series(scene.abreast > 1 && !scene.plain ? scene : { ...scene, styles: abridged(scene) }, metric, axis),
    ...(before ? { before, ...(beforeName ? { beforeName } : {}) } : {}),
    ...(axis === "iterations" && scene.shown !== null ? { shown: scene.shown } : {}),
    ...(axis === "iterations" ? { xEnd: document.iterations } : {}),
  };
}

function isIn<T extends object>(curves: T, metric: MetricName): metric is MetricName & keyof T {
  return metric in curves;
}

export function series(
  { run, view, styles }: Pick<Scene, "view" | "styles"> & { run: Pick<Ghost["run"], "recording" | "expected"> | null },
  metric: MetricName,
  axis: Axis,
): CurveSeries[] {
  return styles.map((method, place) => {
    const visible = !view.hidden.includes(method.label);
    if (!run) return { method, x: [], mean: [], divergedAt: null, visible };
    const { recording } = run;
    const { mean, low, high } = recording.curve(place, metric);
    const x = placesOn(axis, recording, place);
    const shown = Math.min(x.length, mean.length);
    const expected = axis === "iterations" ? run.expected.get(place) : undefined;
    return {
      method,
      x: x.slice(0, shown),
      mean: mean.slice(0, shown),
      ...(low.length > 0 ? { low: low.slice(0, shown), high: high.slice(0, shown) } : {}),
      ...(view.trials && recording.trials > 1 ? { trials: singles(recording, place, metric, shown) } : {}),
      ...(expected && isIn(expected, metric) ? { expected: { x: expected.iterations, mean: expected[metric] } } : {}),
      divergedAt: recording.divergedAt[place] ?? null,
      visible,
    };
  });
}

function singles(recording: Recorded, method: number, metric: MetricName, points: number): Float64Array[] {
  const count = Math.min(recording.trials, MOST_TRIALS);
  return Array.from({ length: count }, (_, trial) => recording.single(method, metric, trial).subarray(0, points));
}
