/** The marks of figures: lines, bands and symbols, by d3's shapes on a painter. */

import {
  area,
  line,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
  type SymbolType,
} from "d3-shape";
import { font, placesOf, type Box, type Frame, type Ink } from "./frame";
import type { Painter } from "./types";

export interface Stroke {
  color: string;
  width: number;
  dash?: readonly number[];
  alpha?: number;
}

/** d3's types ask for a whole context; it uses only what a painter has. */
const contextOf = (painter: Painter): CanvasRenderingContext2D => painter as CanvasRenderingContext2D;

/** Far outside there is nothing to see, and huge numbers are no coordinates. */
function heightsOf({ top, height, y }: Frame, values: ArrayLike<number>): Float64Array {
  const [least, most] = [top - height, top + 2 * height];
  const places = placesOf(y, values);
  for (let i = 0; i < places.length; i++)
    if (places[i]! < least) places[i] = least;
    else if (places[i]! > most) places[i] = most;
  return places;
}

/** The line through all (x, y) that have a place; it is broken where one has none. */
export function drawLine(painter: Painter, frame: Frame, x: ArrayLike<number>, y: ArrayLike<number>, stroke: Stroke) {
  const [xs, ys] = [placesOf(frame.x, x), heightsOf(frame, y)];
  painter.save();
  painter.lineJoin = "round";
  setStroke(painter, stroke);
  painter.beginPath();
  line<number>()
    .defined((place, i) => !Number.isNaN(place + xs[i]!))
    .x((_, i) => xs[i]!)
    .y((place) => place)
    .context(contextOf(painter))(ys as Iterable<number>);
  painter.stroke();
  painter.restore();
}

/** The area between two lines; parts below a logarithmic axis extend beyond its foot. */
export function drawBand(
  painter: Painter,
  frame: Frame,
  x: ArrayLike<number>,
  ends: { low: ArrayLike<number>; high: ArrayLike<number> },
  fill: { color: string; alpha?: number },
): void {
  const [xs, low, high] = [placesOf(frame.x, x), heightsOf(frame, ends.low), heightsOf(frame, ends.high)];
  const foot = frame.top + 2 * frame.height;
  const isKnown = (i: number): boolean => !Number.isNaN(xs[i]! + ends.low[i]!);
  painter.save();
  painter.globalAlpha = fill.alpha ?? 1;
  painter.fillStyle = fill.color;
  painter.beginPath();
  area<number>()
    .defined((place, i) => !Number.isNaN(place) && isKnown(i))
    .x((_, i) => xs[i]!)
    .y0((_, i) => (Number.isNaN(low[i]) ? foot : low[i]!))
    .y1((place) => place)
    .context(contextOf(painter))(high as Iterable<number>);
  painter.fill();
  painter.restore();
}

/** Marks by their place in a list, so that they are told apart without colour. */
const MARKS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolStar, symbolCross, symbolWye];

/** The mark of the one at a place, about as large as a dot of that radius. */
export function markOf(place: number, radius: number): readonly [SymbolType, number] {
  return [MARKS[place % MARKS.length]!, Math.PI * radius ** 2];
}

interface Fill {
  fill?: string;
  rim?: Stroke;
}

/** One of d3's symbols at (x, y); `size` is about its area. */
export function drawSymbol(
  painter: Painter,
  [type, size]: readonly [SymbolType, number],
  x: number,
  y: number,
  look: Fill,
): void {
  painter.save();
  painter.translate(x, y);
  painter.beginPath();
  symbol(type, size).context(contextOf(painter))();
  finish(painter, look);
  painter.restore();
}

export function disc(painter: Painter, x: number, y: number, radius: number): void {
  painter.beginPath();
  painter.arc(x, y, radius, 0, 2 * Math.PI);
}

export function drawDisc(painter: Painter, x: number, y: number, radius: number, look: Fill): void {
  disc(painter, x, y, radius);
  finish(painter, look);
}

function finish(painter: Painter, { fill, rim }: Fill): void {
  if (fill) {
    painter.fillStyle = fill;
    painter.fill();
  }
  if (rim) {
    setStroke(painter, rim);
    painter.stroke();
  }
}

/** The path along closed lines, such as those of d3's contours; `x` and `y` take their points to the figure. */
export function traceRings(
  painter: Painter,
  rings: readonly (readonly number[][])[],
  x: (at: number) => number,
  y: (at: number) => number,
): void {
  painter.beginPath();
  for (const ring of rings) {
    for (const [i, [u, v]] of ring.entries()) painter[i === 0 ? "moveTo" : "lineTo"](x(u!), y(v!));
    painter.closePath();
  }
}

export type Segment = readonly [number, number, number, number];

export function traceSegments(painter: Painter, segments: Iterable<Segment>): void {
  painter.beginPath();
  for (const [x0, y0, x1, y1] of segments) {
    painter.moveTo(x0, y0);
    painter.lineTo(x1, y1);
  }
}

/** A bar of colours from left to right; `color` takes shares of its width. */
export function drawColors(
  painter: Painter,
  { left, top, width, height }: Box,
  slices: number,
  color: (share: number) => string,
): void {
  for (let s = 0; s < slices; s++) {
    painter.fillStyle = color(s / (slices - 1));
    // They overlap, so that no ground is seen between them.
    painter.fillRect(left + (width * s) / slices, top, width / slices + (s < slices - 1 ? 0.6 : 0), height);
  }
}

/** How words are set; in the middle of their place, if nothing else is said. */
interface Type {
  size?: number;
  style?: "600" | "italic";
  color?: string;
  align?: CanvasTextAlign;
}

function setType({ painter, theme }: Ink, { size = 1, style }: Type): void {
  painter.font = style ? `${style} ${font(theme, size)}` : font(theme, size);
}

export function widthOf(sheet: Ink, text: string, type: Type = {}): number {
  setType(sheet, type);
  return sheet.painter.measureText(text).width;
}

/** Words whose middle is as high as `y`. */
export function drawText(sheet: Ink, text: string, x: number, y: number, type: Type = {}): void {
  const { painter, theme } = sheet;
  setType(sheet, type);
  painter.fillStyle = type.color ?? theme.ink;
  painter.textAlign = type.align ?? "center";
  painter.textBaseline = "middle";
  painter.fillText(text, x, y);
}

export function drawRule(painter: Painter, segment: Segment, stroke: Stroke): void {
  painter.save();
  setStroke(painter, stroke);
  traceSegments(painter, [segment]);
  painter.stroke();
  painter.restore();
}

export function setStroke(painter: Painter, { color, width, dash = [], alpha = 1 }: Stroke): void {
  painter.strokeStyle = color;
  painter.lineWidth = width;
  painter.setLineDash([...dash]);
  painter.globalAlpha = alpha;
}
