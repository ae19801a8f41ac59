/** The network in its figure as the reader has it in hand: shared by drawing, pointer, keys and bar. */

import { minisOf } from "../beliefs/panel";
import { nameOf } from "../format";
import type { CanvasView } from "../canvas-view";
import { createTooltip, reading } from "../tooltip";
import { BELIEFS, type GraphData, type GraphEvents } from "../types";
import { colorScaleOf, isDrawn, standsOf, type GraphPicture, type Stand } from "./draw";
import { describeAgent } from "./describe";
import { applyEdit, components, edgeIndex, follow, type EdgeList, type GraphEdit } from "./structure";
import { LayoutMemory, type Step } from "./layout";
import { agentAt, elementAt, LEGEND_HEIGHT, type Hit, type Placement } from "./place";

export class GraphModel {
  /** Null while the graph is too large to be drawn agent by agent. */
  picture: GraphPicture | null = null;
  editing = false;
  revision = 0;
  readonly view: CanvasView<GraphData>;
  readonly events: GraphEvents;
  /** Where the keyboard's link starts. */
  #linkFrom: number | null = null;
  readonly #memory = new LayoutMemory();
  readonly #tooltip;
  readonly #onChoice: () => void;
  readonly #show: (data: GraphData, step: Step | null) => void;

  /** `onChoice`: an agent has been chosen, or no longer, editing begins or ends, or weights are shown. `show`: the reader has edited the graph. */
  constructor(
    view: CanvasView<GraphData>,
    events: GraphEvents,
    onChoice: () => void,
    show: (data: GraphData, step: Step | null) => void,
  ) {
    this.view = view;
    this.events = events;
    this.#onChoice = onChoice;
    this.#show = show;
    this.#tooltip = createTooltip(view.box, LEGEND_HEIGHT);
  }

  get data(): GraphData | null {
    return this.view.data();
  }

  get count(): number {
    return this.picture?.data.agents ?? 0;
  }

  /** The agent that the keys are at; the mean of all is none. */
  get focused(): number | null {
    const active = this.picture?.active ?? null;
    return active !== null && active < this.count ? active : null;
  }

  /** Takes new numbers, or a new graph, that `step` has made of the one before; whether it is the same graph. */
  take(data: GraphData, step: Step | null): boolean {
    const before = this.picture?.data ?? this.data;
    const isSame =
      before !== null && before.edges === data.edges && before.agents === data.agents && before.family === data.family;
    if (!isSame) {
      this.revision++;
      this.picture = isDrawn(data) ? this.#pictureOf(data, step) : null;
      // A link that keys have begun goes on from its agent, which is the one that is chosen.
      if (this.#linkFrom !== null) this.#linkFrom = this.picture?.selected ?? null;
    } else if (this.picture) {
      if (linksKey(before).some((part, i) => part !== linksKey(data)[i])) this.revision++;
      const panel = Math.min(this.picture.panel, data.panels.length - 1);
      this.picture = { ...this.picture, data, panel, scale: colorScaleOf(data) };
    }
    return isSame;
  }

  /** The picture of a graph that the figure has not shown; after an edit the reader still stands at the same agent. */
  #pictureOf(data: GraphData, step: Step | null): GraphPicture {
    const { picture } = this;
    const isKnown = step !== null || picture?.data.agents === data.agents;
    const still = (agent: number | null = null): number | null =>
      isKnown && step ? follow(agent, step.edit) : isKnown ? agent : null;
    return {
      data,
      layout: this.#memory.layoutFor(data, step),
      components: components(data),
      scale: colorScaleOf(data),
      active: still(picture?.active),
      selected: still(picture?.selected),
      panel: 0,
      edge: null,
      label: false,
      weights: picture?.weights ?? false,
      link: null,
    };
  }

  stands(): Stand[] {
    return this.picture ? standsOf(this.picture, this.view.surface.size()) : [];
  }

