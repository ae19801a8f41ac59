/** Draws the page: at most once a frame, and only what is visible. */

import type { Appearance } from "./state/appearance";
import { byId, reveal } from "./controls/dom";
import { media } from "./state/media";
import type { ExperimentDocument } from "./state/document";
import type { Page } from "./controls/page";
import { isShare, isWayLost, metricsOf, shownMethods, shownMetric, watchFor, type Scene } from "./scene/figures";
import { Beforehand } from "./scene/recorded-run";
import { Floors } from "./scene/floors";
import { LastRun } from "./scene/previous-run";
import { shortened } from "./state/methods";
import { createAdvice } from "./story/advice";
import { difference } from "./text/difference";
import { createEdited } from "./story/edited";
import { createFair } from "./story/fair";
import { createFitted } from "./story/fitted";
import { latest, sentence, type Latest } from "./text/reading";
import type { Lessons } from "./story/lessons";
import { onDemand } from "./controls/on-demand";
import { keepRoom } from "./story/room";
import { createTransport } from "./story/transport";
import type { MetricName } from "./simulation/core";
import type { Phase } from "./simulation/conductor";
import type { Watch } from "./simulation/protocol";
import type { Run } from "./simulation/run";
import { wholeRun } from "./simulation/whole";
import { createStage, type Stage } from "./story/stage";
import type { Moment } from "./state/store";
import { setExplained } from "./text/glossary";

const loadAgents = onDemand(() => import("./views/state/all"));
const loadFloors = onDemand(() => import("./views/floors"));
const loadPolynomials = onDemand(() => import("./laboratory/panels/polynomials"));

interface Parts {
  page: Page;
  lessons: Pick<Lessons, "present" | "steps" | "step" | "untouched">;
  appearance: Appearance;
}

export interface Screen {
  /** Asks for a picture at the next frame. */
  request(): void;
  /** The same, since the run has changed. */
  runChanged(): void;
  readonly stage: Stage;
  /** Resolves with the first curve, or with what is shown instead of one. */
  readonly begun: Promise<void>;
  onPhase(listener: (phase: Phase, message: string) => void): void;
  /** Tells when words about the scene are due. */
  onWords(listener: (scene: Scene) => void): void;
}

/** Nothing is worked out for a picture that nobody sees. */
const UNSEEN: Watch = { iterates: [], agents: [] };
/** Words change no faster than this, so that they can be read and read out, in ms. */
const WORDS = 500;
/** Narrower pages show one network at a time. */
const ROOMY = "(width >= 44rem)";
/** Says whether DSGD is behind, where agents learn to classify. */
const SCORE = "meanAccuracy";

