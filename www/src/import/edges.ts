/** Links, one a line: two nodes, and then what is not used. */

import { clipped, counted, numberOf, SHOWN, type GraphContent, type Reading } from "./formats";
import { rowsOf, type Row } from "./lines";
import { Nodes } from "./nodes";

/** What programs write above the two columns, in lower case. */
const FROM = new Set(["source", "from", "i", "u", "src", "node1", "node_1", "v1", "tail", "start"]);
const TO = new Set(["target", "to", "j", "v", "dst", "dest", "node2", "node_2", "v2", "head", "end"]);

/** The columns of the two nodes in a row of names; null where it is none. */
export function edgeColumns(cells: readonly string[]): { from: number; to: number } | null {
  const words = cells.map((cell) => cell.toLowerCase());
  const [from, to] = [words.findIndex((word) => FROM.has(word)), words.findIndex((word) => TO.has(word))];
  return from >= 0 && to >= 0 ? { from, to } : null;
}

const isWhole = (word: string | undefined): boolean => word !== undefined && /^\d+$/.test(word);

/** Whether the first row only tells how many nodes and links follow. */
export function isCount(rows: readonly Row[]): boolean {
  const [first, ...rest] = rows;
  if (!first || rest.length < 1 || first.cells.length < 2 || first.cells.length > 3 || !first.cells.every(isWhole))
    return false;
  const named = new Set(rest.flatMap(({ cells }) => cells.slice(0, 2)));
  const [nodes, links] = [first.cells[0]!, first.cells.at(-1)!];
  return (
    Number(links) === rest.length &&
    Number(nodes) === named.size &&
    !rest.some(({ cells }) => cells.join() === first.cells.join())
  );
}

export function readEdges(text: string): Reading<GraphContent> {
  const { rows } = rowsOf(text);
  const notes: string[] = [];
  const head = rows[0]!.cells;
  const columns = edgeColumns(head);
  const counts = !columns && isCount(rows);
  const body = columns || counts ? rows.slice(1) : rows;
  if (counts) notes.push(`The first line, ${head.join(" ")}, tells how many nodes and links follow: left out.`);
  const [from, to] = columns ? [columns.from, columns.to] : [0, 1];
  const nodes = new Nodes();
  const typeColumn = columns ? head.findIndex((cell) => cell.toLowerCase() === "type") : -1;
  let [attributes, wide] = [0, 0];
  for (const { line, cells } of body) {
    const [a, b] = [cells[from], cells[to]];
    if (!a || !b)
      throw new Error(
        `Line ${line}: a link is two nodes; found ${cells.length === 1 ? `“${clipped(cells[0]!)}” alone` : "an empty cell"}.`,
      );
    for (const name of [a, b])
      if (name.startsWith("{")) throw new Error(`Line ${line}: “${clipped(name)}” is no node.`);
    const isDirected = cells[typeColumn]?.toLowerCase() === "directed";
    nodes.link(a, b, isDirected);
    if (cells.some((cell) => cell.startsWith("{") && cell !== "{}")) attributes++;
    if (!columns && cells.slice(2).some((cell) => !cell.startsWith("{"))) wide++;
  }
  if (columns) {
    const unused = head.filter((_, i) => i !== from && i !== to && i !== typeColumn).filter((name) => name !== "");
    if (unused.length > 0) notes.push(`Not used: ${unused.map(clipped).join(", ")}.`);
  }
  if (attributes > 0)
    notes.push(`What stands in braces, weights and the like, is not used (${counted(attributes, "line")}).`);
  if (wide > 0) {
    const third = body.every(({ cells }) => Number.isFinite(numberOf(cells[2] ?? "")));
    notes.push(
      third ? "The third column, as of weights, is not used." : "What follows the two nodes of a line is not used.",
    );
  }
  const finished = nodes.finish();
  const width = Math.max(...body.slice(0, SHOWN).map(({ cells }) => cells.length));
  const unused = Array.from({ length: width - 2 }, () => "not used");
  return {
    content: finished.content,
    notes: [...finished.notes, ...notes],
    rows: {
      head: columns ? head : ["agent", "agent", ...unused],
      cells: body.slice(0, SHOWN).map(({ cells }) => cells),
      more: Math.max(0, body.length - SHOWN),
    },
  };
}

/** Lists of neighbours: a node, then those that it is linked to. In METIS’ form the node is the line’s own number. */
export function readAdjacency(text: string): Reading<GraphContent> {
  const { rows } = rowsOf(text);
  const nodes = new Nodes();
  const notes: string[] = [];
  const metis = isMetis(rows);
  let list: readonly (readonly string[])[] = rows.map(({ cells }) =>
    [cells[0]!.replace(/:$/, ""), ...cells.slice(1)].filter((cell) => cell !== ""),
  );
  if (metis) {
    notes.push(
      `The first line, ${rows[0]!.cells.join(" ")}, tells how many nodes and links follow; line after line are the neighbours of 1, 2, ….`,
    );
    list = list.slice(1).map((neighbours, i) => [String(i + 1), ...neighbours]);
  }
  const seen = new Set<string>();
  for (const [i, [node, ...neighbours]] of list.entries()) {
    if (node === undefined) continue;
    if (seen.has(node)) throw new Error(`Line ${rows[i]!.line}: the neighbours of ${clipped(node)} are listed twice.`);
    seen.add(node);
    nodes.add(node);
    for (const neighbour of neighbours) nodes.link(node, neighbour);
  }
  const finished = nodes.finish(true);
  return {
    content: finished.content,
    notes: [...finished.notes, ...notes],
    rows: {
      head: ["agent", "its neighbours"],
      cells: list.slice(0, SHOWN).map(([node, ...neighbours]) => [node ?? "", neighbours.join(", ")]),
      more: Math.max(0, list.length - SHOWN),
    },
  };
}

/** Whether each row begins with another node, and two nodes name each other in their rows, if either does. */
export function isMutual(rows: readonly Row[]): boolean {
  const of = new Map(rows.map(({ cells }) => [cells[0]!, new Set(cells.slice(1))]));
  return (
    of.size === rows.length &&
    rows.every(({ cells }) => cells.slice(1).every((other) => other !== cells[0] && of.get(other)?.has(cells[0]!)))
  );
}

/** A first line of n and m, then n lines with 2 m neighbours in all, numbered from 1. */
export function isMetis(rows: readonly Row[]): boolean {
  const [first, ...rest] = rows;
  if (!first || first.cells.length < 2 || !first.cells.every(isWhole)) return false;
  const [n, m] = first.cells.map(Number) as [number, number];
  const neighbours = rest.flatMap(({ cells }) => cells);
  const inRange = (cell: string) => isWhole(cell) && Number(cell) >= 1 && Number(cell) <= n;
  // Who is linked names the other, and nobody is linked to itself.
  const mutual = () => isMutual(rest.map(({ line, cells }, i) => ({ line, cells: [String(i + 1), ...cells] })));
  return rest.length === n && neighbours.length === 2 * m && neighbours.every(inRange) && mutual();
}
