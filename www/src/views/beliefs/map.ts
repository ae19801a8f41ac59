/** Draws one model's outputs on the plane: a disc coloured by F, a line where F = 0, and samples as dots. */

import { contours } from "d3-contour";
import { symbolsFill } from "d3-shape";
import type { Ink } from "../frame";
import { disc, drawDisc, drawSymbol, traceRings } from "../marks";
import { mix, type Theme } from "../theme";
import type { Painter } from "../types";
import { beliefColor, CLASS_COLORS, classColor, manyColor, MARKS, markOf } from "./colors";
import type { Fields, Plane, Samples } from "./data";
import type { Tile, Tiles } from "./tiles";

export interface Place {
  x: number;
  y: number;
  radius: number;
}

/** What maps are drawn with: `tiles` makes pixels of them, and is null where the painter takes none. */
export interface MapInk extends Ink {
  tiles: Tiles | null;
}

/** How much of its colour a band of the SVG stands for: σ(F) - ½ at the bands' edges, doubled. */
const BANDS = [-0.95, -0.85, -0.7, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95];

/** A disc coloured by F, with the line F = 0; without tiles in bands. `all`: the other models' discs are wanted too, as large. */
export function drawField({ painter, theme, tiles }: MapInk, place: Place, fields: Fields, model: number, all = false) {
  if (tiles) return drawTile(painter, place, tiles.field(fields, model, 2 * place.radius, all));
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

/** Of several classes the bands of each where it is the likeliest. */
function drawBands(painter: Painter, place: Place, fields: Fields, model: number, theme: Theme): void {
  const isOne = fields.outputs === 1;
  const color = (f: number, c: number): string => (isOne ? beliefColor(f, theme) : classColor(c, f, theme));
  const edges = [...(isOne ? [] : [0]), ...BANDS.filter((share) => isOne || share > 0).map((at) => 2 * Math.atanh(at))];
  drawDisc(painter, place.x, place.y, place.radius, { fill: color(isOne ? edges[0]! - 1 : 0, 0) });
  for (let c = 0; c < fields.outputs; c++)
    edges.forEach((edge, band) => {
      painter.fillStyle = color((edge + (edges[band + 1] ?? edge + 2)) / 2, c);
      traceLevel(painter, place, fields, linesOf(fields, model, edge, c));
      painter.fill();
    });
}

function drawBoundary(painter: Painter, place: Place, fields: Fields, model: number): void {
  painter.strokeStyle = "#1c1c1a";
  painter.lineWidth = Math.min(1.5, place.radius / 22);
  painter.lineJoin = "round";
  for (let c = 0; c < fields.outputs; c++) {
    const lines = linesOf(fields, model, 0, c);
    if (lines.length === 0) continue;
    traceLevel(painter, place, fields, lines);
    painter.stroke();
  }
}

type Lines = readonly (readonly number[][])[];

/** Closed lines around where F is at least `level`, in cells of the grid; of several classes, where that at `place` exceeds the others so much. */
export function linesOf(fields: Fields, model: number, level: number, place = 0): Lines {
  const { cells } = fields;
  const field = marginOf(fields, model, place) as unknown as number[];
  return contours().size([cells, cells]).contour(field, level).coordinates.flat();
}

function traceLevel(painter: Painter, { x, y, radius }: Place, { cells }: Fields, lines: Lines): void {
  // A value of the grid stands in the middle of its cell.
  const share = (at: number): number => (at - 0.5) / (cells - 1) - 0.5;
  traceRings(
    painter,
    lines,
    (at) => x + 2 * radius * share(at),
    (at) => y - 2 * radius * share(at),
  );
}

/** F of a model with one output; of several, by how much that of the class at `place` exceeds the others. */
function marginOf({ cells, outputs, values }: Fields, model: number, place: number): Float32Array {
  const size = cells ** 2 * outputs;
  const own = values.subarray(model * size, (model + 1) * size);
  if (outputs === 1) return own;
  return Float32Array.from({ length: cells ** 2 }, (_, at) => {
    let other = -Infinity;
    for (let c = 0; c < outputs; c++) if (c !== place) other = Math.max(other, own[at * outputs + c]!);
    return own[at * outputs + place]! - other;
  });
}

export function drawRim({ painter, theme }: Ink, { x, y, radius }: Place, width = 1): void {
  drawDisc(painter, x, y, radius, { rim: { color: mix(theme.paper, theme.ink, 0.6), width } });
}

function pointOf({ x, y, radius }: Place, plane: Plane, first: number, second: number): [number, number] {
  const share = ([lo, hi]: readonly [number, number], at: number): number => (2 * (at - lo)) / (hi - lo) - 1;
  return [x + radius * share(plane.x, first), y - radius * share(plane.y, second)];
}

interface DotLook {
  size: number;
  plain?: boolean;
  /** Of more an even choice. */
  most: number;
}

/** Samples [from, to) as dots within the disc. */
export function drawSamples(
  painter: Painter,
  place: Place,
  { plane, features, labels, classes }: Samples,
  [from, to]: readonly [number, number],
  { size, plain = false, most }: DotLook,
): void {
  const stride = Math.max(1, Math.ceil((to - from) / most));
  const shown = Array.from({ length: Math.ceil((to - from) / stride) }, (_, i) => {
    const sample = from + i * stride;
    return { label: labels[sample]!, at: pointOf(place, plane, features[2 * sample]!, features[2 * sample + 1]!) };
  });
  painter.save();
  disc(painter, place.x, place.y, place.radius);
  painter.clip();
  if (classes > 0) for (const { label, at } of shown) drawMark(painter, label, ...at, size, plain);
  else
    for (const name of ["positive", "negative"] as const) {
      painter.beginPath();
      for (const { label, at } of shown) {
        if (label > 0 !== (name === "positive")) continue;
        painter.moveTo(at[0] + size, at[1]);
        painter.arc(...at, size, 0, 2 * Math.PI);
      }
      // The rims first: dots that lie close together keep their own colour.
      painter.strokeStyle = MARKS[name].rim;
      painter.lineWidth = 0.8 * size;
      if (!plain) painter.stroke();
      painter.fillStyle = plain ? CLASS_COLORS[name] : MARKS[name].fill;
      painter.fill();
    }
  painter.restore();
}

/** Of several classes each has a shape of its own, in its colour, or darker and with a rim, for it to be seen on that. */
export function drawMark(painter: Painter, label: number, x: number, y: number, size: number, plain: boolean): void {
  const type = symbolsFill[label % symbolsFill.length]!;
  const { fill, rim } = markOf(label);
  const look = plain ? { fill: manyColor(label) } : { fill, rim: { color: rim, width: 0.35 * size } };
  drawSymbol(painter, [type, Math.PI * (1.15 * size) ** 2], x, y, look);
}

/** `drawSamples` of an agent, by way of a tile where the painter takes pixels. */
export function drawOwn({ painter, tiles }: MapInk, place: Place, samples: Samples, agent: number, look: DotLook) {
  const { radius } = place;
  const draw = (on: Painter, at: Place, i: number): void =>
    drawSamples(on, at, samples, [samples.starts[i]!, samples.starts[i + 1]!], look);
  if (!tiles) return draw(painter, place, agent);
  const middle = { x: radius, y: radius, radius };
  drawTile(
    painter,
    place,
    tiles.dots(samples, agent, 2 * radius, (context, i) => draw(context, middle, i)),
  );
}
