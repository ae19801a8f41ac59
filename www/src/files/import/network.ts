/** Nodes by name, and links between them; filled by every reader of a network. */

import { plural } from "../../views/format";
import { clipped, firstOf, MOST_AGENTS, MOST_LINKS, SHOWN } from "./formats";
import type { Excerpt, Reading } from "./formats";

const WHOLE = /^(0|[1-9]\d{0,14})$/;

export class Network {
  /** Names of what is not used. */
  readonly unused = new Set<string>();
  /** Whether links may name only nodes that are there. */
  closed = false;
  readonly #places = new Map<string, number>();
  readonly #labels: string[] = [];
  readonly #links: number[] = [];
  readonly #first: [string, string][] = [];
  #given = 0;
  #directed = false;

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
    this.closed = true;
  }

  link(from: string, to: string, directed = false): void {
    if (from === "" || to === "") throw new Error(`Link ${this.#given + 1} has no two ends.`);
    const missing = this.closed ? [from, to].find((name) => !this.has(name)) : undefined;
    if (missing !== undefined) throw new Error(`A link names “${clipped(missing)}”, which is no node.`);
    if (this.#given++ >= MOST_LINKS) throw new Error(`The network has more than ${plural(MOST_LINKS, "link")}.`);
    this.#directed ||= directed;
    this.#links.push(this.add(from), this.add(to));
    if (this.#first.length < SHOWN) this.#first.push([from, to]);
  }

  /**
   * The network, and what became of loops, double links and names. Whole numbers are put in order; where they are 0, 1, 2, …
   * they are the agents' own. `bothWays`: each link is named from both of its ends, which is nothing to tell.
   */
  reading({ rows, notes = [], bothWays = false }: Partial<Told> = {}): Reading {
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
    const doubled = this.#given - loops - edges.length;
    const alike = names.length - new Set(names.map(seen)).size;
    const said: (string | false)[] = [
      loops > 0 && `${plural(loops, "link")} from a node to itself: left out.`,
      doubled > 0 && !bothWays && `${plural(doubled, "link")} given more than once: each counts once.`,
      this.#directed && "Directions are not used: agents that are linked talk both ways.",
      !isPlain &&
        (areNumbers && !areOwn
          ? `The nodes are numbered ${spoken(names)}: these stay their names, of the agents 0 to ${names.length - 1}.`
          : `The nodes have names, which are kept: ${spoken(names)}.`),
      alike > 0 && `Nodes of their own, though one sees no difference from another’s: ${plural(alike, "name")}.`,
      ...notes,
      this.unused.size > 0 && `Not used: ${firstOf([...this.unused])}.`,
    ];
    return {
      content: {
        kind: "network",
        agents: names.length,
        edges,
        names: isPlain ? null : names.map((name) => name.slice(0, 200)),
        matrix: null,
      },
      notes: said.filter((note) => note !== false),
      rows: rows ?? { head: ["agent", "agent"], cells: this.#first, more: Math.max(0, this.#given - SHOWN) },
    };
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

interface Told {
  /** Shown in place of the first links. */
  rows: Excerpt;
  notes: readonly string[];
  bothWays: boolean;
}

/** What is seen of a name: letters and their accents as one character, without those that have no width. */
const seen = (name: string) => name.normalize("NFC").replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "");

/** “ann, bob, cy”, or the first and the last of many. */
function spoken(names: readonly string[]): string {
  const some = names.length <= 4 ? names : [...names.slice(0, 2), "…", names.at(-1)!];
  return some.map(clipped).join(", ");
}
