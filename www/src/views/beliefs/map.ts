/** Draws one model's outputs on the plane: a disc coloured by F, a line where F = 0, and samples as dots. */

import { symbolsFill } from "d3-shape";
import { disc, drawSymbol } from "../marks";
import { mix, type Theme } from "../theme";
import type { Painter } from "../types";
import { beliefColor, CLASS_COLORS, classColor, manyColor, MARKS, markOf } from "./colors";
import type { Fields, Plane, Samples } from "./data";
import { linesOf } from "./lines";
import type { Tile, Tiles } from "./tiles";

/** Where a map is drawn, in units of the figure. */
export interface Place {
  x: number;
  y: number;
  radius: number;
}

/** How much of its colour a band of the SVG stands for: σ(F) - ½ at the bands' edges, doubled. */
const BANDS = [-0.95, -0.85, -0.7, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95];

/**
 * A disc coloured by F, with the line F = 0. `tiles` makes pixels of it; a painter that takes none (`tiles` is null) gets
 * bands of one colour each, and a line. `all`: the other models' discs are wanted too, as large as this.
 */
export function drawField(
  painter: Painter,
  place: Place,
  fields: Fields,
  model: number,
  tiles: Tiles | null,
  theme: Theme,
  all = false,
): void {
  if (tiles) {
    drawTile(painter, place, tiles.field(fields, model, 2 * place.radius, all));
    return;
  }
  painter.save();
  disc(painter, place.x, place.y, place.radius);
  painter.clip();
  drawBands(painter, place, fields, model, theme);
  drawBoundary(painter, place, fields, model);
  painter.restore();
}

/** Where there are tiles the painter is a canvas, in whose pixels they are. */
function drawTile(painter: Painter, { x, y, radius }: Place, { canvas, left, top, side }: Tile): void {
  const context = painter as CanvasRenderingContext2D;
  const unit = (2 * radius) / side;
  const whole = (at: number): number => Math.round((at - radius) / unit) * unit;
  context.drawImage(canvas, left, top, side, side, whole(x), whole(y), 2 * radius, 2 * radius);
}

function drawBands(painter: Painter, place: Place, fields: Fields, model: number, theme: Theme): void {
  if (fields.outputs > 1) {
    drawClasses(painter, place, fields, model, theme);
    return;
  }
  const edges = BANDS.map((share) => 2 * Math.atanh(share));
  painter.fillStyle = beliefColor(edges[0]! - 1, theme);
  disc(painter, place.x, place.y, place.radius);
  painter.fill();
  edges.forEach((edge, band) => {
    const next = edges[band + 1] ?? edge + 2;
    painter.fillStyle = beliefColor((edge + next) / 2, theme);
    trace(painter, place, linesOf(fields, model, edge));
    painter.fill();
  });
}

/** The same of several classes: the bands of each where it is the likeliest. */
function drawClasses(painter: Painter, place: Place, fields: Fields, model: number, theme: Theme): void {
  const edges = [0, ...BANDS.filter((share) => share > 0).map((share) => 2 * Math.atanh(share))];
  painter.fillStyle = classColor(0, 0, theme);
  disc(painter, place.x, place.y, place.radius);
  painter.fill();
  for (let c = 0; c < fields.outputs; c++)
    edges.forEach((edge, band) => {
      const next = edges[band + 1] ?? edge + 2;
      painter.fillStyle = classColor(c, (edge + next) / 2, theme);
      trace(painter, place, linesOf(fields, model, edge, c));
      painter.fill();
    });
}

/** The line on which the model changes its mind. */
function drawBoundary(painter: Painter, place: Place, fields: Fields, model: number): void {
  painter.strokeStyle = "#1c1c1a";
  painter.lineWidth = Math.min(1.5, place.radius / 22);
  painter.lineJoin = "round";
  for (let c = 0; c < fields.outputs; c++) {
    const lines = linesOf(fields, model, 0, c);
    if (lines.length === 0) continue;
    trace(painter, place, lines);
    painter.stroke();
  }
}

function trace(painter: Painter, { x, y, radius }: Place, lines: readonly Float64Array[]): void {
  painter.beginPath();
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 2) {
      const [left, top] = [x + 2 * radius * line[at]!, y - 2 * radius * line[at + 1]!];
      if (at === 0) painter.moveTo(left, top);
      else painter.lineTo(left, top);
    }
    painter.closePath();
  }
}

