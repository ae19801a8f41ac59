/** Pointers over the graph, turned into what the reader means: point, move, link, cut, add, choose. */

export interface PointerTargets {
  /** Agent within reach of a point in CSS pixels of the canvas, or null; touch reaches further. */
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
const SLACK = { fine: 5, coarse: 14 };

export function listenToPointer(
  canvas: HTMLCanvasElement,
  targets: PointerTargets,
  actions: PointerActions,
): () => void {
  let drag: { agent: number | null; linking: boolean; moved: boolean; x: number; y: number } | null = null;
  const abort = new AbortController();
  const { signal } = abort;

  const point = (event: { clientX: number; clientY: number }): [number, number] => {
    const { left, top } = canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const slackOf = (event: PointerEvent): number => (event.pointerType === "touch" ? SLACK.coarse : SLACK.fine);
  const finish = (): void => {
    drag = null;
    actions.linking(null);
  };

  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const [x, y] = point(event);
      const agent = targets.agentAt(x, y, slackOf(event));
      drag = { agent, linking: targets.editing() !== event.shiftKey, moved: false, x, y };
      if (agent !== null) canvas.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      const [x, y] = point(event);
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
    { signal },
  );
  canvas.addEventListener(
    "pointerup",
    (event) => {
      const ended = drag;
      finish();
      if (!ended) return;
      const [x, y] = point(event);
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
    { signal },
  );
  canvas.addEventListener("pointercancel", finish, { signal });
  canvas.addEventListener("pointerleave", () => drag ?? actions.hover(null, null, 0, 0), { signal });
  // A finger on an agent moves it; anywhere else the swipe scrolls the page.
  canvas.addEventListener(
    "touchstart",
    (event) => {
      const touch = event.touches[0];
      if (event.touches.length === 1 && touch && targets.agentAt(...point(touch), SLACK.coarse) !== null)
        event.preventDefault();
    },
    { signal, passive: false },
  );
  return () => abort.abort();
}
