/** What the page shows of a network, in flat arrays that cross threads cheaply. */

import type { NetworkDescription } from "./core";

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
}

export function factsOf(network: NetworkDescription): NetworkFacts {
  const { agents, components, eigenvalues, mixingRate, smallestEigenvalue, spectralGap, positions } = network;
  const { rows, columns, values } = network.matrix;
  const weightOf = new Map<number, number>();
  for (let e = 0; e < values.length; e++) weightOf.set(rows[e]! * agents + columns[e]!, values[e]!);
  return {
    agents,
    components,
    edges: Uint32Array.from(network.edges.flat()),
    weights: Float64Array.from(network.edges, ([i, j]) => weightOf.get(i * agents + j) ?? 0),
    eigenvalues,
    mixingRate,
    smallestEigenvalue,
    spectralGap,
    positions,
  };
}
