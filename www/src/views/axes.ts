/** Axes and keys of the figures: rules, ticks, grid, titles, samples. */

import { font, type Box, type Frame } from "./frame";
import { drawRule, drawSymbol, markOf } from "./marks";
import { ticksOf, type Ticks } from "./scales";
import type { Theme } from "./theme";
import type { Painter } from "./types";

export interface AxisLook {
  /** Empty where the page says it beside the figure. */
  xTitle: string;
  yTitle: string;
  grid?: boolean;
  /** In place of those that suit the axis. */
  xTicks?: Ticks;
  yTicks?: Ticks;
  /** How much farther off than usual the titles stand. */
  away?: number;
}

/** Units of the figure between ticks, about. */
const APART = { x: 80, y: 44 };

/** Draws the axes around `frame`; the horizontal title under its right end, the vertical one above its left end. */
export function drawAxes(painter: Painter, frame: Frame, look: AxisLook, theme: Theme): void {
  const [right, bottom] = [frame.left + frame.width, frame.top + frame.height];
  const count = (length: number, apart: number): number => Math.max(2, Math.floor(length / apart));
  const x = look.xTicks ?? ticksOf(frame.x, count(frame.width, APART.x));
  const y = look.yTicks ?? ticksOf(frame.y, count(frame.height, APART.y));
  painter.save();
  painter.lineWidth = 1;
  painter.font = font(theme);
  if (look.grid !== false) {
    painter.strokeStyle = theme.grid;
    strokeSegments(painter, [
      ...y.at.map((tick) => [frame.left, frame.y(tick), right, frame.y(tick)] as const),
      ...x.at.map((tick) => [frame.x(tick), frame.top, frame.x(tick), bottom] as const),
    ]);
  }
  painter.strokeStyle = theme.rule;
  strokeSegments(painter, [
    [frame.left, bottom, right, bottom],
    [frame.left, frame.top, frame.left, bottom],
    ...x.at.map((tick) => [frame.x(tick), bottom, frame.x(tick), bottom + 4] as const),
    ...y.at.map((tick) => [frame.left - 4, frame.y(tick), frame.left, frame.y(tick)] as const),
  ]);
  painter.fillStyle = theme.muted;
  painter.textBaseline = "middle";
  painter.textAlign = "right";
  for (const [i, tick] of y.at.entries()) painter.fillText(y.labels[i]!, frame.left - 8, frame.y(tick));
  painter.textAlign = "center";
  for (const [i, tick] of x.at.entries()) painter.fillText(x.labels[i]!, frame.x(tick), bottom + 14);
  painter.fillStyle = theme.ink;
  painter.textAlign = "right";
  const away = look.away ?? 0;
  if (look.xTitle) painter.fillText(look.xTitle, right, bottom + 31 + away);
  painter.textAlign = "left";
  if (look.yTitle) painter.fillText(look.yTitle, Math.max(4, frame.left - 40), frame.top - 16 - away);
  painter.restore();
}

/** One stroke for many segments, centred on half pixels so that thin rules stay crisp. */
function strokeSegments(painter: Painter, segments: readonly (readonly [number, number, number, number])[]): void {
  const crisp = (value: number): number => Math.round(value) + 0.5;
  painter.beginPath();
  for (const [x0, y0, x1, y1] of segments) {
    painter.moveTo(crisp(x0), crisp(y0));
    painter.lineTo(crisp(x1), crisp(y1));
  }
  painter.stroke();
}

export interface Key {
  label: string;
  /** Draws the sample around (x, y), at most 26 wide, starting at x. */
  sample(x: number, y: number): void;
  /** Width of the sample. */
  width: number;
}

const KEY_LINE = 18;

/** With the painter's type. */
const widthOf = (painter: Painter, { label, width }: Key): number => width + 6 + painter.measureText(label).width;

/** The width that a key takes when it is drawn. */
export function keyWidth(painter: Painter, key: Key, theme: Theme): number {
  painter.save();
  painter.font = font(theme);
  const width = widthOf(painter, key);
  painter.restore();
  return width;
}

/** Where each key stands from the top left, in rows, and the height that all take. */
function layOut(painter: Painter, keys: readonly Key[], width: number, theme: Theme) {
  painter.save();
  painter.font = font(theme);
  let [x, y] = [0, KEY_LINE / 2];
  const places = keys.map((key) => {
    const needed = widthOf(painter, key);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += KEY_LINE;
    }
    const place = { x, y };
    x += needed + 18;
    return place;
  });
  painter.restore();
  return { places, height: keys.length === 0 ? 0 : y + KEY_LINE / 2 };
}

/** The height that keys take when they are drawn. */
export function keysHeight(painter: Painter, keys: readonly Key[], width: number, theme: Theme): number {
  return layOut(painter, keys, width, theme).height;
}

/** Samples with their names in rows from the top left; returns the height used. */
export function drawKeys(
  painter: Painter,
  keys: readonly Key[],
  { left, top, width }: Pick<Box, "left" | "top" | "width">,
  theme: Theme,
): number {
  const { places, height } = layOut(painter, keys, width, theme);
  painter.save();
  painter.font = font(theme);
  painter.textAlign = "left";
  painter.textBaseline = "middle";
  keys.forEach(({ label, sample, width: used }, i) => {
    const [x, y] = [left + places[i]!.x, top + places[i]!.y];
    sample(x, y);
    painter.fillStyle = theme.ink;
    painter.fillText(label, x + used + 6, y);
  });
  painter.restore();
  return height;
}

/** A piece of the method's line. */
export function lineKey(painter: Painter, label: string, color: string, dash: readonly number[], width = 2): Key {
  return {
    label,
    width: 26,
    sample: (x, y) => drawRule(painter, [x, y, x + 26, y], { color, width, dash }),
  };
}

/** The mark of the method at a place, in its colour. */
export function markKey(painter: Painter, label: string, color: string, place: number): Key {
  return {
    label,
    width: 8,
    sample: (x, y) => drawSymbol(painter, markOf(place, 4), x + 4, y, { fill: color }),
  };
}
