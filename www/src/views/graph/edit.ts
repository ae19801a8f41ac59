/** Changes of a graph: pure functions over agents and pairs of agents. */

import type { GraphEdit } from "../types";
import { edgeIndex, type EdgeList, type PlainGraph } from "./structure";

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
