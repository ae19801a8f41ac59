/** Names at the ends of the curves, moved apart where they would overlap, and the marks of divergence. */

import { sum } from "d3-array";
import { symbolX } from "d3-shape";
import { font, type Box, type Frame } from "../frame";
import { drawSymbol } from "../marks";
import { methodColor, mix, translucent, type Theme } from "../theme";
import type { Painter } from "../types";
import { heightsOf, STEP } from "./bundles";
import { endOf, type Curve, type Scene } from "./scene";

const LINE = 14;
/** Between the curve's end and its name. */
const GAP = 7;
/** Labels take at most this share of the width, or are left out. */
const SHARE = 0.34;
/** Size of the cross of a method that diverged. */
const CROSS = 44;

/** Room on the right that the labels need; 0 when they do not fit. */
export function labelRoom(curves: readonly Curve[], width: number, measure: (text: string) => number): number {
  const lines = curves.flatMap(({ label, diverged }) => (label && !diverged ? label.split("\n") : []));
  const widest = Math.max(0, ...lines.map(measure));
  return widest > 0 && widest + GAP + 4 <= SHARE * width ? Math.ceil(widest) + GAP + 4 : 0;
}

/** Places that keep their order, stay within [top, bottom] and are `LINE` apart for each of their lines; null when there is no room. */
export function spread(
  wanted: readonly number[],
  top: number,
  bottom: number,
  lines = wanted.map(() => 1),
): number[] | null {
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

/** Draws the names, and tells where they lie on the plotting area. */
export function drawEnds(painter: Painter, scene: Scene, frame: Frame, theme: Theme, withLabels: boolean): Box[] {
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
    lost.map(({ curve }) => linesOf(curve).length),
  );
  const taken = lost.map(({ curve, x, y }, row): Box => {
    const at = heights?.[row] ?? y;
    // Beside the cross, or as near to it as there is room; on the paper, whatever line runs there.
    const lines = linesOf(curve);
    const width = Math.max(...lines.map((line) => painter.measureText(line).width));
    const height = lines.length * LINE;
    const rim = { color: methodColor(curve.method, theme), width: 2 };
    drawSymbol(painter, [symbolX, CROSS], x, at - (height - LINE) / 2, { rim });
    const from = x + 8 + width <= right ? x + 8 : Math.max(frame.left + 4, x - 8 - width);
    painter.fillStyle = translucent(theme.paper, 0.8);
    const box = { left: from - 2, top: at - height / 2, width: width + 4, height };
    painter.fillRect(box.left, box.top, box.width, box.height);
    write(painter, curve, theme, from, at);
    return box;
  });
  const sound = ends.filter(({ curve }) => !curve.diverged);
  const places = spread(
    sound.map(({ y }) => y),
    frame.top,
    bottom,
    sound.map(({ curve }) => linesOf(curve).length),
  );
  const left = Math.max(frame.left, ...sound.map(({ x }) => x)) + GAP;
  if (withLabels && places)
    for (const [i, { curve }] of sound.entries()) write(painter, curve, theme, left, places[i]!);
  painter.restore();
  return taken;
}

/**
 * Marks where the run before diverged, and names it: there, where its method does so no more, or else beside one of its
 * curves, where no line runs.
 */
export function drawBefore(painter: Painter, scene: Scene, frame: Frame, theme: Theme, taken: readonly Box[]): void {
  const before = scene.curves.filter(({ role }) => role === "before");
  if (before.length === 0) return;
  const crosses: Box[] = [];
  let cured: { curve: Curve; cross: Box } | null = null;
  painter.save();
  for (const curve of before) {
    const end = curve.diverged ? endOf(curve, scene) : null;
    const rim = { color: methodColor(curve.method, theme), width: 1 };
    if (end) {
      const y = Math.max(frame.top, Math.min(frame.top + frame.height, frame.y(end.y)));
      drawSymbol(painter, [symbolX, CROSS / 2], frame.x(end.x), y, { rim });
      const cross = { left: frame.x(end.x) - LINE / 2, top: y - LINE / 2, width: LINE, height: LINE };
      crosses.push(cross);
      const { label } = curve.method;
      const still = scene.curves.some(
        ({ role, method, diverged }) => role === "run" && diverged && method.label === label,
      );
      if (!still) cured ??= { curve, cross };
    }
  }
  painter.font = `italic ${font(theme)}`;
  painter.textBaseline = "middle";
  painter.textAlign = "left";
  const name = cured
    ? `${scene.before}: ${cured.curve.method.short ?? cured.curve.method.label} diverged`
    : scene.before;
  const width = painter.measureText(name).width;
  const place = cured
    ? { curve: cured.curve, width, ...besideCross(cured.cross, frame, width) }
    : placeBefore(scene, frame, width, [...taken, ...crosses]);
  if (place) {
    painter.fillStyle = translucent(theme.paper, 0.8);
    painter.fillRect(place.left - 1, place.y - LINE / 2 + 1, place.width + 2, LINE - 2);
    painter.fillStyle = mix(methodColor(place.curve.method, theme), theme.ink, 0.3);
    painter.fillText(name, place.left, place.y);
  }
  painter.restore();
}

