/** The error curves: their picture in a frame of choices, with a reading at the cursor, zoom, words and table. */

import { element } from "../element";
import { createCanvasView } from "../canvas-view";
import type { Frame } from "../frame";
import type { Domain } from "../scales";
import { createSelect } from "../select";
import type { Theme } from "../theme";
import { createTooltip } from "../tooltip";
import type { CurvesData, CurvesEvents, Painter, View } from "../types";
import { unit } from "../unit";
import { drawCursor, drawSelection } from "./cursor";
import { describeCurves } from "./describe";
import { drawCurves } from "./draw";
import { followGestures } from "./gestures";
import { shares, zoomed } from "./prepare";
import { createKeyboard, panelOf, readAt, type Reads } from "./read";
import { beforeKey, sceneOf } from "./scene";
import { curvesTable } from "./table";

/** A curve as near as this to the pointer is pointed at. */
const NEAR = 24;
const SMALLEST_FIGURE = { width: 720, height: 430 };

export function createCurvesView(host: HTMLElement, theme: Theme, events: CurvesEvents = {}): View<CurvesData> {
  /** In the unit of the axis; null shows everything. */
  let zoom: Domain | null = null;
  /** Where the curves are read: under the pointer, as a share of the width, or at a place of the axis. */
  let cursor: { under: number; top: number } | { x: number } | null = null;
  let selected: Domain | null = null;
  let frame: Frame | null = null;

  const view = createCanvasView<CurvesData>(host, theme, {
    className: "view-curves",
    name: "error curves",
    draw(painter, data, shown, size) {
      const scene = sceneOf(data, { zoom, width: size.width, pointed: pointedAt(data) });
      frame = drawCurves(painter, scene, shown, size);
      place(plot, frame);
      drawReading(painter, data, shown, frame);
    },
    describe: describeCurves,
    subject: ({ metric, axis, series }) => [metric, axis, ...series.map(({ method }) => method.label)].join(),
    table: curvesTable,
  });
  const { box, access, surface } = view;
  const top = element("div", "view-bar");
  const bottom = element("div", "view-bar view-bar-end");
  box.before(top);
  box.after(bottom);
  const metric = createSelect("What is plotted", (id) => events.onMetric?.(id));
  const axis = createSelect("Horizontal axis", (id) => events.onAxis?.(id));
  const logY = createCheck("log", "Logarithmic vertical axis", (on) => events.onLogY?.(on));
  const logX = createCheck("log", "Logarithmic horizontal axis", (on) => events.onLogX?.(on));
  const all = element("button", "view-button");
  all.type = "button";
  all.textContent = "Show all";
  all.title = "Undo the zoom (double click, or Escape)";
  all.hidden = true;
  all.addEventListener("click", () => {
    setZoom(null);
    box.focus({ preventScroll: true });
  });
  const better = element("span", "view-better");
  const before = element("span", "view-key");
  top.append(metric.element, logY.element, better, before, element("span", "view-space"), all);
  bottom.append(axis.element, logX.element);

  const plot = element("div", "view-plot");
  const tooltip = createTooltip(box);
  box.append(plot);
  box.tabIndex = 0;
  box.setAttribute("role", "application");
  box.setAttribute("aria-roledescription", "line chart");
  box.setAttribute("aria-label", "Error curves of the methods");
  box.setAttribute("aria-describedby", access.summaryId);

  function drawReading(painter: Painter, data: CurvesData, shown: Theme, within: Frame): void {
    const read = readNow(data);
    if (read) {
      drawCursor(painter, within, read.x, read.readings, shown);
      const y = cursor && "top" in cursor ? within.top + cursor.top / unit() : within.top + within.height / 3;
      tooltip.show(within.x(read.x), y, panelOf(data, read, shown, pointedAt(data)), within);
    } else tooltip.hide();
    if (selected) drawSelection(painter, within, selected, shown);
  }

  function readNow(data: CurvesData): Reads | null {
    const x = cursorX();
    return x === null ? null : readAt(data, x);
  }

  /** The method whose curve is under the pointer. */
  function pointedAt(data: CurvesData): string | null {
    if (!cursor || !("top" in cursor) || !frame) return null;
    const y = frame.top + cursor.top / unit();
    let [found, reach]: [string | null, number] = [null, NEAR];
    for (const { series, mean } of readNow(data)?.readings ?? []) {
      const distance = Math.abs(frame.y(mean) - y);
      if (distance < reach) [found, reach] = [series.method.label, distance];
    }
    return found;
  }

  function cursorX(): number | null {
    if (!cursor || !frame) return null;
    return "x" in cursor ? cursor.x : frame.x.invert(frame.left + cursor.under * frame.width);
  }

  /** The part of the whole axis that is shown. */
  function shown(): Domain {
    const data = view.data();
    return data && zoom ? [shares(data)(zoom[0]), shares(data)(zoom[1])] : [0, 1];
  }

  function setZoom(part: Domain | null): void {
    const data = view.data();
    const kept = part && zoomed(part);
    zoom = kept && data && [shares(data).invert(kept[0]), shares(data).invert(kept[1])];
    all.hidden = zoom === null;
    better.hidden = zoom !== null;
    surface.redraw();
  }

  const press = createKeyboard({
    access,
    data: view.data,
    cursor: cursorX,
    goTo(x) {
      const data = view.data();
      cursor = { x };
      const [[from, to], at] = [shown(), data ? shares(data)(x) : 0];
      const step = Math.min(0, at - from) + Math.max(0, at - to);
      if (step === 0) surface.redraw();
      else setZoom([from + step, to + step]);
    },
    zoomBy(factor) {
      const [data, x, [from, to]] = [view.data(), cursorX(), shown()];
      const centre = data && x !== null ? shares(data)(x) : (from + to) / 2;
      setZoom([centre - (centre - from) * factor, centre + (to - centre) * factor]);
    },
    reset: () => setZoom(null),
  });
  box.addEventListener("keydown", press);
  box.addEventListener("blur", () => point(null));
  followGestures(plot, {
    shown,
    zoom: setZoom,
    select(part) {
      selected = part;
      surface.redraw();
    },
    point: (under, at) => point(under === null ? null : { under, top: at }),
  });

  function point(next: typeof cursor): void {
    cursor = next;
    surface.redraw();
  }

  return {
    update(next) {
      const data = view.data();
      // A zoom is a place on one axis; on another, or one of another length, it would mean something else.
      if (data && (data.axis !== next.axis || data.logX !== next.logX || data.xEnd !== next.xEnd)) setZoom(null);
      metric.update(next.metrics, next.metric);
      axis.update(next.axes, next.axis);
      logY.update(next.logY);
      logY.element.hidden = next.yRange !== undefined;
      better.textContent = next.better ?? "";
      before.textContent = beforeKey(next);
      logX.update(next.logX);
      view.update(next);
    },
    setTheme: view.setTheme,
    async figure() {
      const [data, palette] = [view.data(), view.theme()];
      if (!data) return null;
      const drawn = surface.size();
      const width = Math.max(SMALLEST_FIGURE.width, drawn.width);
      const height = Math.max(SMALLEST_FIGURE.height, drawn.height);
      const scene = sceneOf(data, { zoom, width, titled: true });
      const draw = (painter: Painter) => void drawCurves(painter, scene, palette, { width, height });
      return { width, height, description: describeCurves(data), draw };
    },
    destroy: view.destroy,
  };
}

/** Puts `part` over the plotting area. */
function place(part: HTMLElement, { left, top, width, height }: Frame): void {
  const scale = unit();
  const sides = { left, top, width, height };
  for (const [side, length] of Object.entries(sides)) part.style.setProperty(side, `${length * scale}px`);
}

function createCheck(text: string, title: string, change: (on: boolean) => void) {
  const label = element("label", "view-check");
  const input = element("input");
  input.type = "checkbox";
  input.setAttribute("aria-label", title);
  label.title = title;
  label.append(input, text);
  input.addEventListener("change", () => change(input.checked));
  return {
    element: label,
    update(on: boolean) {
      input.checked = on;
    },
  };
}
