/** Where curves lie on each other they would hide each other: there each is drawn for a part of the way, in turns. */

import { bisectRight } from "d3-array";
import type { Frame } from "../frame";
import { setStroke } from "../marks";
import { methodColor, type Theme } from "../theme";
import type { Painter } from "../types";
import type { Curve, Scene } from "./scene";

/** A turn, and how near curves must be throughout it, in units of the figure. */
const TURN = 9;
const NEAR = 1.5;
/** Beyond so many curves turns would show none. */
const MOST = 12;
/** Places in a turn that are looked at. */
const STEPS = 3;

export function drawBundles(painter: Painter, { curves, log }: Scene, frame: Frame, theme: Theme, width: number): void {
  const runs = curves.filter(({ role }) => role === "run");
  if (runs.length < 2 || runs.length > MOST) return;
  const turns = Math.floor(frame.width / TURN);
  const heights = runs.map((curve) => heightsOf(curve, frame, turns * STEPS, log));
  painter.save();
  runs.forEach(({ method }, own) => {
    setStroke(painter, { color: methodColor(method, theme), width });
    painter.beginPath();
    for (let turn = 0; turn < turns; turn++) {
      const bundle = bundleOf(heights, own, turn * STEPS);
      if (bundle.length < 2 || bundle[turn % bundle.length] !== own) continue;
      for (let step = 0; step <= STEPS; step++) {
        const at = turn * STEPS + step;
        painter[step === 0 ? "moveTo" : "lineTo"](frame.left + (at * TURN) / STEPS, heights[own]![at]!);
      }
    }
    painter.stroke();
  });
  painter.restore();
}

/** The curves that lie on `own` for the turn that begins at place `from`, itself among them. */
function bundleOf(heights: readonly Float64Array[], own: number, from: number): number[] {
  const found: number[] = [];
  for (let other = 0; other < heights.length; other++) {
    let near = true;
    for (let at = from; at <= from + STEPS && near; at++)
      near = Math.abs(heights[other]![at]! - heights[own]![at]!) < NEAR;
    if (near) found.push(other);
  }
  return found;
}

/** The height of the curve at evenly spaced places, NaN where it has none. */
function heightsOf({ line }: Curve, frame: Frame, places: number, log: Scene["log"]): Float64Array {
  const { x, y } = line;
  const onAxis = log.x ? Math.log : (value: number): number => value;
  const heights = new Float64Array(places + 1).fill(NaN);
  let after = 0;
  for (let place = 0; place <= places; place++) {
    const value = frame.x.invert(frame.left + (place * TURN) / STEPS);
    after = bisectRight(x, value, after);
    if (after === 0 || after === x.length) continue;
    const [from, to] = [onAxis(x[after - 1]!), onAxis(x[after]!)];
    const share = (onAxis(value) - from) / (to - from);
    const height = frame.y(y[after - 1]!) * (1 - share) + frame.y(y[after]!) * share;
    if (Number.isFinite(height)) heights[place] = height;
  }
  return heights;
}
