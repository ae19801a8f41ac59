/** Networks as node-link JSON: a list of nodes, and a list of links between them. */

import type { Reading } from "./formats";
import { Network } from "./network";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isGraphJson = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value["links"] ?? value["edges"]);

/** A node as a name: networkx writes those of a grid as lists, [0, 1]. Empty for what is none. */
function nameOf(value: unknown): string {
  if (isFields(value)) return nameOf(value["id"] ?? value["key"] ?? value["name"]);
  if (Array.isArray(value)) return `(${value.map(String).join(", ")})`;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function readGraphJson(value: unknown): Reading {
  if (!isGraphJson(value)) throw new Error("This JSON has no nodes and links.");
  const network = new Network();
  const unused = (entry: Fields, used: readonly string[]) => {
    for (const name of Object.keys(entry)) if (!used.includes(name)) network.unused.add(name);
  };
  const list = value["nodes"];
  for (let i = 0; !list && i < Number(value["agents"] ?? 0); i++) network.add(String(i));
  /** Of nodes that have no ids: then links name them, or their places. */
  const places = new Map<string, string>();
  for (const [i, entry] of (Array.isArray(list) ? (list as unknown[]) : []).entries()) {
    const fields = isFields(entry) ? entry : { id: entry };
    const id = nameOf(fields["id"] ?? fields["key"]);
    const label = nameOf(fields["label"] ?? fields["name"]);
    network.declare(id || String(i), label);
    if (id === "") places.set(label, String(i));
    unused(fields, ["id", "key", "label", "name"]);
  }
  for (const entry of (value["links"] ?? value["edges"]) as unknown[]) {
    const [source, target] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const fields = isFields(entry) ? entry : { source, target };
    const [from, to] = [fields["source"] ?? fields["from"], fields["target"] ?? fields["to"]].map((end) => {
      const name = nameOf(end);
      return network.has(name) ? name : (places.get(name) ?? name);
    });
    network.link(from!, to!, value["directed"] === true);
    unused(fields, ["source", "target", "from", "to", "key"]);
  }
  return network.reading();
}