/** Right of a cross, or left of it where there is no room; within the plotting area. */
function besideCross(cross: Box, frame: Frame, width: number): { left: number; y: number } {
  const right = cross.left + cross.width + 1;
  const fits = right + width <= frame.left + frame.width;
  return {
    left: fits ? right : Math.max(frame.left + 4, cross.left - 1 - width),
    y: Math.max(frame.top + LINE / 2, cross.top + LINE / 2),
  };
}

/** Between the name of the run before and its curve, and others where there is room, in units of the figure. */
const CLEAR = 3;
const ALONE = 9;
/** To name the next curve of the run before, rather than one that has moved farther, it must gain so much. */
const RATHER = 60;

/** The place for the name: free of lines and not on the axes, at a curve that has moved, and as far right as can be. */
function placeBefore(scene: Scene, frame: Frame, width: number, taken: readonly Box[]) {
  const steps = Math.floor(frame.width / STEP);
  const [columns, half] = [Math.ceil(width / STEP), LINE / 2];
  const [top, bottom] = [frame.top, frame.top + frame.height];
  const within = (y: number): number => Math.max(top, Math.min(bottom, y));
  const drawn = scene.curves
    .filter(({ role }) => role !== "trial")
    .map((curve) => {
      const all = heightsOf(curve, frame, steps);
      return { curve, all, heights: all.map((y) => (within(y) === y ? y : NaN)) };
    });
  const before = drawn
    .filter(({ curve }) => curve.role === "before")
    .map(({ curve, all, heights }) => {
      const own = drawn.find((other) => other.curve.role === "run" && other.curve.method.label === curve.method.label);
      // How far it lies from where it is now.
      const ways = all.map((y, at) => (own ? Math.abs(within(y) - within(own.all[at]!)) : NaN));
      return { curve, heights, ways, farthest: extentOf(ways, 0, steps)?.[1] ?? 0 };
    })
    .sort((a, b) => b.farthest - a.farthest);
  let best: { curve: Curve; left: number; y: number; width: number } | null = null;
  let cost = Infinity;
  for (const [rank, { curve, heights, ways }] of before.entries())
    for (let at = steps - columns - 2; at > 1; at -= 2) {
      const own = extentOf(heights, at, columns);
      if (!own) continue;
      const left = frame.left + at * STEP;
      const isApart = (extentOf(ways, at, columns)?.[0] ?? 0) > half;
      for (const wanted of [own[0] - half - CLEAR, own[1] + half + CLEAR]) {
        const y = Math.max(top + half + CLEAR, Math.min(bottom - half - CLEAR, wanted));
        let [room, around] = [CLEAR, ALONE];
        for (const other of drawn) {
          const lines = extentOf(other.heights, at, columns);
          const free = lines ? Math.max(lines[0] - y, y - lines[1]) - half : ALONE;
          room = Math.min(room, free);
          if (other.curve !== curve) around = Math.min(around, free);
        }
        const isTaken = taken.some(
          (box) => left < box.left + box.width && left + width > box.left && Math.abs(y - box.top - half) < LINE,
        );
        const found =
          (isApart ? 0 : frame.width) -
          at * STEP +
          rank * RATHER +
          RATHER * (ALONE - around) +
          1e3 * (CLEAR - room + (isTaken ? LINE : 0));
        if (found < cost) [best, cost] = [{ curve, left, y, width }, found];
      }
    }
  return best;
}

/** From where to where a line goes over some columns; null where it is not there. */
function extentOf(heights: Float64Array, from: number, columns: number): [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (let at = from; at <= from + columns; at++) {
    const y = heights[at]!;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return low <= high ? [low, high] : null;
}

const linesOf = ({ label }: Curve): string[] => label.split("\n");

function write(painter: Painter, curve: Curve, theme: Theme, x: number, y: number): void {
  painter.fillStyle = mix(methodColor(curve.method, theme), theme.ink, 0.3);
  painter.textAlign = "left";
  const lines = linesOf(curve);
  for (const [i, line] of lines.entries()) painter.fillText(line, x, y + (i - (lines.length - 1) / 2) * LINE);
}
