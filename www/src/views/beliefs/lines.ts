/** Where F takes a value, as polygons: the line on which a model changes its mind, and bands of colour for SVG. */

import { contours } from "d3-contour";
import type { Fields } from "./data";

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

/** Closed lines around where F is at least `level`, as x₀, y₀, x₁, y₁, …, in [-½, ½] times the grid's width; y up. */
export type Lines = readonly Float64Array[];

export function linesOf(fields: Fields, model: number, level: number, place = 0): Lines {
  const { cells } = fields;
  const field = marginOf(fields, model, place);
  const { coordinates } = contours()
    .size([cells, cells])
    .contour(field as unknown as number[], level);
  // A value of the grid stands in the middle of its cell.
  const unit = (at: number): number => (at - 0.5) / (cells - 1) - 0.5;
  return coordinates.flat().map((line) => Float64Array.from(line.flat(), unit));
}
