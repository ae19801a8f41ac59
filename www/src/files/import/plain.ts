/** Formats of a few rules: GML, Pajek and DIMACS. */

import { clipped, counted, numberOf, type GraphContent, type Reading } from "./formats";
import { Nodes, readingOf } from "./nodes";

type Gml = [string, string | Gml][];

/** Letters that GML and its writers spell as in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function spelled(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex ? parseInt(hex as string, 16) : Number(decimal);
    if (name) return ENTITIES[name as string] ?? (whole as string);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (whole as string);
  });
}

/** GML: names, each with a value or a list in brackets. */
export function readGml(text: string): Reading<GraphContent> {
  const tokens = [...text.matchAll(/"([^"]*)"|#.*|[[\]]|[^\s[\]"]+/g)].filter(([token]) => !token.startsWith("#"));
  let at = 0;
  const list = (inside: boolean): Gml => {
    const found: Gml = [];
    for (;;) {
      const token = tokens[at++]?.[0];
      if (token === undefined && inside) throw new Error("A bracket is not closed: the file may be cut short.");
      if (token === undefined || token === "]") return found;
      const value = tokens[at++];
      if (!value || value[0] === "]") throw new Error(`“${clipped(token)}” has no value.`);
      found.push([
        token.toLowerCase(),
        value[0] === "[" ? list(true) : value[1] === undefined ? value[0] : spelled(value[1]),
      ]);
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
  // Links may stand before their nodes.
  const parts = ["node", "edge"].flatMap((kind) => graph.filter(([name]) => name === kind));
  for (const [name, entry] of parts) {
    if (name === "node") {
      if (field(entry, "id") === "") throw new Error("A node has no id.");
      if (nodes.has(field(entry, "id"))) throw new Error(`Two nodes have the id ${clipped(field(entry, "id"))}.`);
      nodes.add(field(entry, "id"), field(entry, "label"));
    } else if (name === "edge") {
      const ends = [field(entry, "source"), field(entry, "target")];
      if (ends.includes("")) throw new Error("A link has no source or no target.");
      const missing = ends.find((end) => !nodes.has(end));
      if (missing !== undefined) throw new Error(`A link names “${clipped(missing)}”, which is no node.`);
      links.push(ends);
      nodes.link(ends[0]!, ends[1]!, directed);
      for (const [key] of entry as Gml) if (key !== "source" && key !== "target") unused.add(key);
    }
  }
  return readingOf(nodes, links, unused.size > 0 ? [`Not used: ${[...unused].join(", ")}.`] : []);
}

/** Pajek: *Vertices with their names, then *Edges, *Arcs, lists of them, or *Matrix. */
export function readPajek(text: string): Reading<GraphContent> {
  const nodes = new Nodes();
  const links: string[][] = [];
  const more = new Set<string>();
  let [part, count, row, relations] = ["", 0, 0, 0];
  const link = (line: number, from: string, to: string) => {
    for (const name of [from, to])
      if (!nodes.has(name)) throw new Error(`Line ${line}: there is no vertex ${clipped(name)}.`);
    links.push([from, to]);
    nodes.link(from, to, part.startsWith("*arcs"));
  };
  for (const [i, raw] of text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("%")) continue;
    const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
    if (line.startsWith("*")) {
      part = words[0]!.toLowerCase();
      if (["*partition", "*vector", "*permutation", "*cluster", "*hierarchy"].includes(part)) {
        more.add(`What follows from ${clipped(words[0]!)} on is not used.`);
        break;
      }
      if (part === "*vertices") {
        if (count > 0) throw new Error(`Line ${i + 1}: a second network begins; save one alone.`);
        count = Number(words[1]);
        if (!(count > 0)) throw new Error(`Line ${i + 1}: the number of vertices is missing.`);
        for (let v = 1; v <= count; v++) nodes.add(String(v));
        if (words[2] !== undefined) more.add("The two kinds of vertices are not distinguished.");
      } else if (words[1]?.startsWith(":")) relations++;
    } else if (part === "*vertices") {
      if (!nodes.has(words[0]!)) throw new Error(`Line ${i + 1}: there is no vertex ${clipped(words[0]!)}.`);
      nodes.add(words[0]!, words[1] ?? "");
    } else if (part === "*matrix") {
      row++;
      if (row > count || words.length !== count)
        throw new Error(
          `Line ${i + 1}: a matrix of ${count} × ${count} is expected; found row ${row} of ${words.length}.`,
        );
      for (const [j, word] of words.entries()) {
        if (Number.isNaN(numberOf(word))) throw new Error(`Line ${i + 1}: “${clipped(word)}” is no number.`);
        if (numberOf(word) === 0) continue;
        if (word !== "1") more.add("Entries other than 0 and 1, as of weights, are not used.");
        link(i + 1, String(row), String(j + 1));
      }
    } else if (["*edges", "*arcs", "*edgeslist", "*arcslist"].includes(part)) {
      const isList = part.endsWith("list");
      if (!isList && words.length > 2) more.add("Weights are not used.");
      const others = isList ? words.slice(1) : words.slice(1, 2);
      if (others.length === 0) throw new Error(`Line ${i + 1}: a link is two nodes.`);
      for (const other of others) link(i + 1, words[0]!, other);
    } else if (part !== "*network")
      throw new Error(`Line ${i + 1}: ${part ? `what follows ${clipped(part)} is not read` : "a heading is missing"}.`);
  }
  if (part === "*matrix" && row !== count) throw new Error(`The matrix has ${row} rows in place of ${count}.`);
  if (relations > 1) more.add(`Its ${relations} relations are merged: nodes linked in any of them are linked.`);
  return readingOf(nodes, links, [...more], part === "*matrix");
}

/** DIMACS: `p edge nodes links`, then `e i j` or `a i j length`, from 1; `c` before comments. */
export function readDimacs(text: string): Reading<GraphContent> {
  const nodes = new Nodes();
  const links: string[][] = [];
  let [count, told, weighted] = [0, 0, false];
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const [kind, ...words] = raw.trim().split(/\s+/);
    if (kind === "p") {
      count = Number(words[1]);
      told = Number(words[2]);
      if (!Number.isInteger(count) || !Number.isInteger(told))
        throw new Error(`Line ${i + 1}: p tells how many nodes and links there are.`);
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
  const differ = `The line of p announces ${counted(told, "link")}; ${links.length} follow.`;
  return readingOf(nodes, links, [
    ...(weighted ? ["Lengths are not used."] : []),
    ...(told === links.length ? [] : [differ]),
  ]);
}
