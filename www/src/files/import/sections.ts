/** Formats of two parts, nodes and then links: TGF of yEd, and GDF of GUESS and Gephi. */

import { clipped, type GraphContent, type Reading } from "./formats";
import { cellsOf } from "./lines";
import { Nodes, readingOf } from "./nodes";

function checkEnds(nodes: Nodes, line: number, ends: readonly (string | undefined)[]): void {
  for (const end of ends)
    if (end === undefined || !nodes.has(end))
      throw new Error(`Line ${line}: ${end ? `there is no node “${clipped(end)}”` : "a link is two nodes"}.`);
}

/** TGF: lines of a node and its name, a line of `#`, lines of two nodes and a name. */
export function readTgf(text: string): Reading<GraphContent> {
  const nodes = new Nodes();
  const links: string[][] = [];
  let [isBehind, labelled] = [false, false];
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line === "") continue;
    if (line === "#") {
      isBehind = true;
      continue;
    }
    const [first = "", ...rest] = line.split(/\s+/);
    if (!isBehind) {
      nodes.add(first, rest.join(" "));
      continue;
    }
    checkEnds(nodes, i + 1, [first, rest[0]]);
    labelled ||= rest.length > 1;
    links.push([first, rest[0]!]);
    nodes.link(first, rest[0]!);
  }
  return readingOf(nodes, links, labelled ? ["What follows the two nodes of a link is not used."] : []);
}

/** GDF: `nodedef>` with the names of columns and rows of nodes, `edgedef>` and rows of links. */
export function readGdf(text: string): Reading<GraphContent> {
  const nodes = new Nodes();
  const links: string[][] = [];
  const unused = new Set<string>();
  let [part, columns]: [string, string[]] = ["", []];
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line === "") continue;
    const head = /^(nodedef|edgedef)>\s*(.*)$/i.exec(line);
    if (head) {
      part = head[1]!.toLowerCase();
      columns = cellsOf(head[2]!, ",").map((column) => column.split(/\s+/)[0]!.toLowerCase());
      const used = part === "nodedef" ? ["name", "label"] : ["node1", "node2", "directed"];
      for (const column of columns) if (!used.includes(column)) unused.add(column);
      continue;
    }
    const cells = cellsOf(line.replace(/'((?:[^'\\]|\\.)*)'/g, '"$1"'), ",");
    const cell = (name: string) => cells[columns.indexOf(name)];
    if (part === "nodedef") {
      const name = cell("name");
      if (!name) throw new Error(`Line ${i + 1}: a node has no name.`);
      nodes.add(name, cell("label") ?? "");
    } else {
      const ends = [cell("node1"), cell("node2")];
      checkEnds(nodes, i + 1, ends);
      links.push(ends as string[]);
      nodes.link(ends[0]!, ends[1]!, cell("directed")?.toLowerCase() === "true");
    }
  }
  return readingOf(nodes, links, unused.size > 0 ? [`Not used: ${[...unused].map(clipped).join(", ")}.`] : []);
}
