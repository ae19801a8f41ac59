/** Formats of a few rules: GML, Pajek and DIMACS. */

import { clipped, SHOWN, type GraphContent, type Reading } from "./formats";
import { Nodes } from "./nodes";

function reading(nodes: Nodes, links: readonly string[][], more: string[]): Reading<GraphContent> {
  const { content, notes } = nodes.finish();
  return {
    content,
    notes: [...notes, ...more],
    rows: { head: ["agent", "agent"], cells: links.slice(0, SHOWN), more: Math.max(0, links.length - SHOWN) },
  };
}

type Gml = [string, string | Gml][];

/** GML: names, each with a value or a list in brackets. */
export function readGml(text: string): Reading<GraphContent> {
  const tokens = [...text.replace(/^\s*#.*$/gm, "").matchAll(/"([^"]*)"|[[\]]|[^\s[\]"]+/g)];
  let at = 0;
  const list = (inside: boolean): Gml => {
    const found: Gml = [];
    for (;;) {
      const token = tokens[at++]?.[0];
      if (token === undefined && inside) throw new Error("A bracket is not closed: the file may be cut short.");
      if (token === undefined || token === "]") return found;
      const value = tokens[at++];
      if (!value || value[0] === "]") throw new Error(`“${clipped(token)}” has no value.`);
      found.push([token.toLowerCase(), value[0] === "[" ? list(true) : (value[1] ?? value[0])]);
    }
  };
  const graph = list(false).find(([name]) => name === "graph")?.[1];
  if (!Array.isArray(graph)) throw new Error("There is no graph in it.");
  const directed = graph.some(([name, value]) => name === "directed" && value === "1");
  const field = (entry: string | Gml, name: string): string => {
    const value = Array.isArray(entry) ? entry.find(([key]) => key === name)?.[1] : undefined;
    return typeof value === "string" ? value : "";
  };
  const nodes = new Nodes();
  const links: string[][] = [];
  const unused = new Set<string>();
  for (const [name, entry] of graph) {
    if (name === "node") {
      if (field(entry, "id") === "") throw new Error("A node has no id.");
      nodes.add(field(entry, "id"), field(entry, "label"));
    } else if (name === "edge") {
      const ends = [field(entry, "source"), field(entry, "target")];
      if (ends.includes("")) throw new Error("A link has no source or no target.");
      links.push(ends);
      nodes.link(ends[0]!, ends[1]!, directed);
      for (const [key] of entry as Gml) if (key !== "source" && key !== "target") unused.add(key);
    }
  }
  return reading(nodes, links, unused.size > 0 ? [`Not used: ${[...unused].join(", ")}.`] : []);
}

/** Pajek: *Vertices with their names, then *Edges, *Arcs, or lists of them. */
export function readPajek(text: string): Reading<GraphContent> {
  const nodes = new Nodes();
  const links: string[][] = [];
  let [part, weighted] = ["", false];
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("%")) continue;
    const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
    if (line.startsWith("*")) {
      part = words[0]!.toLowerCase();
      if (part === "*matrix")
        throw new Error("A matrix in Pajek’s form is not read: save the network as a list of edges.");
      if (part === "*vertices") for (let v = 1; v <= Number(words[1]); v++) nodes.add(String(v));
    } else if (part === "*vertices") nodes.add(words[0]!, words[1] ?? "");
    else if (["*edges", "*arcs", "*edgeslist", "*arcslist"].includes(part)) {
      const isList = part.endsWith("list");
      weighted ||= !isList && words.length > 2;
      const others = isList ? words.slice(1) : words.slice(1, 2);
      if (others.length === 0) throw new Error(`Line ${i + 1}: a link is two nodes.`);
      for (const other of others) {
        for (const name of [words[0]!, other])
          if (!nodes.has(name)) throw new Error(`Line ${i + 1}: there is no vertex ${clipped(name)}.`);
        links.push([words[0]!, other]);
        nodes.link(words[0]!, other, part.startsWith("*arcs"));
      }
    }
  }
  return reading(nodes, links, weighted ? ["Weights are not used."] : []);
}

/** DIMACS: `p edge nodes links`, then `e i j` or `a i j length`, from 1; `c` before comments. */
export function readDimacs(text: string): Reading<GraphContent> {
  const nodes = new Nodes();
  const links: string[][] = [];
  let [count, weighted] = [0, false];
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const [kind, ...words] = raw.trim().split(/\s+/);
    if (kind === "p") {
      count = Number(words[1]);
      for (let v = 1; v <= count; v++) nodes.add(String(v));
    } else if (kind === "e" || kind === "a") {
      const [from = "", to = ""] = words;
      for (const name of [from, to])
        if (!nodes.has(name)) throw new Error(`Line ${i + 1}: “${clipped(name)}” is no node from 1 to ${count}.`);
      weighted ||= kind === "a";
      links.push([from, to]);
      nodes.link(from, to, kind === "a");
    } else if (kind !== "c" && kind !== "" && kind !== "n")
      throw new Error(`Line ${i + 1}: “${clipped(kind ?? "")}” begins no line of DIMACS.`);
  }
  return reading(nodes, links, weighted ? ["Lengths are not used."] : []);
}
