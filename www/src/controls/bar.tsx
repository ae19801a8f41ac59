/** The controls that matter most, in the bar. */

import { isSplit, takesShapes } from "./edit";
import { Group } from "./group";
import { usePage } from "./page";

export function MainControls() {
  const { document, view } = usePage().store;
  const { problem, gradient, network } = document;
  const hasNoise = !("data" in problem) || (gradient?.noise ?? "none") !== "none";
  const first = view.slider;
  return (
    <>
      <Group path={["network", "topology"]} label="Network" first={first} />
      {network.changes?.kind === "linkFailures" && (
        <Group path={["network", "changes"]} label="Changes" brief first={first} />
      )}
      <Group path={["problem"]} label="Problem" only={["heterogeneity", "hidden"]} brief first={first} />
      {"data" in problem && takesShapes(document) && <Group path={["problem", "data"]} label="Data" only={[]} />}
      {isSplit(document) && <Group path={["problem", "data", "split"]} label="Whose points" first={first} />}
      {hasNoise && <Group path={["gradient"]} label="Noise" brief first={first} />}
      <Group path={["stepSize"]} label="Step size" only={["value"]} brief first={first} />
    </>
  );
}
