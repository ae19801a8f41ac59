/** Names at the ends of the curves, moved apart where they would overlap, and the marks of divergence. */

import { font, type Frame } from "../frame";
import { mix, type Theme } from "../theme";
import type { Painter } from "../types";
import { endOf, type Curve, type Scene } from "./scene";

const LINE = 14;
/** Between the curve's end and its name. */
const GAP = 7;
/** Labels take at most this share of the width, or are left out. */
const SHARE = 0.3;

/** Room on the right that the labels need; 0 when they do not fit. */
export function labelRoom(curves: readonly Curve[], width: number, measure: (text: string) => number): number {
  const widest = Math.max(0, ...curves.map(({ label, diverged }) => (label && !diverged ? measure(label) : 0)));
  return widest > 0 && widest + GAP + 4 <= SHARE * width ? Math.ceil(widest) + GAP + 4 : 0;
}

/** Places that keep their order, stay within [top, bottom] and are at least `LINE` apart; null when there is no room. */
export function spread(wanted: readonly number[], top: number, bottom: number): number[] | null {
  if ((wanted.length - 1) * LINE > bottom - top) return null;
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let floor = top;
  for (const i of order) floor = (placed[i] = Math.max(floor, wanted[i]!)) + LINE;
  let ceiling = bottom;
  for (const i of order.reverse()) ceiling = (placed[i] = Math.min(ceiling, placed[i]!)) - LINE;
  return placed;
}

export function drawEnds(painter: Painter, scene: Scene, frame: Frame, theme: Theme, withLabels: boolean): void {
  const [right, bottom] = [frame.left + frame.width, frame.top + frame.height];
  const ends = scene.curves
    .filter(({ label, line }) => label && line.x.length > 0)
    .map((curve) => {
      const end = endOf(curve, scene);
      const y = end ? frame.y(end.y) : bottom;
      return { curve, x: end ? Math.min(right, frame.x(end.x)) : right, y: Math.max(frame.top, Math.min(bottom, y)) };
    });
  const sound = ends.filter(({ curve }) => !curve.diverged);
  painter.save();
  painter.font = font(theme);
  painter.textBaseline = "middle";
  const lost = ends.filter(({ curve }) => curve.diverged);
  const heights = spread(
    lost.map(({ y }) => y),
    frame.top + 6,
    bottom,
  );
  lost.forEach(({ curve, x, y }, row) => {
    const at = heights?.[row] ?? y;
    drawCross(painter, x, at, curve.color);
    const fits = x + 8 + painter.measureText(curve.label).width <= right;
    write(painter, curve, theme, x + (fits ? 8 : -8), at, fits ? "left" : "right");
  });
  const places = withLabels
    ? spread(
        sound.map(({ y }) => y),
        frame.top,
        bottom,
      )
    : null;
  const left = Math.max(frame.left, ...sound.map(({ x }) => x)) + GAP;
  if (places) sound.forEach(({ curve }, i) => write(painter, curve, theme, left, places[i]!, "left"));
  painter.restore();
}

function write(painter: Painter, curve: Curve, theme: Theme, x: number, y: number, align: "left" | "right"): void {
  painter.fillStyle = mix(curve.color, theme.ink, 0.3);
  painter.textAlign = align;
  painter.fillText(curve.label, x, y);
}

function drawCross(painter: Painter, x: number, y: number, color: string): void {
  painter.strokeStyle = color;
  painter.lineWidth = 2;
  painter.beginPath();
  for (const slope of [-1, 1]) {
    painter.moveTo(x - 4, y - 4 * slope);
    painter.lineTo(x + 4, y + 4 * slope);
  }
  painter.stroke();
}
