/** Around the network: above it its name, or how to edit it, and the editing buttons; below it the facts on W. */

import { button, element } from "../element";
import { createSelect } from "../select";
import type { GraphData, GraphEvents } from "../types";
import { captionOf, disconnection, spectrumOf } from "./describe";
import { AGENTS_EDITED, isDrawn, isSent, MOST_WEIGHTS } from "./draw";
import type { GraphModel } from "./model";

const HINT = {
  brief: "Drag to link, click to cut or add.",
  whole: "Drag between agents to link them. Click a link to cut it, a gap to add an agent.",
};
const SENT = "On the links: what neighbours tell each other.";

/** `model` is there once the first data come. */
export function createGraphBar(
  { root, box, foot }: Record<"root" | "box" | "foot", HTMLElement>,
  events: GraphEvents,
  model: () => GraphModel,
): { update(): void } {
  const caption = element("p", "view-caption");
  const edit = button("Edit network", "Add and remove links and agents", () => model().setEditing(!model().editing));
  const add = button("+ agent", "Add an agent, linked to the chosen one or to the last", () => model().add());
  const remove = button("− agent", "Remove the chosen agent", () => model().remove(model().picture?.selected ?? null));
  const weights = button("Weights", "The weight of each link, on it", () => {
    const on = weights.getAttribute("aria-pressed") !== "true";
    weights.setAttribute("aria-pressed", String(on));
    model().setWeights(on);
  });
  weights.setAttribute("aria-pressed", "false");
  root.prepend(element("div", "view-bar", {}, caption, add, remove, weights, edit));
  const quantity = createSelect("Colour of the agents", events.onQuantity);
  quantity.element.classList.add("view-corner");
  box.append(quantity.element);
  const facts = element("p", "view-facts");
  foot.prepend(facts);
  /** What the caption was written for. */
  let written: unknown[] = [];

  function write(data: GraphData, editing: boolean, editable: boolean, sends: boolean): void {
    const news = [data.edges, data.agents, data.family, editing, sends];
    if (news.every((part, i) => part === written[i])) return;
    written = news;
    const split = disconnection(data);
    // A network drawn in summary has no agents to take hold of.
    const isLarge = data.agents > AGENTS_EDITED;
    const held = editing && !isLarge;
    const limit = isLarge && editable ? ` Networks of up to ${AGENTS_EDITED} agents can be edited.` : "";
    caption.textContent = split ?? (held ? HINT.brief : sends ? SENT : captionOf(data) + limit);
    caption.title = held && split === null ? HINT.whole : "";
    caption.classList.toggle("view-warning", split !== null);
    add.hidden = remove.hidden = !held;
    edit.setAttribute("aria-pressed", String(editing));
    edit.textContent = editing ? "Done" : "Edit network";
  }

  return {
    update() {
      const { data, picture, editing } = model();
      if (!data) return;
      const editable = events.onEdit !== undefined;
      quantity.update(data.quantities, data.quantity);
      quantity.element.hidden = !isDrawn(data);
      const told = data.changes ?? spectrumOf(data);
      if (events.write) events.write(facts, told);
      else if (facts.textContent !== told) facts.textContent = told;
      facts.title = data.changes ? "Wₖ changes from iteration to iteration: λ of its mean, and √λ₂(E[Wₖ²])" : "";
      weights.title = data.changes
        ? "The mean weight of each link over the iterations, E[wᵢⱼ], on it"
        : "The weight of each link, on it";
      weights.hidden = !data.weights || data.edges.length / 2 > MOST_WEIGHTS;
      edit.hidden = !editable || data.agents > AGENTS_EDITED;
      remove.disabled = (picture?.selected ?? null) === null || data.agents < 2;
      write(data, editing, editable, data.beat != null && isDrawn(data) && isSent(data));
    },
  };
}
