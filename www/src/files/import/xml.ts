/** GraphML and GEXF. */

import { plural } from "../../views/format";
import { DOMParser } from "@xmldom/xmldom";
import type { Reading } from "./formats";
import { Network } from "./network";

/** The XML document. Throws where it is not well-formed: the parser alone would take what it can. */
function parsed(text: string): Document {
  const refuse = (message: string): never => {
    const line = /line:(\d+)/.exec(message)?.[1];
    throw new Error(`The XML is damaged${line ? ` in line ${line}` : ""}: it is not closed, or no XML.`);
  };
  try {
    return new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } }).parseFromString(
      text.trim(),
      "application/xml",
    );
  } catch (error) {
    // The parser tells of its own refusal again, and stumbles over a tag that is cut.
    throw new Error(/The XML is damaged[^\n]*/.exec(String(error))?.[0] ?? "The XML is damaged: it ends within a tag.");
  }
}

export function readXml(text: string): Reading {
  const source = parsed(text);
  const all = (name: string, within: Document | Element = source) => Array.from(within.getElementsByTagName(name));
  const [graph, another] = all("graph");
  if (!graph || another) throw new Error("One graph is read; this file has none, or several.");
  // GraphML declares what nodes and links carry as keys, GEXF as attributes.
  const declared = new Map(
    [...all("key"), ...all("attribute")].map((entry) => [
      entry.getAttribute("id"),
      entry.getAttribute("attr.name") || entry.getAttribute("title") || "",
    ]),
  );
  const isLabel = (name: string) => /^(label|name)$/i.test(name);
  const network = new Network();
  for (const name of declared.values()) if (name !== "" && !isLabel(name)) network.unused.add(name);
  for (const node of all("node")) {
    const data = all("data", node).find((entry) => isLabel(declared.get(entry.getAttribute("key")) ?? ""));
    network.declare(node.getAttribute("id") ?? "", (node.getAttribute("label") || data?.textContent || "").trim());
  }
  const usual = graph.getAttribute("edgedefault") ?? graph.getAttribute("defaultedgetype");
  for (const edge of all("edge")) {
    const own = edge.getAttribute("directed") || edge.getAttribute("type") || usual;
    network.link(
      edge.getAttribute("source") ?? "",
      edge.getAttribute("target") ?? "",
      own === "true" || own === "directed",
    );
    if (edge.getAttribute("weight")) network.unused.add("weight");
  }
  const hyper = all("hyperedge").length;
  if (hyper > 0) network.notes.push(`${plural(hyper, "hyperedge")}, of more than two ends, left out.`);
  return network.reading();
}
