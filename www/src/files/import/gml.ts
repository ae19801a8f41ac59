/** GML: names, each with a value or a list in brackets. */

import { clipped, type Reading } from "./formats";
import { Network } from "./network";

type Gml = readonly [name: string, value: string | Gml][];

/** Letters that GML and its writers spell as in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const spelled = (text: string) =>
  text.replace(/&(?:#(\d{1,6})|(\w+));/g, (whole: string, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
  );

function parsed(text: string): Gml {
  const tokens = [...text.matchAll(/"([^"]*)"|#.*|[[\]]|[^\s[\]"]+/g)].filter(([token]) => !token.startsWith("#"));
  let at = 0;
  const list = (inside: boolean): Gml => {
    const found: [string, string | Gml][] = [];
    for (;;) {
      const token = tokens[at++]?.[0];
      if (token === undefined && inside) throw new Error("A bracket is not closed: the file may be cut short.");
      if (token === undefined || token === "]") return found;
      const value = tokens[at++];
      if (!value || value[0] === "]") throw new Error(`“${clipped(token)}” has no value.`);
      const plain = value[1] === undefined ? value[0] : spelled(value[1]);
      found.push([token.toLowerCase(), value[0] === "[" ? list(true) : plain]);
    }
  };
  return list(false);
}

/** The text of a field; empty where there is none. */
function field(entry: string | Gml, name: string): string {
  const value = typeof entry === "string" ? undefined : entry.find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : "";
}

export function readGml(text: string): Reading {
  const graph = parsed(text).find(([name]) => name === "graph")?.[1];
  if (graph === undefined || typeof graph === "string") throw new Error("There is no graph in it.");
  const isDirected = field(graph, "directed") === "1";
  const all = (kind: string) => graph.filter(([name]) => name === kind).map(([, entry]) => entry);
  const network = new Network();
  for (const node of all("node")) network.declare(field(node, "id"), field(node, "label"));
  for (const edge of all("edge")) {
    network.link(field(edge, "source"), field(edge, "target"), isDirected);
    for (const [key] of typeof edge === "string" ? [] : edge)
      if (key !== "source" && key !== "target") network.unused.add(key);
  }
  return network.reading();
}
