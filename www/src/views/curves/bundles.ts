/** Where curves lie on each other they would hide each other: there each is drawn for a part of the way, in turns. */

import type { Frame } from "../frame";
import { setStroke } from "../marks";
import { placesOf } from "../scales";
import { methodColor, type Theme } from "../theme";
import type { Painter } from "../types";
import type { Curve, Scene } from "./scene";

/** Length of a turn along the curve, and how near curves must be, in units of the figure. */
const TURN = 9;
const NEAR = 1.5;
/** The curves are compared at places so far apart. */
const STEP = 3;
/** The most curves that can take turns along a common line. */
const MOST = 12;

export function drawBundles(painter: Painter, { curves }: Scene, frame: Frame, theme: Theme, width: number): void {
  const runs = curves.filter(({ role }) => role === "run");
  if (runs.length < 2 || runs.length > MOST) return;
  const steps = Math.floor(frame.width / STEP);
  const heights = runs.map((curve) => heightsOf(curve, frame, steps));
  const lengths = heights.map(lengthsOf);
  painter.save();
  runs.forEach(({ method }, own) => {
    setStroke(painter, { color: methodColor(method, theme), width });
    painter.lineCap = "round";
    painter.beginPath();
    let drawn = -1;
    for (let at = 0; at < steps; at++) {
      const bundle = bundleOf(heights, lengths[own]!, own, at);
      const turn = Math.floor(lengths[bundle[0]!]![at]! / TURN);
      if (bundle.length < 2 || bundle[turn % bundle.length] !== own) continue;
      if (drawn !== at) painter.moveTo(frame.left + at * STEP, heights[own]![at]!);
      drawn = at + 1;
      painter.lineTo(frame.left + drawn * STEP, heights[own]![drawn]!);
    }
    painter.stroke();
  });
  painter.restore();
}

/** The curves that lie on `own` from place `at` to the next, itself the first of them or a later one. */
function bundleOf(heights: readonly Float64Array[], lengths: Float64Array, own: number, at: number): number[] {
  // What is near across a steep way may be far apart in height.
  const near = (NEAR * (lengths[at + 1]! - lengths[at]!)) / STEP;
  const mine = heights[own]!;
  const found: number[] = [];
  for (let other = 0; other < heights.length; other++) {
    const theirs = heights[other]!;
    const apart = Math.max(Math.abs(theirs[at]! - mine[at]!), Math.abs(theirs[at + 1]! - mine[at + 1]!));
    if (other === own || apart < near) found.push(other);
  }
  return found;
}

/** The way along the curve up to each place. */
function lengthsOf(heights: Float64Array): Float64Array {
  const lengths = new Float64Array(heights.length);
  for (let at = 1; at < heights.length; at++) {
    const rise = heights[at]! - heights[at - 1]!;
    lengths[at] = lengths[at - 1]! + Math.hypot(STEP, Number.isNaN(rise) ? 0 : rise);
  }
  return lengths;
}

/** The height of the curve at each place, NaN where it has none. */
function heightsOf({ line }: Curve, frame: Frame, steps: number): Float64Array {
  const [x, y] = [placesOf(frame.x, line.x), placesOf(frame.y, line.y)];
  const heights = new Float64Array(steps + 1).fill(NaN);
  let after = 0;
  for (let at = 0; at <= steps; at++) {
    const place = frame.left + at * STEP;
    while (after < x.length && !(x[after]! > place)) after++;
    const [from, to] = [x[after - 1]!, x[after]!];
    heights[at] = y[after - 1]! + ((y[after]! - y[after - 1]!) * (place - from)) / (to - from);
  }
  return heights;
}
