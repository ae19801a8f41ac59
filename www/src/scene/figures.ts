/** From a run to the views' data: plain, built anew for every picture. */

import { valueAt, type ExperimentDocument } from "../state/document";
import { recordedMetrics } from "../state/metrics";
import type { Named } from "../views/called";
import type { Catalog, MetricName } from "../simulation/core";
import type { ChangeFacts, NetworkFacts } from "../simulation/facts";
import type { Run } from "../simulation/run";
import type { Recording, Sent } from "../simulation/recording";
import type { PlaneSamples } from "../simulation/plane";
import type { SightFields, Watch } from "../simulation/protocol";
import type { ViewSettings } from "../state/store";
import { DOES, meaningOf } from "../state/terms";
import type { Beliefs } from "../views/beliefs/data";
import { cleaned, formatNumber, formatShare, plural } from "../views/format";
import { degrees } from "../views/graph/structure";
import {
  BELIEFS,
  type Choice,
  type CurvesData,
  type CurveSeries,
  type GraphData,
  type GraphPanel,
  type MethodStyle,
  type Quantity,
} from "../views/types";
import { shortened } from "../state/methods";
import { inputOf, showsAnswers } from "./inputs";

/** Everything that a picture is made from. */
export interface Scene {
  document: ExperimentDocument;
  view: ViewSettings;
  run: Run | null;
  /** The run whose agents are shown: the newest that has shown any. */
  agents: Run | null;
  network: NetworkFacts | null;
  styles: readonly MethodStyle[];
  catalog: Catalog;
  /** Whether quantities go by plain words, and not by formulas. */
  plain: boolean;
  /** How many networks there is room for, side by side. */
  room: number;
  /** The agent that the reader looks at; n for the mean of all. */
  looked: number | null;
  /** What the reader has drawn for the models to say what it is, as features. */
  ink: readonly number[] | null;
  /** The iteration that is looked at, where it is not the latest. */
  shown: number | null;
  /** Time in ms while a run goes on; null when it rests, or where the reader asks for little motion. */
  beat: number | null;
}

const AXES: readonly (Choice & { id: Axis })[] = [
  { id: "iterations", label: "iterations k" },
  { id: "rounds", label: "gossip rounds" },
  { id: "scalars", label: "numbers sent" },
  { id: "bits", label: "bits sent" },
  { id: "seconds", label: "seconds, simulated" },
];
type Axis = "iterations" | "seconds" | keyof Sent;

/** How far an agent's own minimum lies from the common one; computed only when it is shown. */
const OPTIMA = "localOptimum";

/** How much of all samples each model has right: known for problems with labels. */
const SHARES = "accuracy";

/** On which side of the mean an agent is, along the direction in which they differ most. */
const SIDE = "side";

/** Networks of more agents than these are not drawn as maps. */
const MOST_MAPS = 64;
/** Points of a map's grid along either coordinate: of few agents, of many, and of one in large. */
const CELLS = { few: 32, many: 22, large: 80 };

/** The quantities that can colour the agents. */
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

/** More single trials than this are not drawn one by one. */
const MOST_TRIALS = 30;

/** Metrics that words describe better than a formula. */
const NAMES: Readonly<Partial<Record<MetricName, string>>> = {
  meanAccuracy: "classified correctly, on average",
  accuracy: "classified correctly, mean model",
  meanTestAccuracy: "unseen classified correctly, on average",
  testAccuracy: "unseen classified correctly, mean model",
};

/** The same for readers who know no formula. */
const PLAIN: Readonly<Partial<Record<MetricName, string>>> = {
  ...NAMES,
  gradientNorm: "how far from a solution",
  consensus: "how far apart the agents are",
  averageGradient: "how far from a solution",
  optimalityGap: "how far from the best answer",
  meanOptimalityGap: "how far from the best answer",
  meanLoss: "cost, on average",
  loss: "cost of the mean model",
};

/** Whether a metric is a share, between 0 and 1. */
export function isShare(metric: MetricName): boolean {
  return metric.toLowerCase().endsWith("accuracy");
}

