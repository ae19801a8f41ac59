/** Gestures on the plotting area: point, drag out a part of the axis, pinch, and return to the whole. */

import { drag } from "d3-drag";
import { pointer, select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent } from "d3-zoom";
import type { Domain } from "../scales";
import { CLOSEST } from "./prepare";

/** Places and parts are shares of the plotting area's width, from the left. */
export interface GestureActions {
  /** The part of the whole axis that is shown. */
  shown(): Domain;
  zoom(part: Domain | null): void;
  /** A part is being dragged out; null when that is over. */
  select(part: Domain | null): void;
  /** The pointer is there, `top` CSS pixels from the top; null when it left, or two fingers are at work. */
  point(at: number | null, top: number): void;
}

/** The least width of a selection, in CSS pixels. */
const STILL = 4;

export function followGestures(plot: HTMLElement, actions: GestureActions): void {
  const share = (x: number): number => Math.min(1, Math.max(0, x / plot.clientWidth));
  const area = (): [[number, number], [number, number]] => [
    [0, 0],
    [plot.clientWidth, plot.clientHeight],
  ];
  let spreading = false;

  // A turn of the wheel alone scrolls the page, and so does one finger. Trackpads report a pinch as the wheel with Ctrl.
  const spread = zoom<HTMLElement, unknown>()
    .filter((event: WheelEvent | TouchEvent) => {
      const meant = "touches" in event ? event.touches.length > 1 : event.type === "wheel" && event.ctrlKey;
      if (meant && !spreading) takeUp();
      return meant;
    })
    .extent(area)
    .scaleExtent([1, 1 / CLOSEST])
    .on("start", ({ sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      spreading = sourceEvent !== null;
      if (sourceEvent?.type.startsWith("touch")) actions.point(null, 0);
    })
    .on("zoom", ({ sourceEvent, transform }: D3ZoomEvent<HTMLElement, unknown>) => {
      const part = [0, plot.clientWidth].map((x) => transform.invertX(x) / plot.clientWidth) as [number, number];
      if (sourceEvent) actions.zoom(part);
    })
    .on("end", () => {
      spreading = false;
    });

  /** Gives d3 the part that is currently shown. */
  function takeUp(): void {
    const [from, to] = actions.shown();
    const scale = 1 / (to - from);
    select(plot).call(spread.transform, zoomIdentity.translate(-from * scale * plot.clientWidth, 0).scale(scale));
  }

  let from = 0;
  const pull = drag<HTMLElement, unknown>()
    .touchable(false)
    .container(() => plot)
    .on("start", ({ x }: { x: number }) => {
      from = x;
    })
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
    .call(spread)
    .call(pull)
    .on("dblclick.zoom", () => actions.zoom(null))
    .on("pointermove pointerdown", (event: PointerEvent) => {
      const [x, y] = pointer(event, plot);
      if (event.isPrimary && !spreading) actions.point(share(x), y);
    })
    .on("pointerleave", (event: PointerEvent) => {
      if (event.pointerType === "mouse") actions.point(null, 0);
    });
}
