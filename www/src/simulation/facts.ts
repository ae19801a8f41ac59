/** A network and its theory as the page shows them: plain data that crosses threads. */

import type { Experiment, NetworkDescription, Tables, Theory } from "./core";

export interface NetworkFacts {
  agents: number;
  components: number;
  /** i₀, j₀, i₁, j₁, … with i < j. */
  edges: Uint32Array<ArrayBuffer>;
  /** w_ij per edge. */
  weights: Float64Array<ArrayBuffer>;
  /** All eigenvalues of W; null for large networks. */
  eigenvalues: Float64Array | null;
  mixingRate: number;
  smallestEigenvalue: number;
  spectralGap: number;
  /** x and y of each agent, where the family places them. */
  positions: Float64Array | null;
  /** Of a network that changes; `edges` are then those of all W_k, with the weights of the first. */
  changes: ChangeFacts | null;
}

/** The expectation of a network that changes. */
export interface ChangeFacts extends Omit<NonNullable<NetworkDescription["changes"]>, "matrix"> {
  /** E[w_ij] per edge. */
  mean: Float64Array<ArrayBuffer>;
}

export function factsOf(network: NetworkDescription): NetworkFacts {
  const { agents, components, eigenvalues, mixingRate, smallestEigenvalue, spectralGap, positions, changes } = network;
  const pairs = changes ? union(network.edges, changes.matrix) : network.edges;
  const edges = new Uint32Array(2 * pairs.length);
  for (const [e, pair] of pairs.entries()) edges.set(pair, 2 * e);
  const weightsOf = (matrix: Matrix) => {
    const entry = entriesOf(agents, matrix);
    const weights = new Float64Array(pairs.length);
    for (let e = 0; e < weights.length; e++) weights[e] = entry(edges[2 * e]!, edges[2 * e + 1]!);
    return weights;
  };
  return {
    agents,
    components: changes?.components ?? components,
    edges,
    weights: weightsOf(network.matrix),
    eigenvalues,
    mixingRate,
    smallestEigenvalue,
    spectralGap,
    positions,
    changes: changes && told(changes, weightsOf(changes.matrix)),
  };
}

type Matrix = NetworkDescription["matrix"];

/** w_ij of any i and j: the entries come row by row, columns ascending. */
function entriesOf(agents: number, { rows, columns, values }: Matrix): (i: number, j: number) => number {
  const start = new Uint32Array(agents + 1);
  for (const row of rows) start[row + 1]!++;
  for (let i = 0; i < agents; i++) start[i + 1]! += start[i]!;
  return (i, j) => {
    let [from, to] = [start[i]!, start[i + 1]!];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (columns[middle]! < j) from = middle + 1;
      else to = middle;
    }
    return from < start[i + 1]! && columns[from] === j ? values[from]! : 0;
  };
}

function told(
  { matrix: _, ...rest }: NonNullable<NetworkDescription["changes"]>,
  mean: Float64Array<ArrayBuffer>,
): ChangeFacts {
  return { ...rest, mean };
}

/** The links of the first network and those that others have. */
function union(
  edges: NetworkDescription["edges"],
  { rows, columns }: NetworkDescription["matrix"],
): [number, number][] {
  const key = (i: number, j: number) => `${i} ${j}`;
  const known = new Set(edges.map(([i, j]) => key(i, j)));
  const more: [number, number][] = [];
  rows.forEach((i, e) => {
    const j = columns[e]!;
    if (i < j && !known.has(key(i, j))) more.push([i, j]);
  });
  return [...edges, ...more];
}

export interface TheoryFacts {
  /** By the methods' places. */
  methods: Theory[];
  tables: Tables;
  matrix: MatrixFacts;
}

export interface MatrixFacts {
  /** The greatest |w_ij - w_ji|. */
  asymmetry: number;
  /** How far a row or a column is from summing to 1. */
  sumError: number;
  /** The least entry that is not zero. */
  leastEntry: number;
}

export function theoryOf(experiment: Experiment, methods: number): TheoryFacts {
  return {
    methods: Array.from({ length: methods }, (_, place) => experiment.theory(place)),
    tables: experiment.tables(),
    matrix: matrixFacts(experiment.network()),
  };
}

function matrixFacts({ agents, matrix: { rows, columns, values } }: NetworkDescription): MatrixFacts {
  const entry = entriesOf(agents, { rows, columns, values });
  const [rowSums, columnSums] = [new Float64Array(agents), new Float64Array(agents)];
  values.forEach((w, e) => {
    rowSums[rows[e]!]! += w;
    columnSums[columns[e]!]! += w;
  });
  let [asymmetry, leastEntry] = [0, Infinity];
  values.forEach((w, e) => {
    asymmetry = Math.max(asymmetry, Math.abs(w - entry(columns[e]!, rows[e]!)));
    leastEntry = Math.min(leastEntry, w);
  });
  const sumError = [...rowSums, ...columnSums].reduce((most, sum) => Math.max(most, Math.abs(sum - 1)), 0);
  return { asymmetry, sumError, leastEntry };
}
