/** Maps as pixels, worked out once for all frames that show them: a canvas of square tiles, one a model; and dots. */

import type { Theme } from "../theme";
import { beliefTable, type BeliefTable } from "./colors";
import { modelsIn, type Fields, type Samples } from "./data";

export interface Tile {
  canvas: HTMLCanvasElement;
  left: number;
  top: number;
  side: number;
}

export type Tiles = ReturnType<typeof createTiles>;

type DrawDots = (context: CanvasRenderingContext2D, agent: number) => void;

/** Tiles in a row, and canvases kept. */
const ACROSS = 8;
const KEPT = 10;

/** `ratio`: pixels for a unit of the figure. */
export function createTiles(theme: () => Theme, ratio: () => number) {
  const sheets: { key: readonly unknown[]; canvas: HTMLCanvasElement }[] = [];

  /** The canvas with this key; a new one has room for `count` tiles, and is filled. */
  function sheetOf(
    key: readonly unknown[],
    count: number,
    side: number,
    fill: (context: CanvasRenderingContext2D, canvas: HTMLCanvasElement) => void,
  ): HTMLCanvasElement {
    const place = sheets.findIndex((sheet) => sheet.key.every((part, i) => part === key[i]));
    const sheet =
      place >= 0
        ? sheets.splice(place, 1)[0]!
        : sheets.length < KEPT
          ? { key, canvas: document.createElement("canvas") }
          : sheets.pop()!;
    // The latest first.
    sheets.unshift(sheet);
    if (place >= 0) return sheet.canvas;
    sheet.key = key;
    const { canvas } = sheet;
    canvas.width = Math.min(count, ACROSS) * side;
    canvas.height = Math.ceil(count / ACROSS) * side;
    const context = canvas.getContext("2d");
    if (context) fill(context, canvas);
    return canvas;
  }

  const corner = (place: number, side: number): [number, number] => [
    (place % ACROSS) * side,
    Math.floor(place / ACROSS) * side,
  ];
  const sideOf = (diameter: number): number => Math.max(1, Math.round(diameter * ratio()));

  return {
    /** The disc of a model, `diameter` wide in units of the figure; `all` works out those of all models together. */
    field(fields: Fields, model: number, diameter: number, all: boolean): Tile {
      const side = sideOf(diameter);
      const first = all ? 0 : model;
      const count = all ? modelsIn(fields) : 1;
      const canvas = sheetOf([fields, theme(), side, first, count], count, side, (context, { width, height }) => {
        const image = context.createImageData(width, height);
        const pixels = new Uint32Array(image.data.buffer);
        for (let place = 0; place < count; place++) {
          const [left, top] = corner(place, side);
          const tableOf = (output: number) => beliefTable(theme(), fields.outputs === 1 ? null : output);
          paintDisc({ pixels, width, left, top, side }, fields, first + place, tableOf);
        }
        context.putImageData(image, 0, 0);
      });
      const [left, top] = corner(model - first, side);
      return { canvas, left, top, side };
    },
    /** An agent's dots: `draw` draws them in a square of the diameter. */
    dots(samples: Samples, agent: number, diameter: number, draw: DrawDots): Tile {
      const side = sideOf(diameter);
      const count = samples.starts.length - 1;
      const canvas = sheetOf([samples, side, diameter], count, side, (context) => {
        for (let place = 0; place < count; place++) {
          const [left, top] = corner(place, side);
          context.setTransform(side / diameter, 0, 0, side / diameter, left, top);
          draw(context, place);
        }
      });
      const [left, top] = corner(agent, side);
      return { canvas, left, top, side };
    },
  };
}

/** The line's colour, and half its width in pixels for each pixel of the diameter. */
const LINE = 0x1a1c1c;
const LINE_WIDTH = 1 / 90;

/** Where a disc is painted: the upper left corner of its square, in pixels of `pixels`, `width` to a row. */
interface Target {
  pixels: Uint32Array;
  width: number;
  left: number;
  top: number;
  side: number;
}

