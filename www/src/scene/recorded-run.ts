/** What stands beside the run: the one before, curves that were computed beforehand, and curves of the reader’s own. */

import { signal } from "@preact/signals";
import type { Preset } from "../simulation/core";
import type { Recorded } from "../simulation/recording";
import { shownAxis, type Scene } from "./figures";
import { loadCurves, recordedDocument } from "./recorded";
import { sameNetworkOrNoise, sameProblem, type ExperimentDocument } from "../state/document";
import type { Run } from "../simulation/run";
import { stylesOf } from "../state/methods";
import type { CurvesData, CurveSeries } from "../views/types";

export const NAME = "computed beforehand";

/** Runs of more iterations than these wait until somebody asks for them. */
const LONG = 10_000;

/** Whether a ready experiment is shown by its curves, and not run unasked. */
export function isLong({ group, document }: { group: string } & Pick<Preset, "document">): boolean {
  return group === "paper" && document.iterations > LONG;
}

export class Beforehand {
  #id: string | null = null;
  /** The run computed beforehand of the figure on the screen, when it is here. */
  readonly ghost = signal<Ghost | null>(null);

  /** The same where nothing else is to be seen: the run on the screen has not begun. */
  alone({ run }: Scene): Ghost | null {
    return (run?.recording.iterations.length ?? 0) > 1 ? null : this.ghost.value;
  }

  /** Fetches that of the figure `id`, or of none; `loaded`: it is here. */
  see(id: string | null, { document, catalog, styles, view }: Scene, loaded: () => void): void {
    if (id === this.#id) return;
    this.#id = id;
    this.ghost.value = null;
    if (id === null) return;
    const recorded = recordedDocument(document);
    void loadCurves(id).then(
      ({ iterations, means }) => {
        if (id !== this.#id) return;
        const run = { document: recorded, finished: true, done: recorded.iterations, expected: new Map() };
        this.ghost.value = {
          document: recorded,
          catalog,
          styles,
          view,
          run: { ...run, recording: recordingOf(recorded, iterations, means) },
        };
        loaded();
      },
      // The figure can be run all the same.
      console.warn,
    );
  }
}

/** The means as those of one trial, of the one metric that is recorded. */
function recordingOf({ metrics }: Ghost["document"], iterations: number[], means: readonly Float64Array[]): Recorded {
  const known = means.map((mean) => ({ mean: Array.from(mean), low: [], high: [] }));
  return {
    iterations,
    trials: 1,
    divergedAt: means.map(() => null),
    sent: means.map(() => ({ rounds: [], scalars: [], bits: [] })),
    curve: (place, metric) => (metric === metrics![0] ? known[place]! : { mean: [], low: [], high: [] }),
    single: (place) => means[place]!,
  };
}

/** A run with all that its curves are drawn from. */
export interface Ghost extends Pick<Scene, "document" | "catalog" | "styles" | "view"> {
  run: Pick<Run, "expected" | "done" | "finished"> & { recording: Recorded };
}

export class LastRun {
  /** Whether the reader wants the previous run to stay, whatever is run next. */
  readonly kept = signal(false);
  /** The previous run, if the current one can be compared with it. */
  readonly ghost = signal<Ghost | null>(null);
  /** The newest run of the document on the screen; one that has come to its end is not given up for one that has not. */
  #now: Ghost | null = null;
  #document: ExperimentDocument | null = null;

  /** Another experiment begins, which is compared with none. */
  forget(): void {
    [this.#now, this.#document] = [null, null];
    this.ghost.value = null;
    this.kept.value = false;
  }

  /** Records the current run; `left` is the document before the reader's last change. */
  see({ document, run, catalog, styles, view }: Scene, left: ExperimentDocument | null): void {
    if (document !== this.#document) {
      // While a slider moves, the ghost stays the run before it moved.
      if (this.#now && left === this.#document && !this.kept.value)
        this.ghost.value = sameNetworkOrNoise(this.#now.document, document) ? this.#now : null;
      const { value: ghost } = this.ghost;
      if (ghost && !sameProblem(ghost.document, document)) {
        this.ghost.value = null;
        this.kept.value = false;
      }
      this.#document = document;
      this.#now = null;
    }
    if (run && run.recording.iterations.length > 1 && (run.finished || !this.#now?.run.finished))
      this.#now = { document, run, catalog, styles, view };
  }
}

export interface OwnCurve {
  name: string;
  /** The metric that it is of; null where the table does not say it: then it is shown with each. */
  metric: string | null;
  x: number[];
  mean: number[];
}

/** The figure's data with the reader's curves that fit the axes. */
export function withOwn(data: CurvesData, own: readonly OwnCurve[], scene: Scene): CurvesData {
  const fitting = own.filter(({ metric }) => metric === null || metric === data.metric);
  if (fitting.length === 0 || shownAxis(scene) !== "iterations") return data;
  const added = ownStyles(own, scene);
  const series = fitting.map(({ name, x, mean }): CurveSeries => {
    const method = added.get(name)!;
    return { method, x, mean, divergedAt: null, visible: !scene.view.hidden.includes(method.label) };
  });
  return { ...data, series: [...data.series, ...series] };
}

/** Their looks, by their names, each other than those of the methods. */
export function ownStyles(own: readonly OwnCurve[], { styles, catalog }: Pick<Scene, "styles" | "catalog">) {
  const names = [...new Set(own.map(({ name }) => name))];
  const isTaken = (name: string): boolean => styles.some(({ label }) => label === name);
  const added = names.map((name) => ({ kind: "own", label: isTaken(name) ? `${name} (own)` : name }));
  const all = stylesOf([...styles, ...added], catalog.methods, styles).slice(styles.length);
  return new Map(names.map((name, i) => [name, all[i]!]));
}
