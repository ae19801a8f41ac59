/** GML: names, each with a value or a list in brackets. */

import { clipped, unusedNote, type GraphContent, type Reading } from "./formats";
import { Nodes, readingOf } from "./nodes";

type Gml = readonly [name: string, value: string | Gml][];

/** Letters that GML and its writers spell as in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function spelled(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole: string, hex, decimal, name) => {
    if (name) return ENTITIES[name as string] ?? whole;
    const code = hex ? parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

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

export function readGml(text: string): Reading<GraphContent> {
  const graph = parsed(text).find(([name]) => name === "graph")?.[1];
  if (!Array.isArray(graph)) throw new Error("There is no graph in it.");
  const list = graph as Gml;
  const isDirected = list.some(([name, value]) => name === "directed" && value === "1");
  const all = (kind: string) => list.filter(([name]) => name === kind).map(([, entry]) => entry as Gml);
  const field = (entry: Gml, name: string): string => {
    const value = Array.isArray(entry) ? entry.find(([key]) => key === name)?.[1] : undefined;
    return typeof value === "string" ? value : "";
  };
  const nodes = new Nodes();
  const links: string[][] = [];
  const unused = new Set<string>();
  for (const node of all("node")) {
    const id = field(node, "id");
    if (id === "") throw new Error("A node has no id.");
    if (nodes.has(id)) throw new Error(`Two nodes have the id ${clipped(id)}.`);
    nodes.add(id, field(node, "label"));
  }
  for (const edge of all("edge")) {
    const ends = [field(edge, "source"), field(edge, "target")];
    if (ends.includes("")) throw new Error("A link has no source or no target.");
    const missing = ends.find((end) => !nodes.has(end));
    if (missing !== undefined) throw new Error(`A link names “${clipped(missing)}”, which is no node.`);
    links.push(ends);
    nodes.link(ends[0]!, ends[1]!, isDirected);
    for (const [key] of edge) if (key !== "source" && key !== "target") unused.add(key);
  }
  return readingOf(nodes, links, unusedNote(unused));
}