/** F at four points of the grid; of several classes, by how much the likeliest between them exceeds the next. */
const corners = new Float64Array(4);

/** Sets the corners about a place, whose first is `at`, and returns the likeliest class there; of one output 0, for F itself. */
function setCorners({ cells, outputs, values }: Fields, at: number, across: number, up: number): number {
  const row = cells * outputs;
  if (outputs === 1) {
    corners[0] = values[at]!;
    corners[1] = values[at + 1]!;
    corners[2] = values[at + row]!;
    corners[3] = values[at + row + 1]!;
    return 0;
  }
  let [first, second, most, next] = [0, 0, -Infinity, -Infinity];
  for (let c = 0; c < outputs; c++) {
    const [a, b] = [values[at + c]!, values[at + outputs + c]!];
    const [low, high] = [values[at + row + c]!, values[at + row + outputs + c]!];
    const lower = a + (b - a) * across;
    const f = lower + (low + (high - low) * across - lower) * up;
    if (f > most) [first, second, most, next] = [c, first, f, most];
    else if (f > next) [second, next] = [c, f];
  }
  [0, outputs, row, row + outputs].forEach((step, i) => {
    corners[i] = values[at + step + first]! - values[at + step + second]!;
  });
  return first;
}

/** Paints a model's disc; F is interpolated between the points of its grid. `tableOf`: the colours of a class. */
export function paintDisc(target: Target, fields: Fields, model: number, tableOf: (place: number) => BeliefTable) {
  const { pixels, width, left, top, side } = target;
  const { cells, outputs } = fields;
  const tables = Array.from({ length: outputs }, (_, place) => tableOf(place));
  const start = model * cells * cells;
  const [half, step] = [side / 2, (cells - 1) / side];
  const line = Math.min(1.1, Math.max(0.4, LINE_WIDTH * side));
  const reach = (line + 0.5) ** 2;
  for (let row = 0; row < side; row++) {
    const dy = row + 0.5 - half;
    // The highest y is the picture's first row.
    const v = (side - row - 0.5) * step;
    const below = Math.min(cells - 2, Math.floor(v));
    const up = v - below;
    const span = Math.sqrt(Math.max(0, half * half - dy * dy));
    const last = Math.min(side - 1, Math.ceil(half + span));
    for (let column = Math.max(0, Math.floor(half - span) - 1); column <= last; column++) {
      const dx = column + 0.5 - half;
      const cover = half - Math.sqrt(dx * dx + dy * dy);
      if (cover <= -0.5) continue;
      const u = (column + 0.5) * step;
      const before = Math.min(cells - 2, Math.floor(u));
      const across = u - before;
      const place = setCorners(fields, (start + below * cells + before) * outputs, across, up);
      const [a, b, c, d] = [corners[0]!, corners[1]!, corners[2]!, corners[3]!];
      const [low, high] = [a + (b - a) * across, c + (d - c) * across];
      const f = low + (high - low) * up;
      let pixel = tables[place]!(f);
      const slopeX = ((b - a) * (1 - up) + (d - c) * up) * step;
      const slopeY = (high - low) * step;
      const slope = slopeX * slopeX + slopeY * slopeY;
      if (f * f < reach * slope) pixel = blended(pixel, LINE, Math.min(1, line + 0.5 - Math.abs(f) / Math.sqrt(slope)));
      const alpha = cover >= 0.5 ? 255 : Math.round(255 * (cover + 0.5));
      pixels[(top + row) * width + left + column] = ((alpha << 24) | (pixel & 0xffffff)) >>> 0;
    }
  }
}

/** `share` of one colour in another; little-endian RGB. */
function blended(from: number, to: number, share: number): number {
  const channel = (shift: number): number => {
    const [a, b] = [(from >> shift) & 255, (to >> shift) & 255];
    return Math.round(a + (b - a) * share) << shift;
  };
  return channel(0) | channel(8) | channel(16);
}
