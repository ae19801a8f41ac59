/** Where F takes a value, as polygons: the line on which a model changes its mind, and bands of colour for SVG. */

import { contours } from "d3-contour";
import type { Fields } from "./data";

/** Closed lines around where F is at least `level`, as x₀, y₀, x₁, y₁, …, in [-½, ½] times the grid's width; y up. */
export type Lines = readonly Float64Array[];

export function linesOf({ cells, values }: Fields, model: number, level: number): Lines {
  const field = values.subarray(model * cells ** 2, (model + 1) * cells ** 2);
  const { coordinates } = contours()
    .size([cells, cells])
    .contour(field as unknown as number[], level);
  // A value of the grid stands in the middle of its cell.
  const unit = (at: number): number => (at - 0.5) / (cells - 1) - 0.5;
  return coordinates.flat().map((line) => Float64Array.from(line.flat(), unit));
}
