/**
 * Remembers where agents stood, per graph: an edit keeps the picture in place, and undo brings the old one back with the
 * agents where the reader had dragged them.
 */

import type { GraphData, GraphEdit } from "../types";
import { layoutOf, type Layout } from "./layout";

const KEPT = 40;

/** An edit of the graph before, and where a new agent stands, in the unit square. */
export interface Step {
  edit: GraphEdit;
  place: readonly [number, number];
}

export class LayoutMemory {
  readonly #known = new Map<string, Layout>();
  #current: Layout | null = null;

  /** `step`: the edit that made this graph of the one before. */
  layoutFor(data: GraphData, step: Step | null = null): Layout {
    const key = signature(data);
    this.#current = this.#known.get(key) ?? this.#carried(data, step) ?? layoutOf(data);
    this.#known.delete(key);
    this.#known.set(key, this.#current);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
    return this.#current;
  }

  /** The places of the graph before, so that it keeps its own; null where they are none of this graph. */
  #carried({ family, agents }: GraphData, step: Step | null): Layout | null {
    if (family !== "explicit" || !this.#current) return null;
    const { positions: before, aspect } = this.#current;
    const { edit, place } = step ?? {};
    const positions =
      edit?.type === "addAgent"
        ? Float64Array.of(...before, ...place!)
        : before.filter((_, at) => edit?.type !== "removeAgent" || at >> 1 !== edit.agent);
    return positions.length === 2 * agents ? { positions, aspect } : null;
  }
}

/** Tells graphs apart: family, size and an FNV-1a hash of the edges. */
function signature({ family, rows, columns, agents, edges }: GraphData): string {
  let hash = 0x811c9dc5;
  for (let e = 0; e < edges.length; e++) hash = Math.imul(hash ^ edges[e]!, 0x01000193);
  return [family, rows, columns, agents, edges.length, hash].join();
}
