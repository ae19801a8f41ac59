/** The numbers behind the heat map. */

import type { HeatMapData } from "../types";

type Block = Pick<HeatMapData, "agents" | "dimension" | "iterates">;

export interface Cells {
  rows: number;
  columns: number;
  /** Row-major; NaN where an iterate is no number. */
  values: Float64Array;
}

/** x_i − x̄, row-major n × d. */
export function deviations({ agents: n, dimension: d, iterates }: Block): Float64Array {
  const out = new Float64Array(n * d);
  for (let j = 0; j < d; j++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += iterates[i * d + j]! / n;
    for (let i = 0; i < n; i++) out[i * d + j] = iterates[i * d + j]! - mean;
  }
  return out;
}

/** The deviations merged into at most `most` × `most` cells, each the largest in size of its own. */
export function merged(data: Block, most: number): Cells {
  const { agents, dimension } = data;
  const [rows, columns] = [Math.min(agents, most), Math.min(dimension, most)];
  const values = new Float64Array(rows * columns);
  deviations(data).forEach((value, at) => {
    const row = Math.floor((Math.floor(at / dimension) * rows) / agents);
    const cell = row * columns + Math.floor(((at % dimension) * columns) / dimension);
    if (!(Math.abs(value) <= Math.abs(values[cell]!))) values[cell] = value;
  });
  return { rows, columns, values };
}
