/** Around the network: above it its name, or how to edit it; below it the facts on W, and its links as a list of buttons. */

import { render } from "preact";
import type { CanvasView } from "../canvas-view";
import { Button, Select } from "../choices";
import { element, button } from "../element";
import type { GraphData, GraphEvents } from "../types";
import { captionOf, disconnection, spectrumOf } from "./describe";
import { AGENTS_EDITED, isDrawn, isSent, MOST_WEIGHTS } from "./draw";
import type { GraphModel } from "./model";
import { formatCount, formatNumber } from "../format";
import "./edges.css";

const HINT = {
  brief: "Drag to link, click to cut or add.",
  whole: "Drag between agents to link them. Click a link to cut it, a gap to add an agent.",
};
const SENT = "On the links: what neighbours tell each other.";

/** `model` is there once the first data come. */
export function createGraphBar(view: CanvasView<GraphData>, events: GraphEvents, model: () => GraphModel) {
  const [bar, corner, facts] = [element("div", "view-bar"), element("div"), element("p", "view-facts")];
  view.root.prepend(bar);
  view.box.append(corner);
  view.foot.prepend(facts);
  return {
    update(): void {
      const { data } = model();
      if (!data) return;
      render(<Bar model={model()} data={data} isEditable={events.onEdit !== undefined} />, bar);
      const { quantities, quantity } = data;
      const colors = { choices: quantities, chosen: quantity, choose: events.onQuantity, hidden: !isDrawn(data) };
      render(<Select name="Colour of the agents" class="view-corner" {...colors} />, corner);
      const told = data.changes ?? spectrumOf(data);
      if (events.write) events.write(facts, told);
      else if (facts.textContent !== told) facts.textContent = told;
      facts.title = data.changes ? "Wₖ changes from iteration to iteration: λ of its mean, and √λ₂(E[Wₖ²])" : "";
    },
  };
}

function Bar({ model, data, isEditable }: { model: GraphModel; data: GraphData; isEditable: boolean }) {
  const { picture, editing } = model;
  const { selected = null, weights = false } = picture ?? {};
  const split = disconnection(data);
  // A network drawn in summary has no agents to take hold of.
  const isLarge = data.agents > AGENTS_EDITED;
  const held = editing && !isLarge;
  const sends = data.beat != null && isDrawn(data) && isSent(data);
  const limit = isLarge && isEditable ? ` Networks of up to ${AGENTS_EDITED} agents can be edited.` : "";
  const caption = split ?? (held ? HINT.brief : sends ? SENT : captionOf(data) + limit);
  const onIt = data.changes
    ? "The mean weight of each link over the iterations, E[wᵢⱼ], on it"
    : "The weight of each link, on it";
  return (
    <>
      <p class={split ? "view-caption view-warning" : "view-caption"} title={held && !split ? HINT.whole : ""}>
        {caption}
      </p>
      <Button title="Add an agent, linked to the chosen one or to the last" hidden={!held} press={() => model.add()}>
        + agent
      </Button>
      <Button
        title="Remove the chosen agent"
        hidden={!held}
        disabled={selected === null || data.agents < 2}
        press={() => model.remove(selected)}
      >
        − agent
      </Button>
      <Button
        title={onIt}
        hidden={!data.weights || data.edges.length / 2 > MOST_WEIGHTS}
        aria-pressed={weights}
        press={() => model.setWeights(!weights)}
      >
        Weights
      </Button>
      <Button
        title="Add and remove links and agents"
        hidden={!isEditable || isLarge}
        aria-pressed={editing}
        press={() => model.setEditing(!editing)}
      >
        {editing ? "Done" : "Edit network"}
      </Button>
    </>
  );
}

const LISTED = 300;

/** Fills `content` with the list; where a button had the focus, the one in its place has it. */
export function fillEdges(content: HTMLElement, data: GraphData, cut: (edge: readonly [number, number]) => void): void {
  const focused = [...content.querySelectorAll<Element>("button")].indexOf(document.activeElement ?? content);
  const count = data.edges.length / 2;
  const links = Array.from({ length: Math.min(count, LISTED) }, (_, e) => link(data, e, cut));
  const items = links.map((made) => element("li", "", {}, made));
  const note = count > LISTED ? `The first ${LISTED} of ${formatCount(count)} are listed.` : "";
  content.replaceChildren(element("ul", "view-edges", {}, ...items), element("p", "", {}, note));
  if (focused >= 0) links[Math.min(focused, links.length - 1)]?.focus();
}

function link({ edges, weights, changes }: GraphData, e: number, cut: (edge: readonly [number, number]) => void) {
  const edge = [edges[2 * e]!, edges[2 * e + 1]!] as const;
  const weight = weights ? `, ${changes ? "mean " : ""}weight ${formatNumber(weights[e]!)}` : "";
  const made = button(`${edge[0]} – ${edge[1]}${weight}`, "Cut this link (Enter or Delete)", () => cut(edge));
  made.prepend(element("span", "view-hidden", {}, "Cut link "));
  made.addEventListener("keydown", (event) => {
    if (event.key === "Delete" || event.key === "Backspace") cut(edge);
  });
  return made;
}
