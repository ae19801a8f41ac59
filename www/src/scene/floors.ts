/** Floors of the runs so far that differ only in their network: against 1/(1 − λ), or against the number of agents. */

import { signal } from "@preact/signals";
import { sameButNetwork, sameFamily, same, type ExperimentDocument } from "../state/document";
import { type Scene, shownMetric } from "./figures";
import { methodLabels } from "../state/methods";
import { hasSettled, recordedMetrics, settled } from "../state/metrics";
import type { Catalog, MetricName } from "../simulation/core";
import type { Run } from "../simulation/run";
import type { FloorPoint, FloorsData } from "../views/floors";
import { wholeRun, type Pool } from "../simulation/pool";

interface Floor {
  value: number;
  settled: boolean;
}

interface Entry {
  document: ExperimentDocument;
  agents: number;
  /** 1/(1 − λ). */
  slowness: number;
  /** By metric, then by the methods' labels; null of one that has diverged. */
  floors: Map<MetricName, Map<string, Floor | null>>;
}

/** More runs than these are not kept: the oldest are left out. */
const MOST = 60;

export class Floors {
  readonly #entries = signal<readonly Entry[]>([]);
  #seen: Run | null = null;
  /** What a slider has come by, the latest first, whether or not it stayed there until the run was over. */
  #passed: ExperimentDocument[] = [];
  #chapter: readonly ExperimentDocument[] = [];
  /** Whether the number of agents was what the last change was about. */
  #byAgents = false;

