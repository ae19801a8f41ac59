/** The models' outputs on a plane with two classes, as plain data. */

/** A part of the plane: the ends of both coordinates. */
export interface Plane {
  x: readonly [number, number];
  y: readonly [number, number];
}

/** F of several models on a grid over the plane; F > 0 is the class +1, and σ(F) how sure the model is of that. */
export interface Fields {
  plane: Plane;
  /** Points of the grid along either coordinate, both ends included. */
  cells: number;
  /** models × cells × cells: model after model, row after row from the lowest y. */
  values: Float32Array;
}

/** The outputs of one method's agents, and of their mean model, on the plane. */
export interface Beliefs {
  /** Of the agents in their order, and at last of the mean. */
  fields: Fields;
  /** A finer one of the model that the reader looks at. */
  large?: { model: number; fields: Fields } | null;
}

/** The samples of all agents, agent after agent. */
export interface Samples {
  plane: Plane;
  /** x₀, y₀, x₁, y₁, … */
  features: ArrayLike<number>;
  /** +1 or -1. */
  labels: ArrayLike<number>;
  /** Those of agent i are `starts[i]` to `starts[i + 1]`, the latter left out. */
  starts: ArrayLike<number>;
}
