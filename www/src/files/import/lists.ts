/** Links, one a line, and lists of neighbours. */

import { clipped, isNumber, type Reading } from "./formats";
import { Network } from "./network";
import { rowsOf, type Row } from "./rows";

/** What programs write above the two columns, in lower case and without blanks and underscores. */
const FROM = /^(?:(?:source|from|src|tail|start)(?:node)?(?:id)?|(?:id|node|agent|user|person)(?:id)?1|i|u)$/;
const TO = /^(?:(?:target|to|dst|dest|head|end)(?:node)?(?:id)?|(?:id|node|agent|user|person)(?:id)?2|j|v)$/;

/** The columns of the two nodes in a row of names; null where it is none. */
export function edgeColumns(cells: readonly string[]): { from: number; to: number } | null {
  const words = cells.map((cell) => cell.toLowerCase().replace(/[\s_]/g, ""));
  const [from, to] = [words.findIndex((word) => FROM.test(word)), words.findIndex((word) => TO.test(word))];
  return from >= 0 && to >= 0 ? { from, to } : null;
}

/** Whether the first row has two words that do not come again, so that it may name the columns. */
function mayBeHeader([first, ...rest]: readonly Row[]): boolean {
  const ends = first!.cells.slice(0, 2);
  const again = rest.some(({ cells }) => cells.slice(0, 2).some((cell) => ends.includes(cell)));
  return rest.length > 0 && !ends.some(isNumber) && !again;
}

/** `header`: whether the first row names the columns, where the reader has said so. */
export function readEdges(text: string, header?: boolean): Reading {
  const { rows, attributes } = rowsOf(text);
  const head = rows[0]!.cells;
  const isDoubtful = mayBeHeader(rows);
  const overNumbers = isDoubtful && rows.slice(1).every(({ cells }) => cells.slice(0, 2).every(isNumber));
  const named = edgeColumns(head) ?? (header || overNumbers ? { from: 0, to: 1 } : null);
  const columns = header === false ? null : named;
  const { from, to } = columns ?? { from: 0, to: 1 };
  const body = columns ? rows.slice(1) : rows;
  const type = columns ? head.findIndex((cell) => cell.toLowerCase() === "type") : -1;
  const network = new Network();
  for (const { line, cells } of body) {
    const [a, b] = [cells[from], cells[to]];
    const found = cells.length > 1 ? "an empty cell" : `“${clipped(cells[0] ?? "")}” alone`;
    if (!a || !b) throw new Error(`Line ${line}: a link is two nodes; found ${found}.`);
    network.link(a, b, cells[type]?.toLowerCase() === "directed");
  }
  if (isDoubtful && !columns && rows.length > 2)
    network.notes.push(
      `The first line, ${head.slice(0, 2).map(clipped).join(" and ")}, was taken for a link; neither comes again, so it may name the columns.`,
    );
  const others = columns ? head.filter((name, j) => j !== from && j !== to && j !== type && name !== "") : [];
  for (const name of others) network.unused.add(name);
  if (others.length === 0 && body.some(({ cells }) => cells.length > 2)) {
    const areWeights = body.every(({ cells }) => isNumber(cells[2] ?? ""));
    const what = areWeights ? "The third column, as of weights," : "What follows the two nodes of a line";
    network.notes.push(`${what} is not used.`);
  }
  if (attributes) network.notes.push("What stands in braces, weights and the like, is not used.");
  return { ...network.reading(), linksHeader: isDoubtful || columns ? columns !== null : null };
}

/** Each row a node and its neighbours; a colon may follow the node, and empty cells fill the rows. */
function listsOf(rows: readonly Row[]): Row[] {
  return rows.map(({ line, cells: [node = "", ...others] }) => ({
    line,
    cells: [node.replace(/:$/, ""), ...others].filter((cell) => cell !== ""),
  }));
}

/** Whether each list is of another node, and names nodes that have lists: all of them, and each other, in `mutual` ones. */
export function areLists(rows: readonly Row[], mutual: boolean): boolean {
  const lists = listsOf(rows);
  const of = new Map(lists.map(({ cells }) => [cells[0]!, new Set(cells.slice(1))]));
  if (of.size !== rows.length) return false;
  const names = (node: string, other: string) => node !== other && (mutual ? of.get(other)?.has(node) : of.has(other));
  const found = lists.flatMap(({ cells: [node, ...others] }) => others.map((other) => Boolean(names(node!, other))));
  return mutual ? found.every(Boolean) : found.some(Boolean);
}

export function readAdjacency(text: string): Reading {
  const network = new Network();
  const known = new Set<string>();
  for (const { line, cells } of listsOf(rowsOf(text).rows)) {
    const [node = "", ...neighbours] = cells;
    if (known.has(node)) throw new Error(`Line ${line}: the neighbours of ${clipped(node)} are listed twice.`);
    known.add(node);
    network.add(node);
    for (const neighbour of neighbours) network.link(node, neighbour);
  }
  return network.reading({ bothWays: true });
}
