/** What pictures and words are made from, and which methods, metrics and axes are shown. */

import { valueAt, type ExperimentDocument } from "../state/document";
import { recordedMetrics } from "../state/metrics";
import type { Named } from "../views/format";
import type { Catalog, MetricName } from "../simulation/core";
import type { NetworkFacts } from "../simulation/facts";
import type { Run } from "../simulation/run";
import type { Sent } from "../simulation/recording";
import type { ViewSettings } from "../state/store";
import { DOES, meaningOf } from "../state/terms";
import type { Ink } from "../views/answers/ink";
import type { Choice, MethodStyle } from "../views/types";
import { shortened } from "../state/methods";

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
  abreast: number;
  /** The agent that the reader looks at; n for the mean of all. */
  looked: number | null;
  /** What the reader has drawn for the models to say what it is, as features. */
  ink: Ink | null;
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
export type Axis = "iterations" | "seconds" | keyof Sent;

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
  meanAccuracy: "share of points right",
  meanTestAccuracy: "share of unseen samples right",
  gradientNorm: "error (how far from a solution)",
  consensus: "how far apart the agents are",
  averageGradient: "error (how far from a solution)",
  optimalityGap: "error (cost above the lowest)",
  meanOptimalityGap: "error (cost above the lowest)",
  meanLoss: "cost, on average",
  loss: "cost of the mean model",
};

type Measured = Pick<Scene, "document" | "catalog"> & Partial<Pick<Scene, "plain">>;

export function metricsOf({ document, catalog, plain = false }: Measured): (Choice & { id: MetricName })[] {
  return recordedMetrics(document, catalog.metrics).map((id) => ({
    id,
    label: (plain ? PLAIN : NAMES)[id] ?? catalog.metrics.find(({ name }) => name === id)?.formula ?? id,
  }));
}

export function shownMetric(scene: Measured & Pick<Scene, "view">): Choice & { id: MetricName } {
  const metrics = metricsOf(scene);
  return metrics.find(({ id }) => id === scene.view.metric) ?? metrics[0]!;
}

export function axesOf({ clock }: ExperimentDocument): typeof AXES {
  return AXES.filter(({ id }) => id !== "seconds" || clock);
}

export function shownAxis({ document, view }: Pick<Scene, "document" | "view">): Axis {
  return axesOf(document).find(({ id }) => id === view.axis)?.id ?? "iterations";
}

/** What the left figure shows, and how that is called. */
export const SIDES = { network: "Network", agents: "Agents", answers: "Answers", polynomials: "Polynomials" };

/** What a link asks of the figures that none has, in sentences with what there is. */
export function unknownIn(asked: Readonly<Record<string, string>>, scene: Measured): string[] {
  const axes = axesOf(scene.document).map(({ id }) => id);
  const sides = Object.keys(SIDES);
  const choices: readonly [string, readonly string[], readonly string[]][] = [
    // What was chosen for another document is kept, and does nothing.
    ["metric", scene.catalog.metrics.map(({ name }) => name), metricsOf(scene).map(({ id }) => id)],
    ["axis", AXES.map(({ id }) => id), axes],
    ["left", sides, sides],
    ["right", ["curves", "floors"], ["curves", "floors"]],
  ];
  const wrong = choices.filter(([name, all]) => Object.hasOwn(asked, name) && !all.includes(asked[name]!));
  const rules = wrong.map(([name, , here]) => [name, `one of ${here.join(", ")}`] as [string, string]);
  if (/\D/.test(asked["image"] ?? "")) rules.push(["image", "a whole number from 0"]);
  return rules.map(([name, rule]) => `${name}: must be ${rule}, got “${asked[name]!.slice(0, 40)}”.`);
}

/** What the methods are called: in plain words without their variants, where they stay different. */
export function namesIn({ styles, plain }: Pick<Scene, "styles" | "plain">): string[] {
  const names = shortened(styles.map(({ label }) => label));
  return plain ? shortened(names, ", ") : names;
}

/** The method whose agents are shown where only one's can be: the one chosen, or the last that there is. */
export function shownMethod({ document, view }: Pick<Scene, "document" | "view">): number {
  return Math.min(view.method, document.methods.length - 1);
}

/** The methods whose networks stand side by side; one where the document has but one, or where there is no room. */
export function shownMethods(scene: Pick<Scene, "document" | "view" | "abreast">, most = scene.abreast): number[] {
  const last = scene.document.methods.length - 1;
  const first = shownMethod(scene);
  if (last === 0 || most < 2) return [first];
  const second = Math.min(scene.view.second, last);
  // Chosen twice, the other gives way to its neighbour.
  return [first, second !== first ? second : first < last ? first + 1 : first - 1];
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

export function namesOf(document: ExperimentDocument): Named {
  const names = valueAt(document, ["network", "topology", "names"]);
  return Array.isArray(names) ? { names: names as string[] } : {};
}

export function shapeOf({ document }: Pick<Scene, "document">, { agents, edges, positions }: NetworkFacts) {
  const {
    kind: family,
    rows,
    columns,
  } = document.network.topology as { kind: string; rows?: number; columns?: number };
  return {
    family,
    agents,
    edges,
    ...(positions ? { positions } : {}),
    ...(rows !== undefined && columns !== undefined ? { rows, columns } : {}),
    ...namesOf(document),
  };
}
