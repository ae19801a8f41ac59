/** The structure of a graph, its components, and its changes: pure functions over agents and pairs of agents. */

import { extent } from "d3-array";

export interface PlainGraph {
  agents: number;
  /** Pairs i₀, j₀, i₁, j₁, … */
  edges: ArrayLike<number>;
}

/** A graph whose edges are a list of their own. */
export interface EdgeList extends PlainGraph {
  edges: number[];
}

export type GraphEdit =
  | { type: "addEdge"; edge: readonly [number, number] }
  | { type: "removeEdge"; edge: readonly [number, number] }
  /** The new agent gets the number `agents` and links to these. */
  | { type: "addAgent"; neighbors: readonly number[] }
  /** Later agents move down by one. */
  | { type: "removeAgent"; agent: number };

/** Position of the edge {i, j} among the pairs, or -1. */
export function edgeIndex(edges: ArrayLike<number>, i: number, j: number): number {
  for (let e = 0; e < edges.length; e += 2)
    if ((edges[e] === i && edges[e + 1] === j) || (edges[e] === j && edges[e + 1] === i)) return e / 2;
  return -1;
}

export function neighborsOf(edges: ArrayLike<number>, agent: number): number[] {
  const found: number[] = [];
  for (let e = 0; e < edges.length; e += 2) {
    if (edges[e] === agent) found.push(edges[e + 1]!);
    else if (edges[e + 1] === agent) found.push(edges[e]!);
  }
  return found.sort((a, b) => a - b);
}

/** `work` done once for the same links: large networks are drawn many times a second. Lists that may be edited are not kept. */
export function once<Found>(work: (graph: PlainGraph) => Found): (graph: PlainGraph) => Found {
  const known = new WeakMap<Uint32Array, { agents: number; found: Found }>();
  return ({ agents, edges }) => {
    if (!(edges instanceof Uint32Array)) return work({ agents, edges });
    const before = known.get(edges);
    if (before?.agents === agents) return before.found;
    const found = work({ agents, edges });
    known.set(edges, { agents, found });
    return found;
  };
}

export const degrees = once(({ agents, edges }): Uint32Array => {
  const degree = new Uint32Array(agents);
  for (let e = 0; e < edges.length; e++) degree[edges[e]!]!++;
  return degree;
});

/** The least and the greatest degree; Infinity and 0 without agents. */
export const degreeRange = once((graph): [number, number] => {
  const [least = Infinity, greatest = 0] = extent(degrees(graph));
  return [least, greatest];
});

/** Component of each agent, numbered by size, largest first; and the sizes. */
export const components = once(({ agents, edges }): { of: Uint32Array; sizes: number[] } => {
  const parent = Uint32Array.from({ length: agents }, (_, i) => i);
  const root = (agent: number): number => {
    while (parent[agent] !== agent) agent = parent[agent] = parent[parent[agent]!]!;
    return agent;
  };
  for (let e = 0; e < edges.length; e += 2) parent[root(edges[e]!)] = root(edges[e + 1]!);
  const size = new Uint32Array(agents);
  for (let i = 0; i < agents; i++) size[root(i)]!++;
  const order: number[] = [];
  for (let i = 0; i < agents; i++) if (size[i]! > 0) order.push(i);
  order.sort((a, b) => size[b]! - size[a]! || a - b);
  const rank = new Uint32Array(agents);
  order.forEach((key, position) => {
    rank[key] = position;
  });
  return { of: parent.map((_, i) => rank[root(i)]!), sizes: order.map((key) => size[key]!) };
});

/** The graph after `edit`, or null where the edit changes nothing or makes no simple graph with an agent in it. */
export function applyEdit({ agents, edges }: PlainGraph, edit: GraphEdit): EdgeList | null {
  const flat = Array.from(edges);
  const known = (agent: number): boolean => Number.isInteger(agent) && agent >= 0 && agent < agents;
  switch (edit.type) {
    case "addEdge": {
      const [i, j] = edit.edge;
      if (!known(i) || !known(j) || i === j || edgeIndex(edges, i, j) >= 0) return null;
      return { agents, edges: [...flat, Math.min(i, j), Math.max(i, j)] };
    }
    case "removeEdge": {
      const at = edgeIndex(edges, ...edit.edge);
      if (at < 0) return null;
      flat.splice(2 * at, 2);
      return { agents, edges: flat };
    }
    case "addAgent": {
      const neighbors = [...new Set(edit.neighbors)];
      if (!neighbors.every(known)) return null;
      return { agents: agents + 1, edges: [...flat, ...neighbors.flatMap((neighbor) => [neighbor, agents])] };
    }
    case "removeAgent": {
      if (!known(edit.agent) || agents === 1) return null;
      const kept: number[] = [];
      for (let e = 0; e < flat.length; e += 2) {
        const [i, j] = [flat[e]!, flat[e + 1]!];
        if (i !== edit.agent && j !== edit.agent) kept.push(i - Number(i > edit.agent), j - Number(j > edit.agent));
      }
      return { agents: agents - 1, edges: kept };
    }
  }
}

/** The number that an agent has after `edit`; null where it is removed. */
export function follow(agent: number | null, edit: GraphEdit): number | null {
  if (agent === null || edit.type !== "removeAgent" || agent < edit.agent) return agent;
  return agent === edit.agent ? null : agent - 1;
}
