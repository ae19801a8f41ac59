/** Links, one a line: two nodes, then fields that are not used. */

import { clipped, counted, numberOf, SHOWN, type GraphContent, type Reading } from "./formats";
import { commentsWithin, rowsOf, type Row } from "./lines";
import { metisOf } from "./metis";
import { Nodes } from "./nodes";
import { withoutRules } from "./printout";

/** What programs write above the two columns, in lower case and without blanks, digits and underscores. */
const FROM = new Set([
  "source",
  "sourceid",
  "from",
  "fromid",
  "fromnode",
  "fromnodeid",
  "i",
  "u",
  "src",
  "tail",
  "start",
]);
const TO = new Set(["target", "targetid", "to", "toid", "tonode", "tonodeid", "j", "v", "dst", "dest", "head", "end"]);
/** Words that a digit or letter after them makes the two columns of: `id_1, id_2`. */
const PAIR =
  /^((?:source|node|vertex|id|v|n|agent|actor|user|person|member|author|city|station|name|gene|protein)_?(?:id)?)[_ ]?([12ab])$/;

/** The columns of the two nodes in a row of names; null where it is none. */
export function edgeColumns(cells: readonly string[]): { from: number; to: number } | null {
  const words = cells.map((cell) => cell.trim().toLowerCase());
  const plain = words.map((word) => word.replace(/[\s_]/g, ""));
  const [from, to] = [plain.findIndex((word) => FROM.has(word)), plain.findIndex((word) => TO.has(word))];
  if (from >= 0 && to >= 0) return { from, to };
  const pairs = words.map((word) => PAIR.exec(word));
  const first = pairs.findIndex((found) => found && "1a".includes(found[2]!));
  const second = pairs.findIndex((found) => found?.[1] === pairs[first]?.[1] && found && "2b".includes(found[2]!));
  return first >= 0 && second >= 0 ? { from: first, to: second } : null;
}

const isWhole = (word: string | undefined): boolean => word !== undefined && /^\d+$/.test(word);

/** Whether the first row only tells how many nodes and links follow. */
export function isCount(rows: readonly Row[]): boolean {
  const [first, ...rest] = rows;
  if (!first || rest.length < 2 || first.cells.length < 2 || first.cells.length > 3 || !first.cells.every(isWhole))
    return false;
  const named = new Set(rest.flatMap(({ cells }) => cells.slice(0, 2)));
  const [nodes, links] = [first.cells[0]!, first.cells.at(-1)!];
  return (
    Number(links) === rest.length &&
    Number(nodes) === named.size &&
    !rest.some(({ cells }) => cells.join() === first.cells.join())
  );
}

/** Whether nothing in the first row of words comes again, so that it may name the columns. */
export function mayBeHeader(rows: readonly Row[]): boolean {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return false;
  const ends = first.cells.slice(0, 2);
  return (
    ends.every((cell) => Number.isNaN(numberOf(cell))) &&
    !rest.some(({ cells }) => cells.slice(0, 2).some((cell) => ends.includes(cell)))
  );
}

/** `header`: whether the first row names the columns, where the reader has said so. */
export function readEdges(text: string, header?: boolean): Reading<GraphContent> {
  const { rows, separator } = rowsOf(text);
  const notes: string[] = [];
  const head = rows[0]!.cells;
  const doubtful = mayBeHeader(rows);
  // Words over numbers are names of columns.
  const overNumbers =
    doubtful && rows.slice(1).every(({ cells }) => cells.slice(0, 2).every((cell) => !Number.isNaN(numberOf(cell))));
  // So are those that a rule parts from the rest.
  const isNamed = header || overNumbers || (doubtful && withoutRules(text) !== text);
  const columns = header === false ? null : (edgeColumns(head) ?? (isNamed ? { from: 0, to: 1 } : null));
  const counts = !columns && isCount(rows);
  const body = columns || counts ? rows.slice(1) : rows;
  if (doubtful && !columns && rows.length > 2)
    notes.push(
      `The first line, ${head.slice(0, 2).map(clipped).join(" and ")}, was taken for a link; neither comes again, so it may name the columns.`,
    );
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
  if (separator === "," && !columns && body.length > 2 && hasTwoSides(body))
    notes.push(
      "No node stands in both columns: it may also be a table, or a column of numbers with decimal commas, as 1,5.",
    );
  const finished = nodes.finish();
  const width = Math.max(...body.slice(0, SHOWN).map(({ cells }) => cells.length));
  const unused = Array.from({ length: width - 2 }, () => "not used");
  return {
    content: finished.content,
    notes: [...finished.notes, ...notes, ...commentNote(text)],
    header: doubtful || columns ? columns !== null : undefined,
    rows: {
      head: columns ? head : ["agent", "agent", ...unused],
      cells: body.slice(0, SHOWN).map(({ cells }) => cells),
      more: Math.max(0, body.length - SHOWN),
    },
  };
}

