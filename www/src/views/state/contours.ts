/** d = 2: level lines of the objective, the agents on it, and the path that their mean has taken. */

import type { Table } from "../access";
import { createCanvasView } from "../canvas-view";
import { formatNumber, plural } from "../format";
import { dotKey, drawAxes, drawKeys } from "../axes";
import { disc, frameOf, type Frame } from "../frame";
import { methodColor, mix, type Theme } from "../theme";
import { linearAxis } from "../ticks";
import type { ContourData, Painter, View } from "../types";
import { levelLine, levelsOf } from "./levels";

const LEVELS = 14;

export function createContourView(host: HTMLElement, theme: Theme): View<ContourData> {
  return createCanvasView<ContourData>(host, theme, {
    className: "view-contours",
    name: "Level lines of the objective with the agents",
    draw,
    describe,
    table,
  });
}

function draw(painter: Painter, data: ContourData, theme: Theme, size: { width: number; height: number }): void {
  const { xRange, yRange, methods, minimizer } = data;
  const keys = methods.map(({ method }) => dotKey(painter, method.label, methodColor(method, theme)));
  const top = 34 + drawKeys(painter, keys, { left: 12, top: 6, width: size.width - 24 }, theme);
  const box = { left: 52, top, width: size.width - 68, height: size.height - top - 42 };
  const frame = frameOf(box, xRange, yRange);
  const look = {
    x: linearAxis(xRange, Math.max(2, box.width / 80)),
    y: linearAxis(yRange, Math.max(2, box.height / 44)),
    xTitle: "x₁",
    yTitle: "x₂",
    grid: false,
  };
  drawAxes(painter, frame, look, theme);
  painter.save();
  painter.beginPath();
  painter.rect(frame.left, frame.top, frame.width, frame.height);
  painter.clip();
  drawLevels(painter, data, frame, theme);
  for (const { method, path } of methods)
    if (path) drawPath(painter, path, frame, methodColor(method, theme), method.dash);
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
  if (minimizer) drawStar(painter, frame.x(minimizer[0]), frame.y(minimizer[1]), theme);
  painter.restore();
}

function drawLevels(painter: Painter, data: ContourData, frame: Frame, theme: Theme): void {
  const { rows, columns, xRange, yRange } = data;
  const x = (column: number): number =>
    frame.x(xRange[0] + ((xRange[1] - xRange[0]) * column) / Math.max(1, columns - 1));
  const y = (row: number): number => frame.y(yRange[0] + ((yRange[1] - yRange[0]) * row) / Math.max(1, rows - 1));
  painter.lineWidth = 1;
  levelsOf(data.f, LEVELS).forEach((level, i) => {
    painter.strokeStyle = mix(theme.rule, theme.paper, (0.7 * i) / LEVELS);
    painter.beginPath();
    const segments = levelLine(data, level);
    for (let s = 0; s < segments.length; s += 4) {
      painter.moveTo(x(segments[s]!), y(segments[s + 1]!));
      painter.lineTo(x(segments[s + 2]!), y(segments[s + 3]!));
    }
    painter.stroke();
  });
}

function drawPath(
  painter: Painter,
  path: ArrayLike<number>,
  frame: Frame,
  color: string,
  dash: readonly number[],
): void {
  painter.strokeStyle = color;
  painter.lineWidth = 1.5;
  painter.setLineDash([...dash]);
  painter.beginPath();
  for (let i = 0; i + 1 < path.length; i += 2) {
    const [x, y] = [frame.x(path[i]!), frame.y(path[i + 1]!)];
    if (!Number.isFinite(x + y)) break;
    if (i === 0) painter.moveTo(x, y);
    else painter.lineTo(x, y);
  }
  painter.stroke();
  painter.setLineDash([]);
}

function drawStar(painter: Painter, x: number, y: number, theme: Theme): void {
  painter.strokeStyle = theme.ink;
  painter.lineWidth = 1.5;
  painter.beginPath();
  for (let spoke = 0; spoke < 3; spoke++) {
    const angle = (Math.PI * spoke) / 3 + Math.PI / 6;
    painter.moveTo(x - 6 * Math.cos(angle), y - 6 * Math.sin(angle));
    painter.lineTo(x + 6 * Math.cos(angle), y + 6 * Math.sin(angle));
  }
  painter.stroke();
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
