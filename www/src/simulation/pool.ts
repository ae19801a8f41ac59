/** The workers, and the run that they share. Knows no document beyond its methods and trials, and draws nothing. */

import type { ExperimentDocument } from "./core";
import { seeksFastest } from "./fastest";
import { packed } from "./parcel";
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
  /** A worker could not be started; the run has ended, and the next start uses the workers there are. */
  onNoWorkers(): void;
}

/** An instance whose memory has grown beyond this is not kept for the next run, in bytes: wasm memory never shrinks. */
const LARGE = 200_000_000;
/** Of a data file, in characters. */
const LARGE_TEXT = 5_000_000;

export class Pool {
  #idle: WorkerLike[] = [];
  #run: Run | null = null;
  #events: RunEvents | null = null;
  #jobs = 0;
  #core: WebAssembly.Module | null = null;
  #everReady = false;
  /** Workers that have said anything: others may not have got their script. */
  readonly #ready = new WeakSet<WorkerLike>();
  /** How many workers the next run makes do with, where no more can be had at this moment; 0 is the page's own thread. */
  #makeshift: number | null = null;
  readonly #standIns = new WeakSet<WorkerLike>();
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
    const size = this.#makeshift ?? widthFor(document, this.#size);
    this.#makeshift = null;
    const parts = split(document.methods.length, document.trials ?? 1, Math.max(1, size)).map((share, i): Part => {
      const job: Job = { id: this.#jobs++, document, ...share, describe: i === 0 };
      const worker = size === 0 ? this.#standIn() : (this.#idle.pop() ?? this.#make());
      const heard = this.#ready.has(worker);
      return { job, worker, waiting: [], heard, started: false, done: 0, granted: 0, pace: 0, memory: 0 };
    });
    for (const worker of this.#idle) worker.postMessage({ type: "free" });
    const run = new Run(document, parts, this.#summarize);
    this.#run = run;
    const parcel = packed(document) as ExperimentDocument;
    this.#events = events;
    for (const part of parts) {
      part.worker.onmessage = ({ data }) => this.#hear(run, part, data, events);
      part.worker.onerror = (event) => this.#failed(run, part.worker, event.message, events);
      // One finds the fastest weights for all.
      if (part.job.describe || !seeksFastest(document)) run.begin(part, parcel);
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

  /** Keeps the workers of the last run, save those that are deep in their preparations or have grown large, and stand-ins. */
  #release(): void {
    for (const { worker, started, memory } of this.#run?.parts ?? []) {
      if (started && memory < LARGE && !this.#standIns.has(worker)) this.#idle.push(worker);
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
    worker.onmessage = () => this.#greet(worker);
    worker.onerror = () => {
      this.#idle = this.#idle.filter((other) => other !== worker);
      if (!this.#everReady) this.#stayLocal();
    };
    if (this.#core) worker.postMessage({ type: "module", module: this.#core });
    return worker;
  }

  #greet(worker: WorkerLike): void {
    this.#everReady = true;
    this.#ready.add(worker);
  }

  #standIn(): WorkerLike {
    const worker = this.#local();
    this.#standIns.add(worker);
    this.#ready.add(worker);
    return worker;
  }

  /** Some frames and policies allow no workers. */
  #stayLocal(): void {
    this.#spawn = () => this.#standIn();
    this.#size = 1;
  }

  #hear(run: Run, part: Part, message: FromWorker, events: RunEvents): void {
    if (message.type === "broken") {
      this.#failed(run, part.worker, message.message, events);
      return;
    }
    this.#greet(part.worker);
    part.heard = true;
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
    if (message.type === "preparing") run.preparing = message.preparation;
    else if (message.type === "solved") {
      run.preparing = null;
      const solved = packed({ ...run.document, network: message.network }) as ExperimentDocument;
      for (const other of run.parts) if (other !== part) run.begin(other, solved);
    } else if (message.type === "network") run.network = message.network;
    else if (message.type === "links") run.answerLinks(message);
    else if (message.type === "modes") {
      run.modes ??= message.modes;
      for (const { method, shares } of message.shares) run.modeShares.set(method, shares);
    } else if (message.type === "values") run.answer(message.values);
    else if (message.type === "optima") [run.optima, run.minima] = [message.distances, message.minima];
    else if (message.type === "samples") run.samples = message.samples;
    else if (message.type === "theory") run.answerTheory(message.theory);
    else if (message.type === "expected")
      for (const { method, expected } of message.curves) run.expected.set(method, expected);
    else if (message.type === "described") run.description = message.description;
    else if (message.type === "started") {
      if (part.job.describe) run.preparing = null;
      run.description ??= message.description;
    } else run.take(part, message.report);
    events.onProgress(run);
  }

  #failed(run: Run, worker: WorkerLike, message: string | undefined, events: RunEvents): void {
    if (this.#run !== run) return;
    if (this.#ready.has(worker)) {
      this.cancel();
      this.warm(run.parts.length);
      events.onBroken(message || "a worker ended without an error message");
      return;
    }
    // Its script could not be had: never yet, or not now, when the network is down.
    this.#goOnWithout(run, events);
  }

  /** Has the run begin again without workers that have never said anything. */
  goOnWithout(): void {
    if (this.#run && this.#events) this.#goOnWithout(this.#run, this.#events);
  }

  #goOnWithout(run: Run, events: RunEvents): void {
    if (this.#everReady) {
      this.#makeDo(run);
    } else {
      this.cancel();
      this.#stayLocal();
    }
    events.onNoWorkers();
  }

  /** Has the next run do with the workers that are there. */
  #makeDo(run: Run): void {
    const workers = [...run.parts.map(({ worker }) => worker), ...this.#idle];
    this.#idle = workers.filter((worker) => this.#ready.has(worker) && !this.#standIns.has(worker));
    for (const worker of workers) if (!this.#idle.includes(worker)) end(worker);
    this.#makeshift = Math.min(this.#idle.length, this.#size);
    this.#run = null;
  }
}

/** How many workers share a run: each holds all of the data, so that few do where these are large. */
function widthFor({ problem }: ExperimentDocument, size: number): number {
  const { data } = problem as { data?: { text?: unknown } };
  return typeof data?.text === "string" && data.text.length > LARGE_TEXT ? Math.min(2, size) : size;
}

function end(worker: WorkerLike): void {
  worker.onmessage = worker.onerror = null;
  worker.terminate();
}
