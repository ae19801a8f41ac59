/** Pointers over the graph, turned into what the reader means: point, move, link, cut, add, choose. Dragging is d3's. */

import { drag } from "d3-drag";
import { select } from "d3-selection";
import type { Surface } from "../surface";
import { SLACK, type Hit } from "./hit";

export interface PointerTargets {
  /** What a press at a point of the canvas would take; touch reaches further. */
  hitAt(x: number, y: number, slack: number): Hit;
  /** The agent that a link which is let go there would lead to. */
  agentAt(x: number, y: number, slack: number): number | null;
  editing(): boolean;
}

export interface PointerActions {
  hover(agent: number | null, edge: number | null, x: number, y: number): void;
  move(agent: number, x: number, y: number): void;
  /** A link is being drawn from an agent to a point; null when it is let go. */
  linking(link: { from: number; x: number; y: number } | null): void;
  link(from: number, to: number): void;
  cut(edge: number): void;
  add(x: number, y: number): void;
  choose(agent: number): void;
}

/** Movements below this are a click. */
const STILL = 4;

/** An agent that is held. */
interface Grip {
  agent: number;
  linking: boolean;
  moved: boolean;
  /** Where it was taken, in pixels of the canvas, from d3. */
  x: number;
  y: number;
}

interface Pull {
  subject: Grip;
  x: number;
  y: number;
  sourceEvent: MouseEvent | TouchEvent;
}

/** Begins to follow the pointers over the canvas. */
export function followPointers({ canvas, at, size }: Surface, targets: PointerTargets, actions: PointerActions): void {
  let held = false;
  /** Where the last press was, for what is no drag. */
  let pressed: [number, number] = [NaN, NaN];
  const slackOf = (event: Event): number =>
    "touches" in event || (event as PointerEvent).pointerType === "touch" ? SLACK.coarse : SLACK.fine;
  /** From d3's pixels to units of the figure. */
  const unitsOf = ({ x, y }: { x: number; y: number }): [number, number] => {
    const unit = size().width / (canvas.clientWidth || 1);
    return [x * unit, y * unit];
  };

  const pull = drag<HTMLCanvasElement, unknown, Grip | undefined>()
    .container(() => canvas)
    .clickDistance(STILL)
    .subject((event: Omit<Pull, "subject">): Grip | undefined => {
      const { agent } = targets.hitAt(...unitsOf(event), slackOf(event.sourceEvent));
      if (agent === null) return undefined;
      return { agent, linking: targets.editing() !== event.sourceEvent.shiftKey, moved: false, x: event.x, y: event.y };
    })
    .on("start", () => {
      held = true;
    })
    .on("drag", (event: Pull) => {
      const { subject } = event;
      const [x, y] = unitsOf(event);
      subject.moved ||= Math.hypot(event.x - subject.x, event.y - subject.y) > STILL;
      if (!subject.moved) return;
      if (subject.linking) {
        actions.hover(targets.agentAt(x, y, slackOf(event.sourceEvent)), null, x, y);
        actions.linking({ from: subject.agent, x, y });
      } else actions.move(subject.agent, x, y);
    })
    .on("end", (event: Pull) => {
      const { agent, linking, moved } = event.subject;
      held = false;
      actions.linking(null);
      if (!moved) return actions.choose(agent);
      const to = linking ? targets.agentAt(...unitsOf(event), slackOf(event.sourceEvent)) : null;
      if (to !== null && to !== agent) actions.link(agent, to);
    });

  select(canvas)
    .call(pull as never)
    // A finger that takes no agent scrolls the page.
    .style("touch-action", null)
    .on("pointermove", (event: PointerEvent) => {
      if (held) return;
      const [x, y] = at(event);
      const { agent, edge } = targets.hitAt(x, y, slackOf(event));
      actions.hover(agent, edge, x, y);
    })
    .on("pointerdown", (event: PointerEvent) => {
      pressed = at(event);
      if (event.pointerType === "touch" && event.isPrimary)
        actions.hover(targets.hitAt(...pressed, slackOf(event)).agent, null, ...pressed);
    })
    .on("pointerleave", (event: PointerEvent) => {
      // A finger that is lifted leaves too: what it has chosen stays until it touches something else.
      if (!held && event.pointerType !== "touch") actions.hover(null, null, 0, 0);
    })
    .on("click", (event: MouseEvent) => {
      const [x, y] = at(event);
      const still = Math.hypot(x - pressed[0], y - pressed[1]) <= STILL;
      const { agent, edge } = targets.hitAt(x, y, slackOf(event));
      if (!targets.editing() || !still || agent !== null) return;
      if (edge !== null) actions.cut(edge);
      else actions.add(x, y);
    });
}
