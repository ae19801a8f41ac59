/** Networks as node-link JSON: a list of nodes, and a list of links between them. */

import { clipped, unusedNote, type GraphContent, type Reading } from "./formats";
import { Nodes, readingOf } from "./nodes";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The links of the value; undefined where it is no network. */
const linksOf = (value: Fields): unknown => value["links"] ?? value["edges"];

export const isGraphJson = (value: unknown): value is Fields => isFields(value) && Array.isArray(linksOf(value));

/** A node as a name: networkx writes those of a grid as lists, [0, 1]. */
function nameOf(value: unknown): string | null {
  if (isFields(value)) return nameOf(value["id"] ?? value["key"] ?? value["name"]);
  if (Array.isArray(value)) return `(${value.map(String).join(", ")})`;
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

export function readGraphJson(value: unknown): Reading<GraphContent> {
  if (!isGraphJson(value)) throw new Error("This JSON has no nodes and links.");
  const nodes = new Nodes();
  const unused = new Set<string>();
  const cells: string[][] = [];
  const isDirected = value["directed"] === true;
  const list = Array.isArray(value["nodes"]) ? (value["nodes"] as unknown[]) : null;
  const agents = Number(value["agents"] ?? 0);
  for (let i = 0; !list && i < agents; i++) nodes.add(String(i));
  /** Of nodes that have no ids: then links name them, or their places. */
  const places = new Map<string, string>();
  for (const [i, entry] of (list ?? []).entries()) {
    const fields = isFields(entry) ? entry : { id: entry };
    const given = nameOf(fields["id"] ?? fields["key"]);
    const label = nameOf(fields["label"] ?? fields["name"]) ?? "";
    const id = given ?? String(i);
    if (nodes.has(id)) throw new Error(`Two nodes are called “${clipped(id)}”.`);
    nodes.add(id, label);
    if (given === null && label !== "") places.set(label, id);
    for (const name of Object.keys(fields)) if (!["id", "key", "label", "name"].includes(name)) unused.add(name);
  }
  for (const [i, entry] of (linksOf(value) as unknown[]).entries()) {
    const fields = isFields(entry) ? entry : { source: (entry as unknown[])?.[0], target: (entry as unknown[])?.[1] };
    const ends = [fields["source"] ?? fields["from"], fields["target"] ?? fields["to"]].map((end) => {
      const name = nameOf(end);
      if (name === null) throw new Error(`Link ${i + 1} has no two ends.`);
      const id = nodes.has(name) ? name : (places.get(name) ?? name);
      if (list && !nodes.has(id)) throw new Error(`A link names “${clipped(name)}”, which is no node.`);
      return id;
    });
    nodes.link(ends[0]!, ends[1]!, isDirected);
    cells.push(ends);
    for (const name of Object.keys(fields)) if (!["source", "target", "from", "to"].includes(name)) unused.add(name);
  }
  return readingOf(nodes, cells, unusedNote(unused));
}
