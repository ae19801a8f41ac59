/** The effect of a network edit on λ, and its cause; and a button for several shortcuts at once. */

import type { Edit } from "../controls/group";
import { h } from "../controls/dom";
import type { ExperimentDocument } from "../state/document";
import type { NetworkFacts } from "../simulation/facts";
import { setExplained } from "../text/glossary";
import { formatRate, plural } from "../views/format";

const SHORTCUTS = 8;
/** Gaps that differ by less than this, of themselves, are as good as the same. */
const SLIGHT = 0.005;

interface Known {
  network: ExperimentDocument["network"];
  facts: NetworkFacts;
}

export interface Edited {
  element: HTMLElement;
  show(document: ExperimentDocument, facts: NetworkFacts | null): void;
}

export function createEdited(edit: Edit): Edited {
  const words = h("span", {});
  const more = h("button", { type: "button", class: "quiet" }, `${SHORTCUTS} shortcuts at once`);
  const element = h("p", { class: "fair edited", role: "status", hidden: true }, words, " ", more);
  let known: Known | null = null;

  more.addEventListener("click", () => known && edit(["network"], withShortcuts(known)));

  return {
    element,
    show({ network }, facts) {
      if (!facts || network === known?.network) return;
      const text = known ? told(known, { network, facts }) : "";
      known = { network, facts };
      element.hidden = text === "";
      // Shortcuts go with one graph, not with several in turn.
      more.hidden = network.changes?.kind === "cycle";
      setExplained(words, text);
    },
  };
}

/** Nothing but of links that a reader has drawn or cut. */
function told(before: Known, now: Known): string {
  const [a, b] = [before.facts, now.facts];
  if (now.network.topology.kind !== "explicit" || a.agents !== b.agents) return "";
  // λ of a mean says nothing beside that of one W.
  if (!a.changes !== !b.changes) return "";
  if (a.components > 1 || b.components > 1 || before.network.weights.rule !== now.network.weights.rule) return "";
  const [old, next] = [links(a), links(b)];
  const added = [...next].filter((link) => !old.has(link)).length;
  const removed = [...old].filter((link) => !next.has(link)).length;
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

function links({ edges }: NetworkFacts): Set<string> {
  return new Set(Array.from({ length: edges.length / 2 }, (_, e) => pair(edges[2 * e]!, edges[2 * e + 1]!)));
}

function pair(i: number, j: number): string {
  return i < j ? `${i} ${j}` : `${j} ${i}`;
}

/** The network with links more between agents drawn at random; as many as there is room for. */
function withShortcuts({ network, facts }: Known): ExperimentDocument["network"] {
  const { agents } = facts;
  const present = links(facts);
  const room = (agents * (agents - 1)) / 2 - present.size;
  const draw = () => Math.floor(agents * Math.random());
  for (let missing = Math.min(SHORTCUTS, room); missing > 0; ) {
    const [i, j] = [draw(), draw()];
    if (i === j || present.has(pair(i, j))) continue;
    present.add(pair(i, j));
    missing--;
  }
  const edges = [...present].map((link) => link.split(" ").map(Number));
  return { ...network, topology: { kind: "explicit", agents, edges } } as ExperimentDocument["network"];
}
