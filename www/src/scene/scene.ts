/** What the page shows now, computed from the store: for figures at every change, for words no faster than they can be read. */

import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Catalog } from "../simulation/core";
import type { Run } from "../simulation/run";
import { Looks } from "../state/methods";
import type { Store } from "../state/store";
import type { Ink } from "../views/answers/ink";
import type { MethodStyle } from "../views/types";
import type { Scene } from "./figures";
import { Floors } from "./floors";
import { LastRun, Beforehand, type OwnCurve } from "./recorded-run";

/** Words change no faster than this, so that they can be read and read out, in ms. */
const WORDS = 500;

export class Scenes {
  readonly styles: ReadonlySignal<readonly MethodStyle[]>;
  /** The run whose curves are on the screen: a new one takes over with its first curve, so that nothing flickers. */
  readonly drawn: ReadonlySignal<Run | null>;
  readonly now: ReadonlySignal<Scene>;
  /** The scene that the figures draw: none is worked out while nobody sees them. */
  readonly drawing: Signal<Scene>;
  /** The scene that words are about: at once that of another document or of a run's end, else twice a second. */
  readonly told: ReadonlySignal<Scene>;
  readonly abreast = signal(1);
  readonly looked = signal<number | null>(null);
  /** What the reader has drawn for the models to say what it is; null: they are asked of one of the data. */
  readonly ink = signal<Ink | null>(null);
  /** The run before, to compare with; one computed beforehand; the floors of all so far. */
  readonly lastRun = new LastRun();
  readonly beforehand = new Beforehand();
  readonly floors = new Floors();
  readonly own = signal<readonly OwnCurve[]>([]);
  /** The run of an experiment that another has taken the place of: its curves go at once. */
  readonly gone = signal<Run | null>(null);
  readonly #looks = new Looks();
  readonly #forgotten = signal(0);

  /** `isPlain`: whether what is shown goes by plain words. */
  constructor(store: Store, catalog: Catalog, isPlain: ReadonlySignal<boolean>) {
    this.styles = computed(() => {
      this.#forgotten.value;
      return this.#looks.of(store.document, catalog.methods);
    });
    let drawn: Run | null = null;
    this.drawn = computed(() => {
      const { run, phase } = store.run;
      const idle = phase === "paused" || (drawn && phase === "refused");
      if (run && (run.recording.iterations.length > 1 || run.finished || idle)) drawn = run;
      return drawn;
    });
    this.now = computed(() => {
      const { document, view, network, run: moment } = store;
      // A newer document may still wait for its run.
      const run = moment.run?.document === document ? moment.run : null;
      return {
        document,
        view,
        run,
        agents: run && run.sights.size > 0 ? run : this.drawn.value,
        network,
        styles: this.styles.value,
        catalog,
        plain: isPlain.value,
        abreast: this.abreast.value,
        looked: this.looked.value,
        ink: this.ink.value,
        shown: run ? moment.shown : null,
        beat: moment.beat,
      };
    });
    this.drawing = signal(this.now.peek());
    this.told = told(this.now, () => ["finished", "refused"].includes(store.run.phase));
  }

  forget(): void {
    this.#looks.forget();
    this.lastRun.forget();
    this.gone.value = this.drawn.peek();
    this.#forgotten.value++;
  }
}

/** `scenes`, thinned; `isDue`: whether one is told at once. */
function told(scenes: ReadonlySignal<Scene>, isDue: () => boolean): ReadonlySignal<Scene> {
  const last = signal(scenes.peek());
  let at = -Infinity;
  let later: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const scene = scenes.value;
    clearTimeout(later);
    const tell = () => {
      at = performance.now();
      last.value = scene;
    };
    const wait = at + WORDS - performance.now();
    if (wait <= 0 || scene.document !== last.peek().document || isDue()) tell();
    else later = setTimeout(tell, wait);
  });
  return last;
}
