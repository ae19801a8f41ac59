/** What an edit of the network's graph has done to the rest of the network: what could not stay as it was, and the way back. */

import { h, setText } from "../controls/dom";
import { same, type ExperimentDocument } from "../state/document";
import type { Store } from "../state/store";
import { formatCount, plural } from "../views/format";

type Network = ExperimentDocument["network"];

/** A line that is there while the document is the one that the edit has made. */
export function createFitted(store: Store): HTMLElement {
  const words = h("span", {});
  const undo = h("button", { type: "button", class: "quiet", onclick: () => store.undo() }, "Undo");
  const element = h("p", { class: "fair fitted", role: "status", hidden: true }, words, " ", undo);
  let { document } = store;
  store.subscribe((change) => {
    if (!change.document) return;
    const text = change.origin === "edit" ? told(document.network, store.document.network) : "";
    document = store.document;
    element.hidden = text === "";
    setText(words, text);
  });
  return element;
}

function told(before: Network, now: Network): string {
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
