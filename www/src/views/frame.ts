/** The plotting area of a figure, and the smallest things that all figures draw. */

import { type Domain, type Scale, scaleOf } from "./scales";
import type { Theme } from "./theme";
import type { Painter } from "./types";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Ink {
  painter: Painter;
  theme: Theme;
}

export interface Sheet extends Ink {
  size: Size;
}

export interface Frame extends Box {
  /** From data to units of the figure. */
  x: Scale;
  y: Scale;
}

/** `log`: which of the axes are logarithmic. */
export function frameOf(box: Box, x: Domain, y: Domain, log: { x?: boolean; y?: boolean } = {}): Frame {
  return {
    ...box,
    x: scaleOf(x, [box.left, box.left + box.width], log.x),
    y: scaleOf(y, [box.top + box.height, box.top], log.y),
  };
}

/** Nothing is drawn beyond `box` until the painter is restored. */
export function clipTo(painter: Painter, { left, top, width, height }: Box): void {
  painter.beginPath();
  painter.rect(left, top, width, height);
  painter.clip();
}

/** The figures' type, times `scale`. */
export function font(theme: Theme, scale = 1): string {
  return `${12 * scale}px ${theme.font}`;
}
