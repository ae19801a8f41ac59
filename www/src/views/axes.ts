/** Axes and keys of the figures: rules, ticks, grid, titles, samples. */

import { ticksOf, type Box, type Frame, type Ink, type Ticks } from "./frame";
import { drawRule, drawSymbol, drawText, markOf, traceSegments, widthOf, type Segment } from "./marks";
import type { Painter } from "./types";

export interface AxisLook {
  /** Empty where the page says it beside the figure. */
  xTitle: string;
  yTitle: string;
  grid?: boolean;
  /** In place of those that suit the axis. */
  xTicks?: Ticks;
  yTicks?: Ticks;
  /** How much farther up than usual the vertical axis has its title. */
  away?: number;
}

/** Units of the figure between ticks, about. */
const APART = { x: 80, y: 44 };

/** Draws the axes around `frame`; the horizontal title under its right end, the vertical one above its left end. */
export function drawAxes(sheet: Ink, frame: Frame, look: AxisLook): void {
  const { painter, theme } = sheet;
  const [right, bottom] = [frame.left + frame.width, frame.top + frame.height];
  const count = (length: number, apart: number): number => Math.max(2, Math.floor(length / apart));
  const x = look.xTicks ?? ticksOf(frame.x, count(frame.width, APART.x));
  const y = look.yTicks ?? ticksOf(frame.y, count(frame.height, APART.y));
  /** Centred on half pixels, so that thin rules stay crisp. */
  const rules = (color: string, segments: readonly Segment[]): void => {
    painter.strokeStyle = color;
    traceSegments(
      painter,
      segments.map((ends) => ends.map((end) => Math.round(end) + 0.5) as unknown as Segment),
    );
    painter.stroke();
  };
  painter.save();
  painter.lineWidth = 1;
  if (look.grid !== false)
    rules(theme.grid, [
      ...y.at.map((tick): Segment => [frame.left, frame.y(tick), right, frame.y(tick)]),
      ...x.at.map((tick): Segment => [frame.x(tick), frame.top, frame.x(tick), bottom]),
    ]);
  rules(theme.rule, [
    [frame.left, bottom, right, bottom],
    [frame.left, frame.top, frame.left, bottom],
    ...x.at.map((tick): Segment => [frame.x(tick), bottom, frame.x(tick), bottom + 4]),
    ...y.at.map((tick): Segment => [frame.left - 4, frame.y(tick), frame.left, frame.y(tick)]),
  ]);
  const [beside, below] = [{ color: theme.muted, align: "right" }, { color: theme.muted }] as const;
  for (const [i, tick] of y.at.entries()) drawText(sheet, y.labels[i]!, frame.left - 8, frame.y(tick), beside);
  for (const [i, tick] of x.at.entries()) drawText(sheet, x.labels[i]!, frame.x(tick), bottom + 14, below);
  const { xTitle, yTitle, away = 0 } = look;
  if (xTitle) drawText(sheet, xTitle, right, bottom + 31, { align: "right" });
  if (yTitle) drawText(sheet, yTitle, Math.max(4, frame.left - 40), frame.top - 16 - away, { align: "left" });
  painter.restore();
}

export interface Key {
  label: string;
  /** Draws the sample around (x, y), at most 26 wide, starting at x. */
  sample(x: number, y: number): void;
  width: number;
}

const KEY_LINE = 18;

export const keyWidth = (sheet: Ink, { label, width }: Key): number => width + 6 + widthOf(sheet, label);

/** Where each key stands from the top left, in rows, and the height that all take. */
function layOut(sheet: Ink, keys: readonly Key[], width: number) {
  let [x, y] = [0, KEY_LINE / 2];
  const places = keys.map((key) => {
    const needed = keyWidth(sheet, key);
    if (x > 0 && x + needed > width) [x, y] = [0, y + KEY_LINE];
    x += needed + 18;
    return { x: x - needed - 18, y };
  });
  return { places, height: keys.length === 0 ? 0 : y + KEY_LINE / 2 };
}

export function keysHeight(sheet: Ink, keys: readonly Key[], width: number): number {
  return layOut(sheet, keys, width).height;
}

/** Samples with their names in rows from the top left; returns the height used. */
export function drawKeys(sheet: Ink, keys: readonly Key[], { left, top, width }: Pick<Box, "left" | "top" | "width">) {
  const { places, height } = layOut(sheet, keys, width);
  keys.forEach(({ label, sample, width: used }, i) => {
    const [x, y] = [left + places[i]!.x, top + places[i]!.y];
    sample(x, y);
    drawText(sheet, label, x + used + 6, y, { align: "left" });
  });
  return height;
}

export function lineKey(painter: Painter, label: string, color: string, dash: readonly number[], width = 2): Key {
  return {
    label,
    width: 26,
    sample: (x, y) => drawRule(painter, [x, y, x + 26, y], { color, width, dash }),
  };
}

export function markKey(painter: Painter, label: string, color: string, place: number): Key {
  return {
    label,
    width: 8,
    sample: (x, y) => drawSymbol(painter, markOf(place, 4), x + 4, y, { fill: color }),
  };
}
