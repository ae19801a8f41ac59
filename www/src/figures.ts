/** From the run to what the views take: plain data, built anew for every picture. */

import type { ExperimentDocument } from "./document";
import { recordedMetrics } from "./metrics";
import type { Catalog, MetricName } from "./simulation/core";
import type { NetworkFacts } from "./simulation/facts";
import type { Run } from "./simulation/run";
import type { Recording } from "./simulation/recording";
import type { Watch } from "./simulation/protocol";
import type { ViewSettings } from "./state";
import type { Choice, CurvesData, CurveSeries, GraphData, MethodStyle, Quantity } from "./views/types";

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
}

const AXES: readonly Choice[] = [
  { id: "iterations", label: "iterations k" },
  { id: "rounds", label: "gossip rounds" },
  { id: "scalars", label: "numbers sent" },
];
export type Axis = "iterations" | "rounds" | "scalars";

/** How far an agent's own minimum lies from the common one: the quantity that is worked out only for who wants to see it. */
const OPTIMA = "localOptimum";

/** More single trials than this are not drawn one by one. */
const MOST_TRIALS = 30;

/** The metrics that the document records, and how they are called. */
export function metricsOf({ document, catalog }: Pick<Scene, "document" | "catalog">): (Choice & { id: MetricName })[] {
  return recordedMetrics(document, catalog.metrics).map((id) => ({
    id,
    label: catalog.metrics.find(({ name }) => name === id)?.formula ?? id,
  }));
}

/** The metric that is shown: the one chosen, or the document's first. */
export function shownMetric(scene: Pick<Scene, "document" | "catalog" | "view">): Choice & { id: MetricName } {
  const metrics = metricsOf(scene);
  return metrics.find(({ id }) => id === scene.view.metric) ?? metrics[0]!;
}

export function curvesData(scene: Scene, pinned: readonly CurveSeries[] | null): CurvesData {
  const { view, document } = scene;
  const axis = AXES.some(({ id }) => id === view.axis) ? (view.axis as Axis) : "iterations";
  const metric = shownMetric(scene).id;
  return {
    metrics: metricsOf(scene),
    metric,
    axes: AXES,
    axis,
    logX: view.logX,
    logY: view.logY,
    series: series(scene, metric, axis),
    ...(pinned ? { pinned } : {}),
    ...(axis === "iterations" ? { xEnd: document.iterations } : {}),
  };
}

/** Whether the metric is one of those that have expected curves. */
function isIn<T extends object>(curves: T, metric: MetricName): metric is MetricName & keyof T {
  return metric in curves;
}

/** The curves of all methods. */
export function series({ run, view, styles }: Scene, metric: MetricName, axis: Axis): CurveSeries[] {
  return styles.map((method, place) => {
    const visible = !view.hidden.includes(method.label);
    if (!run) return { method, x: [], mean: [], divergedAt: null, visible };
    const { recording } = run;
    const { mean, low, high } = recording.curve(place, metric);
    const x = axis === "iterations" ? recording.iterations : recording.sent[place]![axis];
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

/** The method whose agents are shown: the one chosen, or the last that there is. */
export function shownMethod({ document, view }: Pick<Scene, "document" | "view">): number {
  return Math.min(view.method, document.methods.length - 1);
}

/** What the pictures need to see of the agents. */
export function watchFor(scene: Scene): Watch {
  const method = shownMethod(scene);
  if (scene.view.left !== "agents") return { iterates: [], agents: [method], optima: scene.view.quantity === OPTIMA };
  const all = scene.styles.map((_, place) => place);
  return { iterates: (scene.run?.description?.dimension ?? 3) <= 2 ? all : [method], agents: [] };
}

/** Null while nothing is known of the network. */
export function graphData(scene: Scene): GraphData | null {
  const { document, network, view } = scene;
  const topology = document.network.topology as { kind: string; rows?: number; columns?: number };
  if (!network) return null;
  const { agents, edges, weights, positions } = network;
  const quantities: Quantity[] = [];
  const seen = scene.agents?.sights.get(shownMethod(scene))?.agents;
  if (seen?.disagreement.length === agents) {
    quantities.push(
      { id: "disagreement", label: "‖xᵢ − x̄‖", values: seen.disagreement, scale: "log" },
      { id: "gradientNorm", label: "‖∇fᵢ(xᵢ)‖", values: seen.gradientNorm, scale: "log" },
    );
  }
  const optima = scene.agents?.optima;
  quantities.push(
    { id: OPTIMA, label: "‖xᵢ* − x*‖", values: optima?.length === agents ? optima : [], scale: "log" },
    { id: "degree", label: "degree", values: degrees(edges, agents), scale: "linear" },
  );
  return {
    family: topology.kind,
    agents,
    edges,
    weights,
    quantities,
    quantity: (quantities.find(({ id }) => id === view.quantity) ?? quantities.find(({ values }) => values.length > 0)!)
      .id,
    spectrum: network,
    ...(positions ? { positions } : {}),
    ...(topology.rows !== undefined && topology.columns !== undefined
      ? { rows: topology.rows, columns: topology.columns }
      : {}),
  };
}

function degrees(edges: ArrayLike<number>, agents: number): Float64Array {
  const degree = new Float64Array(agents);
  for (let e = 0; e < edges.length; e++) degree[edges[e]!]! += 1;
  return degree;
}
