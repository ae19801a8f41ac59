/** The curves, drawn the same on the page, in files and on paper: in turns where they lie on each other, with names at their ends. */

import { sum } from "d3-array";
import { symbolX } from "d3-shape";
import { drawAxes, drawKeys, keyWidth, lineKey } from "../axes";
import { formatCount } from "../format";
import { clipTo, frameOf, ticksOf, placesOf, type Frame, type Sheet, type Domain } from "../frame";
import { drawBand, drawDisc, drawLine, drawRule, widthOf, setStroke, drawSymbol, drawText } from "../marks";
import { methodColor, mix, translucent } from "../theme";
import type { Reading } from "./read";
import { endOf, type Curve, type Role, type Scene } from "./scene";

const LOOK: Record<Role, { width: number; alpha: number }> = {
  before: { width: 1, alpha: 0.5 },
  trial: { width: 0.75, alpha: 0.45 },
  run: { width: 1.75, alpha: 1 },
  expected: { width: 1, alpha: 1 },
};
/** The run before, where it diverged: there is little else to see up there. */
const FAILED = { width: 1.25, alpha: 0.9 };
/** Opacities of the intervals: of all where the reader points at none, of the one pointed at, of the others. */
const BAND = { rest: 0.1, pointed: 0.28, other: 0.04 };
/** The opacity of the cover over the iterations after the one shown. */
const LATER = 0.72;
/** Around the plotting area, on the page and where titles are drawn too. */
const MARGIN = { left: 56, top: 8, right: 14, bottom: 26 };
const TITLED = { left: 58, top: 34, right: 16, bottom: 44 };
/** About as many ticks has a vertical axis that is fixed. */
const TICKS = 5;
/** How far above the plotting area the line of the vertical title begins. */
const TITLE = 25;

export function drawCurves(sheet: Sheet, scene: Scene): Frame {
  const { painter, size } = sheet;
  const room = labelRoom(scene.curves, size.width, (text) => widthOf(sheet, text));
  // The number at the end of the axis stands half beyond it.
  const end = widthOf(sheet, formatCount(Math.round(scene.x[1]))) / 2 + 1;
  const keys = scene.titles && room === 0 ? drawLegend(sheet, scene) : 0;
  const margin = scene.titles ? TITLED : MARGIN;
  const box = {
    left: margin.left,
    top: margin.top + keys,
    width: Math.max(1, size.width - margin.left - Math.max(margin.right, room, end)),
    height: Math.max(1, size.height - margin.top - margin.bottom - keys),
  };
  const frame = frameOf(box, scene.x, scene.y, scene.log);
  const look = { xTitle: scene.titles?.x ?? "", yTitle: scene.titles?.y ?? "" };
  // However high the picture is, what is fixed looks the same.
  drawAxes(sheet, frame, scene.fixed ? { ...look, yTicks: ticksOf(frame.y, TICKS) } : look);
  painter.save();
  clipTo(painter, frame);
  for (const curve of scene.curves) drawCurve(sheet, curve, frame);
  drawBundles(sheet, scene, frame, LOOK.run.width);
  if (scene.shown !== null) drawShown(sheet, frame, scene.shown);
  painter.restore();
  drawEnds(sheet, scene, frame, room > 0);
  drawLost(sheet, scene, frame);
  if (scene.titles && scene.before) drawBefore(sheet, scene.before, frame, size.width - margin.right);
  return frame;
}

function drawCurve({ painter, theme }: Sheet, curve: Curve, frame: Frame): void {
  const { role, method, line, pointed, diverged } = curve;
  const { x, y, low, high } = line;
  const color = methodColor(method, theme);
  const alpha = BAND[pointed === null ? "rest" : pointed ? "pointed" : "other"];
  if (low && high) drawBand(painter, frame, x, { low, high }, { color, alpha });
  drawLine(painter, frame, x, y, {
    ...(role === "before" && diverged ? FAILED : LOOK[role]),
    ...(role === "expected" ? { color: mix(color, theme.ink, 0.6) } : { color, dash: method.dash }),
  });
}

/** The reader's place in the run; later iterations are paler. */
function drawShown({ painter, theme }: Sheet, frame: Frame, x: number): void {
  const [bottom, right] = [frame.top + frame.height, frame.left + frame.width];
  // On a logarithmic axis iteration 0 has no place.
  const at = Math.max(frame.left, frame.x(x) || frame.left);
  if (at > right) return;
  painter.fillStyle = translucent(theme.paper, LATER);
  painter.fillRect(at, frame.top, right - at, frame.height);
  drawRule(painter, [at, frame.top, at, bottom], { color: theme.accent, width: 1.5 });
}

/** Names the run before, on the line of the vertical title, up to `right`; on the page the view's bar does. */
function drawBefore(sheet: Sheet, name: string, frame: Frame, right: number): void {
  const { painter, theme } = sheet;
  const key = lineKey(painter, name, mix(theme.ink, theme.paper, LOOK.before.alpha), [], LOOK.before.width);
  const width = keyWidth(sheet, key);
  drawKeys(sheet, [key], { left: right - width, top: frame.top - TITLE, width });
}

/** The methods' names, where they have no room at the ends; returns the height used. */
function drawLegend(sheet: Sheet, { curves }: Scene): number {
  const { painter, theme, size } = sheet;
  const keys = curves
    .filter(({ label }) => label)
    .map(({ label, method }) => lineKey(painter, label.replace("\n", " "), methodColor(method, theme), method.dash));
  return drawKeys(sheet, keys, { left: 18, top: 6, width: size.width - 30 }) + 4;
}

/** The line where the curves are read, and a dot on each; `x` in the unit of the axis. */
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

export function drawSelection({ painter, theme }: Sheet, frame: Frame, [from, to]: Domain): void {
  painter.fillStyle = translucent(theme.accent, 0.14);
  painter.fillRect(frame.left + from * frame.width, frame.top, (to - from) * frame.width, frame.height);
}

/** Length of a turn along the curve, and how near curves must be, in units of the figure. */
const TURN = 9;
const NEAR = 1.5;
/** The curves are compared at places so far apart. */
const STEP = 3;
/** The most curves that can take turns along a common line. */
const MOST = 12;

function drawBundles({ painter, theme }: Sheet, { curves }: Scene, frame: Frame, width: number): void {
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

const LINE = 14;
/** Between the curve's end and its name. */
const GAP = 7;
/** Labels take at most this share of the width, or are left out. */
const SHARE = 0.4;
const CROSS = 44;

/** Room on the right that the labels need; 0 when they do not fit. */
function labelRoom(curves: readonly Curve[], width: number, measure: (text: string) => number): number {
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

function drawEnds(sheet: Sheet, scene: Scene, frame: Frame, withLabels: boolean): void {
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

function drawLost({ painter, theme }: Sheet, scene: Scene, frame: Frame): void {
  for (const curve of scene.curves) {
    const end = curve.role === "before" && curve.diverged ? endOf(curve, scene) : null;
    if (!end) continue;
    const y = Math.max(frame.top, Math.min(frame.top + frame.height, frame.y(end.y)));
    const rim = { color: methodColor(curve.method, theme), width: 1 };
    drawSymbol(painter, [symbolX, CROSS / 2], frame.x(end.x), y, { rim });
  }
}

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
