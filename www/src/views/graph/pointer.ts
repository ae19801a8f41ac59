/** Pointers over the graph, turned into what the reader means: point, move, link, cut, add, choose. */

import type { Surface } from "../surface";
import { SLACK } from "./hit";

export interface PointerTargets {
  /** Agent within reach of a point of the canvas, or null; touch reaches further. */
  agentAt(x: number, y: number, slack: number): number | null;
  edgeAt(x: number, y: number, slack: number): number | null;
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

/** What takes the pointer's events of the canvas. */
export function createPointer(
  { canvas, at }: Surface,
  targets: PointerTargets,
  actions: PointerActions,
): (event: PointerEvent) => void {
  let drag: { agent: number | null; linking: boolean; moved: boolean; x: number; y: number } | null = null;
  const slackOf = (event: PointerEvent): number => (event.pointerType === "touch" ? SLACK.coarse : SLACK.fine);
  const finish = (): void => {
    drag = null;
    actions.linking(null);
  };

  const takers: Record<string, (event: PointerEvent, x: number, y: number) => void> = {
    pointerdown(event, x, y) {
      if (event.button !== 0 || !event.isPrimary) return;
      const agent = targets.agentAt(x, y, slackOf(event));
      drag = { agent, linking: targets.editing() !== event.shiftKey, moved: false, x, y };
      if (agent !== null) capture(event.pointerId);
      else if (event.pointerType === "touch") actions.hover(null, null, x, y);
    },
    pointermove(event, x, y) {
      if (drag && Math.hypot(x - drag.x, y - drag.y) > STILL) drag.moved = true;
      if (!drag || drag.agent === null) {
        const agent = targets.agentAt(x, y, slackOf(event));
        const edge = agent === null && targets.editing() ? targets.edgeAt(x, y, slackOf(event)) : null;
        actions.hover(agent, edge, x, y);
      } else if (drag.moved && drag.linking) {
        actions.hover(targets.agentAt(x, y, slackOf(event)), null, x, y);
        actions.linking({ from: drag.agent, x, y });
      } else if (drag.moved) {
        actions.move(drag.agent, x, y);
      }
    },
    pointerup(event, x, y) {
      const ended = drag;
      finish();
      if (!ended) return;
      if (ended.agent !== null) {
        if (!ended.moved) actions.choose(ended.agent);
        else if (ended.linking) {
          const to = targets.agentAt(x, y, slackOf(event));
          if (to !== null && to !== ended.agent) actions.link(ended.agent, to);
        }
      } else if (!ended.moved && targets.editing()) {
        const edge = targets.edgeAt(x, y, slackOf(event));
        if (edge !== null) actions.cut(edge);
        else actions.add(x, y);
      }
    },
    pointercancel: finish,
    // A finger that is lifted leaves too: what it has chosen stays until it touches something else.
    pointerleave: (event) => drag ?? (event.pointerType === "touch" || actions.hover(null, null, 0, 0)),
  };

  function capture(pointer: number): void {
    try {
      canvas.setPointerCapture(pointer);
    } catch {
      // Already up again, where the press is older than this code.
    }
  }

  return (event) => takers[event.type]?.(event, ...at(event));
}
