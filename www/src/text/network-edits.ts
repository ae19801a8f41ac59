/** What an edit of the network has done: to λ, and why; and to what could not stay as it was. */

import type { NetworkFacts } from "../simulation/facts";
import { same, type ExperimentDocument } from "../state/document";
import { formatCount, formatRate, plural } from "../views/format";

type Network = ExperimentDocument["network"];

/** A network, and what was found of it. */
export interface Known {
  network: Network;
  facts: NetworkFacts;
}

/** Gaps that differ by less than this, of themselves, are as good as the same. */
const SLIGHT = 0.005;

/** Of links that a reader has drawn or cut, what that does to λ; of all else nothing. */
export function effectOfLinks(before: Known, now: Known): string {
  const [a, b] = [before.facts, now.facts];
  if (now.network.topology.kind !== "explicit" || a.agents !== b.agents) return "";
  // λ of a mean says nothing beside that of one W.
  if (!a.changes !== !b.changes) return "";
  if (a.components > 1 || b.components > 1 || before.network.weights.rule !== now.network.weights.rule) return "";
  const [old, next] = [links(a), links(b)];
  const [added, removed] = [gained(old, next), gained(next, old)];
  if (added + removed === 0) return "";
  const what = [
    ...(added > 0 ? [`${plural(added, "link")} more`] : []),
    ...(removed > 0 ? [removed === 1 ? "1 link fewer" : `${plural(removed, "link")} fewer`] : []),
  ].join(", ");
  if (a.changes && b.changes)
    return `${what}: λ of E[Wₖ] ${formatRate(a.changes.mixingRate)} → ${formatRate(b.changes.mixingRate)}.`;
  return `${what}: λ ${formatRate(a.mixingRate)} → ${formatRate(b.mixingRate)}. ${why(b.spectralGap / a.spectralGap, added, removed)}`;
}

/** `gain`: how many times as large 1 − λ has become. */
function why(gain: number, added: number, removed: number): string {
  if (Math.abs(gain - 1) < SLIGHT) return "That hardly matters for how long disagreement lasts.";
  const speed = gain > 1 ? "Disagreement dies out faster" : "Disagreement lasts longer";
  if (added === removed) return `${speed} that way.`;
  if (gain > 1)
    return removed > added
      ? `The agents at ${ends(removed)} now give more weight to the neighbours they have left, and here that is worth more than what was cut.`
      : `There are shorter ways now. ${speed}.`;
  return added > removed
    ? `The agents at ${ends(added)} now give less weight to each neighbour. For the slowest pattern of disagreement, which λ tells of, that costs more than the shorter way is worth. Several shortcuts help.`
    : `Fewer ways are left. ${speed}.`;
}

const ends = (links: number): string => (links === 1 ? "the link’s ends" : "the links’ ends");

/** How many links there are now that were not there before. */
export function gained(before: ReadonlySet<string>, now: ReadonlySet<string>): number {
  return [...now].filter((link) => !before.has(link)).length;
}

function links({ edges }: NetworkFacts): Set<string> {
  return new Set(Array.from({ length: edges.length / 2 }, (_, e) => pair(edges[2 * e]!, edges[2 * e + 1]!)));
}

const pair = (i: number, j: number): string => (i < j ? `${i} ${j}` : `${j} ${i}`);

/** The network with so many links more between agents drawn at random; as many as there is room for. */
export function withShortcuts({ network, facts }: Known, shortcuts: number): Network {
  const { agents } = facts;
  const present = links(facts);
  const room = (agents * (agents - 1)) / 2 - present.size;
  const draw = () => Math.floor(agents * Math.random());
  for (let missing = Math.min(shortcuts, room); missing > 0; ) {
    const [i, j] = [draw(), draw()];
    if (i === j || present.has(pair(i, j))) continue;
    present.add(pair(i, j));
    missing--;
  }
  const edges = [...present].map((link) => link.split(" ").map(Number));
  return { ...network, topology: { kind: "explicit", agents, edges } } as Network;
}

/** What of the network could not stay as it was beside what the reader has changed; empty where all could. */
export function whatGaveWay(before: Network, now: Network): string {
  if (same(before.topology, now.topology) && same(before.changes, now.changes)) return "";
  const given =
    before.weights.rule === "explicit" && now.weights.rule !== "explicit"
      ? "The matrix W fitted the links as they were: these have Metropolis’ weights."
      : "";
  return [ofChanges(before, now), given].filter((text) => text !== "").join(" ");
}

function ofChanges({ topology, changes }: Network, now: Network): string {
  if (now.changes?.kind === "onePeer" && topology.kind !== "hypercube" && now.topology.kind === "hypercube")
    return `One peer at a time needs a hypercube: the network is one of ${formatCount(2 ** now.topology.dimension)} agents now.`;
  if (!changes || same(changes, now.changes)) return "";
  // Chosen by the reader, another way of changing needs no words.
  const asked = same(topology, now.topology);
  if (!now.changes) {
    if (asked) return "";
    return changes.kind === "cycle"
      ? "The cycle’s other networks have another number of agents: this one stays the same in every iteration now."
      : "Pairs across dimensions need a hypercube: this network stays the same in every iteration.";
  }
  if (now.changes.kind !== "cycle" || asked) return "";
  const others = now.changes.networks;
  const count = plural(others.length + 1, "network");
  const isDrawn = now.topology.kind === "explicit" && others.every((other) => other.topology.kind === "explicit");
  if (!isDrawn) return `All ${count} of the cycle have as many agents now.`;
  const rule = "a new link joins the first, cuts and agents go for all.";
  return changes.kind === "onePeer"
    ? `The hypercube’s pairs are a cycle of ${count} now: ${rule}`
    : `Of the cycle’s ${count} ${rule}`;
}
