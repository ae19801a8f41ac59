/** Draws the page: at most once a frame, and only what is visible. */

import { effect } from "@preact/signals";
import { byId, reveal } from "../controls/dom";
import { media } from "../state/appearance";
import type { Page } from "../controls/page";
import { earlierFloors } from "../scene/floors";
import { watchFor } from "../scene/network";
import type { Steps } from "../story/steps";
import type { Conductor, Phase } from "../simulation/conductor";
import { UNSEEN } from "../simulation/protocol";
import type { Run } from "../simulation/run";
import type { Moment } from "../state/store";

interface Parts {
  page: Page;
  steps: Pick<Steps, "present" | "documents" | "earlier" | "untouched">;
  /** Whether this is a frame of another page, which is out of sight until the browser tells otherwise. */
  isFrame: boolean;
}

export type Screen = ReturnType<typeof createScreen>;

/** What is not in sight is kept up to date so often, in ms. */
const UNSEEN_BEAT = 100;
/** Narrower pages show one network at a time. */
const ROOMY = "(width >= 40rem)";

export function createScreen({ page, steps, isFrame }: Parts) {
  const { store, scenes, conductor, catalog, pool } = page;
  const phaseListeners: ((phase: Phase, message: string) => void)[] = [];
  const still = media("(prefers-reduced-motion: reduce)");
  let asked = false;
  /** Whether the run has changed since the last frame. */
  let changed = true;
  let seen = !isFrame;
  let phase: Phase = "paused";
  /** What was shown when the pictures were last in sight. */
  let left: { run: Run | null; at: number } = { run: null, at: 0 };
  let marked = false;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));

  endOnPaper(conductor, frame);
  const { lastRun, beforehand, floors } = scenes;
  const seekFloors = earlierFloors(floors, pool, catalog);
  watchRoom(page.room, (networks) => {
    scenes.abreast.value = networks;
    request();
  });
  watchSight(byId("stage"), (isSeen) => {
    seen = isSeen;
    // Also when it goes out of sight, so that nothing more is computed for it.
    request();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) conductor.run?.watch(UNSEEN);
    else request();
  });

  watchReader(scenes, request);

  function request(): void {
    if (asked) return;
    asked = true;
    atNext(frame, seen);
  }

  function frame(now: number): void {
    asked = false;
    const goesOn = conductor.frame(now);
    if (goesOn) request();
    if (goesOn || changed) store.run = momentOf(conductor, still.matches ? null : now);
    changed = false;
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
    const { group, id } = steps.present;
    beforehand.see(group === "paper" && steps.untouched(current.document) ? id : null, current, request);
    floors.tell(steps.documents);
    floors.see(current);
    void seekFloors(() => steps.earlier, isFree, request);
    if (wanted) scenes.drawing.value = current;
    reveal();
    if (drawn || phase === "refused" || phase === "broken") begin();
    if (!seen || marked || !drawn) return;
    marked = true;
    performance.mark("suda:first-curve");
  }

  /** Whether floors are shown, and the workers have nothing else to do. */
  const isFree = (): boolean => store.view.right === "floors" && (conductor.run?.finished ?? false);

  function tellPhase(): void {
    if (conductor.phase === phase) return;
    phase = conductor.phase;
    for (const listener of phaseListeners) listener(phase, conductor.message);
  }

  return {
    request,
    /** The same, since the run has changed. */
    runChanged() {
      changed = true;
      request();
    },
    /** Resolves with the first curve, or with what is shown instead of one. */
    begun,
    onPhase: (listener: (typeof phaseListeners)[number]) => phaseListeners.push(listener),
  };
}

/** Calls `frame` when the next picture is due; a frame of another page that is not in sight has none. */
function atNext(frame: (now: number) => void, isSeen: boolean): void {
  if (isSeen) requestAnimationFrame(frame);
  else setTimeout(() => frame(performance.now()), UNSEEN_BEAT);
}

/** On paper is the end of a run that has one. Told of it before the figures are, which then draw what this has changed. */
function endOnPaper(conductor: Conductor, frame: (now: number) => void): void {
  addEventListener("beforeprint", () => {
    if (conductor.run?.finished && conductor.shown !== null) conductor.seek(conductor.run.done);
    frame(performance.now());
  });
}

/** The run as it stands; `beat`: the time of the frame, where what moves is to be seen moving. */
function momentOf(conductor: Conductor, beat: number | null): Moment {
  const { run, phase, message, shown, playing, loop, speed, moving } = conductor;
  return { run, phase, message, shown, playing, loop, speed, beat: moving ? beat : null };
}

/** What the reader looks at, or draws, is asked of the run also at rest. */
function watchReader({ looked, ink }: Page["scenes"], request: () => void): void {
  effect(() => {
    looked.value;
    ink.value;
    request();
  });
}

/** Tells whether an element comes into sight, or goes out of it. */
function watchSight(element: Element, tell: (isSeen: boolean) => void): void {
  // Several entries may have gathered: the last one holds.
  new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting ?? true)).observe(element);
}

/** Tells how many networks there is room for side by side, now and when that changes: the story has two on any screen. */
function watchRoom(place: Page["room"], tell: (networks: 1 | 2) => void): void {
  const roomy = media(ROOMY);
  const fit = () => tell(roomy.matches || place.peek() === "story" ? 2 : 1);
  roomy.addEventListener("change", fit);
  place.subscribe(fit);
}
