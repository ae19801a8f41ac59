/** When two documents are the same experiment: one question each for the curves, the one before, floors and measurements. */

import { same, type ExperimentDocument, type Tagged } from "./document";

type Part = keyof ExperimentDocument;

/** What only says what is shown and kept of a run. */
const SHOWN: readonly Part[] = ["$schema", "version", "name", "metrics", "record"];

/** Parts with kinds or lists of their own; all others are single values. */
export const COMPOSED: readonly Part[] = ["network", "problem", "gradient", "stepSize", "start", "methods", "record"];

const agree = (a: ExperimentDocument, b: ExperimentDocument, parts: readonly Part[]): boolean =>
  parts.every((part) => same(a[part], b[part]));

export function without(document: object, parts: readonly string[]): Tagged {
  return Object.fromEntries(Object.entries(document).filter(([part]) => !parts.includes(part)));
}

/** The same costs, drawn alike, from the same start: their curves can stand in one figure. */
export function sameProblem(a: ExperimentDocument, b: ExperimentDocument): boolean {
  return agree(a, b, ["problem", "seed", "start"]);
}

/** The same on another network, or the same one: their floors can stand in one figure. */
export function sameButNetwork(a: ExperimentDocument, b: ExperimentDocument): boolean {
  const parts: readonly Part[] = ["network", ...SHOWN];
  return same(without(a, parts), without(b, parts));
}

/** At most one of two parts that both move the curves differs: else nobody can say which of them did it. */
export function sameNetworkOrNoise(a: ExperimentDocument, b: ExperimentDocument): boolean {
  return agree(a, b, ["network"]) || agree(a, b, ["gradient"]);
}

/** The same family of networks with the same weights, of any number of agents. */
export function sameFamily({ network: a }: ExperimentDocument, { network: b }: ExperimentDocument): boolean {
  return same([a.topology.kind, a.weights, a.laziness], [b.topology.kind, b.weights, b.laziness]);
}

/** The same kinds of method, measured alike: until one has curves of its own, the other's can stand for them. */
export function sameCurves(a: ExperimentDocument, b: ExperimentDocument): boolean {
  const kinds = ({ methods }: ExperimentDocument): unknown[] => methods.map(({ kind }) => kind);
  return a === b || (same(kinds(a), kinds(b)) && same(a.metrics, b.metrics));
}

/** The document without first step sizes and labels: two with the same text differ in these at most, and in what is shown. */
export function subjectOf(document: ExperimentDocument): string {
  const steps = (of: unknown): Tagged => ({ ...(of as Tagged), value: 0 });
  const methods = document.methods.map((method) => ({
    ...without(method, ["label", "stepSize"]),
    schedule: steps(method.stepSize ?? document.stepSize),
  }));
  return JSON.stringify([without(document, ["stepSize", "methods", ...SHOWN]), methods]);
}