export function drawRim(painter: Painter, { x, y, radius }: Place, theme: Theme, width = 1): void {
  painter.strokeStyle = mix(theme.paper, theme.ink, 0.6);
  painter.lineWidth = width;
  disc(painter, x, y, radius);
  painter.stroke();
}

/** Where a point of the plane lies in the disc. */
export function pointOf({ x, y, radius }: Place, plane: Plane, first: number, second: number): [number, number] {
  const share = ([lo, hi]: readonly [number, number], at: number): number => (2 * (at - lo)) / (hi - lo) - 1;
  return [x + radius * share(plane.x, first), y - radius * share(plane.y, second)];
}

/** How samples are drawn: marked by class, or in the classes' own colours, on paper. */
export interface DotLook {
  size: number;
  plain?: boolean;
  /** Of more an even choice. */
  most: number;
}

/** Samples [from, to) as dots within the disc. */
export function drawSamples(
  painter: Painter,
  place: Place,
  samples: Samples,
  [from, to]: readonly [number, number],
  look: DotLook,
): void {
  const stride = Math.max(1, Math.ceil((to - from) / look.most));
  const shown = Array.from({ length: Math.ceil((to - from) / stride) }, (_, i) => from + i * stride);
  painter.save();
  disc(painter, place.x, place.y, place.radius);
  painter.clip();
  if (samples.classes > 0) drawMarks(painter, place, samples, shown, look);
  else drawDots(painter, place, samples, shown, look);
  painter.restore();
}

/** Of two classes ±1. */
function drawDots(
  painter: Painter,
  place: Place,
  { plane, features, labels }: Samples,
  shown: readonly number[],
  { size, plain = false }: DotLook,
): void {
  for (const name of ["positive", "negative"] as const) {
    painter.beginPath();
    for (const sample of shown) {
      if (labels[sample]! > 0 !== (name === "positive")) continue;
      const [x, y] = pointOf(place, plane, features[2 * sample]!, features[2 * sample + 1]!);
      painter.moveTo(x + size, y);
      painter.arc(x, y, size, 0, 2 * Math.PI);
    }
    // The rims first: dots that lie close together keep their own colour.
    painter.strokeStyle = MARKS[name].rim;
    painter.lineWidth = 0.8 * size;
    if (!plain) painter.stroke();
    painter.fillStyle = plain ? CLASS_COLORS[name] : MARKS[name].fill;
    painter.fill();
  }
}

/** Of several classes, each with a shape of its own. */
function drawMarks(
  painter: Painter,
  place: Place,
  { plane, features, labels }: Samples,
  shown: readonly number[],
  { size, plain = false }: DotLook,
): void {
  for (const sample of shown) {
    const [x, y] = pointOf(place, plane, features[2 * sample]!, features[2 * sample + 1]!);
    drawMark(painter, labels[sample]!, x, y, size, plain);
  }
}

/** A sample's mark: in the colour of its class, or darker and with a rim, for it to be seen on that. */
export function drawMark(painter: Painter, label: number, x: number, y: number, size: number, plain: boolean): void {
  const type = symbolsFill[label % symbolsFill.length]!;
  const { fill, rim } = markOf(label);
  const look = plain ? { fill: manyColor(label) } : { fill, rim: { color: rim, width: 0.35 * size } };
  drawSymbol(painter, [type, Math.PI * (1.15 * size) ** 2], x, y, look);
}

/** `drawSamples` of an agent, by way of a tile where the painter takes pixels. */
export function drawOwn(
  painter: Painter,
  place: Place,
  samples: Samples,
  agent: number,
  look: DotLook,
  tiles: Tiles | null,
): void {
  const { radius } = place;
  const draw = (painter: Painter, at: Place, i: number): void =>
    drawSamples(painter, at, samples, [samples.starts[i]!, samples.starts[i + 1]!], look);
  if (tiles) {
    const tile = tiles.dots(samples, agent, 2 * radius, (context, i) =>
      draw(context, { x: radius, y: radius, radius }, i),
    );
    drawTile(painter, place, tile);
  } else draw(painter, place, agent);
}
