/** The network as its view wants it; and after a reader has edited its picture, with what went with the graph as it was. */

import type { ChangeFacts, NetworkFacts } from "../simulation/facts";
import type { Watch } from "../simulation/protocol";
import { cleaned, formatNumber, formatShare, plural } from "../views/format";
import { degrees, applyEdit, type EdgeList, type GraphEdit } from "../views/graph/structure";
import { BELIEFS, type GraphData, type GraphPanel, type Quantity } from "../views/types";
import { inputOf, showsAnswers } from "./answers";
import { metricsOf, methodChoices, namesIn, shapeOf, shownMethod, shownMethods, type Scene } from "./figures";
import { agentsOf, type ExperimentDocument } from "../state/document";
import { Experiment } from "../simulation/core";

/** How far an agent's own minimum lies from the common one; computed only when it is shown. */
const OPTIMA = "localOptimum";

/** How much of all samples each model has right: known for problems with labels. */
const SHARES = "accuracy";

/** On which side of the mean an agent is, along the direction in which they differ most. */
const SIDE = "side";

const MOST_MAPS = 64;
/** Points of a map's grid along either coordinate: of few agents, of many, and of one in large. */
const CELLS = { few: 32, many: 22, large: 80 };

const QUANTITIES: readonly Quantity[] = [
  { id: BELIEFS, label: "what its model says", scale: "share" },
  { id: SHARES, label: "points classified correctly", scale: "share" },
  { id: "disagreement", label: "‖xᵢ − x̄‖", scale: "log" },
  { id: SIDE, label: "xᵢ − x̄, to either side", scale: "signed" },
  { id: "gradientNorm", label: "‖∇fᵢ(xᵢ)‖", scale: "log" },
  { id: OPTIMA, label: "‖xᵢ* − x*‖", scale: "log" },
  { id: "degree", label: "degree", scale: "linear" },
];

/** The same for readers who know no formula. */
const PLAIN_QUANTITIES: Readonly<Record<string, string>> = {
  disagreement: "how far from the mean",
  [SIDE]: "to either side of the mean",
  gradientNorm: "how steep its own cost is",
  [OPTIMA]: "how far its best answer is from that of all",
};

/** A share that is above that of guesses by no more than this is one of guesses. */
const GUESS = 0.03;

/** Iterations of the power method, enough for colours. */
const ROUNDS = 12;

export function watchFor(scene: Scene): Watch {
  const { view, run, styles } = scene;
  if (showsAnswers(scene)) {
    const asked = { methods: shownMethods(scene), input: inputOf(scene)?.values ?? null };
    return { iterates: [], agents: [], scores: asked, at: scene.shown };
  }
  if (view.left === "agents") {
    const all = styles.map((_, place) => place);
    const dimension = run?.description?.dimension ?? 3;
    return {
      iterates: dimension <= 2 ? all : [shownMethod(scene)],
      agents: [],
      optima: dimension === 2 && hasOptimum(scene),
      at: scene.shown,
    };
  }
  const methods = shownMethods(scene);
  const pair = shownMethods(scene, 2);
  const large = scene.looked === null ? null : { model: scene.looked, cells: CELLS.large };
  const agents = scene.network?.agents ?? Infinity;
  const wantsMaps = view.quantity === "" || view.quantity === BELIEFS;
  const cells = agents <= 20 ? CELLS.few : CELLS.many;
  return {
    iterates: view.quantity === SIDE ? pair : [],
    agents: pair,
    optima: view.quantity === OPTIMA && hasOptimum(scene),
    shares: methods,
    fields: wantsMaps && agents <= MOST_MAPS ? { methods, cells, large } : null,
    at: scene.shown,
  };
}

/** Whether the agents are shown at their latest, for want of their states at the iteration that is looked at. */
export function isWayLost({ run, shown }: Scene): boolean {
  if (!run || shown === null) return false;
  return [...run.sights.values()].some(({ asked, iteration }) => asked === shown && iteration > shown);
}

