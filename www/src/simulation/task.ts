/** A job as a worker does it: one experiment, advanced in slices so that messages get through, reports on it, and where its agents were. */

import { memoryBytes, type Experiment, type TargetSamples, type Pulls } from "./core";
import { theoryOf } from "./facts";
import { meanOf, modelsOf, type Models } from "./models";
import { nextKept } from "./pace";
import { UNSEEN } from "./protocol";
import type { Answer, Findings, FromWorker, Job, Mean, Question, Questions, Report, Sight, Watch } from "./protocol";

export interface Port {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}

/** The intended length of a slice of work, in ms: short enough that a pause acts at once. */
const SLICE = 12;
/** Agents are looked at no more often than this, in ms, and for at most a tenth of the time, yet ten times a second. */
const FRAME = 16;
const LONGEST_PAUSE = 55;
/** Among more agents than these nobody could tell the arrows of their pulls apart. */
const MOST_PULLED = 100;

export class Task {
  readonly job: Job;
  readonly #experiment: Experiment;
  readonly #port: Port;
  readonly #soon: () => void;
  #done = 0;
  #until = 0;
  #perSlice = 1;
  #pace = 0;
  #recorded = 0;
  #watch = UNSEEN;
  #nextSight = 0;
  /** Whether the agents have moved, or others are watched, since they were last looked at. */
  #unseen = true;
  /** n, for the job that describes the experiment; and ‖x_i* - x*‖ of the agents so far, once somebody wants to see it. */
  readonly #agents: number;
  readonly #distances: number[] = [];
  readonly #places: number[] = [];
  /** Where the first trial has been, and the next iteration that is kept. */
  readonly #history: History | null;
  #mark = Infinity;
  /** With d = 2, the agents' means of the iterations that are kept, as far as they have not been told. */
  #means: Mean[] = [];
  #models: Models | null = null;
  #samplesTold = false;
  #inputsTold = false;
  /** Whether a gap has been below 0. */
  #foundBelow = false;

  /** `agents`: n for the job that describes the experiment, else 0. `soon`: has `slice` called after the messages that wait. */
  constructor(job: Job, experiment: Experiment, agents: number, port: Port, soon: () => void) {
    const { methods, document, trials } = job;
    this.job = job;
    this.#experiment = experiment;
    this.#agents = agents;
    this.#port = port;
    this.#soon = soon;
    this.#history =
      trials[0] === 0 ? new History(methods, (MOST_KEPT * methods.length) / document.methods.length) : null;
    this.#keep();
    this.#report();
  }

  free(): void {
    this.#experiment.free();
  }

  predict(): void {
    const curves = this.job.methods.flatMap((method) => {
      const expected = this.#experiment.expected(method);
      return expected ? [{ method, expected }] : [];
    });
    if (curves.length > 0) this.#port.postMessage({ type: "expected", id: this.job.id, curves });
  }

