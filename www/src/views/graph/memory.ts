/**
 * Remembers where agents stood, per graph: an edit keeps the picture in place, and undo brings the old one back with the
 * agents where the reader had dragged them.
 */

import type { GraphData, GraphEdit } from "../types";
import { layoutOf, type Layout } from "./layout";

const KEPT = 40;

export interface LayoutMemory {
  layoutFor(data: GraphData): Layout;
  /** The reader's edit, whose graph the next `layoutFor` will get; a new agent stands at `place` (unit square). */
  expect(edit: GraphEdit, place?: readonly [number, number]): void;
}

export function createLayoutMemory(): LayoutMemory {
  const known = new Map<string, Layout>();
  let current: Layout | null = null;
  let edited: { edit: GraphEdit; place: readonly [number, number] } | null = null;

  function find(data: GraphData, key: string): Layout {
    const seen = known.get(key);
    if (seen) return seen;
    if (data.family === "explicit" && current) {
      const carried = carry(current, edited?.edit, edited?.place ?? [0.5, 0.5]);
      if (carried.positions.length === 2 * data.agents) return carried;
    }
    return layoutOf(data);
  }

  return {
    layoutFor(data) {
      const key = signature(data);
      current = find(data, key);
      edited = null;
      known.delete(key);
      known.set(key, current);
      if (known.size > KEPT) known.delete(known.keys().next().value!);
      return current;
    },
    expect(edit, place = [0.5, 0.5]) {
      edited = { edit, place };
    },
  };
}

/** The layout after an edit; always a copy, so that the graph before it keeps its own. */
function carry({ positions, aspect }: Layout, edit: GraphEdit | undefined, place: readonly [number, number]): Layout {
  if (edit?.type === "addAgent") return { positions: Float64Array.of(...positions, ...place), aspect };
  if (edit?.type === "removeAgent") return { positions: positions.filter((_, at) => at >> 1 !== edit.agent), aspect };
  return { positions: positions.slice(), aspect };
}

/** Tells graphs apart: family, size and an FNV-1a hash of the edges. */
function signature({ family, rows, columns, agents, edges }: GraphData): string {
  let hash = 0x811c9dc5;
  for (let e = 0; e < edges.length; e++) hash = Math.imul(hash ^ edges[e]!, 0x01000193);
  return [family, rows, columns, agents, edges.length, hash].join();
}
