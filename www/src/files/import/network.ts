/** Nodes by name, and links between them; filled by every reader of a network. */

import { plural } from "../../views/format";
import { clipped, firstOf, MOST_AGENTS, MOST_LINKS, SHOWN, type Excerpt, type Reading } from "./formats";

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
