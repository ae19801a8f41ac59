/** A network and its theory as the page shows them: plain data that crosses threads; and the fastest weights, found by one worker. */

import { describeNetwork, type Experiment, type NetworkDescription, type ExperimentDocument } from "./core";

export type NetworkFacts = ReturnType<typeof factsOf>;
/** The expectation of a network that changes. */
export type ChangeFacts = NonNullable<NetworkFacts["changes"]>;

export function factsOf(network: NetworkDescription) {
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
  /** `mean`: E[w_ij] per edge. */
  const expectation = ({ matrix, ...rest }: NonNullable<typeof changes>) => ({ ...rest, mean: weightsOf(matrix) });
  return {
    agents,
    components: changes?.components ?? components,
    /** i₀, j₀, i₁, j₁, … with i < j; of a network that changes, those of all W_k. */
    edges,
    /** w_ij per edge; of a network that changes, those of the first. */
    weights: weightsOf(network.matrix),
    /** All eigenvalues of W; null for large networks. */
    eigenvalues,
    mixingRate,
    smallestEigenvalue,
    spectralGap,
    /** x and y of each agent, where the family places them. */
    positions,
    changes: changes && expectation(changes),
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

/** The links of the first network and those that others have. */
function union(edges: NetworkDescription["edges"], { rows, columns }: NetworkDescription["matrix"]) {
  const key = (i: number, j: number) => `${i} ${j}`;
  const known = new Set(edges.map(([i, j]) => key(i, j)));
  const more: [number, number][] = [];
  rows.forEach((i, e) => {
    const j = columns[e]!;
    if (i < j && !known.has(key(i, j))) more.push([i, j]);
  });
  return [...edges, ...more];
}

export type TheoryFacts = ReturnType<typeof theoryOf>;
export type MatrixFacts = TheoryFacts["matrix"];

export function theoryOf(experiment: Experiment, methods: number) {
  return {
    methods: Array.from({ length: methods }, (_, place) => experiment.theory(place)),
    tables: experiment.tables(),
    matrix: matrixFacts(experiment.network()),
  };
}

function matrixFacts({ agents, matrix: { rows, columns, values } }: NetworkDescription) {
  const entry = entriesOf(agents, { rows, columns, values });
  const [rowSums, columnSums] = [new Float64Array(agents), new Float64Array(agents)];
  values.forEach((w, e) => {
    rowSums[rows[e]!]! += w;
    columnSums[columns[e]!]! += w;
  });
  /** The greatest |w_ij - w_ji|, and the least entry that is not zero. */
  let [asymmetry, leastEntry] = [0, Infinity];
  values.forEach((w, e) => {
    asymmetry = Math.max(asymmetry, Math.abs(w - entry(columns[e]!, rows[e]!)));
    leastEntry = Math.min(leastEntry, w);
  });
  /** How far a row or a column is from summing to 1. */
  const sumError = [...rowSums, ...columnSums].reduce((most, sum) => Math.max(most, Math.abs(sum - 1)), 0);
  return { asymmetry, sumError, leastEntry };
}

type Network = ExperimentDocument["network"];

/** A network and those that follow it in a cycle. */
function networksOf({ changes, ...base }: Network): [Network, ...Network[]] {
  return [base, ...(changes?.kind === "cycle" ? changes.networks : [])];
}

export function seeksFastest({ network }: ExperimentDocument): boolean {
  return networksOf(network).some(({ weights }) => weights.rule === "fastest");
}

/** The document's network with the matrices of the fastest weights in place of the rule. */
export function solvedNetwork({ network, seed }: ExperimentDocument): Network {
  const [base, ...others] = networksOf(network).map((one): Network => {
    if (one.weights.rule !== "fastest") return one;
    // The laziness is put on again.
    return { ...one, weights: { rule: "explicit", matrix: rowsOf({ ...one, laziness: 0 }, seed) } };
  });
  const { changes } = network;
  if (!changes) return base!;
  return { ...base!, changes: changes.kind === "cycle" ? { ...changes, networks: others } : changes };
}

function rowsOf(network: Network, seed: ExperimentDocument["seed"]): number[][] {
  const { agents, matrix } = describeNetwork(network, seed);
  const rows = Array.from({ length: agents }, () => new Array<number>(agents).fill(0));
  matrix.values.forEach((w, e) => {
    rows[matrix.rows[e]!]![matrix.columns[e]!] = w;
  });
  return rows;
}
