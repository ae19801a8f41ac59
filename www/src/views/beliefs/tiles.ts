/** Maps and dots as pictures, worked out once for all frames that show them: a canvas of square tiles, one a model. */

import type { Theme } from "../theme";
import { beliefTable } from "./colors";
import { modelsIn, type Fields, type Samples } from "./data";
import { paintDisc } from "./raster";

/** A square of a canvas, in its pixels. */
export interface Tile {
  canvas: HTMLCanvasElement;
  left: number;
  top: number;
  side: number;
}

export type Tiles = ReturnType<typeof createTiles>;

type DrawDots = (context: CanvasRenderingContext2D, agent: number) => void;

interface Sheet {
  key: readonly unknown[];
  canvas: HTMLCanvasElement;
}

/** Tiles in a row, and canvases kept. */
const ACROSS = 8;
const KEPT = 10;

/** `ratio`: pixels for a unit of the figure. */
export function createTiles(theme: () => Theme, ratio: () => number) {
  const sheets: Sheet[] = [];

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
