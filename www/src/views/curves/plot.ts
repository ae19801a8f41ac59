/**
 * uPlot with our own ranges, ticks and data. All axes are linear for uPlot: the values of a log axis arrive as log₁₀,
 * because uPlot 1.6.32's own log axis does not return once it reaches down to 1e-30.
 */

import { restoreLanguage } from "./locale";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { font, frameOf } from "../frame";
import { translucent, type Theme } from "../theme";
import type { Range } from "../ticks";
import { unit } from "../unit";
import { drawEnds } from "./labels";
import { BAND_ALPHA, LOOK, type Curve, type Scene } from "./scene";

restoreLanguage();

/** Around the plotting area, in units of the figure. */
export const AXIS = { left: 56, bottom: 26, top: 8, right: 14 };

export interface PlotActions {
  /** The cursor is at x (axis unit), `left` CSS pixels into the plotting area; null when it left. */
  cursor(at: { x: number; left: number; top: number } | null): void;
  zoom(window: Range): void;
  reset(): void;
}

export interface Plot {
  /** `size` in CSS pixels; `room` on the right for the labels, in units of the figure, 0 for none. */
  draw(scene: Scene, theme: Theme, size: { width: number; height: number }, room: number): void;
  /** Puts the cursor at x (axis unit); null takes it away. */
  point(x: number | null): void;
  destroy(): void;
}

export function createPlot(box: HTMLElement, actions: PlotActions): Plot {
  let plot: uPlot | null = null;
  let key = "";
  let scene: Scene;
  let theme: Theme;
  let labelled = false;
  let scale = 1;

  function build(size: { width: number; height: number }, room: number): uPlot {
    const axis = { stroke: () => theme.muted, font: font(theme, scale), gap: 6 * scale };
    const rule = { stroke: () => theme.rule, width: 1 };
    const made = new uPlot(
      {
        ...size,
        padding: [AXIS.top * scale, Math.max(AXIS.right, room) * scale, 0, 0],
        legend: { show: false },
        scales: {
          x: { time: false, range: () => [...scene.window] as Range as [number, number] },
          y: { range: () => [...scene.yRange] as Range as [number, number] },
        },
        axes: [
          {
            ...axis,
            size: AXIS.bottom * scale,
            splits: () => scene.x.at,
            values: () => scene.x.labels,
            grid: { stroke: () => theme.grid, width: 1 },
            ticks: { ...rule, size: 4 * scale },
            border: { ...rule, show: true },
          },
          {
            ...axis,
            size: AXIS.left * scale,
            splits: () => scene.y.at,
            values: () => scene.y.labels,
            grid: { stroke: () => theme.grid, width: 1 },
            ticks: { ...rule, size: 4 * scale },
            border: { ...rule, show: true },
          },
        ],
        series: [{}, ...scene.curves.flatMap((curve) => seriesOf(curve, scale))],
        bands: bandsOf(scene.curves),
        cursor: {
          y: false,
          drag: { x: true, y: false, setScale: false },
          points: { show: (u, i) => pointOf(u, i, scale) as HTMLElement },
          bind: {
            dblclick: () => () => {
              actions.reset();
              return null;
            },
          },
        },
        hooks: {
          setCursor: [
            (u) => {
              const { left = -1, top = 0 } = u.cursor;
              actions.cursor(left < 0 ? null : { x: u.posToVal(left, "x"), left, top });
            },
          ],
          setSelect: [
            (u) => {
              const { left, width } = u.select;
              if (width < 4) return;
              u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              actions.zoom([u.posToVal(left, "x"), u.posToVal(left + width, "x")]);
            },
          ],
          draw: [drawOnTop],
        },
      },
      tableOf(scene.curves),
      box,
    );
    // Two fingers are for the axis: see `pinch.ts`.
    made.over.style.touchAction = "pan-y";
    made.over.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      const { left, top } = made.over.getBoundingClientRect();
      made.setCursor({ left: event.clientX - left, top: event.clientY - top });
    });
    return made;
  }

  function drawOnTop(u: uPlot): void {
    // Device pixels in a unit of the figure.
    const ratio = (scale * u.bbox.width) / Math.max(1, u.over.clientWidth);
    const area = {
      left: u.bbox.left / ratio,
      top: u.bbox.top / ratio,
      width: u.bbox.width / ratio,
      height: u.bbox.height / ratio,
    };
    u.ctx.save();
    u.ctx.scale(ratio, ratio);
    drawEnds(u.ctx, scene, frameOf(area, scene.window, scene.yRange), theme, labelled);
    u.ctx.restore();
  }

  return {
    draw(nextScene, nextTheme, size, room) {
      [scene, theme, labelled, scale] = [nextScene, nextTheme, room > 0, unit()];
      const nextKey = JSON.stringify([theme.name, room, scale, scene.curves.map(identityOf)]);
      if (plot === null || key !== nextKey) {
        const left = plot?.cursor.left ?? -1;
        plot?.destroy();
        key = nextKey;
        plot = build(size, room);
        if (left >= 0) plot.setCursor({ left, top: 10 });
        return;
      }
      if (plot.width !== size.width || plot.height !== size.height) plot.setSize(size);
      plot.setData(tableOf(scene.curves));
    },
    point(x) {
      if (!plot) return;
      if (x === null) plot.setCursor({ left: -10, top: -10 });
      else plot.setCursor({ left: plot.valToPos(x, "x"), top: plot.over.clientHeight / 3 });
    },
    destroy() {
      plot?.destroy();
      plot = null;
    },
  };
}

/** What the plot is built from; while it stays the same only the numbers change. */
function identityOf({ role, method, color, dash, line }: Curve): unknown[] {
  return [role, method.label, color, dash, line.high !== undefined];
}

/** A curve is one series, or three with its interval: mean, high, low. */
function seriesOf({ role, method, color, dash, line }: Curve, scale: number): uPlot.Series[] {
  const mean: uPlot.Series = {
    label: method.label,
    stroke: color,
    width: scale * LOOK[role].width,
    alpha: LOOK[role].alpha,
    dash: dash.map((length) => scale * length),
    points: { show: false },
  };
  const end: uPlot.Series = { label: "", width: 0, points: { show: false } };
  return line.high ? [end, { ...end }, mean] : [mean];
}

function bandsOf(curves: readonly Curve[]): uPlot.Band[] {
  const bands: uPlot.Band[] = [];
  let at = 1;
  for (const curve of curves) {
    if (curve.line.high) bands.push({ series: [at, at + 1], fill: translucent(curve.color, BAND_ALPHA) });
    at += curve.line.high ? 3 : 1;
  }
  return bands;
}

/** One table on the union of all abscissae. */
function tableOf(curves: readonly Curve[]): uPlot.AlignedData {
  if (curves.length === 0) return [[]];
  return uPlot.join(
    curves.map(
      ({ line }) => (line.high ? [line.x, line.high, line.low!, line.y] : [line.x, line.y]) as uPlot.AlignedData,
    ),
  );
}

/** A dot on each mean at the cursor; none on the ends of intervals. */
function pointOf(u: uPlot, index: number, scale: number): HTMLElement | null {
  const series = u.series[index];
  if (!series?.label || (series.width ?? 0) < scale * LOOK.run.width) return null;
  const dot = document.createElement("div");
  dot.className = "view-dot";
  return dot;
}
