/** Transient times against 1/(1 - λ) on log-log axes: measured, fitted, and the theory's slope. */

import type { Table } from "../views/access";
import { createCanvasView, type CanvasView } from "../views/canvas-view";
import { formatCount, formatNumber } from "../views/format";
import { drawAxes, drawKeys, lineKey } from "../views/axes";
import { disc, frameOf, type Frame } from "../views/frame";
import { methodColor, type Theme } from "../views/theme";
import { logAxis, type Range } from "../views/ticks";
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

const log = Math.log10;

function padded(values: readonly number[], least: number): [number, number] {
  const known = values.filter(Number.isFinite);
  const [lo, hi] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const pad = Math.max(0.08 * (hi - lo), (least - (hi - lo)) / 2, 0.05);
  return [lo - pad, hi + pad];
}

export function drawLaboratory(
  painter: Painter,
  { methods, points }: LaboratoryData,
  theme: Theme,
  size: { width: number; height: number },
): void {
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
  const times = points.flatMap(({ times }) => [...times.values()].map(({ iterations }) => log(iterations)));
  const x: Range = padded(
    points.map(({ gap }) => -log(gap)),
    0.5,
  );
  const y: Range = padded(times, 1);
  const frame = frameOf(box, x, y);
  const look = {
    x: logAxis(x, Math.max(2, Math.floor(box.width / 90))),
    y: logAxis(y, 6),
    xTitle: "1 / (1 − λ)",
    yTitle: "transient time (iterations)",
  };
  drawAxes(painter, frame, look, theme);
  painter.save();
  painter.beginPath();
  painter.rect(frame.left, frame.top, frame.width, frame.height);
  painter.clip();
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
    const shifts = measured.map(({ times, orders }) => log(times.get(method)!.iterations) - log(orders.get(method)!));
    const shift = shifts.reduce((sum, value) => sum + value, 0) / shifts.length;
    path(
      painter,
      ordered.map(({ gap, orders }) => [frame.x(-log(gap)), frame.y(log(orders.get(method)!) + shift)]),
      { color, width: 1, dash: [3, 3] },
    );
    const fit = measuredSlope(points, method);
    if (fit) {
      const at = (gap: number): [number, number] => [
        frame.x(-log(gap)),
        frame.y((fit.intercept - fit.slope * Math.log(gap)) / Math.LN10),
      ];
      path(painter, [at(measured[0]!.gap), at(measured.at(-1)!.gap)], { color, width: 1.75, dash: [] });
    }
  }
  for (const { gap, times } of ordered) {
    const time = times.get(method);
    if (!time) continue;
    const [x, y] = [frame.x(-log(gap)), frame.y(log(time.iterations))];
    disc(painter, x, y, 4);
    painter.fillStyle = time.kind === "at" ? color : theme.paper;
    painter.fill();
    painter.strokeStyle = color;
    painter.lineWidth = 1.5;
    painter.stroke();
  }
}

function path(
  painter: Painter,
  points: readonly (readonly [number, number])[],
  look: { color: string; width: number; dash: number[] },
): void {
  painter.strokeStyle = look.color;
  painter.lineWidth = look.width;
  painter.setLineDash(look.dash);
  painter.beginPath();
  for (const [i, [x, y]] of points.entries()) painter[i === 0 ? "moveTo" : "lineTo"](x, y);
  painter.stroke();
  painter.setLineDash([]);
}

function describe({ methods, points }: LaboratoryData): string {
  const slopes = methods.flatMap(({ method, style }) => {
    const fit = measuredSlope(points, method);
    return fit ? [`${style.label} ${formatNumber(fit.slope)}`] : [];
  });
  return `Transient times on ${points.length} networks. ${slopes.length > 0 ? `Slopes: ${slopes.join(", ")}.` : ""}`;
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
