/** The network after a reader has edited its picture: its graph, and what went with the graph as it was. */

import { agentsOf, type ExperimentDocument } from "../state/document";
import { Experiment } from "../simulation/core";
import { applyEdit, type EdgeList, type GraphEdit } from "../views/graph/structure";

type Network = ExperimentDocument["network"];
type Still = Omit<Network, "changes">;

/** One network of those that take turns, and its links. */
interface Turn {
  network: Still;
  graph: EdgeList;
}

/**
 * The network of `document` after `edit`, which has made `graph` of the graph shown; `names` are the agents' then. Where
 * networks take turns, all of them are shown as one: what is cut, and agents, go for all of them, and a link that is drawn
 * joins the first. The pairs across a hypercube take turns too: edited, they are a cycle.
 */
export function redrawn(
  document: ExperimentDocument,
  edit: GraphEdit,
  graph: EdgeList,
  names: readonly string[] | undefined,
): Network {
  const { changes, ...own } = document.network;
  if (changes?.kind !== "cycle" && changes?.kind !== "onePeer")
    return { ...onLinks(own, graph, true, names), ...(changes ? { changes } : {}) };
  const [first, ...others] = turnsOf(document).map(({ network, graph: links }, turn) => {
    const next = edit.type === "addEdge" && turn > 0 ? null : applyEdit(links, edit);
    return onLinks(network, next ?? links, next !== null, turn === 0 ? names : undefined);
  });
  return { ...first!, ...(others.length > 0 ? { changes: { kind: "cycle", networks: others } } : {}) };
}

function onLinks(network: Still, { agents, edges }: EdgeList, changed: boolean, names?: readonly string[]): Still {
  const pairs = Array.from({ length: edges.length / 2 }, (_, e): [number, number] => [
    edges[2 * e]!,
    edges[2 * e + 1]!,
  ]);
  return {
    ...network,
    topology: { kind: "explicit", agents, edges: pairs, ...(names ? { names: [...names] } : {}) },
    // A matrix that was given fits its own links only.
    weights: changed && network.weights.rule === "explicit" ? { rule: "metropolis" } : network.weights,
  };
}

/** The networks that take turns, with the links of each: the core knows those of every family. */
function turnsOf(document: ExperimentDocument): Turn[] {
  const { version, seed, network } = document;
  const { changes, ...own } = network;
  // Pairs that average are what Metropolis' rule makes of a matching.
  const pairs = { ...own, weights: { rule: "metropolis" } } as const;
  const networks: Still[] =
    changes?.kind === "cycle"
      ? [own, ...changes.networks]
      : Array.from({ length: Math.max(1, Number((own.topology as { dimension?: number }).dimension)) }, () => pairs);
  // The rule does not matter for which links there are, and some take long.
  const usual = (one: Still): Still => ({ ...one, weights: { rule: "metropolis" } });
  const experiment = new Experiment(
    {
      version,
      ...(seed === undefined ? {} : { seed }),
      iterations: 0,
      network: {
        ...usual(own),
        changes: changes?.kind === "cycle" ? { ...changes, networks: changes.networks.map(usual) } : changes!,
      },
      problem: { kind: "pl", heterogeneity: 0 },
      stepSize: { kind: "constant", value: 0.1 },
      methods: [{ kind: "local" }],
    },
    {},
  );
  const agents = agentsOf(document);
  const turns = networks.map((one, k) => ({ network: one, graph: { agents, edges: [...experiment.linksAt(k)] } }));
  experiment.free();
  return turns;
}
