/** Measurements over a number on log-log axes, where a power is a straight line: points with intervals, fits, and the theory's slopes. */

import { least } from "d3-array";
import type { Line } from "../../../../lib/study";
import { drawAxes, drawKeys, keysHeight, lineKey, type Key } from "../../views/axes";
import type { CanvasView } from "../../views/canvas-view";
import { formatNumber } from "../../views/format";
import { clipTo, frameOf, type Frame, type Size } from "../../views/frame";
import { createItemView, type Look } from "../../views/items";
import { disc, drawLine, drawRule } from "../../views/marks";
import type { Table } from "../../views/table";
import { methodColor, type Theme } from "../../views/theme";
import type { MethodStyle, Painter } from "../../views/types";

/** A place on the horizontal axis, and the network there. */
export interface Place {
  x: number;
  agents: number;
  gap: number;
}

export interface PowerPoint {
  y: number;
  /** The ends of its interval, where it has one. */
  low?: number;
  high?: number;
  /** Drawn full; else as a ring. */
  full: boolean;
  /** The value in words. */
  text: string;
}

export interface Powers {
  style: MethodStyle;
  /** By places; null where there is nothing to draw. */
  points: readonly (PowerPoint | null)[];
  line: Line | null;
  /** By places, up to a factor; its line is put through the middle of the full points. */
  theory?: readonly number[];
}

export interface PowersData {
  axis: string;
  /** What is drawn over it. */
  quantity: string;
  /** A sentence's beginning: "Errors over n". */
  title: string;
  places: readonly Place[];
  methods: readonly Powers[];
}

export function createPowersView(host: HTMLElement, theme: Theme, name: string): CanvasView<PowersData> {
  return createItemView<PowersData, Place>(host, theme, {
    className: "view-powers",
    name,
    role: "chart on logarithmic axes",
    draw: drawPowers,
    describe,
    table,
    items: ordered,
    at(data, look, x) {
      const frame = frameFor(data, look);
      return least(data.places, (place) => Math.abs(frame.x(place.x) - x)) ?? null;
    },
    isSame: (one, other) => one.x === other.x,
    said(data, look, place) {
      const frame = frameFor(data, look);
      const at = data.places.findIndex(({ x }) => x === place.x);
      return {
        x: frame.x(place.x),
        y: frame.top + frame.height / 2,
        title: `${data.axis} = ${formatNumber(place.x)}`,
        lines: data.methods.map(({ style, points }) => ({ name: style.label, values: [points[at]?.text ?? "–"] })),
      };
    },
    mark(data, look, place) {
      const frame = frameFor(data, look);
      const x = Math.round(frame.x(place.x)) + 0.5;
      drawRule(look.painter, [x, frame.top, x, frame.top + frame.height], { color: look.theme.rule, width: 1 });
    },
  });
}

const ordered = ({ places }: PowersData): Place[] => [...places].sort((one, other) => one.x - other.x);

/** The extent of positive values, with room around it; at least `least` decades. */
function padded(values: readonly number[], least: number): [number, number] {
  const known = values.filter((value) => value > 0 && value < Infinity).map(Math.log10);
  const [lo, hi] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const pad = Math.max(0.08 * (hi - lo), (least - (hi - lo)) / 2, 0.05);
  return [10 ** (lo - pad), 10 ** (hi + pad)];
}

function keysOf(painter: Painter, { methods }: PowersData, theme: Theme) {
  const hasTheory = methods.some((method) => method.theory);
  return [
    ...methods.map((method) =>
      lineKey(painter, method.style.label, methodColor(method.style, theme), method.style.dash),
    ),
    ...(hasTheory ? [theoryKey(painter, theme)] : []),
  ];
}

/** How the theory's lines are drawn: thin and whole, so that they are no method's own. */
const THIN = { width: 1, dash: [] };

function theoryKey(painter: Painter, { muted: color }: Theme): Key {
  const sample = (x: number, y: number) => drawRule(painter, [x, y, x + 26, y], { color, ...THIN });
  return { label: "slope of the theory", width: 26, sample };
}

