/** The experiment that a file makes of the present one. */

import { replaced, valueAt, type ExperimentDocument, type Tagged } from "../../state/document";
import type { Content, DataContent, NetworkContent } from "./formats";

export function composed(content: Content, document: ExperimentDocument): unknown {
  switch (content.kind) {
    case "document":
      return content.document;
    case "network":
      return withNetwork(document, content);
    case "data":
      return withData(document, content);
  }
}

/** Ways of changing that go with every graph. */
const ANY_GRAPH: readonly string[] = ["linkFailures", "randomMatching", "oneLink"];

function withNetwork(document: ExperimentDocument, { agents, edges, names, matrix }: NetworkContent): unknown {
  const { changes } = document.network;
  const next = replaced(document, ["network"], {
    topology: { kind: "explicit", agents, edges, ...(names ? { names } : {}) },
    weights: matrix ? { rule: "explicit", matrix } : { rule: "metropolis" },
    ...(changes && ANY_GRAPH.includes(changes.kind) ? { changes } : {}),
  });
  // A start for each agent goes with as many agents.
  const values = valueAt(document, ["start", "values"]);
  return Array.isArray(values) && values.length !== agents ? replaced(next, ["start"], { kind: "zeros" }) : next;
}

/** The fields that a problem keeps when its data change. */
const KEPT = ["regularization", "hidden", "activation"];

/** Of classes it is told first how many are right, of rows that are held out where there are some. */
const SHARES = ["meanAccuracy", "accuracy"];
const TESTED = ["meanTestAccuracy", "testAccuracy"];
const OTHERS = ["gradientNorm", "consensus", "meanLoss"];

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
  const metrics = old["kind"] === kind ? document.metrics : undefined;
  const isTested = Number(data["test"] ?? 0) > 0;
  if (classes === undefined && !(isTested && metrics)) return replaced(next, ["metrics"], metrics);
  const shares = isTested ? TESTED : SHARES;
  const all = classes === undefined ? [...metrics!, ...shares] : [...shares, ...(metrics ?? OTHERS)];
  return { ...next, metrics: [...new Set(all)] };
}
