/** Errors over what they may depend on, on log-log axes, with their intervals and the lines that fit them. */

import type { Line, Row } from "../../../lib/study";
import { drawAxes, drawKeys, lineKey } from "../views/axes";
import { createCanvasView } from "../views/canvas-view";
import { formatNumber } from "../views/format";
import { clipTo, frameOf, type Frame, type Size } from "../views/frame";
import { disc, drawLine, drawRule } from "../views/marks";
import { niceLog } from "../views/scales";
import type { Table } from "../views/table";
import { methodColor, type Theme } from "../views/theme";
import type { MethodStyle, Painter, View } from "../views/types";

export interface DependenceData {
  methods: readonly { style: MethodStyle; rows: readonly Row[]; line: Line | null }[];
  axis: string;
  metric: string;
}

export function createDependenceView(host: HTMLElement, theme: Theme): View<DependenceData> {
  return createCanvasView<DependenceData>(host, theme, {
    className: "view-dependence",
    name: "Errors over what they may depend on",
    draw,
    describe,
    table,
  });
}

function framesEnds({ methods }: DependenceData): { x: [number, number]; y: [number, number] } {
  const rows = methods.flatMap((method) => method.rows);
  const ends = (values: readonly number[]): [number, number] => {
    const known = values.filter((value) => value > 0 && value < Infinity);
    return known.length === 0 ? [0.1, 1] : [Math.min(...known), Math.max(...known)];
  };
  const [low, high] = ends(rows.map(({ x }) => x));
  const pad = Math.max(1.05, (high / low) ** 0.05);
  return { x: [low / pad, high * pad], y: niceLog(...ends(rows.map(({ error }) => error))) };
}

function draw(painter: Painter, data: DependenceData, theme: Theme, size: Size): void {
  const keys = data.methods.map(({ style }) => lineKey(painter, style.label, methodColor(style, theme), style.dash));
  const used = drawKeys(painter, keys, { left: 12, top: 2, width: size.width - 24 }, theme);
  const box = {
    left: 60,
    top: used + 30,
    width: Math.max(20, size.width - 76),
    height: Math.max(20, size.height - used - 72),
  };
  const { x, y } = framesEnds(data);
  const frame = frameOf(box, x, y, { x: true, y: true });
  drawAxes(painter, frame, { xTitle: data.axis, yTitle: `${data.metric}, at the end` }, theme);
  painter.save();
  clipTo(painter, { ...frame, top: frame.top - 5, height: frame.height + 10 });
  for (const method of data.methods) drawMethod(painter, frame, method, theme);
  painter.restore();
}

function drawMethod(
  painter: Painter,
  frame: Frame,
  { style, rows, line }: DependenceData["methods"][number],
  theme: Theme,
): void {
  const color = methodColor(style, theme);
  const ordered = [...rows].sort((one, other) => one.x - other.x);
  if (line && ordered.length > 1) {
    const ends = [ordered[0]!.x, ordered.at(-1)!.x];
    const values = ends.map((at) => Math.exp(line.intercept + line.slope * Math.log(at)));
    drawLine(painter, frame, ends, values, { color, width: 1.5, dash: style.dash });
  }
  for (const { x, error, low, high, settled } of ordered) {
    if (!(error > 0)) continue;
    const at = frame.x(x);
    if (low > 0 && high > low) drawRule(painter, [at, frame.y(low), at, frame.y(high)], { color, width: 1.25 });
    disc(painter, at, frame.y(error), 3.5);
    painter.fillStyle = settled ? color : theme.paper;
    painter.strokeStyle = color;
    painter.lineWidth = 1.5;
    painter.fill();
    painter.stroke();
  }
}

function describe({ methods, axis }: DependenceData): string {
  const slopes = methods.flatMap(({ style, line }) => (line ? [`${style.label} ${formatNumber(line.slope)}`] : []));
  return `Errors over ${axis}.${slopes.length > 0 ? ` Slopes: ${slopes.join(", ")}.` : ""}`;
}

function table({ methods, axis }: DependenceData): Table {
  const points = methods[0]?.rows ?? [];
  return {
    caption: `Errors over ${axis}.`,
    columns: [axis, "n", "1 − λ", ...methods.map(({ style }) => style.label)],
    rows: points.map(({ x, agents, gap, point }) => [
      formatNumber(x),
      String(agents),
      formatNumber(gap),
      ...methods.map(({ rows }) => {
        const row = rows.find((one) => one.point === point);
        return row && row.diverged === 0 ? formatNumber(row.error) : "diverged";
      }),
    ]),
  };
}
