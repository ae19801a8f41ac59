/** Takes a file that the reader gives: a document, a network, a matrix, or data. */

import { replaced, type ExperimentDocument } from "../document";
import { readFile, type Dropped } from "../export/read";

/** The document that the file makes of `document`. Throws an Error that says what is wrong with the file. */
export async function opened(file: File, document: ExperimentDocument): Promise<unknown> {
  return applied(await readFile(file), document);
}

function applied(dropped: Dropped, document: ExperimentDocument): unknown {
  switch (dropped.kind) {
    case "document":
      return dropped.document;
    case "graph":
      return withGraph(document, dropped.agents, pairs(dropped.edges), { rule: "metropolis" });
    case "matrix": {
      const { matrix } = dropped;
      const edges = matrix.flatMap((row, i) =>
        row.flatMap((w, j): [number, number][] => (i < j && w !== 0 ? [[i, j]] : [])),
      );
      return withGraph(document, matrix.length, edges, { rule: "explicit", matrix });
    }
    case "data": {
      const { kind, regularization } = document.problem as { kind: string; regularization?: number };
      const problem =
        kind === "leastSquares" ? { kind } : { kind: "logistic", regularization: regularization ?? 0.001 };
      return { ...document, problem: { ...problem, data: dropped.data }, start: { kind: "zeros" } };
    }
  }
}

function withGraph(document: ExperimentDocument, agents: number, edges: [number, number][], weights: object): unknown {
  return replaced(document, ["network"], { topology: { kind: "explicit", agents, edges }, weights });
}

function pairs(flat: readonly number[]): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, e) => [flat[2 * e]!, flat[2 * e + 1]!]);
}
