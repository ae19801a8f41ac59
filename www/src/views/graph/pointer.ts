/** Pointers over the graph, turned into what the reader means: point, move, link, cut, add, choose. Dragging is d3's. */

import { drag } from "d3-drag";
import { select } from "d3-selection";
import { SLACK } from "./place";
import type { GraphModel } from "./model";

/** Movements below this are a click. */
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
  /** From d3's pixels to units of the figure. */
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
