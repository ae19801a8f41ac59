/** The workers, and the run that they share, whole or watched. Knows no document beyond its methods and trials, and draws nothing. */

import { summarize, type ExperimentDocument } from "./core";
import { seeksFastest } from "./facts";
import { packed, type FromWorker, type Job, type ToWorker } from "./protocol";
import { Run, type Part, type WorkerLike } from "./run";
import { serve } from "./serve";

export interface RunEvents {
  onProgress(run: Run): void;
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
  #digits: (() => Promise<Uint8Array>) | null = null;
  /** Workers that have said anything: others may not have got their script. */
  readonly #ready = new WeakSet<WorkerLike>();
  #everReady = false;
  /** At most so many workers share the next run, where no more can be had at this moment. */
  #most = Infinity;
  /** How many there may be; 0 where the page turned out to be allowed none: its own thread then does the work. */
  #size: number;
  readonly #spawn: () => WorkerLike;

  /** `size`: how many workers at most. `spawn` makes one. */
  constructor(size: number, spawn: () => WorkerLike) {
    this.#size = size;
    this.#spawn = spawn;
  }

  get workers(): number {
    return this.#idle.length + (this.#run?.parts.length ?? 0);
  }

  /** A pool of its own workers with the same core, for work beside the run. */
  another(): Pool {
    const pool = new Pool(this.#size, this.#spawn);
    if (this.#core && this.#digits) pool.provide(this.#core, this.#digits);
    return pool;
  }

  warm(count: number): void {
    while (this.workers < Math.min(count, this.#size)) this.#idle.push(this.#make());
  }

  /** Gives the core to the workers there are and those to come, before the first `start`; `digits` gets the images. */
  provide(module: WebAssembly.Module, digits: () => Promise<Uint8Array>): void {
    this.#core = module;
    this.#digits = digits;
    for (const worker of this.#idle) worker.postMessage({ type: "module", module });
  }

  /** Ends the run there is and starts another, held at iteration 0. */
  start(document: ExperimentDocument, events: RunEvents): Run {
    this.#release();
    const size = Math.min(widthFor(document, this.#size), this.#most);
    this.#most = Infinity;
    const parts = split(document.methods.length, document.trials ?? 1, Math.max(1, size)).map((share, i): Part => {
      const job: Job = { id: this.#jobs++, document, ...share, describe: i === 0 };
      const worker = size === 0 ? new LocalWorker() : (this.#idle.pop() ?? this.#make());
      const heard = this.#ready.has(worker) || isLocal(worker);
      return { job, worker, waiting: [], heard, started: false, done: 0, granted: 0, pace: 0, memory: 0 };
    });
    for (const worker of this.#idle) worker.postMessage({ type: "free" });
    const run = new Run(document, parts, summarize);
    this.#run = run;
    this.#events = events;
    const parcel = packed(document) as ExperimentDocument;
    for (const part of parts) {
      part.worker.onmessage = ({ data }) => this.#hear(run, part, data, events);
      part.worker.onerror = (event) => this.#failed(run, part.worker, event.message, events);
    }
    const begin = () => {
      // One finds the fastest weights for all.
      for (const part of parts) if (part.job.describe || !seeksFastest(document)) run.begin(part, parcel);
    };
    if (usesDigits(document)) void this.#withDigits(run, begin, events);
    else begin();
    return run;
  }

  /** Gives the workers of a run the images that its document asks for, and then has them begin. */
  async #withDigits(run: Run, begin: () => void, events: RunEvents): Promise<void> {
    try {
      const images = await this.#digits!();
      if (this.#run !== run) return;
      for (const { worker } of run.parts) worker.postMessage({ type: "digits", images });
      begin();
    } catch (error) {
      if (this.#run !== run) return;
      this.#release();
      events.onRefused(error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends the run and the workers, and with them their memory. */
  cancel(): void {
    for (const { worker } of this.#run?.parts ?? []) end(worker);
    for (const worker of this.#idle) end(worker);
    this.#idle = [];
    this.#run = null;
  }

  /** Has the run begin again without the workers that have never said anything. */
  goOnWithout(): void {
    if (this.#run && this.#events) this.#makeDo(this.#run, this.#events);
  }

  /** Keeps the workers of the last run, save those that are deep in their preparations or have grown large, and stand-ins. */
  #release(): void {
    for (const { worker, started, memory } of this.#run?.parts ?? []) {
      if (started && memory < LARGE && !isLocal(worker)) this.#idle.push(worker);
      else end(worker);
    }
    this.#run = null;
  }

  /** A worker, or a stand-in where the page may have none, as in some frames and by some policies. */
  #make(): WorkerLike {
    let worker: WorkerLike;
    try {
      worker = this.#spawn();
    } catch {
      this.#size = 0;
      return new LocalWorker();
    }
    worker.onmessage = () => this.#greet(worker);
    worker.onerror = () => {
      this.#idle = this.#idle.filter((other) => other !== worker);
      if (!this.#everReady) this.#size = 0;
    };
    if (this.#core) worker.postMessage({ type: "module", module: this.#core });
    return worker;
  }

  #greet(worker: WorkerLike): void {
    this.#everReady ||= !isLocal(worker);
    this.#ready.add(worker);
  }

  #hear(run: Run, part: Part, message: FromWorker, events: RunEvents): void {
    if (message.type === "broken") {
      this.#failed(run, part.worker, message.message, events);
      return;
    }
    this.#greet(part.worker);
    part.heard = true;
    if (message.type === "ready" || message.id !== part.job.id) return;
    if (message.type === "solved") {
      const solved = packed({ ...run.document, network: message.network }) as ExperimentDocument;
      for (const other of run.parts) if (other !== part) run.begin(other, solved);
    }
    run.hear(part, message);
    if (run.refusal === null) events.onProgress(run);
    // The first job tells of the network, also of one that cannot be run.
    else if (run.parts[0]!.started && this.#run === run) {
      this.#release();
      events.onRefused(run.refusal.message);
    }
  }

  #failed(run: Run, worker: WorkerLike, message: string | undefined, events: RunEvents): void {
    if (this.#run !== run) return;
    // Its script could not be had: never yet, or not now, when the network is down.
    if (!this.#ready.has(worker)) {
      this.#makeDo(run, events);
      return;
    }
    this.cancel();
    this.warm(run.parts.length);
    events.onBroken(message || "a worker ended without an error message");
  }

  /** Has the next run do with the workers that have answered, or with this thread where there are none. */
  #makeDo(run: Run, events: RunEvents): void {
    const workers = [...run.parts.map(({ worker }) => worker), ...this.#idle];
    this.#idle = workers.filter((worker) => this.#ready.has(worker) && !isLocal(worker));
    for (const worker of workers) if (!this.#idle.includes(worker)) end(worker);
    this.#most = this.#idle.length;
    if (!this.#everReady) this.#size = 0;
    this.#run = null;
    events.onNoWorkers();
  }
}

function usesDigits({ problem }: ExperimentDocument): boolean {
  return (problem as { data?: { kind?: unknown } }).data?.kind === "digits";
}

/** How many workers share a run: each holds all of the data, so that few do where these are large. */
function widthFor({ problem }: ExperimentDocument, size: number): number {
  const { data } = problem as { data?: { text?: unknown } };
  return typeof data?.text === "string" && data.text.length > LARGE_TEXT ? Math.min(2, size) : size;
}

const isLocal = (worker: WorkerLike): boolean => worker instanceof LocalWorker;

function end(worker: WorkerLike): void {
  worker.onmessage = worker.onerror = null;
  worker.terminate();
}

export class LocalWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  #ended = false;
  readonly #handle = serve({ postMessage: (data) => queueMicrotask(() => this.#say(data)) });

  postMessage(message: ToWorker): void {
    // The page's own instance of the core serves here too.
    if (message.type === "module") return;
    setTimeout(() => this.#ended || this.#handle(message));
  }

  terminate(): void {
    this.#ended = true;
    this.#handle({ type: "free" });
  }

  #say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}

interface Share {
  /** Places in the document's list of methods. */
  methods: number[];
  /** [from, to). */
  trials: [number, number];
}

/** At most `workers` shares: of the trials, and where there are fewer trials than workers also of the methods. */
export function split(methods: number, trials: number, workers: number): Share[] {
  const trialParts = parts(trials, Math.min(trials, workers));
  const groups = Math.max(1, Math.min(methods, Math.floor(workers / trials)));
  const methodParts = parts(methods, groups).map(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
  return trialParts.flatMap((range) => methodParts.map((group) => ({ methods: group, trials: range })));
}

/** 0..count in `into` consecutive ranges of nearly equal length. */
function parts(count: number, into: number): [number, number][] {
  return Array.from({ length: into }, (_, i) => [Math.floor((i * count) / into), Math.floor(((i + 1) * count) / into)]);
}

/** Runs a document to its end on these workers. Rejects with the error of the document, or with the workers. */
export function wholeRun(
  workers: Pool,
  document: ExperimentDocument,
  onProgress: (run: Run) => void = () => undefined,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    let ended = false;
    const begin = (): void => {
      workers.start(document, {
        onProgress(run) {
          if (run.started) run.allow(Infinity);
          if (!ended) onProgress(run);
          if (!run.finished || ended) return;
          ended = true;
          resolve(run);
        },
        onRefused: (message) => reject(new Error(message)),
        onBroken: (message) => reject(new Error(message)),
        onNoWorkers: begin,
      });
    };
    begin();
  });
}
