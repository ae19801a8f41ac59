/** d = 2: level lines of the objective, the agents on it, and the path that their mean has taken. */

import { extent } from "d3-array";
import { contours, type ContourMultiPolygon } from "d3-contour";
import { symbolAsterisk } from "d3-shape";
import { dotKey, drawAxes, drawKeys } from "../axes";
import { createCanvasView } from "../canvas-view";
import { formatNumber, plural } from "../format";
import { clipTo, frameOf, type Frame, type Size } from "../frame";
import { disc, drawLine, drawSymbol, type Stroke } from "../marks";
import { scaleOf } from "../scales";
import type { Table } from "../table";
import { methodColor, mix, type Theme } from "../theme";
import type { ContourData, Painter, View } from "../types";

const LEVELS = 14;
const STAR = 100;

export function createContourView(host: HTMLElement, theme: Theme): View<ContourData> {
  return createCanvasView<ContourData>(host, theme, {
    className: "view-contours",
    name: "Level lines of the objective with the agents",
    draw,
    describe,
    table,
  });
}

function draw(painter: Painter, data: ContourData, theme: Theme, size: Size): void {
  const { xRange, yRange, methods, minimizer } = data;
  const keys = methods.map(({ method }) => dotKey(painter, method.label, methodColor(method, theme)));
  const top = 34 + drawKeys(painter, keys, { left: 12, top: 6, width: size.width - 24 }, theme);
  const box = { left: 52, top, width: size.width - 68, height: size.height - top - 42 };
  const frame = frameOf(box, xRange, yRange);
  drawAxes(painter, frame, { xTitle: "x₁", yTitle: "x₂", grid: false }, theme);
  painter.save();
  clipTo(painter, frame);
  drawLevels(painter, data, frame, theme);
  for (const { method, path } of methods)
    if (path) drawPath(painter, path, frame, { color: methodColor(method, theme), width: 1.5, dash: method.dash });
  for (const { method, iterates } of methods) {
    painter.fillStyle = methodColor(method, theme);
    painter.strokeStyle = theme.paper;
    painter.lineWidth = 1;
    for (let i = 0; i + 1 < iterates.length; i += 2) {
      if (!Number.isFinite(iterates[i]! + iterates[i + 1]!)) continue;
      disc(painter, frame.x(iterates[i]!), frame.y(iterates[i + 1]!), 3.5);
      painter.fill();
      painter.stroke();
    }
  }
  if (minimizer) {
    const rim = { color: theme.ink, width: 1.5 };
    drawSymbol(painter, [symbolAsterisk, STAR], frame.x(minimizer[0]), frame.y(minimizer[1]), { rim });
  }
  painter.restore();
}

function drawLevels(painter: Painter, data: ContourData, frame: Frame, theme: Theme): void {
  const { rows, columns, xRange, yRange } = data;
  // d3's samples stand in the middle of their cells.
  const x = scaleOf([0.5, columns - 0.5], xRange.map(frame.x) as [number, number]);
  const y = scaleOf([0.5, rows - 0.5], yRange.map(frame.y) as [number, number]);
  painter.lineWidth = 1;
  levelLines(data, levelsOf(data.f, LEVELS)).forEach(({ coordinates }, i) => {
    painter.strokeStyle = mix(theme.rule, theme.paper, (0.7 * i) / LEVELS);
    painter.beginPath();
    for (const ring of coordinates.flat()) {
      for (const [at, [column, row]] of ring.entries()) painter[at === 0 ? "moveTo" : "lineTo"](x(column!), y(row!));
      painter.closePath();
    }
    painter.stroke();
  });
}

/** The areas where f is at least each of `levels`, in units of the grid; f at (column, row) stands half a unit beyond. */
export function levelLines(
  { f, rows, columns }: Pick<ContourData, "f" | "rows" | "columns">,
  levels: readonly number[],
): ContourMultiPolygon[] {
  return contours()
    .size([columns, rows])
    .thresholds([...levels])(Array.from(f));
}

/** Levels whose lines around a quadratic minimum are evenly spaced. */
export function levelsOf(f: ArrayLike<number>, count: number): number[] {
  const [lo, hi] = extent(Array.from(f).filter(Number.isFinite));
  if (lo === undefined || !(hi > lo)) return [];
  return Array.from({ length: count }, (_, i) => lo + (hi - lo) * ((i + 0.5) / count) ** 2);
}

/** The way of the mean until it is no number; `path` is pairs. */
function drawPath(painter: Painter, path: ArrayLike<number>, frame: Frame, look: Stroke): void {
  const end = Array.from(path).findIndex((value) => !Number.isFinite(value));
  const pairs = Math.floor((end < 0 ? path.length : end) / 2);
  const coordinate = (which: 0 | 1): number[] => Array.from({ length: pairs }, (_, i) => path[2 * i + which]!);
  drawLine(painter, frame, coordinate(0), coordinate(1), look);
}

/** Mean of the agents and the farthest agent's distance from it. */
function gather(iterates: ArrayLike<number>): { x: number; y: number; spread: number } {
  const n = iterates.length / 2;
  let [x, y, spread] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    x += iterates[2 * i]! / n;
    y += iterates[2 * i + 1]! / n;
  }
  for (let i = 0; i < n; i++) spread = Math.max(spread, Math.hypot(iterates[2 * i]! - x, iterates[2 * i + 1]! - y));
  return { x, y, spread };
}

function describe({ methods, minimizer }: ContourData): string {
  const agents = (methods[0]?.iterates.length ?? 0) / 2;
  const parts = methods.map(({ method, iterates }) => {
    const { x, y, spread } = gather(iterates);
    return `${method.label} around (${formatNumber(x)}, ${formatNumber(y)}), within ${formatNumber(spread, 2)}`;
  });
  const goal = minimizer ? ` The minimizer is (${formatNumber(minimizer[0])}, ${formatNumber(minimizer[1])}).` : "";
  return `Level lines of f with ${plural(agents, "agent")} on them: ${parts.join("; ")}.${goal}`;
}

function table({ methods }: ContourData): Table {
  const agents = Math.min(500, (methods[0]?.iterates.length ?? 0) / 2);
  return {
    caption: "Iterate of each agent.",
    columns: ["agent", ...methods.map(({ method }) => method.label)],
    rows: Array.from({ length: agents }, (_, i) => [
      String(i),
      ...methods.map(
        ({ iterates }) =>
          `(${formatNumber(iterates[2 * i] ?? NaN, 4)}, ${formatNumber(iterates[2 * i + 1] ?? NaN, 4)})`,
      ),
    ]),
  };
}
