/** The workers, and the run that they share. Knows no document beyond its methods and trials, and draws nothing. */

import type { ExperimentDocument } from "./core";
import type { FromWorker, Job } from "./protocol";
import type { Summarize } from "./recording";
import { Run, type Part, type WorkerLike } from "./run";
import { split } from "./split";

export interface RunEvents {
  /** Something new to draw. */
  onProgress(run: Run): void;
  /** The document cannot be run. */
  onRefused(message: string): void;
  /** A worker broke; the run has ended, and new workers stand ready. */
  onBroken(message: string): void;
  /** No worker can be had here; the run has ended, and starting it again runs it on the page's own thread. */
  onNoWorkers(): void;
}

/** An instance whose memory has grown beyond this is not kept for the next run, in bytes: wasm memory never shrinks. */
const LARGE = 200_000_000;

export class Pool {
  #idle: WorkerLike[] = [];
  #run: Run | null = null;
  #jobs = 0;
  #core: WebAssembly.Module | null = null;
  #everReady = false;
  #size: number;
  #spawn: () => WorkerLike;
  readonly #local: () => WorkerLike;
  readonly #summarize: Summarize;

  /** `size`: how many workers at most. `spawn` makes one, `local` a stand-in on this thread. `summarize`: see `Recording`. */
  constructor(size: number, spawn: () => WorkerLike, local: () => WorkerLike, summarize: Summarize) {
    this.#size = size;
    this.#spawn = spawn;
    this.#local = local;
    this.#summarize = summarize;
  }

  get size(): number {
    return this.#size;
  }

  get run(): Run | null {
    return this.#run;
  }

  /** Workers that are alive. */
  get workers(): number {
    return this.#idle.length + (this.#run?.parts.length ?? 0);
  }

  /** A pool of its own workers with the same core, for work beside the run. */
  another(): Pool {
    const pool = new Pool(this.#size, this.#spawn, this.#local, this.#summarize);
    if (this.#core) pool.provide(this.#core);
    return pool;
  }

  /** Makes workers ahead of their first job. */
  warm(count: number): void {
    while (this.workers < Math.min(count, this.#size)) this.#idle.push(this.#make());
  }

  /** Gives the compiled core to the workers, those there are and those to come; needed before the first `start`. */
  provide(module: WebAssembly.Module): void {
    this.#core = module;
    for (const worker of this.#idle) worker.postMessage({ type: "module", module });
  }

  /** Ends the run there is and starts another, held at iteration 0. */
  start(document: ExperimentDocument, events: RunEvents): Run {
    this.#release();
    const parts = split(document.methods.length, document.trials ?? 1, this.#size).map((share, i): Part => {
      const job: Job = { id: this.#jobs++, document, ...share, describe: i === 0 };
      const worker = this.#idle.pop() ?? this.#make();
      return { job, worker, started: false, done: 0, granted: 0, pace: 0, memory: 0 };
    });
    for (const worker of this.#idle) worker.postMessage({ type: "free" });
    const run = new Run(document, parts, this.#summarize);
    this.#run = run;
    for (const part of parts) {
      part.worker.onmessage = ({ data }) => this.#hear(run, part, data, events);
      part.worker.onerror = (event) => this.#broken(run, event.message, events);
      part.worker.postMessage({ type: "start", job: part.job });
    }
    return run;
  }

  /** Ends the run and the workers, and with them their memory. */
  cancel(): void {
    for (const { worker } of this.#run?.parts ?? []) end(worker);
    for (const worker of this.#idle) end(worker);
    this.#idle = [];
    this.#run = null;
  }

  /** Keeps the workers of the last run, save those that are deep in their preparations or have grown large. */
  #release(): void {
    for (const { worker, started, memory } of this.#run?.parts ?? []) {
      if (started && memory < LARGE) this.#idle.push(worker);
      else end(worker);
    }
    this.#run = null;
  }

  #make(): WorkerLike {
    let worker: WorkerLike;
    try {
      worker = this.#spawn();
    } catch {
      this.#stayLocal();
      worker = this.#spawn();
    }
    worker.onmessage = () => (this.#everReady = true);
    worker.onerror = () => {
      this.#idle = this.#idle.filter((other) => other !== worker);
      if (!this.#everReady) this.#stayLocal();
    };
    if (this.#core) worker.postMessage({ type: "module", module: this.#core });
    return worker;
  }

  /** Some frames and policies allow no workers. */
  #stayLocal(): void {
    this.#spawn = this.#local;
    this.#size = 1;
  }

  #hear(run: Run, part: Part, message: FromWorker, events: RunEvents): void {
    if (message.type === "broken") {
      this.#broken(run, message.message, events);
      return;
    }
    this.#everReady = true;
    if (message.type === "ready" || message.id !== part.job.id) return;
    if (message.type === "refused") run.refusal ??= message.message;
    if (message.type === "refused" || message.type === "started") part.started = true;
    // The first job tells of the network, also of one that cannot be run.
    if (run.refusal !== null && run.parts[0]!.started) {
      if (this.#run !== run) return;
      this.#release();
      events.onRefused(run.refusal);
      return;
    }
    if (message.type === "refused") return;
    if (message.type === "network") run.network = message.network;
    else if (message.type === "values") run.answer(message.values);
    else if (message.type === "optima") [run.optima, run.minima] = [message.distances, message.minima];
    else if (message.type === "samples") run.samples = message.samples;
    else if (message.type === "theory") run.answerTheory(message.theory);
    else if (message.type === "corrections") run.answerCorrections(message.method, message.learnt);
    else if (message.type === "expected")
      for (const { method, expected } of message.curves) run.expected.set(method, expected);
    else if (message.type === "started") run.description ??= message.description;
    else run.take(part, message.report);
    events.onProgress(run);
  }

  #broken(run: Run, message: string, events: RunEvents): void {
    if (this.#run !== run) return;
    this.cancel();
    if (this.#everReady) {
      this.warm(run.parts.length);
      events.onBroken(message);
    } else {
      this.#stayLocal();
      events.onNoWorkers();
    }
  }
}

function end(worker: WorkerLike): void {
  worker.onmessage = worker.onerror = null;
  worker.terminate();
}
