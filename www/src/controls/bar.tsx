/** The controls that matter most, in the bar. */

import { isSplit, STILL, takesShapes } from "./adapt";
import { Group } from "./group";
import { usePage } from "./page";

export function MainControls() {
  const { store, catalog } = usePage();
  const { document, view } = store;
  const { problem, gradient, network } = document;
  const hasNoise = !("data" in problem) || (gradient?.noise ?? "none") !== "none";
  const first = view.slider;
  return (
    <>
      <Group path={["network", "topology"]} entries={catalog.topologies} label="Network" first={first} />
      {network.changes?.kind === "linkFailures" && (
        <Group
          path={["network", "changes"]}
          entries={[STILL, ...catalog.changes]}
          label="Changes"
          brief
          first={first}
        />
      )}
      <Group
        path={["problem"]}
        entries={catalog.problems}
        label="Problem"
        only={["heterogeneity", "hidden"]}
        brief
        first={first}
      />
      {"data" in problem && takesShapes(document) && (
        <Group path={["problem", "data"]} entries={catalog.data} label="Data" only={[]} />
      )}
      {isSplit(document) && (
        <Group
          path={["problem", "data", "split"]}
          entries={catalog.splits}
          absent="even"
          label="Whose points"
          first={first}
        />
      )}
      {hasNoise && (
        <Group
          path={["gradient"]}
          entries={catalog.gradients}
          tag="noise"
          absent="none"
          label="Noise"
          brief
          first={first}
        />
      )}
      <Group path={["stepSize"]} entries={catalog.stepSizes} label="Step size" only={["value"]} brief first={first} />
    </>
  );
}
