/** The workers, and the run that they share. Knows no document beyond its methods and trials, and draws nothing. */

import type { ExpectedCurves, ExperimentDescription, ExperimentDocument } from "./core";
import type { NetworkFacts, TheoryFacts } from "./facts";
import type { FromWorker, Job, Report, Sight, ToWorker, Watch } from "./protocol";
import { Recording, type Summarize } from "./recording";
import { split } from "./split";

/** A worker, or something that stands in for one. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

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

/** How far jobs may run ahead of each other, in ms of work: little enough that a pause is felt at once, yet none waits. */
const AHEAD = 40;
/** The pace is measured over this time, in ms. */
const MEASURE = 20;
/** An instance whose memory has grown beyond this is not kept for the next run, in bytes: wasm memory never shrinks. */
const LARGE = 200_000_000;

interface Part {
  job: Job;
  worker: WorkerLike;
  started: boolean;
  done: number;
  granted: number;
  memory: number;
}

/** One run of a document. */
export class Run {
  readonly recording: Recording;
  network: NetworkFacts | null = null;
  description: ExperimentDescription | null = null;
  /** Why the document cannot be run. */
  refusal: string | null = null;
  /** What was last seen of the first trial's agents, by method. */
  readonly sights = new Map<number, Sight>();
  /** The expectation of the curves, by method, where it is known. */
  readonly expected = new Map<number, ExpectedCurves>();
  /** No job goes beyond this iteration. */
  #allowed = 0;
  #ahead = 32;
  readonly #answers: ((values: Float64Array) => void)[] = [];
  readonly #listeners: ((theory: TheoryFacts) => void)[] = [];
  #clock = { at: 0, done: 0, rate: 0 };

  readonly document: ExperimentDocument;
  readonly parts: readonly Part[];

  constructor(document: ExperimentDocument, parts: readonly Part[], summarize: Summarize) {
    this.document = document;
    this.parts = parts;
    this.recording = new Recording(document.methods.length, document.trials ?? 1, summarize);
  }

  /** Whether all jobs have their data and can advance. */
  get started(): boolean {
    return this.parts.every((part) => part.started);
  }

  /** Iterations that all jobs have done. */
  get done(): number {
    return Math.min(...this.parts.map((part) => part.done));
  }

  get finished(): boolean {
    return this.started && this.done >= this.document.iterations;
  }

  /** Seconds of work left at the pace of late, or null before there is one. */
  get secondsLeft(): number | null {
    const { rate } = this.#clock;
    return rate > 0 ? (this.document.iterations - this.done) / rate / 1_000 : null;
  }

  /** Lets the run go on up to `iteration`; an earlier one stops it as soon as all jobs have come equally far. */
  allow(iteration: number): void {
    const furthest = Math.max(...this.parts.map((part) => part.done));
    this.#allowed = Math.min(Math.max(iteration, furthest), this.document.iterations);
    this.grant();
  }

  /** Stops where the furthest job is. */
  hold(): void {
    this.#clock = { at: 0, done: 0, rate: 0 };
    this.allow(0);
  }

  watch(watch: Watch): void {
    for (const { worker, job } of this.parts) worker.postMessage({ type: "watch", id: job.id, watch });
  }

  /** Evaluates f at these points, k × d. */
  valuesAt(points: Float64Array, answer: (values: Float64Array) => void): void {
    const { worker, job } = this.parts[0]!;
    this.#answers.push(answer);
    worker.postMessage({ type: "values", id: job.id, points });
  }

  answer(values: Float64Array): void {
    this.#answers.shift()?.(values);
  }

  /** Asks what the theory says of the methods; there is no answer of a document that is refused. */
  askTheory(answer: (theory: TheoryFacts) => void): void {
    const { worker, job } = this.parts[0]!;
    this.#listeners.push(answer);
    worker.postMessage({ type: "theory", id: job.id });
  }

  answerTheory(theory: TheoryFacts): void {
    this.#listeners.shift()?.(theory);
  }

  take(part: Part, report: Report): void {
    part.done = report.done;
    part.memory = report.memory;
    this.recording.add(report.records);
    for (const sight of report.sights) this.sights.set(sight.method, sight);
    this.#measure();
    if (this.#allowed < part.done) this.#allowed = part.done;
    this.grant();
  }

  grant(): void {
    const limit = Math.min(this.#allowed, this.done + this.#ahead);
    for (const part of this.parts) {
      const iteration = Math.max(limit, part.done);
      if (iteration === part.granted) continue;
      part.granted = iteration;
      part.worker.postMessage({ type: "until", id: part.job.id, iteration });
    }
  }

  #measure(): void {
    const now = performance.now();
    const { at, done, rate } = this.#clock;
    if (at === 0 || this.done < done) {
      this.#clock = { at: now, done: this.done, rate: 0 };
    } else if (now - at > MEASURE) {
      const newest = (this.done - done) / (now - at);
      this.#clock = { at: now, done: this.done, rate: rate === 0 ? newest : rate + 0.1 * (newest - rate) };
      this.#ahead = Math.max(4, Math.min(4 * this.#ahead, Math.round(AHEAD * newest)));
    }
  }
}

export class Pool {
  #idle: WorkerLike[] = [];
  #run: Run | null = null;
  #jobs = 0;
  #module: WebAssembly.Module | null = null;
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
    if (this.#module) pool.provide(this.#module);
    return pool;
  }

  /** Makes workers ahead of their first job. */
  warm(count: number): void {
    while (this.workers < Math.min(count, this.#size)) this.#idle.push(this.#make());
  }

  /** Gives the compiled core to the workers, those there are and those to come; needed before the first `start`. */
  provide(module: WebAssembly.Module): void {
    this.#module = module;
    for (const worker of this.#idle) worker.postMessage({ type: "module", module });
  }

  /** Ends the run there is and starts another, held at iteration 0. */
  start(document: ExperimentDocument, events: RunEvents): Run {
    this.#release();
    const parts = split(document.methods.length, document.trials ?? 1, this.#size).map((share, i): Part => {
      const job: Job = { id: this.#jobs++, document, ...share, describe: i === 0 };
      const worker = this.#idle.pop() ?? this.#make();
      return { job, worker, started: false, done: 0, granted: 0, memory: 0 };
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
    if (this.#module) worker.postMessage({ type: "module", module: this.#module });
    return worker;
  }

  /** Some frames and policies allow no workers. */
  #stayLocal(): void {
    this.#spawn = this.#local;
    this.#size = 1;
  }

  #hear(run: Run, part: Part, message: FromWorker, events: RunEvents): void {
    if (message.type === "broken") return this.#broken(run, message.message, events);
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
    else if (message.type === "theory") run.answerTheory(message.theory);
    else if (message.type === "expected") for (const { method, expected } of message.curves) run.expected.set(method, expected);
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
