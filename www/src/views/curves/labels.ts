/** Names at the ends of the curves, moved apart where they would overlap, and the marks of divergence. */

import { sum } from "d3-array";
import { symbolX } from "d3-shape";
import type { Frame, Sheet } from "../frame";
import { drawSymbol, drawText, widthOf } from "../marks";
import { methodColor, mix, translucent } from "../theme";
import { endOf, type Curve, type Scene } from "./scene";

const LINE = 14;
/** Between the curve's end and its name. */
const GAP = 7;
/** Labels take at most this share of the width, or are left out. */
const SHARE = 0.4;
const CROSS = 44;

/** Room on the right that the labels need; 0 when they do not fit. */
export function labelRoom(curves: readonly Curve[], width: number, measure: (text: string) => number): number {
  const lines = curves.flatMap((curve) => (curve.label && !curve.diverged ? linesOf(curve, true) : []));
  const widest = Math.max(0, ...lines.map(measure));
  return widest > 0 && widest + GAP + 4 <= SHARE * width ? Math.ceil(widest) + GAP + 4 : 0;
}

/** Places that keep their order, stay within [top, bottom] and are `LINE` apart for each of their lines; null when there is no room. */
export function spread(wanted: readonly number[], top: number, bottom: number, lines = wanted.map(() => 1)) {
  if ((sum(lines) - 1) * LINE > bottom - top) return null;
  const half = lines.map((count) => (count * LINE) / 2);
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let floor = top - LINE / 2;
  for (const i of order) {
    placed[i] = Math.max(floor + half[i]!, wanted[i]!);
    floor = placed[i] + half[i]!;
  }
  let ceiling = bottom + LINE / 2;
  for (const i of order.reverse()) {
    placed[i] = Math.min(ceiling - half[i]!, placed[i]!);
    ceiling = placed[i] - half[i]!;
  }
  return placed;
}

export function drawEnds(sheet: Sheet, scene: Scene, frame: Frame, withLabels: boolean): void {
  const { painter, theme } = sheet;
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
  const lost = ends.filter(({ curve }) => curve.diverged);
  const heights = spread(
    lost.map(({ y }) => y),
    frame.top + 6,
    bottom,
    lost.map(({ curve }) => linesOf(curve).length),
  );
  for (const [row, { curve, x, y }] of lost.entries()) {
    const at = heights?.[row] ?? y;
    // Beside the cross, or as near to it as there is room; on the paper, whatever line runs there.
    const lines = linesOf(curve);
    const width = Math.max(...lines.map((line) => widthOf(sheet, line)));
    const height = lines.length * LINE;
    const rim = { color: methodColor(curve.method, theme), width: 2 };
    drawSymbol(painter, [symbolX, CROSS], x, at - (height - LINE) / 2, { rim });
    const from = x + 8 + width <= right ? x + 8 : Math.max(frame.left + 4, x - 8 - width);
    painter.fillStyle = translucent(theme.paper, 0.8);
    painter.fillRect(from - 2, at - height / 2, width + 4, height);
    write(sheet, curve, from, at);
  }
  const sound = ends.filter(({ curve }) => !curve.diverged);
  const left = Math.max(frame.left, ...sound.map(({ x }) => x)) + GAP;
  for (const withDoes of withLabels ? [true, false] : []) {
    const places = spread(
      sound.map(({ y }) => y),
      frame.top,
      bottom,
      sound.map(({ curve }) => linesOf(curve, withDoes).length),
    );
    if (!places) continue;
    for (const [i, { curve }] of sound.entries()) write(sheet, curve, left, places[i]!, withDoes);
    break;
  }
}

/** Marks where the run before diverged. */
export function drawLost({ painter, theme }: Sheet, scene: Scene, frame: Frame): void {
  for (const curve of scene.curves) {
    const end = curve.role === "before" && curve.diverged ? endOf(curve, scene) : null;
    if (!end) continue;
    const y = Math.max(frame.top, Math.min(frame.top + frame.height, frame.y(end.y)));
    const rim = { color: methodColor(curve.method, theme), width: 1 };
    drawSymbol(painter, [symbolX, CROSS / 2], frame.x(end.x), y, { rim });
  }
}

/** `withDoes`: with what the method does. */
const linesOf = ({ label, method: { does } }: Curve, withDoes = false): string[] => [
  ...label.split("\n"),
  ...(withDoes && does ? [does] : []),
];

function write(sheet: Sheet, curve: Curve, x: number, y: number, withDoes = false): void {
  const { theme } = sheet;
  const type = { color: mix(methodColor(curve.method, theme), theme.ink, 0.3), align: "left" } as const;
  const lines = linesOf(curve, withDoes);
  for (const [i, line] of lines.entries()) drawText(sheet, line, x, y + (i - (lines.length - 1) / 2) * LINE, type);
}
