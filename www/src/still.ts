/** The picture that stands in for the demo where that cannot run; made by `npm run picture`. */

import picture from "../../docs/page.webp";
import { byId, h } from "./controls/dom";

export function showStill(): void {
  for (const id of ["words", "legend", "reading", "bar", "below"]) byId(id).hidden = true;
  byId("stage").replaceChildren(
    h(
      "figure",
      { class: "still" },
      h("img", {
        src: picture,
        alt: "Two rings of sixteen agents, and the share of points that their models have right",
      }),
      h(
        "figcaption",
        {},
        "A picture of the first step: with plain averaging (DSGD) each agent keeps to its own class; with a memory (Exact-Diffusion) all learn both.",
      ),
    ),
  );
}
