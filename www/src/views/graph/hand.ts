/** A reader's actions on the network: look at an agent, move it, link and cut, by pointer or keyboard. */

import { minisOf } from "../beliefs/middle";
import type { CanvasView } from "../canvas-view";
import { createTooltip, reading } from "../tooltip";
import { nameOf } from "../called";
import { BELIEFS, type GraphData, type GraphEdit, type GraphEvents } from "../types";
import type { GraphPicture, Stand } from "./draw";
import { createEdits, type Step } from "./edits";
import { agentAt, elementAt, SLACK, type Hit } from "./hit";
import { createKeyboard } from "./keyboard";
import { describeAgent } from "./numbers";
import { LEGEND_HEIGHT, type Placement } from "./place";
import { followPointers } from "./pointer";

/** The data that it works on. */
export interface Bench {
  view: CanvasView<GraphData>;
  events: GraphEvents;
  /** Null while the graph is too large to be drawn agent by agent. */
  picture(): GraphPicture | null;
  /** The networks as they stand in the figure. */
  stands(): Stand[];
  editing(): boolean;
  /** An agent has been moved. */
  moved(): void;
  /** An agent has been chosen, or no longer. */
  chosen(): void;
}

export interface Hand {
  /** Whether a finger at a point takes an agent. */
  takes(x: number, y: number): boolean;
  /** Takes a key, or that the canvas is left. */
  take(event: Event): void;
  /** The reader's edits that have made `data` of the graph before it. */
  stepsTo(data: GraphData): Step[];
  /** There are new numbers, or, where it is not the `same`, there is a new graph. */
  refresh(same: boolean): void;
  /** Adds an agent beside the one at hand. */
  add(): void;
  /** Removes the chosen agent. */
  remove(): void;
  cut(edge: readonly [number, number]): void;
}

