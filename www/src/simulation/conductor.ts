/** Plays runs: starts, paces, pauses and steps them, and goes back and forth in them. The newest document wins. */

import type { ExperimentDocument } from "./core";
import { isPaced, rateAt, SPEEDS, type Speed } from "./pace";
import type { Pool, RunEvents } from "./pool";
import type { Run } from "./run";

export type Phase = "preparing" | "running" | "paused" | "finished" | "refused" | "broken";

/** A run that is still being prepared is given this long before a newer document replaces it, in ms. */
const PATIENCE = 400;
/** A longer time between two frames counts as this much, in ms: the page was hidden, or the clock jumped. */
const LONGEST_FRAME = 400;
/** Played again and again, a run rests at its end for so long, in ms. */
const REST = 1_500;

export class Conductor {
  /** The newest run; that of the document, unless this still waits for its own. */
  run: Run | null = null;
  phase: Phase = "paused";
  /** Why it was refused, or broke. */
  message = "";
  /** The iteration that is looked at, where that is an earlier one than the latest. */
  shown: number | null = null;
  playing = false;
  #speed = SPEEDS[0]!;
  /** A reader who changes something wants its effect, not a show. */
  #hurried = false;
  #loop = false;
  #rested = 0;
  #budget = 0;
  #last = 0;
  #since = 0;
  #pending: { document: ExperimentDocument; timer: number } | null = null;
  readonly #pool: Pool;
  readonly #onChange: () => void;

  constructor(pool: Pool, onChange: () => void) {
    this.#pool = pool;
    this.#onChange = onChange;
  }

  get speed(): Speed {
    return this.#speed;
  }

  set speed(speed: Speed) {
    this.#speed = speed;
    this.#hurried = false;
    this.#budget = this.shown ?? this.run?.done ?? 0;
    if (this.playing && this.run && Number.isFinite(this.#rate)) this.run.hold();
    this.#onChange();
  }

  /** Whether a run that has come to its end is played again. */
  get loop(): boolean {
    return this.#loop;
  }

  set loop(loop: boolean) {
    this.#loop = loop;
    // At the end there is nothing else to wait for.
    if (loop && this.phase === "finished" && this.shown === null && isPaced(this.#speed)) this.play();
    this.#onChange();
  }

  /** Whether what is seen goes on. */
  get moving(): boolean {
    return this.playing && (this.phase === "running" || this.shown !== null);
  }

  /** Runs `document` from the start. `hurried`: at the usual speed, it is not slowed down to be watched. */
  load(document: ExperimentDocument, play: boolean, hurried: boolean): void {
    this.playing = play;
    this.#hurried = hurried;
    const busy = this.run !== null && this.phase === "preparing" && performance.now() - this.#since < PATIENCE;
    if (!busy) {
      this.#start(document);
      return;
    }
    if (this.#pending) clearTimeout(this.#pending.timer);
    const timer = window.setTimeout(() => this.#start(document), PATIENCE - (performance.now() - this.#since));
    this.#pending = { document, timer };
  }

  play(): void {
    if (this.phase === "finished" && isPaced(this.#speed)) {
      this.#hurried = false;
      this.shown ??= 0;
    } else if (!this.run || this.phase === "finished" || this.phase === "broken" || this.phase === "refused") {
      const document = this.run?.document;
      if (document) this.load(document, true, false);
      return;
    }
    this.playing = true;
    this.#budget = this.shown ?? this.run?.done ?? 0;
    this.#settle();
  }

  /** Shows iteration `k`, and runs up to it where the run has not come so far. */
  seek(k: number): void {
    const { run } = this;
    if (!run || this.phase === "refused" || this.phase === "broken") return;
    if (this.playing) this.pause();
    this.shown = k < run.done ? k : null;
    if (k > run.done) run.allow(k);
    this.#onChange();
  }

  pause(): void {
    this.playing = false;
    this.run?.hold();
    this.#settle();
  }

  /** Advances a paused run by `iterations`. */
  step(iterations = 1): void {
    if (!this.run || this.phase === "refused" || this.phase === "broken") return;
    if (this.shown !== null) {
      this.seek(this.shown + iterations);
      return;
    }
    if (this.playing) this.pause();
    this.run.allow(Math.max(...this.run.parts.map((part) => part.done)) + iterations);
    this.#settle();
  }

  reset(): void {
    if (this.run) this.load(this.run.document, false, false);
  }

  /** Gives up the run and the memory that it holds. */
  cancel(): void {
    this.playing = false;
    this.#forget();
    this.#pool.cancel();
    this.phase = "broken";
    this.message = "Cancelled. Its memory is free again.";
    this.#onChange();
  }

  /** Called once a frame while the page is seen; whether it wants another frame. */
  frame(now: number): boolean {
    const passed = Math.min(now - this.#last, LONGEST_FRAME);
    this.#last = now;
    const { run } = this;
    if (!run || !this.playing) return false;
    if (this.shown === null && this.phase === "finished") return this.#rest(passed);
    if (this.shown === null && this.phase !== "running") return false;
    const rate = this.#rate;
    if (!Number.isFinite(rate)) {
      this.shown = null;
      run.allow(Infinity);
      return false;
    }
    this.#budget += (rate * passed) / 1_000;
    if (this.shown !== null) {
      this.shown = this.#budget < run.done ? Math.floor(this.#budget) : null;
      return true;
    }
    // A machine that falls behind is not asked to catch up in one leap.
    this.#budget = Math.min(this.#budget, run.done + Math.max(1, rate / 4));
    // The first step is seen at once.
    run.allow(Math.max(1, Math.floor(this.#budget)));
    return true;
  }

  /** At the end of a run that is played again and again; whether it goes on. */
  #rest(passed: number): boolean {
    this.#rested += passed;
    this.playing = this.loop && isPaced(this.#speed);
    if (this.playing && this.#rested < REST) return true;
    this.#hurried = false;
    this.#rested = this.#budget = 0;
    if (this.playing) this.shown = 0;
    return this.playing;
  }

  get #rate(): number {
    if (this.#hurried && this.#speed === SPEEDS[0]) return Infinity;
    return rateAt(this.#speed, this.#budget, this.run?.document.iterations ?? 1);
  }

  #start(document: ExperimentDocument): void {
    this.#forget();
    this.#budget = 0;
    this.shown = null;
    this.#rested = 0;
    this.#since = performance.now();
    this.phase = "preparing";
    this.message = "";
    const events: RunEvents = {
      onProgress: () => this.#settle(),
      onRefused: (message) => this.#end("refused", message),
      onBroken: (message) => this.#end("broken", message),
      onNoWorkers: () => this.#start(document),
    };
    this.run = this.#pool.start(document, events);
    this.#onChange();
  }

  #forget(): void {
    if (this.#pending) clearTimeout(this.#pending.timer);
    this.#pending = null;
  }

  #end(phase: "refused" | "broken", message: string): void {
    this.phase = phase;
    this.message = message;
    this.playing = false;
    this.#onChange();
  }

  #settle(): void {
    const { run } = this;
    if (!run || this.phase === "refused" || this.phase === "broken") return;
    if (run.started && this.#pending) {
      this.#start(this.#pending.document);
      return;
    }
    const before = this.phase;
    this.phase = !run.started ? "preparing" : run.finished ? "finished" : this.playing ? "running" : "paused";
    if (this.phase === "finished" && this.shown === null && !this.loop) this.playing = false;
    // A hidden page has no frames; a run at full speed continues all the same.
    if (this.phase === "running" && before !== "running" && !Number.isFinite(this.#rate)) run.allow(Infinity);
    this.#onChange();
  }
}
