/** Parameters of the document, as the catalog describes them. */

import type { Catalog, Entry, Parameter } from "../simulation/core";
import { pathText, valueAt, type ExperimentDocument, type Path, type Tagged } from "./document";

/** The way of changing of a network that has none. */
export const STILL: Entry = {
  kind: "none",
  title: "Stays as it is",
  about: "the same network in every iteration",
  source: "",
  parameters: [],
};

/** The kinds that each part of the document may be of, the field that names the kind, and the kind of a part that is left out. */
const PARTS: Readonly<Record<string, readonly [keyof Catalog, tag?: string, absent?: string]>> = {
  "network.topology": ["topologies"],
  "network.weights": ["weights", "rule"],
  "network.changes": ["changes", "kind", STILL.kind],
  problem: ["problems"],
  "problem.data": ["data"],
  "problem.data.split": ["splits", "kind", "even"],
  gradient: ["gradients", "noise", "none"],
  stepSize: ["stepSizes"],
  start: ["starts", "kind", "zeros"],
  compression: ["compressions"],
  "clock.compute": ["computes"],
};

/** What `PARTS` says of the part at a path, `absent` being "" where it says none; null where that part is not of a kind. */
export function kindsAt(path: Path, catalog: Catalog) {
  const isMethod = path[0] === "methods";
  // The other networks of a cycle are as the first one.
  const part = isMethod ? path.slice(2) : path[2] === "networks" ? ["network", ...path.slice(4)] : path;
  const [list, tag = "kind", absent = ""] =
    isMethod && part.length === 0 ? (["methods"] as const) : (PARTS[pathText(part)] ?? []);
  if (!list) return null;
  const entries = catalog[list] as Entry[];
  return { entries: list === "changes" ? [STILL, ...entries] : entries, tag, absent };
}

/** The parameter at a path; null where the document has no such part, or its kind no such parameter. */
function parameterAt(document: ExperimentDocument, path: Path, catalog: Catalog): Parameter | null {
  const part = path.slice(0, -1);
  const kinds = kindsAt(part, catalog);
  const value = valueAt(document, part) as Tagged | undefined;
  if (!kinds || !value) return null;
  const own = kinds.entries.find(({ kind }) => kind === value[kinds.tag])?.parameters ?? [];
  // What all methods have stands once.
  const all = kinds.entries === catalog.methods ? [...own, ...catalog.method] : own;
  return all.find(({ name }) => name === path.at(-1)) ?? null;
}

/**
 * A parameter by its name alone, such as `neighbors`, or by its path, such as `problem.heterogeneity`, and where the document
 * has it: `methods.*.localSteps` is that of all methods that give it. Null where the document has none.
 */
export function parameterNamed(document: ExperimentDocument, name: string, catalog: Catalog) {
  const spelled = name.includes(".") ? [name] : Object.keys(PARTS).map((part) => `${part}.${name}`);
  for (const one of spelled) {
    const [path, ...others] = pathsOf(document, one);
    const parameter = path ? parameterAt(document, path, catalog) : null;
    if (path && parameter) return { path, others, parameter };
  }
  return null;
}

function pathsOf({ methods }: ExperimentDocument, text: string): Path[] {
  const path = text.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const name = path[2];
  if (path[1] !== "*" || typeof name !== "string") return [path];
  return methods.flatMap((method, place) => (name in method ? [["methods", place, name]] : []));
}
