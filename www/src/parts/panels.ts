/** The panels below the figures: everything that can be set, each part with a heading and a sentence. */

import { byId, h } from "../dom";
import type { Control } from "../controls/group";

export interface Panel {
  title: string;
  about: string;
  controls: readonly (Control | HTMLElement)[];
}

/** Adds a panel, closed, to the page. */
export function addPanel({ title, about, controls }: Panel): HTMLDetailsElement {
  const elements = controls.map((control) => (control instanceof HTMLElement ? control : control.element));
  const panel = h(
    "details",
    {},
    h("summary", {}, h("h3", {}, title), h("span", { class: "about" }, about)),
    h("div", { class: "body" }, ...elements),
  );
  byId("panels").append(panel);
  return panel;
}
