/** Where curves lie on each other they would hide each other: there each is drawn for a part of the way, in turns. */

import type { Frame, Sheet } from "../frame";
import { setStroke } from "../marks";
import { placesOf } from "../scales";
import { methodColor } from "../theme";
import type { Curve, Scene } from "./scene";

/** Length of a turn along the curve, and how near curves must be, in units of the figure. */
const TURN = 9;
const NEAR = 1.5;
/** The curves are compared at places so far apart. */
const STEP = 3;
/** The most curves that can take turns along a common line. */
const MOST = 12;

export function drawBundles({ painter, theme }: Sheet, { curves }: Scene, frame: Frame, width: number): void {
  const runs = curves.filter(({ role }) => role === "run");
  if (runs.length < 2 || runs.length > MOST) return;
  const steps = Math.floor(frame.width / STEP);
  const heights = runs.map((curve) => heightsOf(curve, frame, steps));
  const fronts = frontsOf(heights, steps);
  painter.save();
  runs.forEach(({ method }, own) => {
    setStroke(painter, { color: methodColor(method, theme), width });
    painter.lineCap = "round";
    painter.beginPath();
    for (let at = 0; at < steps; at++) {
      if (!fronts[own]![at]) continue;
      if (!fronts[own]![at - 1]) painter.moveTo(frame.left + at * STEP, heights[own]![at]!);
      painter.lineTo(frame.left + (at + 1) * STEP, heights[own]![at + 1]!);
    }
    painter.stroke();
  });
  painter.restore();
}

/** Whether each curve is drawn from each place to the next: of those that lie together, the one whose turn is longest ago. */
function frontsOf(heights: readonly Float64Array[], steps: number): Uint8Array[] {
  const lengths = heights.map(lengthsOf);
  const fronts = heights.map(() => new Uint8Array(steps));
  const turns = heights.map(() => ({ began: -1, ends: 0 }));
  for (let at = 0; at < steps; at++)
    for (const bundle of bundlesAt(heights, lengths, at)) {
      let own = bundle.find((curve) => fronts[curve]![at - 1] && lengths[curve]![at]! < turns[curve]!.ends);
      if (own === undefined) {
        own = bundle.reduce((first, curve) => (turns[curve]!.began < turns[first]!.began ? curve : first));
        turns[own] = { began: at, ends: lengths[own]![at]! + TURN };
      }
      fronts[own]![at] = 1;
    }
  return fronts;
}

/** The curves that lie on each other from place `at` to the next, as lists of at least two. */
function bundlesAt(heights: readonly Float64Array[], lengths: readonly Float64Array[], at: number): number[][] {
  const height = (curve: number): number => heights[curve]![at]! + heights[curve]![at + 1]!;
  const order = heights.map((_, curve) => curve).filter((curve) => !Number.isNaN(height(curve)));
  order.sort((a, b) => height(a) - height(b));
  const bundles: number[][] = [];
  for (const [place, curve] of order.entries()) {
    const above = order[place - 1];
    if (above === undefined || !areNear(above, curve)) bundles.push([]);
    bundles.at(-1)!.push(curve);
  }
  return bundles.filter(({ length }) => length > 1).map((bundle) => bundle.sort((a, b) => a - b));

  function areNear(one: number, other: number): boolean {
    // What is near across a steep way may be far apart in height.
    const near = (NEAR * (lengths[one]![at + 1]! - lengths[one]![at]!)) / STEP;
    return [at, at + 1].every((end) => Math.abs(heights[one]![end]! - heights[other]![end]!) < near);
  }
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
