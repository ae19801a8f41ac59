/** Names at the ends of the curves, moved apart where they would overlap, and the marks of divergence. */

import { symbolX } from "d3-shape";
import { font, type Frame } from "../frame";
import { drawSymbol } from "../marks";
import { methodColor, mix, translucent, type Theme } from "../theme";
import type { Painter } from "../types";
import { endOf, type Curve, type Scene } from "./scene";

const LINE = 14;
/** Between the curve's end and its name. */
const GAP = 7;
/** Labels take at most this share of the width, or are left out. */
const SHARE = 0.33;
/** The label of the previous run. */
const BEFORE = "before";
/** Size of the cross of a method that diverged. */
const CROSS = 44;

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
  for (const i of order) {
    placed[i] = Math.max(floor, wanted[i]!);
    floor = placed[i] + LINE;
  }
  let ceiling = bottom;
  for (const i of order.reverse()) {
    placed[i] = Math.min(ceiling, placed[i]!);
    ceiling = placed[i] - LINE;
  }
  return placed;
}

export function drawEnds(painter: Painter, scene: Scene, frame: Frame, theme: Theme, withLabels: boolean): void {
  const [right, bottom] = [frame.left + frame.width, frame.top + frame.height];
  const ends = scene.curves
    .filter(({ label, line }) => label && line.x.length > 0)
    .map((curve) => {
      const end = endOf(curve, scene);
      const y = end ? frame.y(end.y) : bottom;
      // A curve that goes on beyond the picture ends at its border.
      const goesOn = !curve.diverged && curve.line.x[curve.line.x.length - 1]! > scene.x[1];
      const x = end && !goesOn ? Math.min(right, frame.x(end.x)) : right;
      return { curve, x, y: Math.max(frame.top, Math.min(bottom, y)) };
    });
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
    drawSymbol(painter, [symbolX, CROSS], x, at, { rim: { color: methodColor(curve.method, theme), width: 2 } });
    // Beside the cross, or as near to it as there is room; on the paper, whatever line runs there.
    const width = painter.measureText(curve.label).width;
    const from = x + 8 + width <= right ? x + 8 : Math.max(frame.left + 4, x - 8 - width);
    painter.fillStyle = translucent(theme.paper, 0.8);
    painter.fillRect(from - 2, at - LINE / 2, width + 4, LINE);
    write(painter, curve, theme, from, at);
  });
  const sound = ends.filter(({ curve }) => !curve.diverged);
  const places = spread(
    sound.map(({ y }) => y),
    frame.top,
    bottom,
  );
  const left = Math.max(frame.left, ...sound.map(({ x }) => x)) + GAP;
  if (withLabels && places)
    for (const [i, { curve }] of sound.entries()) write(painter, curve, theme, left, places[i]!);
  painter.restore();
}

/** A name for the run before, on that of its curves which lies farthest from where it is now; and where it diverged. */
export function drawBefore(painter: Painter, scene: Scene, frame: Frame, theme: Theme): void {
  const bottom = frame.top + frame.height;
  const ends = scene.curves.flatMap((curve) => {
    const end = curve.role === "before" || curve.role === "run" ? endOf(curve, scene) : null;
    return end ? [{ curve, x: frame.x(end.x), y: Math.max(frame.top, Math.min(bottom, frame.y(end.y))) }] : [];
  });
  const now = ends.filter(({ curve }) => curve.role === "run");
  const before = ends.filter(({ curve }) => curve.role === "before");
  const apart = ({ curve, y }: (typeof ends)[number]): number => {
    const own = now.find((end) => end.curve.method.label === curve.method.label);
    return own ? Math.abs(own.y - y) : 0;
  };
  const farthest = before.sort((a, b) => apart(b) - apart(a))[0];
  painter.save();
  for (const { curve, x, y } of before)
    if (curve.diverged)
      drawSymbol(painter, [symbolX, CROSS / 2], x, y, { rim: { color: methodColor(curve.method, theme), width: 1 } });
  if (farthest && apart(farthest) > LINE / 2) {
    const { x, y, curve } = farthest;
    painter.font = `italic ${font(theme)}`;
    painter.textBaseline = "middle";
    painter.fillStyle = mix(methodColor(curve.method, theme), theme.muted, 0.5);
    const left = curve.diverged && x < frame.left + frame.width / 2;
    painter.textAlign = left ? "left" : "right";
    painter.fillText(BEFORE, x + (left ? GAP : -GAP), y < frame.top + LINE ? y + LINE : y - 0.7 * LINE);
  }
  painter.restore();
}

function write(painter: Painter, curve: Curve, theme: Theme, x: number, y: number): void {
  painter.fillStyle = mix(methodColor(curve.method, theme), theme.ink, 0.3);
  painter.textAlign = "left";
  painter.fillText(curve.label, x, y);
}
