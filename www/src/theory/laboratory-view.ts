/** Transient times against 1/(1 - λ) on log-log axes: measured, fitted, and the theory's slope. */

import { drawAxes, drawKeys, lineKey } from "../views/axes";
import { createCanvasView, type CanvasView } from "../views/canvas-view";
import { formatCount, formatNumber, plural } from "../views/format";
import { clipTo, frameOf, type Frame, type Size } from "../views/frame";
import { disc, drawLine } from "../views/marks";
import type { Table } from "../views/table";
import { methodColor, type Theme } from "../views/theme";
import type { MethodStyle, Painter } from "../views/types";
import { measuredSlope, type Point } from "./measure";
import type { Method } from "./settings";

export interface LaboratoryData {
  methods: readonly { method: Method; style: MethodStyle }[];
  points: readonly Point[];
}

export function createLaboratoryView(host: HTMLElement, theme: Theme): CanvasView<LaboratoryData> {
  return createCanvasView<LaboratoryData>(host, theme, {
    className: "view-laboratory",
    name: "Transient times against 1/(1 − λ)",
    draw: drawLaboratory,
    describe,
    table,
  });
}

/** The extent of positive values, with room around it; at least `least` decades. */
function padded(values: readonly number[], least: number): [number, number] {
  const known = values.filter(Number.isFinite).map(Math.log10);
  const [lo, hi] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const pad = Math.max(0.08 * (hi - lo), (least - (hi - lo)) / 2, 0.05);
  return [10 ** (lo - pad), 10 ** (hi + pad)];
}

export function drawLaboratory(painter: Painter, { methods, points }: LaboratoryData, theme: Theme, size: Size): void {
  const keys = [
    ...methods.map(({ style }) => lineKey(painter, style.label, methodColor(style, theme), [])),
    lineKey(painter, "slope of the theory", theme.muted, [3, 3]),
  ];
  const used = drawKeys(painter, keys, { left: 12, top: 2, width: size.width - 24 }, theme);
  const box = {
    left: 56,
    top: used + 30,
    width: Math.max(20, size.width - 72),
    height: Math.max(20, size.height - used - 72),
  };
  const times = points.flatMap((point) => [...point.times.values()].map(({ iterations }) => iterations));
  const x = padded(
    points.map(({ gap }) => 1 / gap),
    0.5,
  );
  const frame = frameOf(box, x, padded(times, 1), { x: true, y: true });
  drawAxes(painter, frame, { xTitle: "1 / (1 − λ)", yTitle: "transient time (iterations)" }, theme);
  painter.save();
  clipTo(painter, frame);
  for (const { method, style } of methods) drawMethod(painter, frame, points, method, methodColor(style, theme), theme);
  painter.restore();
}

function drawMethod(
  painter: Painter,
  frame: Frame,
  points: readonly Point[],
  method: Method,
  color: string,
  theme: Theme,
): void {
  const ordered = [...points].sort((a, b) => b.gap - a.gap);
  const measured = ordered.filter(({ times }) => times.get(method)?.kind === "at");
  if (measured.length >= 2) {
    // The theory has no constant: its line goes through the middle of the points.
    const shifts = measured.map(({ times, orders }) => Math.log(times.get(method)!.iterations / orders.get(method)!));
    const factor = Math.exp(shifts.reduce((sum, value) => sum + value, 0) / shifts.length);
    drawLine(
      painter,
      frame,
      ordered.map(inverseGap),
      ordered.map(({ orders }) => orders.get(method)! * factor),
      {
        color,
        width: 1,
        dash: [3, 3],
      },
    );
    const fit = measuredSlope(points, method);
    if (fit) {
      const ends = [measured[0]!, measured.at(-1)!].map(inverseGap);
      const times = ends.map((at) => Math.exp(fit.intercept + fit.slope * Math.log(at)));
      drawLine(painter, frame, ends, times, { color, width: 1.75 });
    }
  }
  for (const { gap, times } of ordered) {
    const time = times.get(method);
    if (!time) continue;
    const [x, y] = [frame.x(1 / gap), frame.y(time.iterations)];
    disc(painter, x, y, 4);
    painter.fillStyle = time.kind === "at" ? color : theme.paper;
    painter.fill();
    painter.strokeStyle = color;
    painter.lineWidth = 1.5;
    painter.stroke();
  }
}

function inverseGap({ gap }: Point): number {
  return 1 / gap;
}

function describe({ methods, points }: LaboratoryData): string {
  const slopes = methods.flatMap(({ method, style }) => {
    const fit = measuredSlope(points, method);
    return fit ? [`${style.label} ${formatNumber(fit.slope)}`] : [];
  });
  return `Transient times on ${plural(points.length, "network")}. ${slopes.length > 0 ? `Slopes: ${slopes.join(", ")}.` : ""}`;
}

function table({ methods, points }: LaboratoryData): Table {
  const text = (point: Point, method: Method): string => {
    const time = point.times.get(method);
    if (!time) return "";
    return `${{ at: "", atMost: "at most ", moreThan: "more than " }[time.kind]}${formatCount(time.iterations)}`;
  };
  return {
    caption: "Transient times in iterations.",
    columns: ["n", "1 − λ", ...methods.map(({ style }) => style.label)],
    rows: points.map((point) => [
      formatCount(point.agents),
      formatNumber(point.gap),
      ...methods.map(({ method }) => text(point, method)),
    ]),
  };
}
