/** Nodes by name, and links between them; filled by every reader of a network. */

import { clipped, counted, MOST_AGENTS, MOST_LINKS, SHOWN, type GraphContent, type Reading } from "./formats";

const WHOLE = /^(0|[1-9]\d{0,14})$/;

export class Nodes {
  readonly #places = new Map<string, number>();
  readonly #labels = new Map<number, string>();
  readonly #links: number[] = [];
  #loops = 0;
  #given = 0;
  #directions = 0;

  /** How many links were given. */
  get given(): number {
    return this.#given;
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** The place of a node, which is new where it has not been named before. */
  add(name: string, label = ""): number {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.#places.size;
      if (place >= MOST_AGENTS) throw new Error(`The network has more than ${counted(MOST_AGENTS, "node")}.`);
      this.#places.set(name, place);
    }
    if (label !== "") this.#labels.set(place, label);
    return place;
  }

  link(from: string, to: string, directed = false): void {
    const [i, j] = [this.add(from), this.add(to)];
    this.#given++;
    this.#directions += Number(directed);
    if (i === j) this.#loops++;
    else this.#links.push(i, j);
    if (this.#links.length > 2 * MOST_LINKS)
      throw new Error(`The network has more than ${counted(MOST_LINKS, "link")}.`);
  }

  /**
   * The network, and what became of loops, double links and names. Whole numbers are put in order; where they are 0, 1, 2, …
   * they are the agents' own. `bothWays`: each link is named from both of its ends, which is nothing to tell.
   */
  finish(bothWays = false): { content: GraphContent; notes: string[] } {
    const notes: string[] = [];
    const names = [...this.#places.keys()];
    if (names.length === 0) throw new Error("There is no node in it.");
    const order = names.map((_, place) => place);
    const areNumbers = names.every((name) => WHOLE.test(name));
    if (areNumbers) order.sort((a, b) => Number(names[a]) - Number(names[b]));
    const agentOf = new Uint32Array(names.length);
    for (const [agent, place] of order.entries()) agentOf[place] = agent;

    const seen = new Set<number>();
    const edges: number[] = [];
    for (let k = 0; k < this.#links.length; k += 2) {
      const [a, b] = [agentOf[this.#links[k]!]!, agentOf[this.#links[k + 1]!]!];
      const [i, j] = [Math.min(a, b), Math.max(a, b)];
      const key = i * names.length + j;
      if (!seen.has(key)) edges.push(i, j);
      seen.add(key);
    }
    if (this.#loops > 0 && edges.length === 0)
      throw new Error("There is no link between two nodes: all lead from a node to itself.");
    if (this.#loops > 0) notes.push(`${counted(this.#loops, "link")} from a node to itself: left out.`);
    const doubled = this.#given - this.#loops - seen.size;
    if (doubled > 0 && !bothWays) notes.push(`${counted(doubled, "link")} given more than once: each counts once.`);
    if (this.#directions > 0) notes.push("Directions are not used: agents that are linked talk both ways.");

    const named = order.map((place) => names[place]!);
    const labels = order.map((place) => this.#labels.get(place) ?? "");
    const isOwn = (list: readonly string[]) => new Set(list).size === list.length && !list.includes("");
    const called = isOwn(labels) ? labels : named;
    const plain = called.every((name, agent) => name === String(agent));
    if (!plain && areNumbers && called === named)
      notes.push(
        `The nodes are numbered ${spoken(called)}: these stay their names, of the agents 0 to ${called.length - 1}.`,
      );
    else if (!plain) notes.push(`The nodes have names, which are kept: ${spoken(called)}.`);
    const alike = areNumbers ? 0 : called.length - new Set(called.map(looks)).size;
    if (alike > 0)
      notes.push(`Nodes of their own, though one sees no difference from another’s: ${counted(alike, "name")}.`);
    return {
      content: {
        kind: "graph",
        agents: names.length,
        edges,
        names: plain ? null : called.map((name) => name.slice(0, 200)),
      },
      notes,
    };
  }
}

/** What the links of a file give; `cells` are the first of them, `more` what is left out beside. */
export function readingOf(
  nodes: Nodes,
  cells: readonly (readonly string[])[],
  more: readonly string[],
): Reading<GraphContent> {
  const { content, notes } = nodes.finish();
  return {
    content,
    notes: [...notes, ...more],
    rows: { head: ["agent", "agent"], cells: cells.slice(0, SHOWN), more: Math.max(0, nodes.given - SHOWN) },
  };
}

/** What is seen of a name: letters and their accents as one character, without those that have no width. */
const looks = (name: string) => name.normalize("NFC").replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "");

/** “ann, bob, cy”, or the first and the last of many. */
function spoken(names: readonly string[]): string {
  const some = names.length <= 4 ? names : [...names.slice(0, 2), "…", names.at(-1)!];
  return some.map(clipped).join(", ");
}
