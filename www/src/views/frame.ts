/** From data to units of the figure, and the smallest things that all figures draw. */

import type { Theme } from "./theme";
import type { Range } from "./ticks";
import type { Painter } from "./types";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Frame extends Box {
  /** From data to units of the figure. */
  x(value: number): number;
  y(value: number): number;
}

export function frameOf(box: Box, xRange: Range, yRange: Range): Frame {
  const xScale = box.width / (xRange[1] - xRange[0] || 1);
  const yScale = box.height / (yRange[1] - yRange[0] || 1);
  return {
    ...box,
    x: (value) => box.left + (value - xRange[0]) * xScale,
    y: (value) => box.top + box.height - (value - yRange[0]) * yScale,
  };
}

/** The figures' type, times `scale`. */
export function font(theme: Theme, scale = 1): string {
  return `${12 * scale}px ${theme.font}`;
}

export function disc(painter: Painter, x: number, y: number, radius: number): void {
  painter.beginPath();
  painter.arc(x, y, radius, 0, 2 * Math.PI);
}
