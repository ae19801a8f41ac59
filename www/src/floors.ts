/** Floors of the runs so far that differ only in their network: against 1/(1 − λ), or against the number of agents. */

import { same, type ExperimentDocument } from "./document";
import { metricsOf, shownMetric, type Scene } from "./figures";
import { settled } from "./metrics";
import type { MetricName } from "./simulation/core";
import type { FloorsData } from "./views/floors";

/** What one run has ended at. */
interface Entry {
  document: ExperimentDocument;
  agents: number;
  /** 1/(1 − λ). */
  slowness: number;
  /** By metric, then by the methods' labels; null of one that has diverged. */
  floors: Map<MetricName, Map<string, number | null>>;
}

/** More runs than these are not kept: the oldest are left out. */
const MOST = 60;

/** What must be the same for two runs to stand in one plot: all but the network. */
const FIXED = ["problem", "seed", "gradient", "stepSize", "start", "iterations", "trials", "methods"] as const;

export class Floors {
  #entries: Entry[] = [];
  #seen: Scene["run"] = null;
  /** Whether the number of agents was what the last change was about. */
  #byAgents = false;

  /** Takes a point of a run that is over. */
  see(scene: Scene): void {
    const { document, run, network, styles } = scene;
    const last = this.#entries.at(-1);
    if (last && !alike(last.document, document)) this.#entries = [];
    if (!run?.finished || run === this.#seen || !network) return;
    this.#seen = run;
    const floors = new Map(
      metricsOf(scene).map(({ id }) => [
        id,
        new Map(
          styles.map(({ label }, place) => [
            label,
            run.recording.divergedAt[place] == null ? settled(run.recording.curve(place, id).mean) : null,
          ]),
        ),
      ]),
    );
    const entry = { document, agents: network.agents, slowness: 1 / network.spectralGap, floors };
    const before = this.#entries.filter((other) => !same(other.document.network, document.network));
    const newest = before.at(-1);
    if (newest) this.#byAgents = newest.agents !== entry.agents;
    this.#entries = [...before, entry].slice(-MOST);
  }

  /** The plot that the newest run belongs to; null while there is but one point. */
  data(scene: Scene): FloorsData | null {
    const now = this.#entries.at(-1);
    const metric = shownMetric(scene);
    if (!now || !alike(now.document, scene.document)) return null;
    const byAgents = this.#byAgents;
    const family = ({ document: { network } }: Entry) => [network.topology.kind, network.weights, network.laziness];
    const entries = this.#entries.filter((other) =>
      byAgents ? same(family(other), family(now)) : other.agents === now.agents,
    );
    const x = (entry: Entry): number => (byAgents ? entry.agents : entry.slowness);
    const places = new Set(entries.map(x).filter(Number.isFinite));
    if (places.size < 2) return null;
    const points = scene.styles
      .filter(({ label }) => !scene.view.hidden.includes(label))
      .map((method) => ({
        method,
        points: entries
          .map((entry) => [x(entry), entry.floors.get(metric.id)?.get(method.label) ?? NaN] as const)
          .filter(([at, floor]) => Number.isFinite(at) && floor > 0)
          .sort(([a], [b]) => a - b),
      }))
      .filter((series) => series.points.length > 0);
    const kinds = new Map(scene.document.methods.map(({ kind }, place) => [scene.styles[place]?.label, kind]));
    const guided = points.find(({ method }) => kinds.get(method.label) === (byAgents ? "psgd" : "dsgd"));
    return {
      xTitle: byAgents ? "agents n" : "1/(1 − λ)",
      yTitle: `floor of ${metric.label}`,
      series: points,
      current: x(now),
      ...(guided
        ? {
            guide: byAgents
              ? { slope: -1, through: guided.points[0]!, label: "slope −1: the noise is averaged" }
              : { slope: 2, through: guided.points.at(-1)!, label: "slope 2: DSGD’s bound at small steps" },
          }
        : {}),
    };
  }
}

function alike(a: ExperimentDocument, b: ExperimentDocument): boolean {
  return FIXED.every((field) => same(a[field], b[field]));
}