  place(): Placement | null {
    return this.#stand()?.at ?? null;
  }

  #stand(): Stand | null {
    return this.stands()[this.picture?.panel ?? 0] ?? null;
  }

  hitAt(x: number, y: number, slack: number): Hit {
    const [shown, at] = [this.picture, this.#stand()];
    if (!shown || !at) return { agent: null, edge: null };
    if (this.editing) return elementAt(shown.data, at.at, x, y, slack);
    const agent = agentAt(shown.data, at.at, x, y, at.at.radius + slack);
    const mean = at.room && at.panel.beliefs ? minisOf(at.room, at.box, shown.data)?.mean : null;
    const isMean = agent === null && mean && Math.hypot(mean.x - x, mean.y - y) < mean.radius;
    return { agent: isMean ? shown.data.agents : agent, edge: null };
  }

  targetAt(x: number, y: number, slack: number): number | null {
    const at = this.place();
    return this.picture && at && agentAt(this.picture.data, at, x, y, at.radius + slack);
  }

  /** Takes note of the network at a point, which is the one that the reader is at. */
  arrive(x: number): void {
    const panel = this.stands().findIndex(({ box }) => x >= box.left && x < box.left + box.width);
    if (this.picture && panel >= 0) this.picture.panel = panel;
  }

  setActive(agent: number | null, edge: number | null = null): void {
    const shown = this.picture;
    if (!shown || (shown.active === agent && shown.edge === edge)) return;
    const changed = shown.active !== agent;
    Object.assign(shown, { active: agent, edge });
    const { canvas } = this.view.surface;
    canvas.style.cursor = agent !== null ? (this.editing ? "crosshair" : "grab") : edge !== null ? "pointer" : "";
    this.tell();
    if (changed) this.events.onAgent?.(agent);
    this.redraw();
  }

  toggleMean(): void {
    if (this.picture?.data.quantity !== BELIEFS) return;
    this.setActive(this.picture.active === this.count ? null : this.count);
    if (this.picture.active !== null) this.view.access.say("The map of the mean model");
  }

  focus(agent: number): void {
    this.setActive(agent);
    const { data } = this.picture!;
    this.view.access.say(`${nameOf(data, agent)}: ${numbersOf(data, agent).join("; ")}`);
  }

  move(agent: number, x: number, y: number): void {
    const [shown, at] = [this.picture, this.place()];
    if (!shown || !at || agent >= this.count) return;
    const [u, v] = at.toUnit(x, y);
    shown.layout.positions[2 * agent] = u;
    shown.layout.positions[2 * agent + 1] = v;
    this.revision++;
    this.setActive(agent);
    this.tell();
    this.redraw();
  }

  choose(agent: number): void {
    const shown = this.picture;
    if (!shown) return;
    this.setActive(agent);
    if (this.editing && agent < this.count) shown.selected = shown.selected === agent ? null : agent;
    this.#onChoice();
    this.redraw();
  }

  /** A link is being drawn from an agent to a point; null when it is let go. */
  drawLink(link: GraphPicture["link"]): void {
    if (this.picture) this.picture.link = link;
    this.redraw();
  }

  /** By keys: starts a link at the agent that the reader is at, or ends it there; a link that is there is cut. */
  linkHere(): void {
    const [shown, agent, from] = [this.picture, this.picture?.active ?? null, this.#linkFrom];
    if (!shown || agent === null) return;
    if (from === null || from === agent) {
      this.#linkFrom = shown.selected = from === null ? agent : null;
      this.view.access.say(
        from === null ? `Link from agent ${agent}: go to another agent and press Enter` : "Link cancelled",
      );
    } else {
      const linked = edgeIndex(shown.data.edges, from, agent) >= 0;
      this.view.access.say(`Agents ${from} and ${agent} ${linked ? "are no longer linked" : "linked"}`);
      this.#linkFrom = shown.selected = null;
      this.edit({ type: linked ? "removeEdge" : "addEdge", edge: [from, agent] });
    }
    this.redraw();
  }

  cancel(): void {
    this.#linkFrom = null;
    if (this.picture) this.picture.selected = null;
    this.setActive(null);
    this.redraw();
  }

  addAt(x: number, y: number): void {
    const [shown, at] = [this.picture, this.place()];
    const neighbor = shown && at && agentAt(shown.data, at, x, y, Infinity);
    if (neighbor !== null) this.edit({ type: "addAgent", neighbors: [neighbor] }, at!.toUnit(x, y));
  }

  /** Adds an agent beside the chosen one, the one at hand, or the last. */
  add(): void {
    const { data } = this;
    if (!data) return;
    const linked = this.picture?.selected ?? this.picture?.active ?? data.agents - 1;
    const at = this.picture?.layout.positions;
    const beside = at ? ([nudged(at[2 * linked]!), nudged(at[2 * linked + 1]!)] as const) : undefined;
    this.edit({ type: "addAgent", neighbors: [linked] }, beside);
  }

  remove(agent: number | null): void {
    if (agent !== null) this.edit({ type: "removeAgent", agent });
  }

  cut(edge: number): void {
    const { edges } = this.picture!.data;
    this.edit({ type: "removeEdge", edge: [edges[2 * edge]!, edges[2 * edge + 1]!] });
  }

  /** `edit` as a change of the graph shown, which is seen at once; a new agent stands at `place`, in the unit square. */
  edit(edit: GraphEdit, place: readonly [number, number] = [0.5, 0.5]): void {
    const { onEdit } = this.events;
    const before = this.data;
    const graph = onEdit && before && applyEdit(before, edit);
    if (!graph) return;
    this.#show(edited(before, graph), { edit, place });
    if (onEdit(edit, graph) === false) this.#show(before, null);
  }

  setEditing(on: boolean): void {
    this.editing = on;
    if (this.picture) Object.assign(this.picture, { selected: null, edge: null, link: null });
    this.view.surface.canvas.classList.toggle("view-editing", on);
    this.#linkFrom = null;
    this.#onChoice();
    this.tell();
    this.redraw();
  }

  setWeights(on: boolean): void {
    if (this.picture) this.picture.weights = on;
    this.revision++;
    this.#onChoice();
    this.redraw();
  }

  redraw(): void {
    this.view.surface.redraw();
  }

  /** The numbers of the agent that is looked at, beside it; an enlarged map already shows everything. */
  tell(): void {
    const [shown, at, agent] = [this.picture, this.place(), this.picture?.active ?? null];
    if (!shown || !at || agent === null || shown.data.quantity === BELIEFS) this.#tooltip.hide();
    else
      this.#tooltip.show(
        at.x(agent),
        at.y(agent),
        reading(nameOf(shown.data, agent), describeAgent(shown.data, agent)),
      );
  }
}

/** A graph that the reader has made, until more is known of it. */
function edited({ weights: _, now: __, components: ___, ...data }: GraphData, { agents, edges }: EdgeList): GraphData {
  const panels =
    agents === data.agents ? data.panels : data.panels.map((panel) => ({ ...panel, values: {}, beliefs: null }));
  return { ...data, family: "explicit", agents, edges, panels };
}

function linksKey({ weights, now, panels, quantity }: GraphData): unknown[] {
  const named = panels.some(({ name }) => name !== undefined);
  return [weights, now?.used, panels.length, named, quantity === BELIEFS];
}

/** In words, with the methods' names where the networks differ. */
function numbersOf(data: GraphData, agent: number): string[] {
  return describeAgent(data, agent).map(({ name, values }) => {
    const told = values.map((value, i) => (values.length > 1 ? `${value} with ${data.panels[i]?.name ?? ""}` : value));
    return `${name} ${told.join(", ")}`;
  });
}

const nudged = (position: number): number => position + (position > 0.5 ? -0.12 : 0.12);
