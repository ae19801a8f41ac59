/** Changes of a graph, and what it falls into: pure functions over agents and pairs of agents. */

import type { GraphEdit } from "../types";

export interface PlainGraph {
  agents: number;
  /** Pairs i₀, j₀, i₁, j₁, … */
  edges: ArrayLike<number>;
}

/** The graph after `edit`, or null where the edit changes nothing or makes no simple graph with an agent in it. */
export function applyEdit({ agents, edges }: PlainGraph, edit: GraphEdit): { agents: number; edges: number[] } | null {
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

export function degrees({ agents, edges }: PlainGraph): Uint32Array {
  const degree = new Uint32Array(agents);
  for (let e = 0; e < edges.length; e++) degree[edges[e]!]!++;
  return degree;
}

/** Component of each agent, numbered by size, largest first; and the sizes. */
export function components({ agents, edges }: PlainGraph): { of: Uint32Array; sizes: number[] } {
  const parent = Uint32Array.from({ length: agents }, (_, i) => i);
  const root = (agent: number): number => {
    while (parent[agent] !== agent) agent = parent[agent] = parent[parent[agent]!]!;
    return agent;
  };
  for (let e = 0; e < edges.length; e += 2) parent[root(edges[e]!)] = root(edges[e + 1]!);
  const size = new Map<number, number>();
  for (let i = 0; i < agents; i++) size.set(root(i), (size.get(root(i)) ?? 0) + 1);
  const order = [...size.keys()].sort((a, b) => size.get(b)! - size.get(a)! || a - b);
  const rank = new Map(order.map((key, position) => [key, position]));
  return {
    of: Uint32Array.from({ length: agents }, (_, i) => rank.get(root(i))!),
    sizes: order.map((key) => size.get(key)!),
  };
}