/** The metrics that the document records, and how they are called. */
export function metricsOf({
  document,
  catalog,
  plain = false,
}: Pick<Scene, "document" | "catalog"> & { plain?: boolean }): (Choice & { id: MetricName })[] {
  return recordedMetrics(document, catalog.metrics).map((id) => ({
    id,
    label: (plain ? PLAIN : NAMES)[id] ?? catalog.metrics.find(({ name }) => name === id)?.formula ?? id,
  }));
}

/** The metric that is shown: the one chosen, or the document's first. */
export function shownMetric(
  scene: Pick<Scene, "document" | "catalog" | "view"> & { plain?: boolean },
): Choice & { id: MetricName } {
  const metrics = metricsOf(scene);
  return metrics.find(({ id }) => id === scene.view.metric) ?? metrics[0]!;
}

/** The horizontal axes that a document has: seconds where it has a clock. */
function axesOf({ clock }: ExperimentDocument): typeof AXES {
  return AXES.filter(({ id }) => id !== "seconds" || clock);
}

/** The horizontal axis that is shown: the one chosen, where the document has it. */
export function shownAxis({ document, view }: Pick<Scene, "document" | "view">): Axis {
  return axesOf(document).find(({ id }) => id === view.axis)?.id ?? "iterations";
}

/** What a link asks of the figures that none has, in sentences with what there is. */
export function unknownIn(
  asked: Readonly<Record<string, string>>,
  scene: Pick<Scene, "document" | "catalog">,
): string[] {
  const axes = axesOf(scene.document).map(({ id }) => id);
  const choices: readonly [string, readonly string[], readonly string[]][] = [
    // What was chosen for another document is kept, and does nothing.
    ["metric", scene.catalog.metrics.map(({ name }) => name), metricsOf(scene).map(({ id }) => id)],
    ["axis", AXES.map(({ id }) => id), axes],
    ["left", ["network", "agents", "polynomials"], ["network", "agents", "polynomials"]],
    ["right", ["curves", "floors"], ["curves", "floors"]],
  ];
  const wrong = choices.filter(([name, all]) => Object.hasOwn(asked, name) && !all.includes(asked[name]!));
  return wrong.map(
    ([name, , here]) => `${name}: must be one of ${here.join(", ")}, got “${asked[name]!.slice(0, 40)}”.`,
  );
}

/** Where a method's points stand on it. */
function placesOn(axis: Axis, recording: Recording, method: number): readonly number[] {
  if (axis === "iterations") return recording.iterations;
  return axis === "seconds" ? recording.curve(method, axis).mean : recording.sent[method]![axis];
}

/** Longer names take two lines beside their curves, where the picture is narrow. */
const LONG_NAME = 16;

/** What the methods are called: in plain words without their variants, where they stay different. */
export function namesIn({ styles, plain }: Pick<Scene, "styles" | "plain">): string[] {
  const names = shortened(styles.map(({ label }) => label));
  return plain ? shortened(names, ", ") : names;
}

/** For a phone: names beside their curves without the variant, where they stay different. */
function abridged(styles: readonly MethodStyle[]): MethodStyle[] {
  const names = shortened(
    styles.map(({ label, short = label }) => short),
    ", ",
  );
  return styles.map((style, i) => {
    const name = names[i]!;
    const space = name.length > LONG_NAME ? name.lastIndexOf(" ", LONG_NAME) : -1;
    return { ...style, short: space < 0 ? name : `${name.slice(0, space)}\n${name.slice(space + 1)}` };
  });
}

/** A scene with another run's curves. */
type Drawn = Omit<Scene, "run"> & Parameters<typeof series>[0];

/** `before`: the curves in the background; `beforeName`: what they are called there. */
export function curvesData(scene: Drawn, before: readonly CurveSeries[] | null, beforeName?: string): CurvesData {
  const { view, document } = scene;
  const [axes, axis] = [axesOf(document), shownAxis(scene)];
  const metric = shownMetric(scene).id;
  return {
    metrics: metricsOf(scene),
    metric,
    axes: scene.plain ? axes.map(({ id, label }) => ({ id, label: label.replace(" k", "") })) : axes,
    axis,
    logX: view.logX,
    ...(isShare(metric)
      ? { logY: false, yRange: [0, 1], better: "higher is better" }
      : { logY: view.logY, ...(view.y ? { yLeast: view.y } : {}), better: "lower is better" }),
    series: series(scene.room > 1 && !scene.plain ? scene : { ...scene, styles: abridged(scene.styles) }, metric, axis),
    ...(before ? { before, ...(beforeName ? { beforeName } : {}) } : {}),
    ...(axis === "iterations" && scene.shown !== null ? { shown: scene.shown } : {}),
    ...(axis === "iterations" ? { xEnd: document.iterations } : {}),
  };
}

