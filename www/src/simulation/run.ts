/** One run of a document: what its jobs have done so far, and how far they may go. */

import type { ExpectedCurves, ExperimentDocument, NetworkMode } from "./core";
import type {
  Answer,
  Findings,
  FromWorker,
  Job,
  Question,
  QuestionOf,
  Questions,
  Report,
  Refused,
  Sight,
  ToWorker,
  Watch,
} from "./protocol";
import { Recording, type Summarize } from "./recording";

/** A worker, or something that stands in for one. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** How far jobs may run ahead of each other, in ms of work: little enough that a pause is felt at once, yet none waits. */
const AHEAD = 40;
/** The number of iterations whose links are kept. */
const LINKS_KEPT = 200;
/** The pace is measured over this time, in ms. */
const MEASURE = 20;

/** The links that an iteration uses: i and j of each. */
interface IterationLinks {
  readonly iteration: number;
  readonly links: Uint32Array;
}

/** A job and who does it. */
export interface Part {
  job: Job;
  worker: WorkerLike;
  /** What it is told before it has its job, which then follows; null once it has it. */
  waiting: ToWorker[] | null;
  /** Whether the worker has ever said anything. */
  heard: boolean;
  started: boolean;
  done: number;
  granted: number;
  /** Iterations per ms of work; 0 before there is any. */
  pace: number;
  memory: number;
}

type Said = Extract<FromWorker, { id: number }>;

/** Where a point has been at some iterations, oldest first: pairs. */
export interface Path {
  readonly iterations: number[];
  readonly places: number[];
}

export class Run implements Findings {
  readonly recording: Recording;
  network: Findings["network"] = null;
  description: Findings["description"] = null;
  preparing: Findings["preparing"] = null;
  optima: Findings["optima"] = null;
  minima: Findings["minima"] = null;
  samples: Findings["samples"] = null;
  inputs: Findings["inputs"] = null;
  /** The modes of W, when they have been asked for; null for large networks. */
  modes: readonly NetworkMode[] | null = null;
  /** The disagreement in each mode at the last request, by method. */
  readonly modeShares = new Map<number, Float64Array>();
  /** Why the document cannot be run. */
  refusal: Refused | null = null;
  /** The last state of the first trial's agents, by method. */
  readonly sights = new Map<number, Sight>();
  /** With d = 2, the way of the mean of the first trial's agents by method. */
  readonly paths = new Map<number, Path>();
  readonly expected = new Map<number, ExpectedCurves>();
  /** No job goes beyond this iteration. */
  #allowed = 0;
  #ahead = 32;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  #tickets = 0;
  #clock = { at: 0, done: 0, rate: 0 };
  readonly #links = new Map<number, IterationLinks>();
  #latest: IterationLinks | null = null;
  #asking = false;
  #watch = "";

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

  /** Gives a part its job, with the document as it is sent. */
  begin(part: Part, document: ExperimentDocument): void {
    const before = part.waiting ?? [];
    part.waiting = null;
    part.worker.postMessage({ type: "start", job: { ...part.job, document } });
    for (const message of before) this.#tell(part, message);
  }

  #tell({ worker, waiting }: Part, message: ToWorker): void {
    if (waiting) waiting.push(message);
    else worker.postMessage(message);
  }

  /** The agents' data that the page shows of this run: another's might ask for what this problem does not have. */
  watch(watch: Watch): void {
    const said = JSON.stringify(watch);
    if (said === this.#watch) return;
    this.#watch = said;
    for (const part of this.parts) this.#tell(part, { type: "watch", id: part.job.id, watch });
  }

  /** Asks the job that describes the experiment, or another. A run that is refused, or given up for another, never answers. */
  ask<Kind extends keyof Questions>(
    question: QuestionOf<Kind>,
    part: Part = this.parts[0]!,
  ): Promise<Questions[Kind]["answer"]> {
    const ticket = this.#tickets++;
    this.#tell(part, { type: "ask", id: part.job.id, ticket, question: question as Question });
    return new Promise((resolve) => this.#asked.set(ticket, resolve as (answer: Answer) => void));
  }

  hear(part: Part, message: Said): void {
    switch (message.type) {
      case "found":
        Object.assign(this, message.findings);
        break;
      case "started":
        part.started = true;
        break;
      case "refused":
        part.started = true;
        this.refusal ??= message;
        break;
      case "report":
        this.#take(part, message.report);
        break;
      case "answer":
        this.#asked.get(message.ticket)?.(message.answer);
        this.#asked.delete(message.ticket);
        break;
      case "expected":
        for (const { method, expected } of message.curves) this.expected.set(method, expected);
    }
  }

  /** Has all jobs say how much of the disagreement lies in each mode now. */
  async askModes(): Promise<void> {
    const known = this.modes !== null;
    const answers = await Promise.all(this.#first.map((part) => this.ask({ kind: "modes", known }, part)));
    this.modes ??= answers[0]!.modes;
    for (const { method, shares } of answers.flatMap(({ shares }) => shares)) this.modeShares.set(method, shares);
  }

  /** The jobs of the first trial; the first of them describes the experiment. */
  get #first(): readonly Part[] {
    return this.parts.filter(({ job }) => job.trials[0] === 0);
  }

  /** The links that iteration k uses; while they are asked for, those that were known last, or null. */
  linksAt(iteration: number): IterationLinks | null {
    const known = this.#links.get(iteration);
    if (known) this.#latest = known;
    else if (this.parts[0]!.started && !this.#asking) void this.#askLinks(iteration);
    return this.#latest;
  }

  async #askLinks(iteration: number): Promise<void> {
    this.#asking = true;
    const links = await this.ask({ kind: "links", iteration });
    this.#asking = false;
    if (!links) return;
    if (this.#links.size >= LINKS_KEPT) this.#links.delete(this.#links.keys().next().value!);
    this.#latest = { iteration, links };
    this.#links.set(iteration, this.#latest);
  }

  #take(part: Part, report: Report): void {
    part.done = report.done;
    part.pace = report.pace;
    part.memory = report.memory;
    this.recording.add(report.records);
    for (const sight of report.sights) this.sights.set(sight.method, sight);
    for (const { method, iteration, at } of report.means) {
      const path = this.paths.get(method) ?? { iterations: [], places: [] };
      path.iterations.push(iteration);
      path.places.push(...at);
      this.paths.set(method, path);
    }
    this.#measure();
    const pace = Math.min(...this.parts.map((part) => part.pace));
    if (pace > 0) this.#ahead = Math.max(4, Math.min(4 * this.#ahead, Math.round(AHEAD * pace)));
    if (this.#allowed < part.done) this.#allowed = part.done;
    this.grant();
  }

  grant(): void {
    const limit = Math.min(this.#allowed, this.done + this.#ahead);
    for (const part of this.parts) {
      const iteration = Math.max(limit, part.done);
      if (iteration === part.granted) continue;
      part.granted = iteration;
      this.#tell(part, { type: "until", id: part.job.id, iteration });
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
    }
  }
}
