/** Which curves are drawn, and which others behind them. */

import type { Run } from "../simulation/run";
import { sameCurves } from "../state/compare";
import type { CurvesData, CurveSeries } from "../views/types";
import { curvesData, metricsOf, series, shownAxis, shownMetric, type Scene } from "./figures";
import type { Ghost } from "./previous-run";
import { withOwn } from "./own-curves";
import { NAME } from "./recorded-run";
import type { Scenes } from "./scene";

type Past = Pick<Scenes, "lastRun" | "beforehand">;

/** The curves on the screen, with the reader's own beside them. */
export function curvesDrawn(scene: Scene, scenes: Pick<Scenes, keyof Past | "drawn" | "own">): CurvesData | null {
  const data = curvesShown(scene, scenes.drawn.value, scenes);
  return data && withOwn(data, scenes.own.value, scene);
}

/** The run computed beforehand, where it stands behind: the previous run is told of when this one is over. */
export function recordedBehind({ run }: Scene, { lastRun, beforehand }: Past): Ghost | null {
  return lastRun.kept.value || (lastRun.ghost.value && run?.finished) ? null : beforehand.ghost.value;
}

/** `run`: the one whose curves are on the screen, which may be of an earlier document. */
export function curvesShown(scene: Scene, run: Run | null, past: Past): CurvesData | null {
  const { styles, document } = scene;
  const recorded = recordedBehind(scene, past);
  const before = curvesOf(recorded ?? past.lastRun.ghost.value, scene);
  const name = recorded ? NAME : undefined;
  const alone = recorded && past.beforehand.alone(scene);
  if (alone && before) return { ...curvesData({ ...scene, run: alone.run }, null), better: NAME };
  if (run && sameCurves(run.document, document)) return curvesData({ ...scene, run }, before, name);
  return styles.length > 0 ? curvesData({ ...scene, run: null }, before, name) : null;
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