/** Whether the metric is one of those that have expected curves. */
function isIn<T extends object>(curves: T, metric: MetricName): metric is MetricName & keyof T {
  return metric in curves;
}

/** The curves of all methods. */
export function series(
  { run, view, styles }: Pick<Scene, "view" | "styles"> & { run: Pick<Run, "recording" | "expected"> | null },
  metric: MetricName,
  axis: Axis,
): CurveSeries[] {
  return styles.map((method, place) => {
    const visible = !view.hidden.includes(method.label);
    if (!run) return { method, x: [], mean: [], divergedAt: null, visible };
    const { recording } = run;
    const { mean, low, high } = recording.curve(place, metric);
    const x = placesOn(axis, recording, place);
    const shown = Math.min(x.length, mean.length);
    const expected = axis === "iterations" ? run.expected.get(place) : undefined;
    return {
      method,
      x: x.slice(0, shown),
      mean: mean.slice(0, shown),
      ...(low.length > 0 ? { low: low.slice(0, shown), high: high.slice(0, shown) } : {}),
      ...(view.trials && recording.trials > 1 ? { trials: singles(recording, place, metric, shown) } : {}),
      ...(expected && isIn(expected, metric) ? { expected: { x: expected.iterations, mean: expected[metric] } } : {}),
      divergedAt: recording.divergedAt[place] ?? null,
      visible,
    };
  });
}

function singles(recording: Recording, method: number, metric: MetricName, points: number): Float64Array[] {
  const count = Math.min(recording.trials, MOST_TRIALS);
  return Array.from({ length: count }, (_, trial) => recording.single(method, metric, trial).subarray(0, points));
}

/** The method whose agents are shown where only one's can be: the one chosen, or the last that there is. */
export function shownMethod({ document, view }: Pick<Scene, "document" | "view">): number {
  return Math.min(view.method, document.methods.length - 1);
}

/** The methods whose networks stand side by side; one where the document has but one, or where there is no room. */
export function shownMethods(scene: Pick<Scene, "document" | "view" | "room">, room = scene.room): number[] {
  const last = scene.document.methods.length - 1;
  const first = shownMethod(scene);
  if (last === 0 || room < 2) return [first];
  const second = Math.min(scene.view.second, last);
  // Chosen twice, the other gives way to its neighbour.
  return [first, second !== first ? second : first < last ? first + 1 : first - 1];
}

/** The agents' data that the pictures need. */
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
  const cells = agents <= 20 ? CELLS.few : CELLS.many;
  return {
    iterates: view.quantity === SIDE ? pair : [],
    agents: pair,
    optima: view.quantity === OPTIMA && hasOptimum(scene),
    shares: methods,
    fields: wantsMaps(scene) && agents <= MOST_MAPS ? { methods, cells, large } : null,
    at: scene.shown,
  };
}

/** Whether maps are drawn where there are any. */
function wantsMaps({ view }: Scene): boolean {
  return view.quantity === "" || view.quantity === BELIEFS;
}

/** Whether the agents are shown at their latest, for want of their states at the iteration that is looked at. */
export function isWayLost({ run, shown }: Scene): boolean {
  if (!run || shown === null) return false;
  return [...run.sights.values()].some(({ asked, iteration }) => asked === shown && iteration > shown);
}

