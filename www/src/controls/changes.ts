/** How the network changes from iteration to iteration: the way, its parameters, and the networks of a cycle. */

import { h } from "./dom";
import { replaced, type ExperimentDocument, type Tagged } from "../state/document";
import type { Catalog, Entry } from "../simulation/core";
import { createGroup, type Control, type Edit } from "./group";
import { changedKind, sizes } from "./kinds";

type Network = ExperimentDocument["network"];
type Still = Omit<Network, "changes">;
type Changes = NonNullable<Network["changes"]>;

const CHANGES = ["network", "changes"];
const NONE: Entry = {
  kind: "none",
  title: "Stays as it is",
  about: "the same network in every iteration",
  source: "",
  parameters: [],
};
/** Of a cycle, beside the first network. */
const MOST = 64;

/** The way of changing; `brief`: only its parameters, where it has any. */
export function createChanges(catalog: Catalog, edit: Edit, brief = false): Control {
  return createGroup({
    path: CHANGES,
    entries: [NONE, ...catalog.changes],
    absent: NONE.kind,
    label: "Changes",
    edit,
    explain: !brief,
    brief,
    suggest: (document, name) => (name === "networks" ? [another(document, catalog)] : undefined),
    adapted: (document, next) => withChanges(document, next, catalog),
    ...(brief ? { when: ({ network }: ExperimentDocument) => network.changes?.kind === "linkFailures" } : {}),
  });
}

/** `document` with another way of changing; pairs across the dimensions of a hypercube want one. */
export function withChanges(document: ExperimentDocument, next: Tagged, catalog: Catalog): ExperimentDocument {
  if (next["kind"] === NONE.kind) return replaced(document, CHANGES, undefined);
  const { topology } = document.network;
  const cube = catalog.topologies.find(({ kind }) => kind === "hypercube")!;
  const wants = next["kind"] === "onePeer" && topology.kind !== cube.kind;
  const fitting = wants ? withTopology(document, changedKind(topology as unknown as Tagged, cube), catalog) : document;
  return replaced(fitting, CHANGES, next);
}

/** `document` on another graph; a way of changing that cannot go with it is given up. */
export function withTopology(document: ExperimentDocument, topology: Tagged, catalog: Catalog): ExperimentDocument {
  const next = replaced(document, ["network", "topology"], topology);
  const { changes, weights } = document.network;
  const fitted = replaced(next, CHANGES, changes && fittedTo(topology, changes, catalog));
  // A matrix that was given fits its own network only.
  return weights.rule === "explicit" ? replaced(fitted, ["network", "weights"], { rule: "metropolis" }) : fitted;
}

/** `changes` with `topology`; the others of a cycle get as many agents. Undefined where that cannot be. */
function fittedTo(topology: Tagged, changes: Changes, catalog: Catalog): Changes | undefined {
  if (changes.kind === "onePeer") return topology["kind"] === "hypercube" ? changes : undefined;
  if (changes.kind !== "cycle") return changes;
  const { agents } = sizes(topology);
  const networks = changes.networks.map((network) => resized(network, agents, catalog));
  const fitting = networks.filter((network) => network !== null);
  return fitting.length === networks.length ? { ...changes, networks: fitting } : undefined;
}

/** `network` with so many agents, where its family has networks of that size. */
function resized(network: Still, agents: unknown, { topologies }: Catalog): Still | null {
  const old = network.topology as unknown as Tagged;
  if (sizes(old)["agents"] === agents) return network;
  const entry = topologies.find(({ kind }) => kind === old["kind"])!;
  if (entry.kind === "explicit") return null;
  const { rows: _, columns: __, dimension: ___, ...rest } = old;
  const topology = changedKind({ ...rest, kind: "", agents }, entry);
  const weights = network.weights.rule === "explicit" ? ({ rule: "metropolis" } as const) : network.weights;
  return sizes(topology)["agents"] === agents
    ? { ...network, topology: topology as unknown as Network["topology"], weights }
    : null;
}

/** Another network of as many agents: a star, or the ring where the network is a star. */
function another({ network }: ExperimentDocument, { topologies }: Catalog): Still {
  const kind = network.topology.kind === "star" ? "ring" : "star";
  const entry = topologies.find((topology) => topology.kind === kind)!;
  const topology = changedKind(network.topology as unknown as Tagged, entry) as unknown as Network["topology"];
  return { topology, weights: { rule: "metropolis" } };
}

/** The networks that follow the first in a cycle, one by one. */
export function createCycle(catalog: Catalog, edit: Edit): Control {
  const path = [...CHANGES, "networks"];
  const list = h("div", { class: "cycle" });
  const add = h(
    "button",
    { type: "button", onclick: () => put([...networks(), another(present!, catalog)]) },
    "Add a network",
  );
  const element = h("div", { class: "group" }, list, add);
  let present: ExperimentDocument | null = null;
  let rows: Control[][] = [];

  const networks = (): Still[] => {
    const changes = present?.network.changes;
    return changes?.kind === "cycle" ? changes.networks : [];
  };
  const put = (next: Still[]): boolean => edit(path, next);

  function build(count: number): void {
    rows = Array.from({ length: count }, (_, place) => [
      createGroup({ path: [...path, place, "topology"], entries: catalog.topologies, label: "Then", edit }),
      createGroup({ path: [...path, place, "weights"], entries: catalog.weights, tag: "rule", label: "Weights", edit }),
    ]);
    list.replaceChildren(
      ...rows.map((controls, place) =>
        h(
          "fieldset",
          {},
          h("legend", {}, `Network ${place + 2} of the cycle`),
          ...controls.map((control) => control.element),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              disabled: count === 1,
              onclick: () => put(networks().filter((_, other) => other !== place)),
            },
            "Remove",
          ),
        ),
      ),
    );
    add.disabled = count >= MOST;
  }

  return {
    element,
    show(document) {
      present = document;
      const count = networks().length;
      element.hidden = count === 0;
      if (count !== rows.length) build(count);
      for (const control of rows.flat()) control.show(document);
    },
    complain: (where, message) => rows.flat().some((control) => control.complain(where, message)),
  };
}
