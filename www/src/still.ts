/** The picture that stands in for the demo where that cannot run; made by `npm run picture`. */

import picture from "../../docs/page.webp";
import { byId } from "./controls/dom";
import { element } from "./views/element";

export function showStill(): void {
  for (const id of ["words", "legend", "reading", "bar", "below"]) byId(id).hidden = true;
  const alt = "Two rings of sixteen agents, and the share of points that their models have right";
  const words =
    "A picture of the first step: with plain averaging (DSGD) each agent keeps to its own class; with a memory (Exact-Diffusion) all learn both.";
  const [image, caption] = [element("img", "", { src: picture, alt }), element("figcaption", "", {}, words)];
  byId("stage").replaceChildren(element("figure", "still", {}, image, caption));
}
