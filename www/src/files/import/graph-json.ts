/** Networks as JSON: node-link, adjacency, Cytoscape and graphology, objects of neighbours, lists of pairs. */

import { NotJson, parseJson } from "../export/json";
import { clipped, MOST_AGENTS, SHOWN, type GraphContent, type Reading } from "./formats";
import { readLiteral } from "./literals";
import { Nodes } from "./nodes";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isName = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";
const ID = ["id", "key", "name"];
const FROM = ["source", "from"];
const TO = ["target", "to"];

/** The value that a text of JSON says, or of Python or Mathematica. Throws as JSON’s parser does where it is none of them. */
export function readValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    try {
      return readLiteral(text);
    } catch (other) {
      throw /has left numbers out/.test(String(other)) ? other : error;
    }
  }
}

/** What kind of network the value is, in words; null where it is none. */
export function graphKind(given: unknown): string | null {
  const value = unwrapped(given);
  if (isFields(value)) {
    if (listOf(value, "links", "edges")) return listOf(value, "nodes") ? "it has nodes and links" : "it has links";
    if (isFields(value["elements"]) || isElements(value["elements"]))
      return "it has elements, as Cytoscape writes them";
    if (listOf(value, "adjacency")) return "it has nodes and an adjacency, as networkx writes them";
    const entries = Object.values(value);
    if (entries.length === 0) return null;
    if (entries.every((entry) => Array.isArray(entry) && entry.every(isName)))
      return "each name has a list of neighbours";
    return entries.every(
      (entry) => isFields(entry) && Object.values(entry).every((of) => isFields(of) || isName(of)),
    ) && entries.some((entry) => Object.keys(entry as Fields).some((name) => Object.hasOwn(value, name)))
      ? "each name has its neighbours, with attributes"
      : null;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  if (isElements(value)) return "it has elements, as Cytoscape writes them";
  if (value.every((entry) => isFields(entry) && isName(pick(entry, FROM)) && isName(pick(entry, TO))))
    return "it is a list of links";
  if (value.every(isWeighted)) return "it is a list of links with weights";
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

/** Two nodes, and a number or an object of attributes. */
const isWeighted = (entry: unknown): boolean =>
  Array.isArray(entry) &&
  entry.length === 3 &&
  entry.slice(0, 2).every((end) => typeof end === "string" || (Number.isInteger(end) && Number(end) >= 0)) &&
  (isFields(entry[2]) || typeof entry[2] === "number" || (Array.isArray(entry[2]) && entry[2].length === 0));

/** Cytoscape’s nodes and links in one list. */
const isElements = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => isFields(entry) && isFields(entry["data"]));

/** JSON Graph Format keeps its graph in a field, and nodes by their names; Cytoscape’s list is cut into two. */
function unwrapped(value: unknown): unknown {
  if (isElements(value)) return unwrapped({ elements: value });
  if (!isFields(value)) return value;
  const elements = value["elements"];
  if (isElements(elements)) {
    const isLink = (entry: Fields) => isFields(entry["data"]) && pick(entry["data"], FROM) !== undefined;
    const list = elements as readonly Fields[];
    return { nodes: list.filter((entry) => !isLink(entry)), edges: list.filter(isLink) };
  }
  const graph = value["graph"];
  if (isFields(graph) && (listOf(graph, "edges") || listOf(graph, "nodes"))) return unwrapped(graph);
  const nodes = value["nodes"];
  if (isFields(nodes) && Object.values(nodes).every(isFields))
    return { ...value, nodes: Object.entries(nodes).map(([id, fields]) => ({ ...(fields as Fields), id })) };
  return value;
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

export function readGraphJson(given: unknown): Reading<GraphContent> {
  const value = unwrapped(given);
  const nodes = new Nodes();
  const cells: string[][] = [];
  const unused = new Set<string>();
  let links = 0;
  /** Links are told from both of their ends. */
  let bothWays = false;
  let hasWeights = false;
  const link = (from: unknown, to: unknown, directed = false) => {
    const [a, b] = [from, to].map((end) => (isFields(end) ? pick(end, ID) : end));
    if (!isName(a) || !isName(b)) throw new Error(`Link ${links + 1} has no two ends.`);
    nodes.link(String(a), String(b), directed);
    if (links++ < SHOWN) cells.push([String(a), String(b)]);
  };
  if (Array.isArray(value)) {
    const weighted = value.every(isWeighted);
    const pairs = value.every((entry) => isFields(entry) || (Array.isArray(entry) && entry.length === 2)) || weighted;
    hasWeights = weighted;
    bothWays = !pairs;
    if (!pairs) value.forEach((_, i) => void nodes.add(String(i)));
    for (const [i, entry] of value.entries()) {
      if (Array.isArray(entry)) {
        if (pairs) link(entry[0], entry[1]);
        else for (const other of entry as unknown[]) link(i, other);
      } else readLink(entry);
    }
  } else if (isFields(value)) readObject(value);
  if (nodes.count === 0) throw new Error("There is no node in it.");
  const { content, notes } = nodes.finish(bothWays);
  if (hasWeights) notes.push("What follows the two nodes of a link, as of weights, is not used.");
  if (unused.size > 0)
    notes.push(`Not used: ${[...unused].slice(0, 8).map(clipped).join(", ")}${unused.size > 8 ? ", …" : ""}.`);
  return { content, notes, rows: { head: ["agent", "agent"], cells, more: Math.max(0, links - cells.length) } };

  function readLink(entry: unknown, nameOf = (end: unknown) => end, directed = false): void {
    const fields = flat(entry);
    const ends = [pick(fields, FROM), pick(fields, TO)].map((end) => nameOf(isFields(end) ? pick(end, ID) : end));
    link(ends[0], ends[1], directed);
    for (const name of Object.keys(fields))
      if (![...FROM, ...TO, "data", "attributes"].includes(name)) unused.add(name);
  }

  function readObject(whole: Fields): void {
    const elements = isFields(whole["elements"]) ? whole["elements"] : whole;
    const list = listOf(elements, "nodes");
    const given = listOf(elements, "links", "edges");
    const adjacency = listOf(whole, "adjacency");
    bothWays = !given;
    if (!given && !adjacency) {
      for (const [name, others] of Object.entries(whole)) {
        nodes.add(name);
        const neighbours = Array.isArray(others) ? (others as unknown[]) : Object.keys(others as Fields);
        if (!Array.isArray(others) && neighbours.length > 0) unused.add("attributes of links");
        for (const other of neighbours) link(name, other);
      }
      return;
    }
    const agents = whole["agents"];
    if (!list && Number.isInteger(agents) && Number(agents) <= MOST_AGENTS)
      for (let i = 0; i < Number(agents); i++) nodes.add(String(i));
    const directed = whole["directed"] === true;
    const labels = new Map<string, string>();
    const ids = (list ?? []).map((entry, i) => {
      const fields = isName(entry) ? { id: entry } : flat(entry);
      // Without ids, links name nodes by their places.
      const given = pick(fields, ["id", "key"]);
      const id = isName(given) ? String(given) : String(i);
      const label = pick(fields, ["label", "name"]);
      if (nodes.has(id)) throw new Error(`Two nodes are called “${clipped(id)}”.`);
      nodes.add(id, isName(label) ? String(label) : "");
      if (isName(label) && !isName(given)) labels.set(String(label), id);
      for (const name of Object.keys(fields))
        if (![...ID, "label", "data", "attributes"].includes(name)) unused.add(name);
      return id;
    });
    /** Nodes that have names and no ids are named by links, too. */
    const known = (end: unknown): unknown => {
      if (!list || !isName(end) || nodes.has(String(end))) return end;
      const id = labels.size === list.length ? labels.get(String(end)) : undefined;
      if (id === undefined) throw new Error(`A link names “${clipped(String(end))}”, which is no node.`);
      return id;
    };
    for (const entry of given ?? []) {
      if (!Array.isArray(entry)) readLink(entry, known, directed);
      else if (entry.length < 2) throw new Error(`Link ${links + 1} has no two ends.`);
      else link(known(entry[0]), known(entry[1]), directed);
    }
    for (const [i, others] of (adjacency ?? []).entries()) {
      if (!Array.isArray(others)) throw new Error(`The neighbours of node ${i + 1} are no list.`);
      for (const other of others as unknown[]) link(ids[i] ?? i, isFields(other) ? pick(other, ID) : other, directed);
    }
  }
}