export function createHand({ view, events, picture, stands, editing, moved, chosen }: Bench): Hand {
  const { canvas } = view.surface;
  const tooltip = createTooltip(view.box, LEGEND_HEIGHT);
  const edits = createEdits();
  /** Where the keyboard's link starts. */
  let linkFrom: number | null = null;

  /** `edit` as a change of the graph shown. */
  function emit(edit: GraphEdit, place?: readonly [number, number]): void {
    const data = events.onEdit ? view.data() : null;
    const step = data && edits.step(data, edit, place);
    if (!step) return;
    // Added first: the answer may come at once.
    edits.add(step);
    if (events.onEdit?.(step.edit, step.graph) === false) edits.drop(step);
  }

  /** The network that the reader is at. */
  function stand(): Stand | null {
    return stands()[picture()?.panel ?? 0] ?? null;
  }

  function place(): Placement | null {
    return stand()?.at ?? null;
  }

  function tell(agent: number): void {
    const [shown, at] = [picture(), place()];
    // The enlarged map already shows everything.
    if (!shown || !at || shown.data.quantity === BELIEFS) tooltip.hide();
    else tooltip.show(at.x(agent), at.y(agent), reading(nameOf(shown.data, agent), describeAgent(shown.data, agent)));
  }

  function setActive(agent: number | null, edge: number | null = null): void {
    const shown = picture();
    if (!shown || (shown.active === agent && shown.edge === edge)) return;
    const changed = shown.active !== agent;
    Object.assign(shown, { active: agent, edge });
    canvas.style.cursor = agent !== null ? (editing() ? "crosshair" : "grab") : edge !== null ? "pointer" : "";
    if (agent === null) tooltip.hide();
    else tell(agent);
    if (changed) events.onAgent?.(agent);
    view.surface.redraw();
  }

  function addAgent(neighbor: number | null): void {
    const data = view.data();
    if (!data) return;
    const linked = neighbor ?? data.agents - 1;
    const at = picture()?.layout.positions;
    const beside = at ? ([nudged(at[2 * linked]!), nudged(at[2 * linked + 1]!)] as const) : undefined;
    emit({ type: "addAgent", neighbors: [linked] }, beside);
  }

  function removeAgent(agent: number | null): void {
    if (agent !== null) emit({ type: "removeAgent", agent });
  }

  function nearest(x: number, y: number, within: number): number | null {
    const [shown, at] = [picture(), place()];
    return shown && at && agentAt(shown.data, at, x, y, within);
  }

  function hitAt(x: number, y: number, slack: number): Hit {
    const [shown, at] = [picture(), stand()];
    if (!shown || !at) return { agent: null, edge: null };
    if (editing()) return elementAt(shown.data, at.at, x, y, slack);
    const agent = nearest(x, y, at.at.radius + slack);
    const mean = at.room && at.panel.beliefs ? minisOf(at.room, at.box)?.mean : null;
    const isMean = agent === null && mean && Math.hypot(mean.x - x, mean.y - y) < mean.radius;
    return { agent: isMean ? shown.data.agents : agent, edge: null };
  }

  /** Takes note of the network under the pointer; a drag stays with that where it began. */
  function arrive(event: PointerEvent): void {
    const shown = picture();
    if (!shown || (event.type !== "pointerdown" && event.buttons !== 0)) return;
    const [x] = view.surface.at(event);
    const panel = stands().findIndex(({ box }) => x >= box.left && x < box.left + box.width);
    if (panel >= 0) shown.panel = panel;
  }

  // Before the press is taken.
  for (const type of ["pointerdown", "pointermove"] as const) canvas.addEventListener(type, arrive, { capture: true });
  followPointers(
    view.surface,
    {
      hitAt,
      agentAt: (x, y, slack) => nearest(x, y, (place()?.radius ?? 0) + slack),
      editing,
    },
    {
      hover: setActive,
      move(agent, x, y) {
        const [shown, at] = [picture(), place()];
        if (!shown || !at || agent >= shown.data.agents) return;
        const [u, v] = at.toUnit(x, y);
        shown.layout.positions[2 * agent] = u;
        shown.layout.positions[2 * agent + 1] = v;
        moved();
        setActive(agent);
        tell(agent);
        view.surface.redraw();
      },
      linking(link) {
        const shown = picture();
        if (shown) shown.link = link;
        view.surface.redraw();
      },
      link: (from, to) => emit({ type: "addEdge", edge: [from, to] }),
      cut(edge) {
        const { edges } = picture()!.data;
        emit({ type: "removeEdge", edge: [edges[2 * edge]!, edges[2 * edge + 1]!] });
      },
      add(x, y) {
        const neighbor = nearest(x, y, Infinity);
        if (neighbor !== null) emit({ type: "addAgent", neighbors: [neighbor] }, place()?.toUnit(x, y));
      },
      choose(agent) {
        const shown = picture();
        if (!shown) return;
        setActive(agent);
        if (editing() && agent < shown.data.agents) shown.selected = shown.selected === agent ? null : agent;
        chosen();
        view.surface.redraw();
      },
    },
  );

  const press = createKeyboard({
    count: () => picture()?.data.agents ?? 0,
    position: (agent) => [place()?.x(agent) ?? 0, place()?.y(agent) ?? 0],
    editing,
    focused: () => {
      const { active = null, data } = picture() ?? {};
      return active !== null && data && active < data.agents ? active : null;
    },
    focus(agent) {
      setActive(agent);
      view.access.say(`${nameOf(picture()!.data, agent)}: ${numbersOf(picture()!, agent).join("; ")}`);
    },
    mean() {
      const shown = picture();
      if (!shown || shown.data.quantity !== BELIEFS) return;
      setActive(shown.active === shown.data.agents ? null : shown.data.agents);
      if (shown.active !== null) view.access.say("The map of the mean model");
    },
    link() {
      const shown = picture();
      const agent = shown?.active ?? null;
      if (!shown || agent === null) return;
      if (linkFrom === null || linkFrom === agent) {
        linkFrom = linkFrom === null ? agent : null;
        shown.selected = linkFrom;
        view.access.say(
          linkFrom === null ? "Link cancelled" : `Link from agent ${agent}: go to another agent and press Enter`,
        );
      } else {
        const edge = [linkFrom, agent] as const;
        const linked = edits.linked(shown.data, ...edge);
        view.access.say(`Agents ${linkFrom} and ${agent} ${linked ? "are no longer linked" : "linked"}`);
        linkFrom = shown.selected = null;
        emit({ type: linked ? "removeEdge" : "addEdge", edge });
      }
      view.surface.redraw();
    },
    add: () => addAgent(picture()?.active ?? null),
    remove: () => removeAgent(picture()?.active ?? null),
    cancel() {
      linkFrom = null;
      const shown = picture();
      if (shown) shown.selected = null;
      setActive(null);
      view.surface.redraw();
    },
  });

  return {
    takes(x, y) {
      const { agent } = hitAt(x, y, SLACK.coarse);
      return agent !== null && agent < (picture()?.data.agents ?? 0);
    },
    take(event) {
      if (event.type === "keydown") press(event as KeyboardEvent);
      else if (event.type === "blur") setActive(null);
    },
    stepsTo: edits.reach,
    refresh(same) {
      const active = picture()?.active ?? null;
      if (!same) linkFrom = null;
      if (active === null) tooltip.hide();
      else tell(active);
    },
    add: () => addAgent(picture()?.selected ?? picture()?.active ?? null),
    remove: () => removeAgent(picture()?.selected ?? null),
    cut: (edge) => emit({ type: "removeEdge", edge }),
  };
}

/** In words, with the methods' names where the networks differ. */
function numbersOf({ data }: GraphPicture, agent: number): string[] {
  return describeAgent(data, agent).map(({ name, values }) => {
    const told = values.map((value, i) => (values.length > 1 ? `${value} with ${data.panels[i]?.name ?? ""}` : value));
    return `${name} ${told.join(", ")}`;
  });
}

function nudged(position: number): number {
  return position + (position > 0.5 ? -0.12 : 0.12);
}
