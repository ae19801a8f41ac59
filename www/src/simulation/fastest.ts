/** Fastest weights take long to find: one worker finds them, and the others are given matrices. */

import { describeNetwork, type ExperimentDocument } from "./core";

type Network = ExperimentDocument["network"];

/** A network and those that follow it in a cycle. */
function networksOf({ changes, ...base }: Network): [Network, ...Network[]] {
  return [base, ...(changes?.kind === "cycle" ? changes.networks : [])];
}

export function seeksFastest({ network }: ExperimentDocument): boolean {
  return networksOf(network).some(({ weights }) => weights.rule === "fastest");
}

/** The document's network with the matrices of the fastest weights in place of the rule. */
export function solvedNetwork({ network, seed }: ExperimentDocument): Network {
  const [base, ...others] = networksOf(network).map((one): Network => {
    if (one.weights.rule !== "fastest") return one;
    // The laziness is put on again.
    return { ...one, weights: { rule: "explicit", matrix: rowsOf({ ...one, laziness: 0 }, seed) } };
  });
  const { changes } = network;
  if (!changes) return base!;
  return { ...base!, changes: changes.kind === "cycle" ? { ...changes, networks: others } : changes };
}

function rowsOf(network: Network, seed: ExperimentDocument["seed"]): number[][] {
  const { agents, matrix } = describeNetwork(network, seed);
  const rows = Array.from({ length: agents }, () => new Array<number>(agents).fill(0));
  matrix.values.forEach((w, e) => {
    rows[matrix.rows[e]!]![matrix.columns[e]!] = w;
  });
  return rows;
}
