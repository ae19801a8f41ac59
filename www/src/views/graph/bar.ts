/** Around the network: above it its name, or how to edit it, and the editing buttons; below it the legend of the colours. */

import { element } from "../element";
import { createSelect } from "../select";
import type { GraphData } from "../types";
import { AGENTS_EDITED, isDrawn, isSent, MOST_WEIGHTS } from "./draw";
import { captionOf, disconnection, spectrumOf } from "./describe";

const HINT = {
  brief: "Drag to link, click to cut or add.",
  whole: "Drag between agents to link them. Click a link to cut it, a gap to add an agent.",
};
const SENT = "On the links: what neighbours tell each other.";

export interface GraphBar {
  update(data: GraphData, selected: number | null): void;
}

export interface GraphBarActions {
  quantity(id: string): void;
  editing(on: boolean): void;
  /** Whether every link says its weight. */
  weights(on: boolean): void;
  add(): void;
  remove(): void;
  write(element: HTMLElement, text: string): void;
  /** Whether there is anybody to take an edit. */
  editable: boolean;
}

export function createGraphBar(
  { root, box, foot }: Record<"root" | "box" | "foot", HTMLElement>,
  actions: GraphBarActions,
): GraphBar {
  const bar = element("div", "view-bar");
  const caption = element("p", "view-caption");
  const edit = button("Edit network", "Add and remove links and agents");
  edit.setAttribute("aria-pressed", "false");
  const add = button("+ agent", "Add an agent, linked to the chosen one or to the last");
  const remove = button("− agent", "Remove the chosen agent");
  add.hidden = remove.hidden = true;
  const weights = button("Weights", "The weight of each link, on it");
  weights.setAttribute("aria-pressed", "false");
  bar.append(caption, add, remove, weights, edit);
  root.prepend(bar);
  const quantity = createSelect("Colour of the agents", actions.quantity);
  quantity.element.classList.add("view-corner");
  box.append(quantity.element);
  const facts = element("p", "view-facts");
  foot.prepend(facts);
  let data: GraphData | null = null;
  let editing = false;
  let sends = false;

  function write(): void {
    const split = data && disconnection(data);
    // A network drawn in summary has no agents to take hold of.
    const isLarge = data !== null && data.agents > AGENTS_EDITED;
    const held = editing && !isLarge;
    const limit = isLarge && actions.editable ? ` Networks of up to ${AGENTS_EDITED} agents can be edited.` : "";
    caption.textContent = split ?? (held ? HINT.brief : sends ? SENT : data ? captionOf(data) + limit : "");
    caption.title = held && split === null ? HINT.whole : "";
    caption.classList.toggle("view-warning", split !== null);
    add.hidden = remove.hidden = !held;
  }

  edit.addEventListener("click", () => {
    editing = !editing;
    edit.setAttribute("aria-pressed", String(editing));
    edit.textContent = editing ? "Done" : "Edit network";
    write();
    actions.editing(editing);
  });
  weights.addEventListener("click", () => {
    const on = weights.getAttribute("aria-pressed") !== "true";
    weights.setAttribute("aria-pressed", String(on));
    actions.weights(on);
  });
  add.addEventListener("click", actions.add);
  remove.addEventListener("click", actions.remove);

  return {
    update(next, selected) {
      quantity.update(next.quantities, next.quantity);
      actions.write(facts, next.changes ?? spectrumOf(next));
      facts.title = next.changes ? "Wₖ changes from iteration to iteration: λ of its mean, and √λ₂(E[Wₖ²])" : "";
      weights.title = next.changes
        ? "The mean weight of each link over the iterations, E[wᵢⱼ], on it"
        : "The weight of each link, on it";
      weights.hidden = !next.weights || next.edges.length / 2 > MOST_WEIGHTS;
      quantity.element.hidden = !isDrawn(next);
      edit.hidden = !actions.editable || next.agents > AGENTS_EDITED;
      remove.disabled = selected === null || next.agents < 2;
      const sending = next.beat != null && isDrawn(next) && isSent(next);
      const same = data?.edges === next.edges && data.agents === next.agents && data.family === next.family;
      if (same && sends === sending) return;
      sends = sending;
      data = next;
      write();
    },
  };
}

function button(text: string, title: string): HTMLButtonElement {
  const made = element("button", "view-button");
  made.type = "button";
  made.textContent = text;
  made.title = title;
  return made;
}
