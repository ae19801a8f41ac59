/** Nodes by name, and links between them, filled by every reader of a network; those of links, one a line, and of neighbours. */

import { plural } from "../../views/format";
import { clipped, firstOf, MOST_AGENTS, MOST_LINKS, SHOWN, isNumber, type Excerpt, type Reading } from "./formats";
import { rowsOf, type Row } from "./rows";

const WHOLE = /^(0|[1-9]\d{0,14})$/;

export class Network {
  /** Names of what is not used. */
  readonly unused = new Set<string>();
  readonly notes: string[] = [];
  /** Whether links may name only nodes that are there. */
  #isClosed = false;
  readonly #places = new Map<string, number>();
  readonly #labels: string[] = [];
  /** The places of both ends of each. */
  readonly #links: number[] = [];
  #isDirected = false;

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** The place of a node, which is new where it has not been named before. */
  add(name: string, label = ""): number {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.#places.size;
      if (place >= MOST_AGENTS) throw new Error(`The network has more than ${plural(MOST_AGENTS, "node")}.`);
      this.#places.set(name, place);
    }
    if (label !== "") this.#labels[place] = label;
    return place;
  }

  /** A node of a list in which each stands once. */
  declare(name: string, label = ""): void {
    if (name === "") throw new Error("A node has no id.");
    if (this.has(name)) throw new Error(`Two nodes are called “${clipped(name)}”.`);
    this.add(name, label);
    this.#isClosed = true;
  }

  link(from: string, to: string, directed = false): void {
    const given = this.#links.length / 2;
    if (from === "" || to === "") throw new Error(`Link ${given + 1} has no two ends.`);
    const missing = this.#isClosed ? [from, to].find((name) => !this.has(name)) : undefined;
    if (missing !== undefined) throw new Error(`A link names “${clipped(missing)}”, which is no node.`);
    if (given >= MOST_LINKS) throw new Error(`The network has more than ${plural(MOST_LINKS, "link")}.`);
    this.#isDirected ||= directed;
    this.#links.push(this.add(from), this.add(to));
  }

  /**
   * The network, and what became of loops, double links and names. Whole numbers are put in order; where they are 0, 1, 2, …
   * they are the agents' own. `rows` are shown in place of the first links. `bothWays`: each link is named from both of its
   * ends, which is nothing to tell.
   */
  reading({ rows = this.#firstLinks(), bothWays = false }: { rows?: Excerpt; bothWays?: boolean } = {}): Reading {
    const given = [...this.#places.keys()];
    if (given.length === 0) throw new Error("There is no node in it.");
    const order = given.map((_, place) => place);
    const areNumbers = given.every((name) => WHOLE.test(name));
    if (areNumbers) order.sort((a, b) => Number(given[a]) - Number(given[b]));
    const { edges, loops } = this.#edges(order);
    if (loops > 0 && edges.length === 0)
      throw new Error("There is no link between two nodes: all lead from a node to itself.");

    const labels = order.map((place) => this.#labels[place] ?? "");
    const areOwn = new Set(labels).size === labels.length && !labels.includes("");
    const names = areOwn ? labels : order.map((place) => given[place]!);
    const isPlain = names.every((name, agent) => name === String(agent));
    const doubled = this.#links.length / 2 - loops - edges.length;
    const alike = names.length - new Set(names.map(seen)).size;
    const notes: string[] = [];
    if (loops > 0) notes.push(`${plural(loops, "link")} from a node to itself: left out.`);
    if (doubled > 0 && !bothWays) notes.push(`${plural(doubled, "link")} given more than once: each counts once.`);
    if (this.#isDirected) notes.push("Directions are not used: agents that are linked talk both ways.");
    if (!isPlain)
      notes.push(
        areNumbers && !areOwn
          ? `The nodes are numbered ${firstOf(names, 4)}: these stay their names, of the agents 0 to ${names.length - 1}.`
          : `The nodes have names, which are kept: ${firstOf(names, 4)}.`,
      );
    if (alike > 0)
      notes.push(`Nodes of their own, though one sees no difference from another’s: ${plural(alike, "name")}.`);
    notes.push(...this.notes);
    if (this.unused.size > 0) notes.push(`Not used: ${firstOf([...this.unused])}.`);
    const kept = isPlain ? null : names.map((name) => name.slice(0, 200));
    return { content: { kind: "network", agents: names.length, edges, names: kept, matrix: null }, notes, rows };
  }

  #firstLinks(): Excerpt {
    const given = [...this.#places.keys()];
    const ends = this.#links.slice(0, 2 * SHOWN).map((place) => given[place]!);
    const cells = Array.from({ length: ends.length / 2 }, (_, i) => ends.slice(2 * i, 2 * i + 2));
    return { head: ["agent", "agent"], cells, more: this.#links.length / 2 - cells.length };
  }

  /** Each link once, and how many lead from a node to itself. `order`: the place of each agent. */
  #edges(order: readonly number[]): { edges: [number, number][]; loops: number } {
    const agentOf = new Uint32Array(order.length);
    for (const [agent, place] of order.entries()) agentOf[place] = agent;
    const known = new Set<number>();
    const edges: [number, number][] = [];
    let loops = 0;
    for (let k = 0; k < this.#links.length; k += 2) {
      const [a, b] = [agentOf[this.#links[k]!]!, agentOf[this.#links[k + 1]!]!];
      const [i, j] = [Math.min(a, b), Math.max(a, b)];
      const key = i * order.length + j;
      if (i === j) loops++;
      else if (!known.has(key)) edges.push([i, j]);
      known.add(key);
    }
    return { edges, loops };
  }
}

/** What is seen of a name: letters and their accents as one character, without those that have no width. */
const seen = (name: string) => name.normalize("NFC").replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "");

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
