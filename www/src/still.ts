/** The picture that stands in for the demo where that cannot run; made by `npm run still`. */

import picture from "../figure-2.svg";
import { byId, h } from "./controls/dom";

export function showStill(): void {
  for (const id of ["words", "legend", "reading", "bar", "below"]) byId(id).hidden = true;
  byId("stage").replaceChildren(
    h(
      "figure",
      { class: "still" },
      h("img", { src: picture, alt: "Error curves of five methods on a ring of 32 agents" }),
      h(
        "figcaption",
        {},
        "A run made beforehand, after Figure 2 of the paper: on a ring of agents with unequal data DSGD stalls, while Exact-Diffusion follows centralised SGD.",
      ),
    ),
  );
}
