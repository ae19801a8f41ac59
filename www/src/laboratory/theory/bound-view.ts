/** Theorem 1's bound over K, its terms stacked, and the measured quantity that it bounds. */

import { drawAxes, drawKeys, lineKey, type Key } from "../../views/axes";
import { createCanvasView, type CanvasView } from "../../views/canvas-view";
import { formatCount, formatNumber } from "../../views/format";
import { clipTo, frameOf, type Frame, type Size } from "../../views/frame";
import { drawBand, drawLine } from "../../views/marks";
import { niceLog } from "../../views/scales";
import type { Table } from "../../views/table";
import { methodColor, mix, type Theme } from "../../views/theme";
import type { MethodStyle, Painter } from "../../views/types";

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

/** The least that the picture reaches down to, as a share of the largest. */
const DEPTH = 1e-12;

function frameFor(data: BoundData, { width, height }: Size, top: number): Frame {
  const end = Math.max(10, data.iterations);
  const known = [total(data, 1), data.parts[0]?.at(end) ?? 0, ...(data.measured?.mean ?? [])].filter(
    (value) => value > 0 && Number.isFinite(value),
  );
  const most = Math.max(...known);
  const y = niceLog(Math.max(Math.min(...known), most * DEPTH), most);
  const box = { left: 56, top, width: Math.max(20, width - 56 - 16), height: Math.max(20, height - top - 42) };
  return frameOf(box, [1, end], y, { x: true, y: true });
}

function draw(painter: Painter, data: BoundData, theme: Theme, size: Size): void {
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
  const ks = Array.from({ length: POINTS + 1 }, (_, i) => frame.x.domain()[1]! ** (i / POINTS));
  painter.save();
  clipTo(painter, frame);
  let low = ks.map(() => 0);
  data.parts.forEach((part, i) => {
    const high = ks.map((k, j) => low[j]! + part.at(k));
    drawBand(painter, frame, ks, { low, high }, { color: shade(i) });
    low = high;
  });
  drawLine(painter, frame, ks, low, { color, width: 1.75, dash: data.holds ? [] : [2, 4] });
  if (data.measured) drawLine(painter, frame, data.measured.k, data.measured.mean, { color: theme.ink, width: 2 });
  painter.restore();
  const yTitle = "(1/K) Σ E‖∇f(x̄)‖² + E‖(1/n) Σ ∇fᵢ(xᵢ)‖²";
  drawAxes(painter, frame, { xTitle: "iterations K", yTitle, grid: false }, theme);
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