/** Null while nothing is known of the network. */
export function graphData(scene: Scene): GraphData | null {
  const { document, network, view } = scene;
  const topology = document.network.topology as { kind: string; rows?: number; columns?: number };
  if (!network) return null;
  const { agents, edges, weights, positions, changes } = network;
  const now = changes ? linksNow(scene, network) : null;
  const samples = scene.agents?.samples?.starts.length === agents + 1 ? scene.agents.samples : null;
  const shared = { [OPTIMA]: optimaOf(scene, agents), degree: degrees(network) };
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
      ...(samples && sight?.fields ? { beliefs: beliefsOf(sight.fields, samples) } : {}),
      ...(shares ? { finding: findingOf(shares, scene.agents?.description?.classes?.length ?? 2) } : {}),
    };
  };
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
    family: topology.kind,
    title: scene.catalog.topologies.find(({ kind }) => kind === topology.kind)?.title ?? "Graph",
    agents,
    edges,
    // Of a network that changes, a link's weight is another in each iteration.
    weights: changes?.mean ?? weights,
    quantities: scene.plain
      ? quantities.map((one) => ({ ...one, label: PLAIN_QUANTITIES[one.id] ?? one.label }))
      : quantities,
    quantity: chosen.id,
    named: scene.plain,
    ...(view.colors ? { colors: view.colors } : {}),
    panels,
    unseen: others.flatMap((method) => Array.from(panelOf(method).values[chosen.id] ?? [])),
    methods: methodChoices(scene),
    ...(maps ? { samples } : {}),
    ...(maps && samples.classes > 0 ? { classes: scene.agents?.description?.classes?.map(({ name }) => name) } : {}),
    beat: scene.beat,
    ...(changes ? { changes: changesText(changes), ...(now ? { now } : {}) } : { spectrum: network }),
    ...(positions ? { positions } : {}),
    ...namesOf(scene.document),
    ...(topology.rows !== undefined && topology.columns !== undefined
      ? { rows: topology.rows, columns: topology.columns }
      : {}),
  };
}

/** The methods to choose from, or, in plain words, what each does that is no variant of another. */
export function methodChoices(scene: Pick<Scene, "styles" | "plain" | "document">): Choice[] {
  const kinds: string[] = scene.document.methods.map(({ kind }) => kind);
  const does = (kind: string) => (kinds.indexOf(kind) === kinds.lastIndexOf(kind) && DOES[kind]) || "";
  return namesIn(scene).map((label, place) => ({
    id: String(place),
    label,
    meaning: scene.plain ? does(kinds[place]!) : meaningOf(label),
  }));
}

const flags = new WeakMap<Uint32Array, Uint8Array>();

/** Which links the iteration under way uses; null while that is not known. */
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

/** E[W_k] and how fast disagreement shrinks, in a line. */
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

/** The agents' names, if the document's network has any. */
export function namesOf(document: ExperimentDocument): Named {
  const names = valueAt(document, ["network", "topology", "names"]);
  return Array.isArray(names) ? { names: names as string[] } : {};
}

/** The quantity that colours the agents by default: for models, their maps. */
function usualOf(scene: Scene, quantities: readonly Quantity[]): Quantity {
  const learns = metricsOf(scene).some(({ id }) => id === "meanAccuracy");
  return quantities.find(({ id }) => id === BELIEFS || (id === SHARES ? learns : true))!;
}

/** f* of a neural network is not known. */
function hasOptimum({ document }: Scene): boolean {
  return document.problem["kind"] !== "neuralNetwork";
}

const made = new WeakMap<SightFields, Beliefs>();

/** The same for the same sight, so that what is worked out for it can be kept. */
function beliefsOf(fields: SightFields, { plane }: PlaneSamples): Beliefs {
  const found = made.get(fields);
  if (found) return found;
  const { cells, outputs, values, large } = fields;
  const beliefs = {
    fields: { plane, cells, outputs, values },
    large: large && { model: large.model, fields: { plane, outputs, cells: large.cells, values: large.values } },
  };
  made.set(fields, beliefs);
  return beliefs;
}

/** `classes`: how many there are to tell apart. */
function findingOf(shares: Float64Array, classes: number): string {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const isGuess = mean < 1 / classes + GUESS;
  return `${formatShare(mean)} right\n${isGuess ? "no better than guessing" : "by the agents’ own models"}`;
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

function optimaOf({ agents }: Scene, count: number): ArrayLike<number> {
  const optima = agents?.optima;
  return optima?.length === count ? optima : [];
}
