/** The models' outputs on a plane, as plain data. */

export interface Plane {
  x: readonly [number, number];
  y: readonly [number, number];
}

/** F on a grid over the plane. Of one output F > 0 is +1, σ(F) how sure that is; of several the greatest is the model's class. */
export interface Fields {
  /** 1 for two classes, or one for each of several. */
  outputs: number;
  plane: Plane;
  /** Points of the grid along either coordinate, both ends included. */
  cells: number;
  /** models × cells × cells × outputs: model after model, row after row from the lowest y. */
  values: Float32Array;
}

/** The outputs of one method's agents, and of their mean model, on the plane. */
export interface Beliefs {
  /** Of the agents in their order, and at last of the mean. */
  fields: Fields;
  /** A finer one of the model that the reader looks at. */
  large?: { model: number; fields: Fields } | null;
}

export interface Samples {
  plane: Plane;
  /** x₀, y₀, x₁, y₁, … */
  features: ArrayLike<number>;
  /** +1 or -1, or the place of one of several classes. */
  labels: ArrayLike<number>;
  /** Those of agent i are `starts[i]` to `starts[i + 1]`, the latter left out. */
  starts: ArrayLike<number>;
  /** How many classes there are, whose places the labels are; 0: labels are ±1. */
  classes: number;
}

export const modelsIn = ({ values, cells, outputs }: Fields): number => values.length / (cells ** 2 * outputs);
