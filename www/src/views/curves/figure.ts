/** The curves as a figure of their own, for export. */

import { drawAxes, drawKeys, lineKey } from "../axes";
import { font, frameOf, type Frame } from "../frame";
import type { Theme } from "../theme";
import type { Painter } from "../types";
import { drawEnds, labelRoom } from "./labels";
import type { Line } from "./prepare";
import { BAND_ALPHA, LOOK, type Curve, type Scene } from "./scene";

export function drawCurvesFigure(painter: Painter, scene: Scene, theme: Theme, width: number, height: number): void {
  painter.save();
  painter.font = font(theme);
  const room = labelRoom(scene.curves, width, (text) => painter.measureText(text).width);
  painter.restore();
  const named = room > 0 ? [] : scene.curves.filter(({ label }) => label);
  const keys = named.map(({ label, color, method }) => lineKey(painter, label, color, method.dash));
  const top = 34 + drawKeys(painter, keys, { left: 18, top: 6, width: width - 30 }, theme);
  const box = { left: 58, top, width: width - 58 - Math.max(16, room), height: height - top - 44 };
  const frame = frameOf(box, scene.window, scene.yRange);
  drawAxes(painter, frame, scene, theme);
  painter.save();
  painter.beginPath();
  painter.rect(frame.left, frame.top, frame.width, frame.height);
  painter.clip();
  for (const curve of scene.curves) {
    drawBand(painter, curve, frame);
    drawLine(painter, curve, frame);
  }
  painter.restore();
  drawEnds(painter, scene, frame, theme, room > 0);
}

/** Far outside there is nothing to see, and huge coordinates only make files longer. */
function height(frame: Frame, value: number): number {
  return Math.max(frame.top - frame.height, Math.min(frame.top + 2 * frame.height, frame.y(value)));
}

function drawLine(painter: Painter, { role, dash, color, line }: Curve, frame: Frame): void {
  const { width, alpha } = LOOK[role];
  painter.save();
  painter.globalAlpha = alpha;
  painter.lineWidth = width;
  painter.strokeStyle = color;
  painter.lineJoin = "round";
  painter.setLineDash([...dash]);
  painter.beginPath();
  for (const [from, to] of runs(line.y))
    for (let i = from; i < to; i++) {
      const [x, y] = [frame.x(line.x[i]!), height(frame, line.y[i]!)];
      if (i === from) painter.moveTo(x, y);
      else painter.lineTo(x, y);
    }
  painter.stroke();
  painter.restore();
}

function drawBand(painter: Painter, { color, line }: Curve, frame: Frame): void {
  const { low, high } = line;
  if (!low || !high) return;
  painter.save();
  painter.globalAlpha = BAND_ALPHA;
  painter.fillStyle = color;
  for (const [from, to] of runs(line.y.map((_, i) => (low[i] === null ? null : (high[i] ?? null))))) {
    painter.beginPath();
    painter.moveTo(frame.x(line.x[from]!), height(frame, high[from]!));
    for (let i = from + 1; i < to; i++) painter.lineTo(frame.x(line.x[i]!), height(frame, high[i]!));
    for (let i = to - 1; i >= from; i--) painter.lineTo(frame.x(line.x[i]!), height(frame, low[i]!));
    painter.closePath();
    painter.fill();
  }
  painter.restore();
}

/** Half-open ranges without nulls. */
function runs(values: Line["y"]): [number, number][] {
  const found: [number, number][] = [];
  let from = -1;
  for (let i = 0; i <= values.length; i++) {
    const present = i < values.length && values[i] !== null;
    if (present && from < 0) from = i;
    if (!present && from >= 0) {
      found.push([from, i]);
      from = -1;
    }
  }
  return found;
}