  #find(findings: Partial<Findings>): void {
    this.#port.postMessage({ type: "found", id: this.job.id, findings });
  }

  allow(iteration: number): void {
    this.#until = iteration;
  }

  watch(watch: Watch): void {
    this.#watch = watch;
    this.#unseen = true;
    this.#nextSight = 0;
  }

  answer(question: Question): Answer {
    switch (question.kind) {
      case "values":
        return this.#experiment.valuesAt(question.points);
      case "theory":
        return theoryOf(this.#experiment, this.job.document.methods.length);
      case "links":
        return this.#experiment.linksAt(question.iteration) ?? null;
      case "modes":
        return this.#modes(question.known);
    }
  }

  slice(): void {
    const before = this.#done;
    if (before < this.#until) this.#advance();
    if (this.#done > before || this.#unseen) this.#report();
    // Warnings from the run are sent when it is over: only gaps can be below 0.
    if (this.#foundBelow && this.#done > before && this.#done === this.job.document.iterations)
      this.#find({ description: this.#experiment.describe() });
    const seeks = this.#watch.optima && this.#distances.length < this.#agents;
    if (seeks) this.#seek();
    if (this.#done < this.#until || seeks) this.#soon();
  }

  #advance(): void {
    const [before, begin] = [this.#done, performance.now()];
    const goal = Math.min(before + this.#perSlice, this.#until);
    for (let last = -1; this.#done > last && this.#done < goal; ) {
      last = this.#done;
      this.#done = this.#experiment.advance(Math.min(goal, this.#mark) - last);
      if (this.#done === this.#mark) this.#keep();
    }
    const spent = Math.max(performance.now() - begin, 0.05);
    this.#pace = (this.#done - before) / spent;
    this.#perSlice = Math.max(1, Math.min(this.#perSlice * 4, Math.round(this.#pace * SLICE)));
    this.#unseen = true;
  }

  /** Finds where the costs of some more agents are least. */
  #seek(): void {
    const end = performance.now() + SLICE;
    while (this.#distances.length < this.#agents && performance.now() < end) {
      const { distance, point } = this.#experiment.localOptimum(this.#distances.length);
      this.#distances.push(distance);
      if (point.length === 2) this.#places.push(...point);
    }
    if (this.#distances.length < this.#agents) return;
    const places = this.#places;
    const minima = places.length > 0 ? { places: Float64Array.from(places), samples: this.#targets() } : null;
    this.#find({ optima: Float64Array.from(this.#distances), minima });
  }

  #targets(): TargetSamples[] | null {
    const samples = Array.from({ length: this.#agents }, (_, agent) => this.#experiment.targets(agent));
    return samples[0] ? (samples as TargetSamples[]) : null;
  }

  /** Keeps where the agents of the first trial are, and with d = 2 notes where their means are. */
  #keep(): void {
    if (!this.#history) return;
    const { methods, document } = this.job;
    this.#mark = nextKept(this.#done, document.iterations);
    this.#history.add(this.#done, () => methods.map((method) => this.#placeOf(method)));
    if (this.#experiment.dimension !== 2) return;
    methods.forEach((method) => {
      const [first, second] = meanOf(this.#experiment.iterates(method, 0), 2);
      this.#means.push({ method, iteration: this.#done, at: [first!, second!] });
    });
  }

  #report(): void {
    const begin = performance.now();
    const look = this.#unseen && begin >= this.#nextSight;
    const report: Report = {
      done: this.#done,
      pace: this.#pace,
      records: this.#newRecords(),
      sights: look ? this.#sights() : [],
      means: this.#means,
      memory: memoryBytes(),
    };
    this.#means = [];
    if (look) {
      this.#unseen = false;
      const pause = Math.max(FRAME, Math.min(9 * (performance.now() - begin), LONGEST_PAUSE));
      this.#nextSight = performance.now() + pause;
    } else if (this.#unseen && this.#done >= this.#until) {
      setTimeout(this.#soon, this.#nextSight - begin);
    }
    const grids = report.sights.flatMap(({ fields }) =>
      fields ? [fields.fields.values.buffer, ...(fields.large ? [fields.large.fields.values.buffer] : [])] : [],
    );
    this.#port.postMessage({ type: "report", id: this.job.id, report }, grids as ArrayBuffer[]);
  }

  #newRecords(): Report["records"] {
    const records = this.#experiment.records(this.#recorded);
    this.#foundBelow ||= this.job.describe && records.values.some((value) => value < 0);
    this.#recorded += records.iterations.length;
    return records;
  }

  #sights(): Sight[] {
    const { methods, trials, describe } = this.job;
    if (trials[0] !== 0) return [];
    const [watch, experiment] = [this.#watch, this.#experiment];
    if (watch.shares?.length || watch.fields || watch.scores)
      this.#models ??= modelsOf(experiment, experiment.iterates(methods[0]!, 0).length / experiment.dimension);
    const models = this.#models;
    if (watch.fields && describe && !this.#samplesTold && models?.samples) {
      this.#samplesTold = true;
      this.#find({ samples: models.samples });
    }
    if (watch.scores && describe && !this.#inputsTold && models?.inputs) {
      this.#inputsTold = true;
      this.#find({ inputs: models.inputs });
    }
    return methods.flatMap((method): Sight[] => {
      const wanted = [watch.iterates, watch.agents, watch.shares, watch.fields?.methods, watch.scores?.methods];
      if (!wanted.some((those) => those?.includes(method))) return [];
      const { iteration, iterates, pulls } = this.#stateOf(method);
      return [
        {
          method,
          iteration,
          asked: watch.at ?? null,
          iterates: watch.iterates.includes(method) ? iterates : null,
          pulls: watch.iterates.includes(method) ? pulls : null,
          agents: watch.agents.includes(method) ? experiment.agentValuesAt(iterates) : null,
          shares: watch.shares?.includes(method) ? models!.shares(iterates) : null,
          fields: watch.fields?.methods.includes(method) ? models!.fields(iterates, watch.fields) : null,
          scores: watch.scores?.methods.includes(method) ? models!.scores(iterates, watch.scores.input ?? []) : null,
        },
      ];
    });
  }

  /** Where the first trial's agents are, or were at the iteration that is watched. */
  #stateOf(method: number): State {
    const { at } = this.#watch;
    const kept = at != null && at < this.#done ? this.#history!.at(method, at) : null;
    return kept ?? { iteration: this.#done, ...this.#placeOf(method) };
  }

  #placeOf(method: number): Place {
    const iterates = this.#experiment.iterates(method, 0);
    const isMap = this.#experiment.dimension === 2 && iterates.length <= 2 * MOST_PULLED;
    return { iterates, pulls: isMap ? this.#experiment.pulls(method, 0) : null };
  }

  #modes(known: boolean): Questions["modes"]["answer"] {
    const { methods } = this.job;
    const shares = methods.map((method) => ({
      method,
      shares: this.#experiment.modeShares(this.#stateOf(method).iterates),
    }));
    return { modes: known ? null : this.#experiment.modes(), shares };
  }
}

interface Place {
  /** n × d, row i = agent i. */
  readonly iterates: Float64Array;
  /** What moves them from here; null where nobody wants to see it. */
  readonly pulls: Pulls | null;
}

interface State extends Place {
  readonly iteration: number;
}

/** The most memory for the history of all methods of a run, in bytes. */
const MOST_KEPT = 32_000_000;

export class History {
  readonly #methods: readonly number[];
  readonly #most: number;
  /** The states of all methods at some iterations, ascending. */
  #kept: { iteration: number; places: Place[] }[] = [];
  #bytes = 0;
  /** Only every so many-th state is kept, once all would be too much. */
  #every = 1;
  #offered = 0;

  /** `most`: bytes that are kept at most. */
  constructor(methods: readonly number[], most: number) {
    this.#methods = methods;
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes the states of an iteration later than all before, one a method. */
  add(iteration: number, states: () => Place[]): void {
    if (this.#offered++ % this.#every !== 0) return;
    const places = states();
    this.#kept.push({ iteration, places });
    this.#bytes += sizeOf(places);
    while (this.#bytes > this.#most && this.#kept.length > 0) this.#thin();
  }

  /** The state of a method at the latest iteration up to `iteration` that is kept; null where none is. */
  at(method: number, iteration: number): State | null {
    const found = this.#kept.findLast((kept) => kept.iteration <= iteration);
    const place = found?.places[this.#methods.indexOf(method)];
    return found && place ? { iteration: found.iteration, ...place } : null;
  }

  /** Forgets every second state; of states that are too large on their own, all. */
  #thin(): void {
    this.#every *= 2;
    this.#kept = this.#kept.length < 3 ? [] : this.#kept.filter((_, i) => i % 2 === 0);
    this.#bytes = this.#kept.reduce((sum, { places }) => sum + sizeOf(places), 0);
  }
}

/** The three pulls are as large as the iterates each. */
function sizeOf(places: readonly Place[]): number {
  return places.reduce((sum, { iterates, pulls }) => sum + iterates.byteLength * (pulls ? 4 : 1), 0);
}