  /** The steps of the lesson at hand: what they differ in is what the first point is drawn over. */
  tell(chapter: readonly ExperimentDocument[]): void {
    if (chapter === this.#chapter) return;
    this.#chapter = chapter;
    this.#byAgents = chapter.length > 1 && chapter.every((step) => sameFamily(step, chapter[0]!));
  }

  /** Takes a point of a run that is over. */
  see({ document, run, catalog, view }: Scene): void {
    const last = this.#entries.value.at(-1);
    if (last && !sameButNetwork(last.document, document)) [this.#entries.value, this.#passed] = [[], []];
    if (view.slider !== "" && this.#passed[0] !== document) this.#passed = [document, ...this.#passed].slice(0, MOST);
    if (!run?.finished || run === this.#seen) return;
    const entry = entryOf(run, catalog);
    if (!entry) return;
    this.#seen = run;
    const before = this.#others(document);
    const newest = before.at(-1);
    if (newest) this.#byAgents = newest.agents !== entry.agents;
    this.#entries.value = [...before, entry].slice(-MOST);
  }

  /** Takes a point of a run beside the one on the screen, which stays the newest. */
  add(run: Run, catalog: Catalog): void {
    const entry = entryOf(run, catalog);
    const now = this.#entries.value.at(-1);
    if (
      !entry ||
      !now ||
      !sameButNetwork(now.document, run.document) ||
      same(now.document.network, run.document.network)
    )
      return;
    this.#byAgents = now.agents !== entry.agents;
    this.#entries.value = [entry, ...this.#others(run.document)].slice(-MOST);
  }

  /** Of these documents and those passed, the ones that belong into the plot on the screen and have no point there yet. */
  missing(documents: readonly ExperimentDocument[]): ExperimentDocument[] {
    const now = this.#entries.value.at(-1)?.document;
    if (!now) return [];
    return [...documents, ...this.#passed].filter(
      (document) => sameButNetwork(document, now) && this.#others(document).length === this.#entries.value.length,
    );
  }

  #others({ network }: ExperimentDocument): Entry[] {
    return this.#entries.value.filter((other) => !same(other.document.network, network));
  }

  /** The plot of the newest run; null with too few points: fewer than two, where it was asked for one, none where the axes are known. */
  data(scene: Scene): FloorsData | null {
    const { view } = scene;
    const last = this.#entries.value.at(-1);
    const now = last && sameButNetwork(last.document, scene.document) ? last : null;
    const metric = shownMetric(scene);
    const byAgents = this.#byAgents;
    const entries = !now
      ? []
      : this.#entries.value.filter((other) =>
          byAgents ? sameFamily(other.document, now.document) : other.agents === now.agents,
        );
    const x = (entry: Entry): number => (byAgents ? entry.agents : entry.slowness);
    const places = new Set(entries.map(x).filter(Number.isFinite));
    const fewest = view.right !== "floors" ? 2 : view.floorsX && view.floorsY ? 0 : 1;
    if (places.size < fewest) return null;
    const points = scene.styles
      .filter(({ label }) => !view.hidden.includes(label))
      .map((method) => ({
        method,
        points: entries
          .flatMap((entry): FloorPoint[] => {
            const floor = entry.floors.get(metric.id)?.get(method.label);
            return floor && floor.value > 0 && Number.isFinite(x(entry))
              ? [[x(entry), floor.value, floor.settled]]
              : [];
          })
          .sort(([a], [b]) => a - b),
      }))
      .filter((series) => series.points.length > 0);
    const { methods } = scene.catalog;
    const central = methods.filter(({ communication }) => communication === "center").map(({ kind }) => kind as string);
    const kinds = new Map(scene.document.methods.map(({ kind }, place) => [scene.styles[place]?.label, kind]));
    const guiding = byAgents ? central : ["dsgd"];
    const guided = points.find(({ method }) => guiding.includes(kinds.get(method.label) ?? ""));
    const [first, sparsest] = [guided?.points[0], guided?.points.at(-1)];
    return {
      xTitle: byAgents ? "agents n" : "1/(1 − λ)",
      yTitle: scene.plain ? "where each settles" : `floor of ${metric.label}`,
      series: points,
      current: now ? x(now) : NaN,
      ...(view.floorsX ? { xLeast: view.floorsX } : {}),
      ...(view.floorsY ? { yLeast: view.floorsY } : {}),
      ...(byAgents && first
        ? { guide: { slope: -1, through: first, label: "slope −1: the noise is averaged" } }
        : sparsest && sparsest !== first
          ? { guide: { slope: 2, through: sparsest, label: "slope 2: DSGD’s bound at small steps" } }
          : {}),
    };
  }
}

/** What a run has ended at; null of one whose network is not known. */
function entryOf({ document, network, recording }: Run, catalog: Catalog): Entry | null {
  if (!network) return null;
  const labels = methodLabels(document.methods, catalog.methods);
  const { iterations, divergedAt } = recording;
  const floorOf = (place: number, metric: MetricName): Floor | null => {
    if (divergedAt[place] != null) return null;
    const { mean } = recording.curve(place, metric);
    return { value: settled(mean), settled: hasSettled(mean, iterations, document) };
  };
  const floors = new Map(
    recordedMetrics(document, catalog.metrics).map((metric) => [
      metric,
      new Map(labels.map((label, place) => [label, floorOf(place, metric)])),
    ]),
  );
  return { document, agents: network.agents, slowness: 1 / network.spectralGap, floors };
}

/** Gives a function that runs what is missing of `earlier`, one by one, while `isFree`; `onFound` hears of each floor. */
export function earlierFloors(floors: Floors, pool: Pool, catalog: Catalog) {
  let isSeeking = false;
  const failed = new WeakSet<ExperimentDocument>();

  return async (earlier: () => readonly ExperimentDocument[], isFree: () => boolean, onFound: () => void) => {
    const missing = () => floors.missing(earlier()).filter((step) => !failed.has(step));
    if (isSeeking || !isFree() || missing().length === 0) return;
    isSeeking = true;
    const workers = pool.another();
    for (let next = missing()[0]; next && isFree(); next = missing()[0]) {
      const done = await wholeWhile(workers, next, isFree);
      if (done) floors.add(done, catalog);
      if (isFree() && missing().includes(next)) failed.add(next);
      onFound();
    }
    workers.cancel();
    isSeeking = false;
  };
}

/** The whole run; null of one that cannot be run, and as soon as there is something else to do. */
function wholeWhile(workers: Pool, document: ExperimentDocument, isFree: () => boolean): Promise<Run | null> {
  return new Promise((resolve) => {
    const run = wholeRun(workers, document, () => isFree() || resolve(null));
    void run.catch(() => null).then(resolve);
  });
}