/** Whether all cells are whole numbers, and none stands in both of the first two columns. */
function hasTwoSides(rows: readonly Row[]): boolean {
  const first = new Set(rows.map(({ cells }) => cells[0]!));
  return rows.every(({ cells }) => cells.length === 2 && cells.every(isWhole) && !first.has(cells[1]!));
}

/** Lists of neighbours: a node, then those that it is linked to. In METIS’ form the node is the line’s own number. */
export function readAdjacency(text: string): Reading<GraphContent> {
  const metis = metisOf(text);
  const nodes = new Nodes();
  const notes: string[] = [];
  if (metis) {
    notes.push(
      `The first line, ${metis.head}, tells how many nodes and links follow; line after line are the neighbours of 1, 2, ….`,
    );
    if (metis.weighted) notes.push("Weights are not used.");
  }
  const { rows } = rowsOf(text);
  const multiline = metis ? null : multilineOf(rows);
  if (multiline) notes.push("Attributes of links are not used.");
  const list: readonly Row[] =
    metis?.rows ??
    multiline ??
    rows.map(({ line, cells }) => ({
      line,
      cells: [cells[0]!.replace(/:$/, ""), ...cells.slice(1)].filter((cell) => cell !== ""),
    }));
  const seen = new Set<string>();
  for (const { line, cells } of list) {
    const [node, ...neighbours] = cells;
    if (node === undefined) continue;
    if (seen.has(node)) throw new Error(`Line ${line}: the neighbours of ${clipped(node)} are listed twice.`);
    seen.add(node);
    nodes.add(node);
    for (const name of cells) if (name.startsWith("{")) throw new Error(`Line ${line}: “${clipped(name)}” is no node.`);
    for (const neighbour of neighbours) nodes.link(node, neighbour);
  }
  const finished = nodes.finish(true);
  return {
    content: finished.content,
    notes: [...finished.notes, ...notes, ...commentNote(text)],
    rows: {
      head: ["agent", "its neighbours"],
      cells: list.slice(0, SHOWN).map(({ cells: [node, ...neighbours] }) => [node ?? "", neighbours.join(", ")]),
      more: Math.max(0, list.length - SHOWN),
    },
  };
}

function commentNote(text: string): string[] {
  const { count, first } = commentsWithin(text);
  return count === 0 ? [] : [`Left out as ${counted(count, "comment")}: “${clipped(first)}”${count > 1 ? ", …" : ""}.`];
}

/** networkx’s lists of several lines: a node and how many neighbours follow, then a line for each, with its attributes. */
export function multilineOf(rows: readonly Row[]): Row[] | null {
  if (!rows.some(({ cells }) => cells.at(-1)!.startsWith("{"))) return null;
  const found: Row[] = [];
  for (let k = 0; k < rows.length; ) {
    const { line, cells } = rows[k++]!;
    if (cells.length !== 2 || !isWhole(cells[1])) return null;
    const others = rows.slice(k, k + Number(cells[1]));
    if (others.length !== Number(cells[1]) || others.some((other) => !other.cells.at(-1)!.startsWith("{"))) return null;
    k += others.length;
    found.push({ line, cells: [cells[0]!, ...others.map((other) => other.cells[0]!)] });
  }
  return found;
}

/** Whether each row begins with another node, and two nodes name each other in their rows, if either does. */
export function isMutual(rows: readonly Row[]): boolean {
  const of = new Map(rows.map(({ cells }) => [cells[0]!, new Set(cells.slice(1))]));
  return (
    of.size === rows.length &&
    rows.every(({ cells }) => cells.slice(1).every((other) => other !== cells[0] && of.get(other)?.has(cells[0]!)))
  );
}
