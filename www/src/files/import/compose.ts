/** The experiment that a file makes of the present one. */

import { replaced, valueAt, type ExperimentDocument, type Tagged } from "../../state/document";
import type { Content, DataContent } from "./formats";

export function composed(content: Content, document: ExperimentDocument): unknown {
  switch (content.kind) {
    case "document":
      return content.document;
    case "graph": {
      const { agents, edges, names } = content;
      const pairs = Array.from({ length: edges.length / 2 }, (_, e) => [edges[2 * e]!, edges[2 * e + 1]!]);
      return withNetwork(document, explicit(agents, pairs, names), { rule: "metropolis" });
    }
    case "matrix": {
      const { matrix, names } = content;
      const pairs = matrix.flatMap((row, i) => row.flatMap((w, j) => (i < j && w !== 0 ? [[i, j]] : [])));
      return withNetwork(document, explicit(matrix.length, pairs, names), { rule: "explicit", matrix });
    }
    case "data":
      return withData(document, content);
  }
}

function explicit(agents: number, edges: readonly (readonly number[])[], names: readonly string[] | null): Tagged {
  return { kind: "explicit", agents, edges, ...(names ? { names } : {}) };
}

/** Ways of changing that go with every graph. */
const ANY_GRAPH: readonly string[] = ["linkFailures", "randomMatching", "oneLink"];

function withNetwork(document: ExperimentDocument, topology: Tagged, weights: Tagged): unknown {
  const { changes } = document.network;
  const next = replaced(document, ["network"], {
    topology,
    weights,
    ...(changes && ANY_GRAPH.includes(changes.kind) ? { changes } : {}),
  });
  // A start for each agent goes with as many agents.
  const values = valueAt(document, ["start", "values"]);
  return Array.isArray(values) && values.length !== topology["agents"]
    ? replaced(next, ["start"], { kind: "zeros" })
    : next;
}

/** The fields that a problem keeps when its data change. */
const KEPT = ["regularization", "hidden", "activation"];

function withData(document: ExperimentDocument, { problem: kind, classes, data }: DataContent): unknown {
  const old = document.problem as Tagged;
  const kept = Object.entries(old).filter(
    ([name]) => KEPT.includes(name) && (old["kind"] === kind || name === "regularization"),
  );
  const usual = kind === "logistic" ? { regularization: 0.001 } : kind === "neuralNetwork" ? { hidden: [8] } : {};
  const of = kind === "leastSquares" ? {} : { ...usual, ...Object.fromEntries(kept) };
  const next = {
    ...document,
    problem: { kind, ...of, ...(classes === undefined ? {} : { classes }), data },
    start: { kind: kind === "neuralNetwork" ? "commonRandom" : "zeros" },
  };
  // Other problems measure other things.
  return old["kind"] === kind ? next : replaced(next, ["metrics"], undefined);
}
