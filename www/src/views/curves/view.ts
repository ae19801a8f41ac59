/** The error curves: uPlot in a frame of choices, a reading of all methods at the cursor, zoom, legend, words and table. */

import { createAccess, element } from "../access";
import { applyTheme } from "../canvas-view";
import { font } from "../frame";
import { bring, listenOnDemand } from "../on-demand";
import { createSelect } from "../select";
import type { Theme } from "../theme";
import type { Range } from "../ticks";
import type { CurvesData, CurvesEvents, View } from "../types";
import { unit } from "../unit";
import { describeCurves } from "./describe";
import type { Hand } from "./hand";
import { labelRoom } from "./labels";
import { AXIS, createPlot } from "./plot";
import { xRangeOf, zoomed } from "./prepare";
import { sceneOf, type Scene } from "./scene";
import "../views.css";

/** What a reader does with the picture; uPlot itself follows the pointer. */
const DEEDS = ["pointerenter", "pointerdown", "pointermove", "pointerup", "pointercancel", "focus", "blur", "keydown"];
const SMALLEST_FIGURE = { width: 720, height: 430 };

export function createCurvesView(host: HTMLElement, theme: Theme, events: CurvesEvents = {}): View<CurvesData> {
  let data: CurvesData | null = null;
  /** In the unit of the axis; null shows everything. */
  let zoom: Range | null = null;
  /** The cursor, in the unit of the axis. */
  let cursor: { x: number; left: number; top: number } | null = null;
  let hand: Hand | null = null;
  let frame = 0;

  const root = element("div", "view view-curves");
  const top = element("div", "view-bar");
  const box = element("div", "view-box");
  const bottom = element("div", "view-bar view-bar-end");
  const foot = element("div", "view-foot");
  root.append(top, box, bottom, foot);
  host.append(root);
  applyTheme(root, theme);

  const metric = createSelect("What is plotted", (id) => events.onMetric?.(id));
  const axis = createSelect("Horizontal axis", (id) => events.onAxis?.(id));
  const logY = createCheck("log", "Logarithmic vertical axis", (on) => events.onLogY?.(on));
  const logX = createCheck("log", "Logarithmic horizontal axis", (on) => events.onLogX?.(on));
  const reset = element("button", "view-button");
  reset.type = "button";
  reset.textContent = "Show all";
  reset.title = "Undo the zoom (double click, or Escape)";
  reset.style.visibility = "hidden";
  reset.addEventListener("click", () => setZoom(null));
  top.append(metric.element, logY.element, element("span", "view-space"), reset);
  bottom.append(axis.element, logX.element);

  const access = createAccess(
    foot,
    "error curves",
    async () => (data && (await bring(() => import("./table")))?.curvesTable(data)) ?? null,
  );
  box.tabIndex = 0;
  box.setAttribute("role", "application");
  box.setAttribute("aria-roledescription", "line chart");
  box.setAttribute("aria-label", "Error curves of the methods");
  box.setAttribute("aria-describedby", access.summaryId);
  const plot = createPlot(box, {
    cursor(at) {
      cursor = at;
      hand?.read();
    },
    zoom: setZoom,
    reset: () => setZoom(null),
  });
  const measurer = document.createElement("canvas").getContext("2d")!;
  const observer = new ResizeObserver(redraw);
  observer.observe(box);

  function redraw(): void {
    if (frame === 0) frame = requestAnimationFrame(paint);
  }

  /** In units of the figure. */
  function sizeNow(): { width: number; height: number } {
    return { width: box.clientWidth / unit(), height: box.clientHeight / unit() };
  }

  /** Null while there is nothing to draw, or no room. */
  function sceneNow(): Scene | null {
    const { width, height } = sizeNow();
    const size = { width: width - AXIS.left - AXIS.right, height: height - AXIS.top - AXIS.bottom };
    return data && size.width > 0 && size.height > 0 ? sceneOf(data, theme, zoom, size) : null;
  }

  function paint(): void {
    frame = 0;
    const scene = sceneNow();
    if (!scene) return;
    measurer.font = font(theme);
    const room = labelRoom(scene.curves, sizeNow().width, (text) => measurer.measureText(text).width);
    plot.draw(scene, theme, { width: box.clientWidth, height: box.clientHeight }, room);
    hand?.read();
  }

  function setZoom(window: Range | null): void {
    zoom = window && data && zoomed(window, xRangeOf(data));
    reset.style.visibility = zoom ? "visible" : "hidden";
    redraw();
  }

  listenOnDemand(box, DEEDS, async () => {
    const part = await bring(() => import("./hand"));
    hand ??=
      part &&
      part.createHand({
        box,
        access,
        plot,
        data: () => data,
        theme: () => theme,
        cursor: () => cursor,
        window: () => sceneNow()?.window ?? null,
        setZoom,
      });
    return hand?.take ?? null;
  });

  return {
    update(next) {
      // A zoom is a place on one axis; on another, or one of another length, it would mean something else.
      if (data && (data.axis !== next.axis || data.logX !== next.logX || data.xEnd !== next.xEnd)) setZoom(null);
      data = next;
      metric.update(next.metrics, next.metric);
      axis.update(next.axes, next.axis);
      logY.update(next.logY);
      logX.update(next.logX);
      access.describe(() => describeCurves(next));
      access.refresh();
      redraw();
    },
    setTheme(next) {
      theme = next;
      applyTheme(root, theme);
      redraw();
    },
    async figure() {
      const part = await bring(() => import("./figure"));
      if (!data || !part) return null;
      const width = Math.max(SMALLEST_FIGURE.width, sizeNow().width);
      const height = Math.max(SMALLEST_FIGURE.height, sizeNow().height);
      const scene = sceneOf(data, theme, zoom, { width: width - 120, height: height - 80 });
      const palette = theme;
      return {
        width,
        height,
        description: describeCurves(data),
        draw: (painter) => part.drawCurvesFigure(painter, scene, palette, width, height),
      };
    },
    destroy() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      plot.destroy();
      access.destroy();
      root.remove();
    },
  };
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