function frameFor(data: PowersData, { painter, theme, size }: Look): Frame {
  return frameBelow(keysHeight(painter, keysOf(painter, data, theme), keyBox(size).width, theme), data, size);
}

const keyBox = ({ width }: Size) => ({ left: 12, top: 2, width: width - 24 });

function frameBelow(used: number, { places, methods }: PowersData, { width, height }: Size): Frame {
  const box = { left: 60, top: used + 30, width: Math.max(20, width - 76), height: Math.max(20, height - used - 72) };
  const x = padded(
    places.map((place) => place.x),
    0.5,
  );
  const values = methods.flatMap(({ points }) => points.map((point) => point?.y ?? NaN));
  return frameOf(box, x, padded(values, 1), { x: true, y: true });
}

export function drawPowers(painter: Painter, data: PowersData, theme: Theme, size: Size): void {
  const used = drawKeys(painter, keysOf(painter, data, theme), keyBox(size), theme);
  const frame = frameBelow(used, data, size);
  drawAxes(painter, frame, { xTitle: data.axis, yTitle: data.quantity }, theme);
  painter.save();
  // Discs on the edge are whole.
  clipTo(painter, { left: frame.left - 5, top: frame.top - 5, width: frame.width + 10, height: frame.height + 10 });
  for (const method of data.methods) drawMethod(painter, frame, data.places, method, theme);
  painter.restore();
}

function drawMethod(
  painter: Painter,
  frame: Frame,
  places: readonly Place[],
  { style, points, line, theory }: Powers,
  theme: Theme,
): void {
  const color = methodColor(style, theme);
  const order = places.map((_, i) => i).sort((one, other) => places[one]!.x - places[other]!.x);
  const full = order.filter((i) => points[i]?.full);
  if (theory && full.length >= 2) {
    // The theory has no constant.
    const shifts = full.map((i) => Math.log(points[i]!.y / theory[i]!));
    const factor = Math.exp(shifts.reduce((sum, value) => sum + value, 0) / shifts.length);
    const [x, y] = [order.map((i) => places[i]!.x), order.map((i) => theory[i]! * factor)];
    drawLine(painter, frame, x, y, { color, ...THIN });
  }
  const fitted = theory ? full : order.filter((i) => points[i]);
  if (line && fitted.length >= 2) {
    const ends = [fitted[0]!, fitted.at(-1)!].map((i) => places[i]!.x);
    const values = ends.map((at) => Math.exp(line.intercept + line.slope * Math.log(at)));
    drawLine(painter, frame, ends, values, { color, width: 1.75, dash: style.dash });
  }
  for (const i of order) {
    const point = points[i];
    if (!point || !(point.y > 0)) continue;
    const at = frame.x(places[i]!.x);
    const { low = 0, high = 0 } = point;
    if (low > 0 && high > low) drawRule(painter, [at, frame.y(low), at, frame.y(high)], { color, width: 1.25 });
    disc(painter, at, frame.y(point.y), 4);
    painter.fillStyle = point.full ? color : theme.paper;
    painter.strokeStyle = color;
    painter.lineWidth = 1.5;
    painter.fill();
    painter.stroke();
  }
}

function describe({ title, methods }: PowersData): string {
  const slopes = methods.flatMap(({ style, line }) => (line ? [`${style.label} ${formatNumber(line.slope)}`] : []));
  return `${title}.${slopes.length > 0 ? ` Slopes: ${slopes.join(", ")}.` : ""}`;
}

function table({ title, axis, places, methods }: PowersData): Table {
  return {
    caption: `${title}.`,
    columns: [axis, "n", "1 − λ", ...methods.map(({ style }) => style.label)],
    rows: places.map(({ x, agents, gap }, i) => [
      formatNumber(x),
      String(agents),
      formatNumber(gap),
      ...methods.map(({ points }) => points[i]?.text ?? "–"),
    ]),
  };
}
