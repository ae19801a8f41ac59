/** Networks as JSON: node-link, adjacency, Cytoscape and graphology, objects of neighbours, lists of pairs. */

import { clipped, SHOWN, type GraphContent, type Reading } from "./formats";
import { Nodes } from "./nodes";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isName = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";
const ID = ["id", "key", "name"];
const FROM = ["source", "from"];
const TO = ["target", "to"];

/** A list of Python’s pairs, `[(0, 1), (1, 2)]`, as one of lists. */
export function withoutTuples(text: string): string {
  return /^\s*\[\s*\([^"]*$/.test(text) ? text.replaceAll("(", "[").replaceAll(")", "]").replaceAll("'", '"') : text;
}

/** What kind of network the value is, in words; null where it is none. */
export function graphKind(value: unknown): string | null {
  if (isFields(value)) {
    if (listOf(value, "links", "edges") && (listOf(value, "nodes") || value["directed"] !== undefined))
      return "it has nodes and links";
    if (isFields(value["elements"])) return "it has elements, as Cytoscape writes them";
    if (listOf(value, "adjacency")) return "it has nodes and an adjacency, as networkx writes them";
    const entries = Object.values(value);
    const lists = entries.every((entry) => Array.isArray(entry) && entry.every(isName));
    return entries.length > 0 && lists ? "each name has a list of neighbours" : null;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every((entry) => isFields(entry) && isName(pick(entry, FROM)) && isName(pick(entry, TO))))
    return "it is a list of links";
  if (!value.every((entry) => Array.isArray(entry) && entry.every(isName))) return null;
  const lists = value as unknown[][];
  if (lists.every((entry) => entry.length === 2)) return "it is a list of pairs";
  const whole = lists.every((entry) =>
    entry.every((other) => Number.isInteger(other) && Number(other) >= 0 && Number(other) < lists.length),
  );
  return whole && lists.some((entry) => entry.length !== lists.length)
    ? "it has a list of neighbours for each agent"
    : null;
}

function listOf(value: Fields, ...names: string[]): readonly unknown[] | null {
  const found = names.map((name) => value[name]).find(Array.isArray);
  return found ?? null;
}

function pick(entry: Fields, names: readonly string[]): unknown {
  return names.map((name) => entry[name]).find((value) => value !== undefined && value !== null);
}

/** Cytoscape keeps fields in `data`, graphology in `attributes`. */
function flat(entry: unknown): Fields {
  if (!isFields(entry)) throw new Error("A node or link is no object.");
  const inner = entry["data"] ?? entry["attributes"];
  return isFields(inner) ? { ...inner, ...entry } : entry;
}

export function readGraphJson(value: unknown): Reading<GraphContent> {
  const nodes = new Nodes();
  const cells: string[][] = [];
  const unused = new Set<string>();
  let links = 0;
  const link = (from: unknown, to: unknown, directed = false) => {
    const [a, b] = [from, to].map((end) => (isFields(end) ? pick(end, ID) : end));
    if (!isName(a) || !isName(b)) throw new Error(`Link ${links + 1} has no two ends.`);
    nodes.link(String(a), String(b), directed);
    if (links++ < SHOWN) cells.push([String(a), String(b)]);
  };
  if (Array.isArray(value)) {
    const pairs = value.every((entry) => isFields(entry) || (Array.isArray(entry) && entry.length === 2));
    if (!pairs) value.forEach((_, i) => void nodes.add(String(i)));
    for (const [i, entry] of value.entries()) {
      if (isFields(entry)) link(pick(entry, FROM), pick(entry, TO));
      else if (pairs) link(entry[0], entry[1]);
      else for (const other of entry as unknown[]) link(i, other);
    }
  } else if (isFields(value)) readObject(value);
  if (nodes.count === 0) throw new Error("There is no node in it.");
  const { content, notes } = nodes.finish(isMutual(value));
  if (unused.size > 0)
    notes.push(`Not used: ${[...unused].slice(0, 8).map(clipped).join(", ")}${unused.size > 8 ? ", …" : ""}.`);
  return { content, notes, rows: { head: ["agent", "agent"], cells, more: Math.max(0, links - cells.length) } };

  function readObject(whole: Fields): void {
    const elements = isFields(whole["elements"]) ? whole["elements"] : whole;
    const list = listOf(elements, "nodes");
    const given = listOf(elements, "links", "edges");
    const adjacency = listOf(whole, "adjacency");
    if (!given && !adjacency) {
      for (const [name, others] of Object.entries(whole)) {
        nodes.add(name);
        for (const other of others as unknown[]) link(name, other);
      }
      return;
    }
    const directed = whole["directed"] === true;
    const ids = (list ?? []).map((entry, i) => {
      const fields = isName(entry) ? { id: entry } : flat(entry);
      // Without ids, links name nodes by their places.
      const id = pick(fields, ["id", "key"]);
      const label = pick(fields, ["label", "name"]);
      nodes.add(isName(id) ? String(id) : String(i), isName(label) ? String(label) : "");
      for (const name of Object.keys(fields))
        if (![...ID, "label", "data", "attributes"].includes(name)) unused.add(name);
      return isName(id) ? String(id) : String(i);
    });
    for (const entry of given ?? []) {
      const fields = flat(entry);
      const ends = [pick(fields, FROM), pick(fields, TO)].map((end) => (isFields(end) ? pick(end, ID) : end));
      for (const end of ends)
        if (list && isName(end) && !nodes.has(String(end)))
          throw new Error(`A link names “${clipped(String(end))}”, which is no node.`);
      link(ends[0], ends[1], directed);
      for (const name of Object.keys(fields))
        if (![...FROM, ...TO, "data", "attributes"].includes(name)) unused.add(name);
    }
    for (const [i, others] of (adjacency ?? []).entries())
      for (const other of others as unknown[]) link(ids[i] ?? i, isFields(other) ? pick(other, ID) : other, directed);
  }
}

/** Whether links are told from both of their ends. */
function isMutual(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => Array.isArray(entry) && entry.length !== 2);
  return isFields(value) && !listOf(value, "links", "edges") && !isFields(value["elements"]);
}
