/** Gestures on the plotting area: point, drag out a part of the axis, pinch, and return to the whole. */

import { drag } from "d3-drag";
import { pointer, select } from "d3-selection";
import type { Domain } from "../frame";
import type { SpreadActions } from "./spread";

interface GestureActions extends SpreadActions {
  /** A part is being dragged out; null when that is over. */
  select(part: Domain | null): void;
}

const STILL = 4;

export function followGestures(plot: HTMLElement, actions: GestureActions): void {
  const share = (x: number): number => Math.min(1, Math.max(0, x / plot.clientWidth));
  let isSpreading = (): boolean => false;
  // Two fingers and their library come when the page is first touched, not with it; without them the rest works.
  const untouched = new AbortController();
  const load = async (): Promise<void> => {
    untouched.abort();
    const spread = await import("./spread").catch(() => null);
    if (spread) isSpreading = spread.followSpread(plot, actions);
  };
  for (const type of ["pointermove", "pointerdown"])
    addEventListener(type, load, { passive: true, signal: untouched.signal });

  let from = 0;
  const pull = drag<HTMLElement, unknown>()
    .touchable(false)
    .container(() => plot)
    .on("start", ({ x }: { x: number }) => (from = x))
    .on("drag", ({ x }: { x: number }) => actions.select(partOf(from, x)))
    .on("end", ({ x }: { x: number }) => {
      actions.select(null);
      const [left, right] = actions.shown();
      if (Math.abs(x - from) > STILL)
        actions.zoom(partOf(from, x).map((at) => left + at * (right - left)) as [number, number]);
    });

  function partOf(a: number, b: number): [number, number] {
    return [share(Math.min(a, b)), share(Math.max(a, b))];
  }

  select(plot)
    .call(pull)
    .on("dblclick", () => actions.zoom(null))
    .on("pointermove pointerdown", (event: PointerEvent) => {
      const [x, y] = pointer(event, plot);
      if (event.isPrimary && !isSpreading()) actions.point(share(x), y);
    })
    .on("pointerleave", (event: PointerEvent) => {
      if (event.pointerType === "mouse") actions.point(null, 0);
    });
}
