/** The error curves: uPlot in a frame of choices, a reading of all methods at the cursor, zoom, legend, words and table. */

import { createAccess, element } from "../access";
import { applyTheme } from "../canvas-view";
import { formatCount } from "../format";
import { createLegend, methodSwatch } from "../legend";
import { createSelect } from "../select";
import type { Theme } from "../theme";
import type { Range } from "../ticks";
import { createTooltip, reading } from "../tooltip";
import type { CurvesData, CurvesEvents, View } from "../types";
import { curvesTable, describeCurves, intervalText, readingsAt, readingText } from "./describe";
import { drawCurvesFigure } from "./figure";
import { labelRoom } from "./labels";
import { AXIS, createPlot } from "./plot";
import { nearestIndex } from "./prepare";
import { labelOf, sceneOf } from "./scene";
import "../views.css";

export interface CurvesOptions {
  /** False where the page has a legend of its own. */
  legend?: boolean;
}

const SMALLEST_FIGURE = { width: 720, height: 430 };

export function createCurvesView(
  host: HTMLElement,
  theme: Theme,
  events: CurvesEvents = {},
  options: CurvesOptions = {},
): View<CurvesData> {
  let data: CurvesData | null = null;
  /** In the unit of the axis; null shows everything. */
  let zoom: Range | null = null;
  /** The cursor, in the unit of the axis. */
  let cursor: { x: number; left: number; top: number } | null = null;
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
  const legend = createLegend((label, visible) => events.onToggle?.(label, visible));
  top.append(metric.element, logY.element, element("span", "view-space"), reset);
  bottom.append(axis.element, logX.element);
  if (options.legend !== false) root.insertBefore(legend.element, foot);

  const access = createAccess(foot, "error curves", () => data && curvesTable(data));
  box.tabIndex = 0;
  box.setAttribute("role", "application");
  box.setAttribute("aria-roledescription", "line chart");
  box.setAttribute("aria-label", "Error curves of the methods");
  box.setAttribute("aria-describedby", access.summaryId);
  const tooltip = createTooltip(box);
  const plot = createPlot(box, {
    cursor(at) {
      cursor = at;
      showReadings();
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

  function paint(): void {
    frame = 0;
    const size = { width: box.clientWidth, height: box.clientHeight };
    if (data === null || size.width === 0 || size.height === 0) return;
    measurer.font = `12px ${theme.font}`;
    const inside = { width: size.width - AXIS.left - AXIS.right, height: size.height - AXIS.top - AXIS.bottom };
    const scene = sceneOf(data, theme, zoom, inside);
    const room = labelRoom(scene.curves, size.width, (text) => measurer.measureText(text).width);
    plot.draw(scene, theme, size, room);
    showReadings();
  }

  function setZoom(window: Range | null): void {
    zoom = window;
    reset.style.visibility = window ? "visible" : "hidden";
    redraw();
  }

  function toData(x: number): number {
    return data?.logX ? 10 ** x : x;
  }

  function showReadings(): void {
    if (!data || !cursor) return tooltip.hide();
    const longest = data.series.reduce<ArrayLike<number>>(
      (x, series) => (series.x.length > x.length ? series.x : x),
      [],
    );
    const at = nearestIndex(longest, toData(cursor.x));
    if (at < 0) return tooltip.hide();
    const x = longest[at]!;
    const earlier = new Map(readingsAt(data.pinned ?? [], x).map((then) => [then.series.method.label, then]));
    const lines = readingsAt(data.series, x).map((now) => {
      const { method } = now.series;
      const before = earlier.get(method.label);
      const beside = before ? `before ${readingText(before)}` : intervalText(now);
      return { name: method.label, values: [readingText(now), beside], mark: methodSwatch(method, theme, 20) };
    });
    const title = `${labelOf(data.axes, data.axis)} = ${formatCount(x)}`;
    tooltip.show(AXIS.left + cursor.left, AXIS.top + cursor.top, reading(title, lines));
  }

  function moveCursor(step: number | "first" | "last"): void {
    const longest = data?.series.reduce<ArrayLike<number>>(
      (x, series) => (series.x.length > x.length ? series.x : x),
      [],
    );
    if (!data || !longest || longest.length === 0) return;
    const here = cursor ? nearestIndex(longest, toData(cursor.x)) : step === "first" ? 0 : longest.length - 1;
    const next = step === "first" ? 0 : step === "last" ? longest.length - 1 : here + step;
    const x = longest[Math.max(0, Math.min(longest.length - 1, next))]!;
    plot.point(data.logX ? Math.log10(Math.max(1, x)) : x);
    const said = readingsAt(data.series, x).map((now) => `${now.series.method.label} ${readingText(now)}`);
    access.say(`${labelOf(data.axes, data.axis)} ${formatCount(x)}: ${said.join(", ")}`);
  }

  function zoomBy(factor: number): void {
    if (!data) return;
    const [from, to] = zoom ?? sceneOf(data, theme, null, { width: 100, height: 100 }).window;
    const centre = cursor?.x ?? (from + to) / 2;
    setZoom([centre - (centre - from) * factor, centre + (to - centre) * factor]);
  }

  const keys: Record<string, () => void> = {
    ArrowLeft: () => moveCursor(-1),
    ArrowRight: () => moveCursor(1),
    PageUp: () => moveCursor(20),
    PageDown: () => moveCursor(-20),
    Home: () => moveCursor("first"),
    End: () => moveCursor("last"),
    "+": () => zoomBy(0.5),
    "-": () => zoomBy(2),
    Escape: () => setZoom(null),
  };
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    if (event.key !== "Escape") event.preventDefault();
    keys[event.key]!();
  });
  box.addEventListener("blur", () => plot.point(null));

  return {
    update(next) {
      // A zoom is a place on one axis; on another it would mean something else.
      if (data && (data.axis !== next.axis || data.logX !== next.logX)) setZoom(null);
      data = next;
      metric.update(next.metrics, next.metric);
      axis.update(next.axes, next.axis);
      logY.update(next.logY);
      logX.update(next.logX);
      legend.update(next.series, theme);
      access.describe(() => describeCurves(next));
      access.refresh();
      redraw();
    },
    setTheme(next) {
      theme = next;
      applyTheme(root, theme);
      if (data) legend.update(data.series, theme);
      redraw();
    },
    figure() {
      if (!data) return null;
      const width = Math.max(SMALLEST_FIGURE.width, box.clientWidth);
      const height = Math.max(SMALLEST_FIGURE.height, box.clientHeight);
      const scene = sceneOf(data, theme, zoom, { width: width - 120, height: height - 80 });
      const palette = theme;
      return {
        width,
        height,
        description: describeCurves(data),
        draw: (painter) => drawCurvesFigure(painter, scene, palette, width, height),
      };
    },
    destroy() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      plot.destroy();
      tooltip.destroy();
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
