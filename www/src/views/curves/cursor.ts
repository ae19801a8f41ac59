/** The overlay on the curves: the line where they are read, a dot on each, and the selection being dragged. */

import type { Frame } from "../frame";
import { disc, drawRule } from "../marks";
import type { Domain } from "../scales";
import { methodColor, translucent, type Theme } from "../theme";
import type { Painter } from "../types";
import type { Reading } from "./describe";

/** `x` in the unit of the axis. */
export function drawCursor(
  painter: Painter,
  frame: Frame,
  x: number,
  readings: readonly Reading[],
  theme: Theme,
): void {
  const [at, bottom] = [Math.round(frame.x(x)) + 0.5, frame.top + frame.height];
  if (!(at >= frame.left && at <= frame.left + frame.width + 1)) return;
  drawRule(painter, [at, frame.top, at, bottom], { color: theme.rule, width: 1 });
  painter.save();
  painter.lineWidth = 1.5;
  painter.strokeStyle = theme.paper;
  for (const { series, mean, x: own } of readings) {
    const y = frame.y(mean);
    if (!(y >= frame.top && y <= bottom)) continue;
    painter.fillStyle = methodColor(series.method, theme);
    disc(painter, own === null ? at : frame.x(own), y, 3.75);
    painter.fill();
    painter.stroke();
  }
  painter.restore();
}

/** `part` as shares of the width. */
export function drawSelection(painter: Painter, frame: Frame, [from, to]: Domain, theme: Theme): void {
  painter.fillStyle = translucent(theme.accent, 0.14);
  painter.fillRect(frame.left + from * frame.width, frame.top, (to - from) * frame.width, frame.height);
}
