/** The panels below the figures: everything that can be set, each part with a heading and a sentence. */

import { byId, h } from "./dom";

export interface Panel {
  /** Where it stands; with the theory when left out. */
  group?: "setup" | "theory" | "instruments" | "files";
  title: string;
  about: string;
  controls?: readonly HTMLElement[];
}

/** Adds a panel, closed, to the page. */
export function addPanel({ group = "theory", title, about, controls = [] }: Panel): HTMLDetailsElement {
  const panel = h(
    "details",
    {},
    h("summary", {}, h("h3", {}, title), h("span", { class: "about" }, about)),
    h("div", { class: "body" }, ...controls),
  );
  byId(`panels-${group}`).append(panel);
  return panel;
}
