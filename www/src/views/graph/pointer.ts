/** Pointers and keys on the graph, turned into what the reader means: point, move, link, cut, add, choose. */

import { drag } from "d3-drag";
import { select } from "d3-selection";
import { SLACK } from "./place";
import type { GraphModel } from "./model";

const STILL = 4;

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

/** A finger reaches further. */
const slackOf = (event: Event): number =>
  "touches" in event || (event as PointerEvent).pointerType === "touch" ? SLACK.coarse : SLACK.fine;

export function followPointers(model: GraphModel): void {
  const { canvas, at } = model.view.surface;
  let held = false;
  /** Where the last press was, for what is no drag. */
  let pressed: [number, number] = [NaN, NaN];
  // Before the press is taken. A drag stays with the network where it began.
  for (const type of ["pointerdown", "pointermove"] as const)
    canvas.addEventListener(
      type,
      (event) => (type === "pointerdown" || event.buttons === 0) && model.arrive(at(event)[0]),
      { capture: true },
    );
  // A finger on an agent moves it; anywhere else the swipe scrolls the page.
  canvas.addEventListener(
    "touchstart",
    (event) => {
      const touch = event.touches[0];
      if (!touch || event.touches.length > 1) return;
      const { agent } = model.hitAt(...at(touch), SLACK.coarse);
      if (agent !== null && agent < model.count) event.preventDefault();
    },
    { passive: false },
  );

  select(canvas)
    .call(dragging(model, (on) => (held = on)) as never)
    // A finger that takes no agent scrolls the page.
    .style("touch-action", null)
    .on("pointermove", (event: PointerEvent) => {
      if (held) return;
      const { agent, edge } = model.hitAt(...at(event), slackOf(event));
      model.setActive(agent, edge);
    })
    .on("pointerdown", (event: PointerEvent) => {
      pressed = at(event);
      if (event.pointerType === "touch" && event.isPrimary)
        model.setActive(model.hitAt(...pressed, slackOf(event)).agent);
    })
    .on("pointerleave", (event: PointerEvent) => {
      // A finger that is lifted leaves too: what it has chosen stays until it touches something else.
      if (!held && event.pointerType !== "touch") model.setActive(null);
    })
    .on("click", (event: MouseEvent) => {
      const [x, y] = at(event);
      const still = Math.hypot(x - pressed[0], y - pressed[1]) <= STILL;
      const { agent, edge } = model.hitAt(x, y, slackOf(event));
      if (!model.editing || !still || agent !== null) return;
      if (edge !== null) model.cut(edge);
      else model.addAt(x, y);
    });
}

/** Dragging an agent moves it, or draws a link from it. */
function dragging(model: GraphModel, hold: (on: boolean) => void) {
  const { canvas, size } = model.view.surface;
  const unitsOf = ({ x, y }: { x: number; y: number }): [number, number] => {
    const unit = size().width / (canvas.clientWidth || 1);
    return [x * unit, y * unit];
  };
  return drag<HTMLCanvasElement, unknown, Grip | undefined>()
    .container(() => canvas)
    .clickDistance(STILL)
    .subject((event: Omit<Pull, "subject">): Grip | undefined => {
      const { agent } = model.hitAt(...unitsOf(event), slackOf(event.sourceEvent));
      if (agent === null) return undefined;
      return { agent, linking: model.editing !== event.sourceEvent.shiftKey, moved: false, x: event.x, y: event.y };
    })
    .on("start", () => hold(true))
    .on("drag", (event: Pull) => {
      const { subject } = event;
      const [x, y] = unitsOf(event);
      subject.moved ||= Math.hypot(event.x - subject.x, event.y - subject.y) > STILL;
      if (!subject.moved) return;
      if (subject.linking) {
        model.setActive(model.targetAt(x, y, slackOf(event.sourceEvent)));
        model.drawLink({ from: subject.agent, x, y });
      } else model.move(subject.agent, x, y);
    })
    .on("end", (event: Pull) => {
      const { agent, linking, moved } = event.subject;
      hold(false);
      model.drawLink(null);
      if (!moved) return model.choose(agent);
      const to = linking ? model.targetAt(...unitsOf(event), slackOf(event.sourceEvent)) : null;
      if (to !== null && to !== agent) model.edit({ type: "addEdge", edge: [agent, to] });
    });
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function takeKey(model: GraphModel, event: KeyboardEvent): void {
  const { count, focused, editing } = model;
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
  if (key === "Escape") {
    model.cancel();
    return;
  }
  const direction = Object.hasOwn(DIRECTIONS, key) ? DIRECTIONS[key] : undefined;
  if (direction) model.focus(focused === null ? 0 : neighborIn(direction, focused, model));
  else if (key === "Home") model.focus(0);
  else if (key === "End") model.focus(count - 1);
  else if (key === "PageDown") model.focus(Math.min(count - 1, (focused ?? -1) + 1));
  else if (key === "PageUp") model.focus(Math.max(0, (focused ?? 0) - 1));
  else if (key === "m" || key === "M") model.toggleMean();
  else if (editing && (key === "Enter" || key === " ")) model.linkHere();
  else if (editing && (key === "Delete" || key === "Backspace")) model.remove(model.picture?.active ?? null);
  else if (editing && key === "+") model.add();
  else return;
  event.preventDefault();
}

/** The nearest agent that lies mainly in `direction`; the focused one itself where there is none. */
function neighborIn([dx, dy]: readonly [number, number], from: number, model: GraphModel): number {
  const at = model.place();
  if (!at) return from;
  let [best, cost] = [from, Infinity];
  for (let i = 0; i < model.count; i++) {
    const [x, y] = [at.x(i) - at.x(from), at.y(i) - at.y(from)];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1e-6 && along + 2 * aside < cost) [best, cost] = [i, along + 2 * aside];
  }
  return best;
}
