/** Theorem 1's bound over K, its parts stacked, and what is measured of it. */

import type { Table } from "../views/access";
import { createCanvasView, type CanvasView } from "../views/canvas-view";
import { formatCount, formatNumber } from "../views/format";
import { drawAxes, drawKeys, lineKey, type Key } from "../views/axes";
import { frameOf, type Frame } from "../views/frame";
import { methodColor, mix, type Theme } from "../views/theme";
import { logAxis, niceLogRange } from "../views/ticks";
import type { MethodStyle, Painter } from "../views/types";

export interface BoundData {
  method: MethodStyle;
  /** From the bottom of the stack; each as a function of K. */
  parts: readonly { name: string; at(k: number): number }[];
  /** Whether the step size is within the theorem's limits. */
  holds: boolean;
  iterations: number;
  /** The running average at each recorded K ≥ 1. */
  measured: { k: readonly number[]; mean: readonly number[] } | null;
}

const POINTS = 160;
/** Shades of the parts, from the bottom: strongest where the floor is. */
const SHADES = [0.35, 0.5, 0.64, 0.77, 0.88];

export function createBoundView(host: HTMLElement, theme: Theme): CanvasView<BoundData> {
  return createCanvasView<BoundData>(host, theme, {
    className: "view-bound",
    name: "Theorem 1’s bound and the measured running average over K",
    draw,
    describe,
    table,
  });
}

const total = ({ parts }: BoundData, k: number): number => parts.reduce((sum, part) => sum + part.at(k), 0);

function frameFor(
  data: BoundData,
  { width, height }: { width: number; height: number },
  top: number,
): Frame & { y10: [number, number]; x10: [number, number] } {
  const end = Math.max(10, data.iterations);
  const x10: [number, number] = [0, Math.log10(end)];
  const positive = [total(data, 1), data.parts[0]?.at(end) ?? 0, ...(data.measured?.mean ?? [])].filter(
    (value) => value > 0 && Number.isFinite(value),
  );
  const logs = positive.map(Math.log10);
  const y10 = niceLogRange(Math.max(Math.min(...logs), Math.max(...logs) - 12), Math.max(...logs));
  const box = { left: 56, top, width: Math.max(20, width - 56 - 16), height: Math.max(20, height - top - 42) };
  return { ...frameOf(box, x10, y10), x10, y10 };
}

function draw(painter: Painter, data: BoundData, theme: Theme, size: { width: number; height: number }): void {
  const color = methodColor(data.method, theme);
  const shade = (i: number): string => mix(color, theme.paper, SHADES[i] ?? 0.9);
  const swatches = data.parts.map(
    ({ name }, i): Key => ({
      label: name,
      width: 12,
      sample(x, y) {
        painter.fillStyle = shade(i);
        painter.fillRect(x, y - 5, 12, 10);
      },
    }),
  );
  const keys = [...swatches].reverse();
  if (data.measured) keys.push(lineKey(painter, "measured", theme.ink, []));
  const used = drawKeys(painter, keys, { left: 12, top: 2, width: size.width - 24 }, theme);
  const frame = frameFor(data, size, used + 30);
  painter.save();
  painter.beginPath();
  painter.rect(frame.left, frame.top, frame.width, frame.height);
  painter.clip();
  const ks = Array.from({ length: POINTS + 1 }, (_, i) => 10 ** ((frame.x10[1] * i) / POINTS));
  const height = (value: number): number =>
    value > 0 ? Math.min(frame.top + frame.height, frame.y(Math.log10(value))) : frame.top + frame.height;
  let below = ks.map(() => 0);
  data.parts.forEach((part, i) => {
    const above = ks.map((k, j) => below[j]! + part.at(k));
    painter.beginPath();
    for (const [j, value] of above.entries())
      painter[j === 0 ? "moveTo" : "lineTo"](frame.x(Math.log10(ks[j]!)), height(value));
    for (let j = POINTS; j >= 0; j--) painter.lineTo(frame.x(Math.log10(ks[j]!)), height(below[j]!));
    painter.closePath();
    painter.fillStyle = shade(i);
    painter.fill();
    below = above;
  });
  painter.strokeStyle = color;
  painter.lineWidth = 1.75;
  painter.setLineDash(data.holds ? [] : [2, 4]);
  painter.beginPath();
  for (const [j, value] of below.entries())
    painter[j === 0 ? "moveTo" : "lineTo"](frame.x(Math.log10(ks[j]!)), height(value));
  painter.stroke();
  painter.setLineDash([]);
  if (data.measured) {
    const { k, mean } = data.measured;
    painter.strokeStyle = theme.ink;
    painter.lineWidth = 2;
    painter.beginPath();
    let started = false;
    mean.forEach((value, j) => {
      if (!(value > 0) || !Number.isFinite(value)) return;
      painter[started ? "lineTo" : "moveTo"](frame.x(Math.log10(k[j]!)), height(value));
      started = true;
    });
    painter.stroke();
  }
  painter.restore();
  const count = Math.max(2, Math.floor(frame.width / 90));
  drawAxes(
    painter,
    frame,
    {
      x: logAxis(frame.x10, count),
      y: logAxis(frame.y10, 6),
      xTitle: "iterations K",
      yTitle: "(1/K) Σ E‖∇f(x̄)‖² + E‖(1/n) Σ ∇fᵢ(xᵢ)‖²",
      grid: false,
    },
    theme,
  );
}

function describe(data: BoundData): string {
  const k = data.iterations;
  const bound = formatNumber(total(data, k), 3);
  const { measured, method, holds } = data;
  const last =
    measured && measured.mean.length > 0
      ? ` Measured: ${formatNumber(measured.mean.at(-1)!, 3)} at K = ${formatCount(measured.k.at(-1)!)}.`
      : "";
  return `${method.label}: ${holds ? "Theorem 1’s bound" : "the formula of Theorem 1, here not a bound,"} is ${bound} at K = ${formatCount(k)}.${last}`;
}

function table(data: BoundData): Table {
  const ks = Array.from({ length: 7 }, (_, i) => Math.max(1, Math.round(data.iterations ** (i / 6))));
  const near = (k: number): string => {
    const at = data.measured?.k.findIndex((other) => other >= k) ?? -1;
    return at < 0 ? "" : formatNumber(data.measured!.mean[at]!, 3);
  };
  return {
    caption: "Theorem 1’s terms and the measured running average.",
    columns: ["K", ...data.parts.map(({ name }) => name), "sum", "measured"],
    rows: [...new Set(ks)].map((k) => [
      formatCount(k),
      ...data.parts.map((part) => formatNumber(part.at(k), 3)),
      formatNumber(total(data, k), 3),
      near(k),
    ]),
  };
}
