/** The reader's edits that are on their way: made of the graph shown, whose graph has not come back yet. */

import type { GraphEdit } from "../types";
import { applyEdit } from "./edit";
import type { Layout } from "./layout";
import { edgeIndex, sameGraph, type EdgeList, type PlainGraph } from "./structure";

export interface Step {
  edit: GraphEdit;
  /** The graph that results from the one before. */
  graph: EdgeList;
  /** The number that an agent has after it; null where it is removed. */
  follow(agent: number | null): number | null;
  /** The layout after it. */
  carry(layout: Layout): Layout;
}

export interface Edits {
  /**
   * The step that `edit` of the graph `shown` is, after all that are on their way; null where it changes nothing. A new
   * agent stands at `place`, in the unit square.
   */
  step(shown: PlainGraph, edit: GraphEdit, place?: readonly [number, number]): Step | null;
  add(step: Step): void;
  /** It was refused. */
  drop(step: Step): void;
  /** Whether two agents of the graph `shown` are linked when all is done. */
  linked(shown: PlainGraph, i: number, j: number): boolean;
  /** The steps that have led to `graph`, which are over; where none leads there, all are. */
  reach(graph: PlainGraph): Step[];
}

export function createEdits(): Edits {
  let steps: Step[] = [];

  const latest = (shown: PlainGraph): PlainGraph => steps.at(-1)?.graph ?? shown;
  const now = (agent: number): number | null => steps.reduce<number | null>((at, step) => step.follow(at), agent);

  return {
    step(shown, edit, place = [0.5, 0.5]) {
      const own = renumbered(edit, now);
      const graph = own && applyEdit(latest(shown), own);
      return (
        own &&
        graph && {
          edit: own,
          graph,
          follow: (agent) => follow(agent, own),
          carry: (layout) => carry(layout, own, place),
        }
      );
    },
    add: (step) => void steps.push(step),
    drop(refused) {
      steps = steps.filter((step) => step !== refused);
    },
    linked(shown, i, j) {
      const [a, b] = [now(i), now(j)];
      return a !== null && b !== null && edgeIndex(latest(shown).edges, a, b) >= 0;
    },
    reach(graph) {
      const over = steps.slice(0, steps.findLastIndex((step) => sameGraph(step.graph, graph)) + 1);
      steps = over.length > 0 ? steps.slice(over.length) : [];
      return over;
    },
  };
}

function follow(agent: number | null, edit: GraphEdit): number | null {
  if (agent === null || edit.type !== "removeAgent" || agent < edit.agent) return agent;
  return agent === edit.agent ? null : agent - 1;
}

function carry({ positions, aspect }: Layout, edit: GraphEdit, place: readonly [number, number]): Layout {
  if (edit.type === "addAgent") return { positions: Float64Array.of(...positions, ...place), aspect };
  if (edit.type === "removeAgent") return { positions: positions.filter((_, at) => at >> 1 !== edit.agent), aspect };
  return { positions, aspect };
}

/** `edit` with the numbers that its agents have `now`; null where one is gone. */
function renumbered(edit: GraphEdit, now: (agent: number) => number | null): GraphEdit | null {
  const all = (agents: readonly number[]): number[] | null => {
    const found = agents.map(now).filter((agent) => agent !== null);
    return found.length === agents.length ? found : null;
  };
  switch (edit.type) {
    case "removeAgent": {
      const agent = now(edit.agent);
      return agent === null ? null : { type: "removeAgent", agent };
    }
    case "addAgent": {
      const neighbors = all(edit.neighbors);
      return neighbors && { type: "addAgent", neighbors };
    }
    default: {
      const ends = all(edit.edge);
      return ends && { type: edit.type, edge: [ends[0]!, ends[1]!] };
    }
  }
}
