/** Parameters of the document, as the catalog describes them. */

import type { Catalog, Entry, Parameter } from "../simulation/core";
import { pathText, valueAt, type ExperimentDocument, type Path, type Tagged } from "./document";

/** The kinds that each part of a document may be of, and the field that names the kind. */
const PARTS: Readonly<Record<string, readonly [keyof Catalog, tag?: string]>> = {
  "network.topology": ["topologies"],
  "network.weights": ["weights", "rule"],
  "network.changes": ["changes"],
  problem: ["problems"],
  "problem.data": ["data"],
  "problem.data.split": ["splits"],
  gradient: ["gradients", "noise"],
  stepSize: ["stepSizes"],
  start: ["starts"],
};

/** The parameter at a path; null where the document has no such part, or its kind no such parameter. */
function parameterAt(document: ExperimentDocument, path: Path, catalog: Catalog): Parameter | null {
  const part = path.slice(0, -1);
  const [list, tag = "kind"] = part[0] === "methods" ? (["methods"] as const) : (PARTS[pathText(part)] ?? []);
  const value = valueAt(document, part) as Tagged | undefined;
  if (!list || !value) return null;
  const own = (catalog[list] as Entry[]).find(({ kind }) => kind === value[tag])?.parameters ?? [];
  // What all methods have stands once.
  const all = list === "methods" ? [...own, ...catalog.method] : own;
  return all.find(({ name }) => name === path.at(-1)) ?? null;
}

/** A parameter by its name alone, such as `neighbors`, or by its path, such as `problem.heterogeneity`; null where the document has none. */
export function parameterNamed(
  document: ExperimentDocument,
  name: string,
  catalog: Catalog,
): { path: Path; parameter: Parameter } | null {
  const spelled = name.includes(".") ? [name] : Object.keys(PARTS).map((part) => `${part}.${name}`);
  for (const one of spelled) {
    const path = one.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const parameter = parameterAt(document, path, catalog);
    if (parameter) return { path, parameter };
  }
  return null;
}
