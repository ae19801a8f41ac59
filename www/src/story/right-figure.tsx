/** The right figure: the curves, and beside them the floors of the runs so far; and the choices of what is drawn in them. */

import { Check } from "../controls/field";
import { Figure, type Held } from "../controls/figure";
import { onDemand, useLoaded } from "../controls/on-demand";
import { usePage } from "../controls/page";
import { curvesDrawn, recordedBehind } from "../scene/curves";
import { shownAxis } from "../scene/figures";
import { createCurvesView } from "../views/curves/view";

const loadFloors = onDemand(() => import("../views/floors"));

/** `held`: where the views are to be found. */
export function RightFigure({ held }: { held: { curves: Held; floors: Held } }) {
  const { store, scenes, room } = usePage();
  const scene = scenes.drawing.value;
  const { value: here } = room;
  const floors = scene.view.right === "floors" ? scenes.floors.data(scene) : null;
  const views = useLoaded(loadFloors, floors !== null, [scene.view]);
  return (
    <div class="with-floors">
      <Figure
        key={here}
        make={(host, theme) =>
          createCurvesView(
            host,
            theme,
            here === "story"
              ? {}
              : {
                  onMetric: (metric) => store.setView({ metric, y: null, floorsY: null }),
                  onAxis: (axis) => store.setView({ axis }),
                  onLogX: (logX) => store.setView({ logX }),
                  onLogY: (logY) => store.setView({ logY }),
                },
          )
        }
        data={curvesDrawn(scene, scenes)}
        view={held.curves}
        class=""
        stays
      />
      {views ? (
        <Figure make={views.createFloorsView} data={floors} view={held.floors} class="floors" />
      ) : (
        <div class="floors" hidden={floors === null} />
      )}
    </div>
  );
}

export function CurveTools() {
  const { store, scenes } = usePage();
  const { lastRun, floors } = scenes;
  const scene = scenes.drawing.value;
  const { document, view } = scene;
  const expected = (scenes.drawn.value?.expected.size ?? 0) > 0 && shownAxis(scene) === "iterations";
  const hasFloors = floors.data(scene) !== null;
  return (
    <>
      <span
        class="about"
        hidden={!expected}
        title="With least squares and one Hessian for all agents, the expectation of every curve is known in closed form"
      >
        thin: expected
      </span>
      <Check
        hidden={(document.trials ?? 1) < 2}
        checked={view.trials}
        title="Draws every trial, thin, besides the mean"
        onChange={(trials) => store.setView({ trials })}
      >
        single trials
      </Check>
      <Check
        hidden={!hasFloors}
        checked={hasFloors && view.right === "floors"}
        title="Where each method settles, against 1/(1 − λ) or n: a point for each run that differs only in its network"
        onChange={(on) => store.setView({ right: on ? "floors" : "curves" })}
      >
        floors
      </Check>
      <Check
        hidden={lastRun.ghost.value === null || recordedBehind(scene, scenes) !== null}
        checked={lastRun.kept.value}
        title="The previous run is drawn thin and pale; held, it stays during further runs, until the problem changes"
        onChange={(kept) => (lastRun.kept.value = kept)}
      >
        hold “before”
      </Check>
    </>
  );
}
