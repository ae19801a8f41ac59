/** The experiment document as plain data: how to read and replace parts of it, and when two are the same experiment. */

import type { ExperimentDocument } from "../simulation/core";

export type { ExperimentDocument };

/** A tagged choice with its parameters: a topology, a problem, a method, … */
export interface Tagged {
  readonly [name: string]: unknown;
}

/** A path in a document, outermost first: `["methods", 2, "laziness"]`. */
export type Path = readonly (string | number)[];

/** `methods[2].laziness`, as the core words it. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}

export function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** A copy of `document` with `value` at `path` (`undefined` removes the field); untouched parts are shared. */
export function replaced<T>(document: T, path: Path, value: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  if (Array.isArray(document)) {
    return document.map((element, i) => (i === step ? replaced(element, rest, value) : element)) as T;
  }
  const fields = document as Record<string, unknown>;
  const inner = rest.length === 0 ? value : replaced(fields[step] ?? {}, rest, value);
  const entries = Object.entries(fields).filter(([name]) => name !== step || inner !== undefined);
  const next = entries.map(([name, old]) => [name, name === step ? inner : old]);
  if (inner !== undefined && !Object.hasOwn(fields, step)) next.push([step, inner]);
  return Object.fromEntries(next) as T;
}

/** Whether two documents say the same, in whichever order of their fields. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return Number.isNaN(a) && Number.isNaN(b);
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((element, i) => same(element, b[i]))
    );
  const fields = (value: object) => Object.entries(value).filter(([, field]) => field !== undefined);
  const [left, right] = [fields(a), fields(b)];
  return (
    left.length === right.length &&
    left.every(([name, field]) => Object.hasOwn(b, name) && same(field, (b as Tagged)[name]))
  );
}

/**
 * A document that is refused for whatever `document` is refused for, save what its long parts say: large data, lists of links
 * and matrices, which are checked where they are read, and again where they are run.
 */
export function light(document: ExperimentDocument): ExperimentDocument {
  let next = document;
  const topology = document.network?.topology as Tagged | undefined;
  const edges = topology?.["edges"];
  if (Array.isArray(edges) && edges.length > 20_000)
    next = replaced(next, ["network", "topology", "edges"], edges.slice(0, 1));
  const matrix = valueAt(document, ["network", "weights", "matrix"]);
  if (Array.isArray(matrix) && matrix.length > 150)
    next = replaced(next, ["network", "weights"], { rule: "metropolis" });
  const text = valueAt(document, ["problem", "data", "text"]);
  if (typeof text !== "string" || text.length < 200_000) return next;
  const { data: _, ...problem } = document.problem as Tagged;
  const stand =
    problem["kind"] === "neuralNetwork"
      ? { data: { kind: "circles", samplesPerAgent: 2, noise: 0 } }
      : { dimension: 1, samplesPerAgent: 1, heterogeneity: 0 };
  return { ...next, problem: { ...problem, ...stand } } as unknown as ExperimentDocument;
}

/** n, from any kind of topology. */
export function agentsOf({ network }: ExperimentDocument): number {
  const { agents, rows, columns, dimension } = network.topology as {
    agents?: number;
    rows?: number;
    columns?: number;
    dimension?: number;
  };
  return agents ?? (rows !== undefined && columns !== undefined ? rows * columns : 2 ** (dimension ?? 0));
}

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
