/**
 * Remembers where agents stood, per graph: an edit keeps the picture in place, and undo brings the old one back with the
 * agents where the reader had dragged them.
 */

import type { GraphData } from "../types";
import type { Step } from "./edits";
import { layoutOf, type Layout } from "./layout";

const KEPT = 40;

export interface LayoutMemory {
  /** `steps`: the reader's edits that made this graph of the one before it. */
  layoutFor(data: GraphData, steps: readonly Step[]): Layout;
}

export function createLayoutMemory(): LayoutMemory {
  const known = new Map<string, Layout>();
  let current: Layout | null = null;

  function find(data: GraphData, key: string, steps: readonly Step[]): Layout {
    const seen = known.get(key);
    if (seen) return seen;
    if (data.family === "explicit" && current) {
      const carried = steps.reduce((layout, step) => step.carry(layout), copyOf(current));
      if (carried.positions.length === 2 * data.agents) return carried;
    }
    return layoutOf(data);
  }

  return {
    layoutFor(data, steps) {
      const key = signature(data);
      current = find(data, key, steps);
      known.delete(key);
      known.set(key, current);
      if (known.size > KEPT) known.delete(known.keys().next().value!);
      return current;
    },
  };
}

/** So that the graph before an edit keeps its own. */
function copyOf({ positions, aspect }: Layout): Layout {
  return { positions: positions.slice(), aspect };
}

/** Tells graphs apart: family, size and an FNV-1a hash of the edges. */
function signature({ family, rows, columns, agents, edges }: GraphData): string {
  let hash = 0x811c9dc5;
  for (let e = 0; e < edges.length; e++) hash = Math.imul(hash ^ edges[e]!, 0x01000193);
  return [family, rows, columns, agents, edges.length, hash].join();
}
