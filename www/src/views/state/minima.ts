/** The agents' own minima on a map, taken by hand or by key and moved. */

import { drag } from "d3-drag";
import { pointer, select } from "d3-selection";
import type { CanvasView } from "../canvas-view";
import { formatNumber } from "../format";
import type { Frame } from "../frame";
import type { ContourData } from "../types";

/** The minimum that the reader has in the hand, or at the keys. */
export interface Hold {
  agent: number;
  /** Where the hand is; null where the minimum lies as the page has it. */
  place: readonly [number, number] | null;
}

interface MinimaActions {
  frames(data: ContourData): Frame[];
  hold(hold: Hold | null): void;
  move(agent: number, place: readonly [number, number]): void;
}

/** How near a cross is taken: with a mouse or pen, and with a finger. */
const REACH = { fine: 14, coarse: 26 };
/** Of the map's width and height, what an arrow moves a minimum, and with Shift. */
const STEP = { plain: 0.02, far: 0.1 };

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function createMinimaHand(view: CanvasView<ContourData>, { frames, hold, move }: MinimaActions): void {
  const { canvas } = view.surface;
  let chosen: number | null = null;
  /** Where a key has moved it, until the page updates. */
  let moved: { place: readonly [number, number]; from: ArrayLike<number> } | null = null;

  /** The minimum nearest to a point of the canvas, in its units, and the map that it is on. */
  function near(x: number, y: number, reach: number): { agent: number; frame: Frame } | null {
    const data = view.data();
    if (!data?.movable || !data.optima) return null;
    let best: { agent: number; frame: Frame } | null = null;
    for (const frame of frames(data))
      for (let agent = 0; agent < data.optima.length / 2; agent++) {
        const distance = Math.hypot(frame.x(data.optima[2 * agent]!) - x, frame.y(data.optima[2 * agent + 1]!) - y);
        if (distance < reach) [best, reach] = [{ agent, frame }, distance];
      }
    return best;
  }

  const reachOf = (event: Event): number =>
    "touches" in event || (event as PointerEvent).pointerType === "touch" ? REACH.coarse : REACH.fine;
  const within = (at: number, [least, most]: readonly [number, number]): number => Math.max(least, Math.min(most, at));

  /** d3 gives the pointer in pixels of the canvas. */
  const units = (): number => view.surface.size().width / (canvas.clientWidth || 1);

  const pull = drag<HTMLCanvasElement, unknown, { agent: number; frame: Frame; x: number; y: number } | undefined>()
    .container(() => canvas)
    .subject(({ x, y, sourceEvent }: { x: number; y: number; sourceEvent: Event }) => {
      const found = near(x * units(), y * units(), reachOf(sourceEvent));
      return found ? { ...found, x, y } : undefined;
    })
    .on("start", ({ subject }: { subject: { agent: number } }) => {
      chosen = subject.agent;
      hold({ agent: chosen, place: null });
    })
    .on("drag", ({ subject, x, y }: { subject: { agent: number; frame: Frame }; x: number; y: number }) => {
      const data = view.data();
      if (!data) return;
      const place = [
        within(subject.frame.x.invert(x * units()), data.xRange),
        within(subject.frame.y.invert(y * units()), data.yRange),
      ] as const;
      hold({ agent: subject.agent, place });
      move(subject.agent, place);
    })
    .on("end", ({ subject }: { subject: { agent: number } }) => hold({ agent: subject.agent, place: null }));

  // A finger that takes no cross scrolls the page.
  select(canvas)
    .call(pull as never)
    .style("touch-action", null);
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = pointer(event, canvas);
    canvas.style.cursor = near(x * units(), y * units(), reachOf(event)) ? "grab" : "";
  });
  canvas.addEventListener("blur", () => {
    chosen = null;
    hold(null);
  });
  canvas.addEventListener("keydown", (event) => {
    const data = view.data();
    if (!data?.movable || !data.optima || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = data.optima.length / 2;
    const arrow = Object.hasOwn(ARROWS, event.key) ? ARROWS[event.key]! : null;
    if (event.key === "PageDown" || event.key === "PageUp" || (arrow && chosen === null)) {
      const step = event.key === "PageUp" ? -1 : 1;
      chosen = chosen === null ? 0 : (chosen + step + count) % count;
      moved = null;
      say([data.optima[2 * chosen]!, data.optima[2 * chosen + 1]!], chosen);
    } else if (arrow && chosen !== null) {
      const step = event.shiftKey ? STEP.far : STEP.plain;
      const { optima, xRange, yRange } = data;
      const at = moved?.from === optima ? moved.place : ([optima[2 * chosen]!, optima[2 * chosen + 1]!] as const);
      const place = [xRange, yRange].map((range, axis) =>
        within(at[axis]! + arrow[axis]! * step * (range[1] - range[0]), range),
      ) as [number, number];
      moved = { place, from: optima };
      move(chosen, place);
      say(place, chosen);
    } else if (event.key === "Escape") chosen = null;
    else return;
    event.preventDefault();
    hold(chosen === null ? null : { agent: chosen, place: null });
  });

  function say([x, y]: readonly [number, number], agent: number): void {
    view.access.say(`Minimum of agent ${agent} at (${formatNumber(x)}, ${formatNumber(y)})`);
  }
}
