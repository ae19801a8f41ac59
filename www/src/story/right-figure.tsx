/** The right figure: the curves, and beside them the floors of the runs so far. */

import { Figure, type Held } from "../controls/figure";
import { onDemand, useLoaded } from "../controls/on-demand";
import { usePage } from "../controls/page";
import { curvesDrawn } from "../scene/curves";
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