/** Null while nothing is known of the network. */
export function graphData(scene: Scene): GraphData | null {
  const { network, view } = scene;
  if (!network) return null;
  const { agents, components, weights, changes } = network;
  const now = changes ? linksNow(scene, network) : null;
  const samples = scene.agents?.samples?.starts.length === agents + 1 ? scene.agents.samples : null;
  const optima = scene.agents?.optima;
  const shared = { [OPTIMA]: optima?.length === agents ? optima : [], degree: degrees(network) };
  const names = namesIn(scene);
  const panelOf = (method: number): GraphPanel => {
    const sight = scene.agents?.sights.get(method);
    const seen = sight?.agents?.disagreement.length === agents ? sight.agents : null;
    const shares = sight?.shares?.length === agents ? sight.shares : null;
    return {
      method: String(method),
      name: names[method]!,
      values: {
        ...(seen ? { disagreement: seen.disagreement, gradientNorm: seen.gradientNorm } : {}),
        ...(shares ? { [SHARES]: shares } : {}),
        ...(view.quantity === SIDE && sight?.iterates ? { [SIDE]: sidesOf(sight.iterates, agents) } : {}),
        ...shared,
      },
      ...(samples && sight?.fields ? { beliefs: sight.fields } : {}),
      ...(shares ? { finding: findingOf(shares, scene.agents?.description?.classes?.length ?? 2) } : {}),
    };
  };
  const shape = shapeOf(scene, network);
  const shown = shownMethods(scene);
  const panels = shown.map(panelOf);
  const others = shownMethods(scene, 2).filter((method) => !shown.includes(method));
  const known = (id: string): boolean => panels.some(({ values }) => values[id]);
  const maps = samples !== null && agents <= MOST_MAPS;
  const quantities = QUANTITIES.filter(({ id }) =>
    id === BELIEFS ? maps : id === OPTIMA ? hasOptimum(scene) : id === SIDE ? known("disagreement") : known(id),
  );
  const chosen = quantities.find(({ id }) => id === view.quantity) ?? usualOf(scene, quantities);
  return {
    ...shape,
    components,
    title: scene.catalog.topologies.find(({ kind }) => kind === shape.family)?.title ?? "Graph",
    // Of a network that changes, a link's weight is another in each iteration.
    weights: changes?.mean ?? weights,
    quantities: scene.plain
      ? quantities.map((one) => ({ ...one, label: PLAIN_QUANTITIES[one.id] ?? one.label }))
      : quantities,
    quantity: chosen.id,
    plain: scene.plain,
    ...(view.colors ? { colors: view.colors } : {}),
    panels,
    unseen: others.flatMap((method) => Array.from(panelOf(method).values[chosen.id] ?? [])),
    methods: methodChoices(scene),
    ...(maps ? { samples } : {}),
    ...(maps && samples.classes > 0 ? { classes: scene.agents?.description?.classes?.map(({ name }) => name) } : {}),
    beat: scene.beat,
    ...(changes ? { changes: changesText(changes), ...(now ? { now } : {}) } : { spectrum: network }),
  };
}

const flags = new WeakMap<Uint32Array, Uint8Array>();

function linksNow({ run, shown }: Scene, { agents, edges }: NetworkFacts): GraphData["now"] | null {
  const last = (run?.document.iterations ?? 0) - 1;
  const found = run?.linksAt(Math.max(0, Math.min(shown ?? run.done, last)));
  if (!found) return null;
  const { iteration, links } = found;
  let used = flags.get(links);
  if (!used) {
    const now = new Set<number>();
    for (let l = 0; l < links.length; l += 2) now.add(links[l]! * agents + links[l + 1]!);
    used = Uint8Array.from({ length: edges.length / 2 }, (_, e) => {
      const [i, j] = [edges[2 * e]!, edges[2 * e + 1]!];
      return Number(now.has(Math.min(i, j) * agents + Math.max(i, j)));
    });
    flags.set(links, used);
  }
  return { iteration, used };
}

function changesText({ mixingRate, contraction, basis, period, periodContraction }: ChangeFacts): string {
  const tidy = (value: number): string => formatNumber(cleaned(value), 3);
  if (period !== null) {
    const mean = `λ of the mean of Wₖ = ${tidy(mixingRate)}`;
    if (periodContraction === null) return mean;
    const every = `every ${plural(period, "iteration")}`;
    return cleaned(periodContraction) === 0
      ? `${mean}; averages are exact ${every}`
      : `${mean}; disagreement × ${tidy(periodContraction)} at most ${every}`;
  }
  const is = basis === "estimate" ? "≈" : "=";
  const shrinks = contraction === null ? "" : `, disagreement × ${tidy(contraction)} a round in mean square`;
  return `λ of E[Wₖ] ${is} ${tidy(mixingRate)}${shrinks}`;
}

function usualOf(scene: Scene, quantities: readonly Quantity[]): Quantity {
  const learns = metricsOf(scene).some(({ id }) => id === "meanAccuracy");
  return quantities.find(({ id }) => id === BELIEFS || (id === SHARES ? learns : true))!;
}

/** f* of a neural network is not known. */
const hasOptimum = ({ document }: Scene): boolean => document.problem["kind"] !== "neuralNetwork";

function findingOf(shares: Float64Array, classes: number): string {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const isGuess = mean < 1 / classes + GUESS;
  return `${formatShare(mean)} right\n${isGuess ? "of all points, as by guessing" : "of all points, by each agent"}`;
}

/** Each agent's deviation from the mean along the direction in which they differ most; agent 0 is on the side of +. */
export function sidesOf(iterates: ArrayLike<number>, agents: number): Float64Array {
  const d = iterates.length / agents;
  const mean = new Float64Array(d);
  for (let at = 0; at < iterates.length; at++) mean[at % d]! += iterates[at]! / agents;
  const along = (direction: Float64Array): Float64Array =>
    Float64Array.from({ length: agents }, (_, i) =>
      direction.reduce((sum, u, j) => sum + u * (iterates[i * d + j]! - mean[j]!), 0),
    );
  let direction = new Float64Array(d).fill(1 / Math.sqrt(d));
  for (let round = 0; round < ROUNDS; round++) {
    const sides = along(direction);
    const next = direction.map((_, j) =>
      sides.reduce((sum, side, i) => sum + side * (iterates[i * d + j]! - mean[j]!), 0),
    );
    const length = Math.hypot(...next);
    if (!(length > 0 && length < Infinity)) break;
    direction = next.map((u) => u / length);
  }
  const sides = along(direction);
  return sides[0]! < 0 ? sides.map((side) => -side) : sides;
}

type Network = ExperimentDocument["network"];
type Still = Omit<Network, "changes">;

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
function turnsOf(document: ExperimentDocument) {
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
