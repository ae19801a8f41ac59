/** The overlay on the curves: the line where they are read, a dot on each, and the selection being dragged. */

import type { Frame, Sheet } from "../frame";
import { drawDisc, drawRule } from "../marks";
import type { Domain } from "../scales";
import { methodColor, translucent } from "../theme";
import type { Reading } from "./describe";

/** `x` in the unit of the axis. */
export function drawCursor({ painter, theme }: Sheet, frame: Frame, x: number, readings: readonly Reading[]): void {
  const [at, bottom] = [Math.round(frame.x(x)) + 0.5, frame.top + frame.height];
  if (!(at >= frame.left && at <= frame.left + frame.width + 1)) return;
  drawRule(painter, [at, frame.top, at, bottom], { color: theme.rule, width: 1 });
  const rim = { color: theme.paper, width: 1.5 };
  for (const { series, mean, x: own } of readings) {
    const y = frame.y(mean);
    if (!(y >= frame.top && y <= bottom)) continue;
    drawDisc(painter, own === null ? at : frame.x(own), y, 3.75, { fill: methodColor(series.method, theme), rim });
  }
}

/** `part` as shares of the width. */
export function drawSelection({ painter, theme }: Sheet, frame: Frame, [from, to]: Domain): void {
  painter.fillStyle = translucent(theme.accent, 0.14);
  painter.fillRect(frame.left + from * frame.width, frame.top, (to - from) * frame.width, frame.height);
}
