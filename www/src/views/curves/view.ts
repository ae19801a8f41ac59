/** The error curves: their picture in a frame of choices, with a reading at the cursor, zoom, words and table. */

import { element, set } from "../element";
import { createCanvasView, unit, type CanvasView } from "../canvas-view";
import type { Frame, Sheet, Domain } from "../frame";
import type { Theme } from "../theme";
import { createTooltip, type Tooltip } from "../tooltip";
import type { CurvesData, CurvesEvents, Figure, Painter, View } from "../types";
import { createCurvesBar, curvesTable, describeCurves, panelOf, readAt, takeKey, type Bench, type Reads } from "./read";
import { drawCursor, drawCurves, drawSelection } from "./draw";
import { followGestures } from "./gestures";
import { shares, zoomed, sceneOf } from "./scene";

/** A curve as near as this to the pointer is pointed at. */
const NEAR = 24;
const SMALLEST_FIGURE = { width: 720, height: 430 };

interface Look {
  /** In the unit of the axis; null shows everything. */
  zoom: Domain | null;
  /** Where the curves are read: under the pointer, as a share of the width, or at a place of the axis. */
  cursor: { under: number; top: number } | { x: number } | null;
  selected: Domain | null;
  /** Of the last picture. */
  frame: Frame | null;
}

export function createCurvesView(host: HTMLElement, theme: Theme, events: CurvesEvents = {}): View<CurvesData> {
  const look: Look = { zoom: null, cursor: null, selected: null, frame: null };
  const view = createCanvasView<CurvesData>(host, theme, {
    className: "view-curves",
    name: "error curves",
    draw(sheet, data) {
      const scene = sceneOf(data, { zoom: look.zoom, width: sheet.size.width, pointed: pointedAt(look, data) });
      look.frame = drawCurves(sheet, scene);
      place(plot, look.frame);
      drawReading(sheet, look, look.frame, data, tooltip);
    },
    describe: describeCurves,
    subject: ({ metric, axis, series }) => [metric, axis, ...series.map(({ method }) => method.label)].join(),
    table: curvesTable,
  });
  const { box, access, surface } = view;
  const showBar = createCurvesBar(box, events, () => {
    setZoom(null);
    box.focus({ preventScroll: true });
  });
  const plot = element("div", "view-plot");
  const tooltip = createTooltip(box);
  box.append(plot);
  set(box, {
    tabIndex: 0,
    role: "application",
    "aria-roledescription": "line chart",
    "aria-label": "Error curves of the methods",
    "aria-describedby": access.summaryId,
  });

  function shown(): Domain {
    const data = view.data();
    return data && look.zoom ? [shares(data)(look.zoom[0]), shares(data)(look.zoom[1])] : [0, 1];
  }

  function setZoom(part: Domain | null): void {
    const data = view.data();
    const kept = part && zoomed(part);
    look.zoom = kept && data && [shares(data).invert(kept[0]), shares(data).invert(kept[1])];
    if (data) showBar(data, look.zoom !== null);
    surface.redraw();
  }

  function turn(change: Partial<Look>): void {
    Object.assign(look, change);
    surface.redraw();
  }

  const share = (x: number): number => shares(view.data()!)(x);
  const bench: Bench = {
    access,
    data: view.data,
    cursor: () => cursorX(look),
    goTo(x) {
      look.cursor = { x };
      const [[from, to], at] = [shown(), share(x)];
      const step = Math.min(0, at - from) + Math.max(0, at - to);
      if (step === 0) surface.redraw();
      else setZoom([from + step, to + step]);
    },
    zoomBy(factor) {
      const [x, [from, to]] = [cursorX(look), shown()];
      const centre = x === null ? (from + to) / 2 : share(x);
      setZoom([centre - (centre - from) * factor, centre + (to - centre) * factor]);
    },
    reset: () => setZoom(null),
  };
  box.addEventListener("keydown", (event) => takeKey(bench, event));
  box.addEventListener("blur", () => turn({ cursor: null }));
  followGestures(plot, {
    shown,
    zoom: setZoom,
    select: (selected) => turn({ selected }),
    point: (under, top) => turn({ cursor: under === null ? null : { under, top } }),
  });

  return {
    update(next) {
      const data = view.data();
      // A zoom is a place on one axis; on another, or one of another length, it would mean something else.
      if (data && (data.axis !== next.axis || data.logX !== next.logX || data.xEnd !== next.xEnd)) setZoom(null);
      showBar(next, look.zoom !== null);
      view.update(next);
    },
    setTheme: view.setTheme,
    figure: () => figureOf(view, look.zoom),
    destroy: view.destroy,
  };
}

function cursorX({ cursor, frame }: Look): number | null {
  if (!cursor || !frame) return null;
  return "x" in cursor ? cursor.x : frame.x.invert(frame.left + cursor.under * frame.width);
}

function readNow(look: Look, data: CurvesData): Reads | null {
  const x = cursorX(look);
  return x === null ? null : readAt(data, x);
}

/** The method whose curve is under the pointer. */
function pointedAt(look: Look, data: CurvesData): string | null {
  const { cursor, frame } = look;
  if (!cursor || !("top" in cursor) || !frame) return null;
  const y = frame.top + cursor.top / unit();
  let [found, reach]: [string | null, number] = [null, NEAR];
  for (const { series, mean } of readNow(look, data)?.readings ?? []) {
    const distance = Math.abs(frame.y(mean) - y);
    if (distance < reach) [found, reach] = [series.method.label, distance];
  }
  return found;
}

function drawReading(sheet: Sheet, look: Look, frame: Frame, data: CurvesData, tooltip: Tooltip): void {
  const read = readNow(look, data);
  if (read) {
    const { cursor } = look;
    drawCursor(sheet, frame, read.x, read.readings);
    const y = cursor && "top" in cursor ? frame.top + cursor.top / unit() : frame.top + frame.height / 3;
    tooltip.show(frame.x(read.x), y, panelOf(data, read, sheet.theme, pointedAt(look, data)), frame);
  } else tooltip.hide();
  if (look.selected) drawSelection(sheet, frame, look.selected);
}

/** The picture for a file, not smaller than `SMALLEST_FIGURE`. */
async function figureOf(view: CanvasView<CurvesData>, zoom: Domain | null): Promise<Figure | null> {
  const [data, theme] = [view.data(), view.theme()];
  if (!data) return null;
  const drawn = view.surface.size();
  const width = Math.max(SMALLEST_FIGURE.width, drawn.width);
  const height = Math.max(SMALLEST_FIGURE.height, drawn.height);
  const scene = sceneOf(data, { zoom, width, titled: true });
  const draw = (painter: Painter) => void drawCurves({ painter, theme, size: { width, height } }, scene);
  return { width, height, description: describeCurves(data), draw };
}

function place(part: HTMLElement, { left, top, width, height }: Frame): void {
  const scale = unit();
  const sides = { left, top, width, height };
  for (const [side, length] of Object.entries(sides)) part.style.setProperty(side, `${length * scale}px`);
}
