/** Axes and keys of the figures that are drawn by hand, on a canvas or as SVG: rules, ticks, grid, titles, samples. */

import { disc, font, type Box, type Frame } from "./frame";
import type { Theme } from "./theme";
import type { Ticks } from "./ticks";
import type { Painter } from "./types";

export interface AxisLook {
  x: Ticks;
  y: Ticks;
  xTitle: string;
  yTitle: string;
  grid?: boolean;
}

/** Draws the axes around `frame`; the horizontal title under its right end, the vertical one above its left end. */
export function drawAxes(painter: Painter, frame: Frame, look: AxisLook, theme: Theme): void {
  const bottom = frame.top + frame.height;
  const right = frame.left + frame.width;
  painter.save();
  painter.lineWidth = 1;
  painter.font = font(theme);
  if (look.grid !== false) {
    painter.strokeStyle = theme.grid;
    strokeSegments(painter, [
      ...look.y.at.map((tick) => [frame.left, frame.y(tick), right, frame.y(tick)] as const),
      ...look.x.at.map((tick) => [frame.x(tick), frame.top, frame.x(tick), bottom] as const),
    ]);
  }
  painter.strokeStyle = theme.rule;
  strokeSegments(painter, [
    [frame.left, bottom, right, bottom],
    [frame.left, frame.top, frame.left, bottom],
    ...look.x.at.map((tick) => [frame.x(tick), bottom, frame.x(tick), bottom + 4] as const),
    ...look.y.at.map((tick) => [frame.left - 4, frame.y(tick), frame.left, frame.y(tick)] as const),
  ]);
  painter.fillStyle = theme.muted;
  painter.textBaseline = "middle";
  painter.textAlign = "right";
  look.y.at.forEach((tick, i) => painter.fillText(look.y.labels[i]!, frame.left - 8, frame.y(tick)));
  painter.textAlign = "center";
  look.x.at.forEach((tick, i) => painter.fillText(look.x.labels[i]!, frame.x(tick), bottom + 14));
  painter.fillStyle = theme.ink;
  painter.textAlign = "right";
  painter.fillText(look.xTitle, right, bottom + 31);
  painter.textAlign = "left";
  painter.fillText(look.yTitle, Math.max(4, frame.left - 40), frame.top - 16);
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

/** Samples with their names in rows from the top left; returns the height used. */
export function drawKeys(
  painter: Painter,
  keys: readonly Key[],
  box: Pick<Box, "left" | "top" | "width">,
  theme: Theme,
): number {
  painter.save();
  painter.font = font(theme);
  painter.textAlign = "left";
  painter.textBaseline = "middle";
  let x = box.left;
  let y = box.top + KEY_LINE / 2;
  for (const { label, sample, width } of keys) {
    const needed = width + 6 + painter.measureText(label).width;
    if (x > box.left && x + needed > box.left + box.width) {
      x = box.left;
      y += KEY_LINE;
    }
    sample(x, y);
    painter.fillStyle = theme.ink;
    painter.fillText(label, x + width + 6, y);
    x += needed + 18;
  }
  painter.restore();
  return keys.length === 0 ? 0 : y + KEY_LINE / 2 - box.top;
}

/** A piece of the method's line. */
export function lineKey(painter: Painter, label: string, color: string, dash: readonly number[]): Key {
  return {
    label,
    width: 26,
    sample(x, y) {
      painter.strokeStyle = color;
      painter.lineWidth = 2;
      painter.setLineDash([...dash]);
      painter.beginPath();
      painter.moveTo(x, y);
      painter.lineTo(x + 26, y);
      painter.stroke();
      painter.setLineDash([]);
    },
  };
}

/** A dot in the method's colour. */
export function dotKey(painter: Painter, label: string, color: string): Key {
  return {
    label,
    width: 8,
    sample(x, y) {
      painter.fillStyle = color;
      disc(painter, x + 4, y, 4);
      painter.fill();
    },
  };
}
