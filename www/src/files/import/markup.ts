/** GraphML and GEXF, by graphology’s readers. */

import { DOMParser } from "@xmldom/xmldom";
import Graph from "graphology";
import { parse as parseGexf } from "graphology-gexf";
import { parse as parseGraphml } from "graphology-graphml";
import { counted, SHOWN, unusedNote, type GraphContent, type Reading } from "./formats";
import { Nodes, readingOf } from "./nodes";

/** Attributes that readers give meaning to, or that name a node. */
const LABELS = ["label", "name"];

/** The XML document. Throws where it is not well-formed: the reader alone would take what it can. */
function parsed(text: string): Document {
  const refuse = (message: string): never => {
    // The parser tells of its own refusal again.
    if (message.includes("The XML is damaged")) throw new Error(/The XML is damaged.*/.exec(message)![0]);
    if (message.includes("TypeError")) throw new Error("The XML is damaged: it ends within a tag.");
    const [, line] = /line:(\d+)/.exec(message) ?? [];
    throw new Error(
      `The XML is damaged${line ? ` in line ${line}` : ""}: ${message.replace(/^\[xmldom \w+\]\s*/, "").split("\n")[0]}`,
    );
  };
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  return new DOMParser({ errorHandler }).parseFromString(text.trim(), "application/xml");
}

export function readMarkup(text: string, format: "graphml" | "gexf"): Reading<GraphContent> {
  const source = parsed(text);
  if (source.getElementsByTagName("graph").length !== 1)
    throw new Error("One graph is read; this file has none, or several.");
  // networkx gives one id to several links, which the readers would take for one.
  for (const edge of Array.from(source.getElementsByTagName("edge"))) edge.removeAttribute("id");
  let graph: Graph;
  try {
    graph =
      format === "graphml"
        ? parseGraphml(Graph, source)
        : parseGexf(Graph, source, { allowUndeclaredAttributes: true });
  } catch (error) {
    // The reader stumbles over kinds of attributes that it does not know.
    const words = error instanceof TypeError ? "an attribute is declared in an unknown way" : (error as Error).message;
    throw new Error(`It could not be read: ${words}`);
  }
  const nodes = new Nodes();
  const unused = new Set<string>();
  graph.forEachNode((key, attributes) => {
    const label = LABELS.map((name) => attributes[name] as unknown).find(
      (value) => typeof value === "string" && value.trim() !== "",
    );
    nodes.add(key, String(label ?? "").trim());
    for (const name of Object.keys(attributes)) if (!LABELS.includes(name)) unused.add(name);
  });
  const cells: string[][] = [];
  graph.forEachEdge((_, attributes, from, to, __, ___, undirected) => {
    nodes.link(from, to, !undirected);
    if (cells.length < SHOWN) cells.push([from, to]);
    for (const name of Object.keys(attributes)) unused.add(name);
  });
  const hyper = source.getElementsByTagName("hyperedge").length;
  const left = hyper > 0 ? [`${counted(hyper, "hyperedge")}, of more than two ends, left out.`] : [];
  return readingOf(nodes, cells, [...left, ...unusedNote(unused)]);
}
