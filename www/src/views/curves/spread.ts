/** Two fingers on the plotting area, or the wheel with Ctrl, spread the axis. */

import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent } from "d3-zoom";
import type { Domain } from "../frame";
import { CLOSEST } from "./scene";

/** Places and parts are shares of the plotting area's width, from the left. */
export interface SpreadActions {
  shown(): Domain;
  zoom(part: Domain | null): void;
  /** The pointer is there, `top` CSS pixels from the top; null when it left, or two fingers are at work. */
  point(at: number | null, top: number): void;
}

/** Begins to follow them; answers whether they are at work. */
export function followSpread(plot: HTMLElement, actions: SpreadActions): () => boolean {
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
    .on("end", () => (spreading = false));

  function takeUp(): void {
    const [from, to] = actions.shown();
    const scale = 1 / (to - from);
    select(plot).call(spread.transform, zoomIdentity.translate(-from * scale * plot.clientWidth, 0).scale(scale));
  }

  select(plot).call(spread).on("dblclick.zoom", null);
  return () => spreading;
}