export function createScreen({ page, lessons, appearance }: Parts): Screen {
  const { store, scenes, conductor, catalog, pool, edit } = page;
  const transport = createTransport(conductor, store);
  const advice = createAdvice(edit);
  const fair = createFair(edit, () => store.setView({ logX: true }));
  const edited = createEdited(edit);
  byId("reading").append(fair.element, createFitted(store), edited.element);
  keepRoom();
  const phaseListeners: ((phase: Phase, message: string) => void)[] = [];
  const wordListeners: ((scene: Scene) => void)[] = [];
  const roomy = media(ROOMY);
  const fit = () => (scenes.room.value = roomy.matches ? 2 : 1);
  fit();
  roomy.addEventListener("change", () => {
    fit();
    request();
  });
  const still = media("(prefers-reduced-motion: reduce)");
  let asked = false;
  /** Whether the run has changed since the last frame. */
  let changed = true;
  let seen = true;
  let phase: Phase = "paused";
  /** What was shown when the pictures were last in sight. */
  let left: { run: Run | null; at: number } = { run: null, at: 0 };
  let lastWords = -Infinity;
  let later = 0;
  let marked = false;
  let begin: () => void;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  const lastRun = new LastRun();
  const beforehand = new Beforehand();
  const floors = new Floors();
  let seeking = false;
  const failed = new WeakSet<ExperimentDocument>();
  const stage = createStage(page, { lastRun, beforehand, floors }, appearance.theme, request, {
    agents: loadAgents,
    floors: loadFloors,
    polynomials: async (host) =>
      (await loadPolynomials())?.createPolynomials(host, { pool, edit, theme: appearance.theme }) ?? null,
  });
  appearance.subscribe((theme) => {
    stage.setTheme(theme);
    request();
  });
  // No frame comes before a page is printed, and the keys of the methods are to have the colours of paper too.
  addEventListener("beforeprint", () => {
    words(scenes.now.value);
  });
  new IntersectionObserver((entries) => {
    // Several may have gathered: the last one holds.
    seen = entries.at(-1)?.isIntersecting ?? true;
    // Also when it goes out of sight, so that nothing more is computed for it.
    request();
  }).observe(byId("stage"));

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) conductor.run?.watch(UNSEEN);
    else request();
  });

  function request(): void {
    if (asked) return;
    asked = true;
    requestAnimationFrame(frame);
  }

  function frame(now: number): void {
    asked = false;
    const goesOn = conductor.frame(now);
    if (goesOn) request();
    if (goesOn || changed) store.run = moment(now);
    changed = false;
    transport.show();
    tellPhase();
    const { run } = conductor;
    const current = scenes.now.value;
    const drawn = scenes.drawn.value;
    // What was done out of sight, where the bar is in reach, is drawn when it has come to rest: pictures are saved from there.
    const at = conductor.shown ?? run?.done ?? 0;
    if (seen) left = { run, at };
    const wanted = seen || (!conductor.moving && (run !== left.run || at !== left.at));
    current.run?.watch(wanted ? watchFor(current) : UNSEEN);
    lastRun.see(current, store.left);
    const { group, id } = lessons.present;
    beforehand.see(group === "paper" && lessons.untouched(current.document) ? id : null, current, request);
    floors.tell(lessons.steps);
    floors.see(current);
    void seekEarlier(current);
    speak(current, now);
    if (wanted) stage.update(current, drawn);
    reveal();
    if (drawn || phase === "refused" || phase === "broken") begin();
    if (!seen || marked || !drawn) return;
    marked = true;
    performance.mark("suda:first-curve");
  }

  /** Floors are compared with those of the steps before and of what a slider has passed: they get their points too. */
  async function seekEarlier({ view, run }: Scene): Promise<void> {
    const before = () => floors.missing(lessons.steps.slice(0, lessons.step)).filter((step) => !failed.has(step));
    if (seeking || view.right !== "floors" || !run?.finished || before().length === 0) return;
    seeking = true;
    const workers = pool.another();
    const isFree = () => store.view.right === "floors" && conductor.run?.finished;
    for (let next = before()[0]; next && isFree(); next = before()[0]) {
      const done = await wholeRun(workers, next).catch(() => null);
      if (done) floors.add(done, catalog);
      if (before().includes(next)) failed.add(next);
      request();
    }
    workers.cancel();
    seeking = false;
  }

  function speak(current: Scene, now: number): void {
    clearTimeout(later);
    const wait = lastWords + WORDS - now;
    if (wait <= 0 || phase === "finished" || phase === "refused") {
      lastWords = now;
      words(current);
    } else {
      later = window.setTimeout(request, wait);
    }
  }

  function tellPhase(): void {
    if (conductor.phase === phase) return;
    phase = conductor.phase;
    for (const listener of phaseListeners) listener(phase, conductor.message);
  }

  function moment(now: number): Moment {
    const { run, phase, message, shown, playing, loop, speed, moving } = conductor;
    return { run, phase, message, shown, playing, loop, speed, beat: moving && !still.matches ? now : null };
  }

  function words(current: Scene): void {
    const { document, styles } = current;
    const recorded = lastRun.kept ? null : beforehand.alone(current);
    const metric = shownMetric(current);
    const isRecorded = recorded !== null && metricsOf(recorded).some(({ id }) => id === metric.id);
    const run = isRecorded ? recorded.run : current.run;
    const labels = shortened(styles.map(({ label }) => label));
    if (run) {
      const rows = latest(run, document, labels, metric.id, catalog.methods, current.shown);
      // Of shares, those first that stand in the pictures.
      const first = isShare(metric.id) ? shownMethods(current, 2).map((place) => rows[place]!) : [];
      // What is said is of the curves that are seen.
      const ordered = seenOf(styles, [...first, ...rows.filter((row) => !first.includes(row))]);
      setExplained(
        byId("reading-text"),
        [
          isRecorded ? `Computed beforehand, as the mean of ${recorded.document.trials} runs; Play runs it here.` : "",
          sentence(run, ordered, metric, current.shown),
          change(current, ordered, metric.id),
          wayLost(current),
        ]
          .filter((text) => text !== "")
          .join(" "),
      );
    }
    advice.show(document, conductor, labels);
    const isScored = run?.finished && metricsOf(current).some(({ id }) => id === SCORE);
    fair.show(document, isScored ? latest(run, document, labels, SCORE, catalog.methods) : null);
    edited.show(document, current.network);
    for (const listener of wordListeners) listener(current);
  }

  function wayLost(current: Scene): string {
    return isWayLost(current) ? "The agents are shown at the end: this run is too large to keep where they were." : "";
  }

  /** The comparison with the previous run, once this one is over. */
  function change({ run, shown }: Scene, rows: readonly Latest[], metric: MetricName): string {
    const { ghost: before } = lastRun;
    // A run that was left on its way, or is looked at there, has come less far.
    if (!before?.run.finished || !run?.finished || shown !== null || !metricsOf(before).some(({ id }) => id === metric))
      return "";
    const labels = shortened(before.styles.map(({ label }) => label));
    const earlier = seenOf(before.styles, latest(before.run, before.document, labels, metric, before.catalog.methods));
    return difference(earlier, rows, isShare(metric));
  }

  function seenOf(styles: Scene["styles"], rows: readonly Latest[]): Latest[] {
    return rows.filter(({ place }) => !store.view.hidden.includes(styles[place]!.label));
  }

  return {
    request,
    runChanged() {
      changed = true;
      request();
    },
    stage,
    begun,
    onPhase: (listener) => phaseListeners.push(listener),
    onWords: (listener) => wordListeners.push(listener),
  };
}
