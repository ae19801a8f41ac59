/** The worker's side: one wasm instance, at most one experiment, advanced in slices so that messages get through. */

import {
  createExperiment,
  describeNetwork,
  instantiate,
  memoryBytes,
  prepareNetwork,
  type Experiment,
  type NetworkMode,
  type TargetSamples,
} from "./core";
import { factsOf, theoryOf } from "./facts";
import { seeksFastest, solvedNetwork } from "./fastest";
import { History, MOST_KEPT, type State } from "./history";
import { meanOf, modelsOf, type Models } from "./models";
import { nextKept } from "./pace";
import { opened } from "./parcel";
import type { FromWorker, Job, Mean, ModeShares, Preparation, Report, Sight, ToWorker, Watch } from "./protocol";

/** The intended length of a slice of work, in ms: short enough that a pause acts at once. */
const SLICE = 12;
/**
 * Agents are looked at no more often than this, in ms, and for at most a tenth of the time, yet ten times a second where
 * a look takes longer.
 */
const FRAME = 16;
const LONGEST_PAUSE = 55;
/** How far long preparations are is told no more often than this, in ms. */
const TELL = 100;
const BLIND: Watch = { iterates: [], agents: [] };

export interface Port {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}

/** Returns the handler of the page's messages. `port` carries the answers. */
export function serve(port: Port): (message: ToWorker) => void {
  let experiment: Experiment | null = null;
  let job: Job | null = null;
  let done = 0;
  let until = 0;
  let perSlice = 1;
  let pace = 0;
  let recorded = 0;
  let watch = BLIND;
  let nextSight = 0;
  /** Whether the agents have moved since they were last looked at. */
  let unseen = false;
  /** n, for the job that describes the experiment; and ‖x_i* - x*‖ of the agents so far, once somebody wants to see it. */
  let agents = 0;
  let distances: number[] = [];
  let places: number[] = [];
  /** Where the first trial has been, and the next iteration that is kept. */
  let history: History | null = null;
  let mark = Infinity;
  /** With d = 2, the agents' means of the iterations that are kept, as far as they have not been told. */
  let means: Mean[] = [];
  let models: Models | null = null;
  let samplesTold = false;
  let modesTold = false;
  /** Whether a gap has been below 0. */
  let foundBelow = false;
  let waiting = false;
  const turn = new MessageChannel();
  turn.port1.onmessage = () => {
    waiting = false;
    guarded(slice);
  };

  /** Goes on after the messages that are waiting. */
  function soon(): void {
    if (waiting || !experiment) return;
    waiting = true;
    turn.port2.postMessage(null);
  }

  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      experiment = null;
      port.postMessage({ type: "broken", message: error instanceof Error ? error.message : String(error) });
    }
  }

  function free(): void {
    experiment?.free();
    experiment = null;
    job = null;
  }

  function start(next: Job): void {
    free();
    job = next;
    [done, until, recorded, perSlice, pace, nextSight, watch] = [0, 0, 0, 1, 0, 0, BLIND];
    [agents, distances, places, history, mark, means] = [0, [], [], null, Infinity, []];
    [models, samplesTold, modesTold, foundBelow] = [null, false, false, false];
    const { id, document, methods, trials } = next;
    const begin = performance.now();
    let told = begin;
    const tell = (stage: Preparation["stage"], share: number | null) => {
      if (share !== null && performance.now() - told < TELL) return;
      told = performance.now();
      port.postMessage({ type: "preparing", id, preparation: { stage, share } });
    };
    try {
      if (next.describe) {
        if (seeksFastest(document)) {
          prepareNetwork(document.network, document.seed, (share) => tell("weights", share));
          port.postMessage({ type: "solved", id, network: solvedNetwork(document) });
        }
        port.postMessage({ type: "network", id, network: factsOf(describeNetwork(document.network, document.seed)) });
      }
      experiment = createExperiment(document, { methods, trials }, next.describe ? tell : undefined);
    } catch (error) {
      // That leaves the instance broken; anything else is the document's fault.
      if (error instanceof WebAssembly.RuntimeError) throw error;
      port.postMessage({ type: "refused", id, message: error instanceof Error ? error.message : String(error) });
      return;
    }
    if (next.describe && performance.now() - begin > TELL) tell("outlook", null);
    const description = next.describe ? experiment.describe() : null;
    agents = description?.agents ?? 0;
    port.postMessage({ type: "started", id, description });
    if (trials[0] === 0) {
      history = new History(methods, (MOST_KEPT * methods.length) / document.methods.length);
      keep();
    }
    unseen = true;
    report();
    // After the first picture: the closed form takes longer than a slice.
    if (trials[0] === 0) setTimeout(() => job === next && guarded(predict));
  }

  /** Sends the expected curves, if they are known in closed form. */
  function predict(): void {
    const curves = job!.methods.flatMap((method) => {
      const expected = experiment?.expected(method);
      return expected ? [{ method, expected }] : [];
    });
    if (curves.length > 0) port.postMessage({ type: "expected", id: job!.id, curves });
  }

  function slice(): void {
    if (!experiment) return;
    const before = done;
    if (done < until) {
      const begin = performance.now();
      const goal = Math.min(done + perSlice, until);
      for (let last = -1; done > last && done < goal; ) {
        last = done;
        done = experiment.advance(Math.min(goal, mark) - done);
        if (done === mark) keep();
      }
      const spent = Math.max(performance.now() - begin, 0.05);
      pace = (done - before) / spent;
      perSlice = Math.max(1, Math.min(perSlice * 4, Math.round(pace * SLICE)));
      unseen = true;
    }
    if (done > before || unseen) report();
    // Warnings from the run are sent when it is over: only gaps can be below 0.
    if (foundBelow && done > before && done === job!.document.iterations)
      port.postMessage({ type: "described", id: job!.id, description: experiment.describe() });
    const seeks = watch.optima && distances.length < agents;
    if (seeks) seek();
    if (done < until || seeks) soon();
  }

  /** Finds where the costs of some more agents are least. */
  function seek(): void {
    const end = performance.now() + SLICE;
    while (distances.length < agents && performance.now() < end) {
      const { distance, point } = experiment!.localOptimum(distances.length);
      distances.push(distance);
      if (point.length === 2) places.push(...point);
    }
    if (distances.length < agents) return;
    const minima = places.length > 0 ? { places: Float64Array.from(places), samples: targets() } : null;
    port.postMessage({ type: "optima", id: job!.id, distances: Float64Array.from(distances), minima });
  }

  /** All agents' samples in least squares. */
  function targets(): TargetSamples[] | null {
    const samples = Array.from({ length: agents }, (_, agent) => experiment!.targets(agent));
    return samples[0] ? (samples as TargetSamples[]) : null;
  }

  /** Keeps where the agents of the first trial are, and with d = 2 notes where their means are. */
  function keep(): void {
    const { methods, document } = job!;
    mark = nextKept(done, document.iterations);
    const states = methods.map((method) => () => experiment!.iterates(method, 0));
    history!.add(done, () => states.map((state) => state()));
    if (experiment!.dimension !== 2) return;
    methods.forEach((method, place) => {
      const [first, second] = meanOf(states[place]!(), 2);
      means.push({ method, iteration: done, at: [first!, second!] });
    });
  }

  function report(): void {
    const begin = performance.now();
    const look = unseen && begin >= nextSight;
    const report: Report = {
      done,
      pace,
      records: newRecords(),
      sights: look ? sights() : [],
      means,
      memory: memoryBytes(),
    };
    means = [];
    if (look) {
      unseen = false;
      nextSight = performance.now() + Math.max(FRAME, Math.min(9 * (performance.now() - begin), LONGEST_PAUSE));
    } else if (unseen && done >= until) {
      setTimeout(soon, nextSight - begin);
    }
    const grids = report.sights.flatMap(({ fields }) =>
      fields ? [fields.values.buffer, ...(fields.large ? [fields.large.values.buffer] : [])] : [],
    );
    port.postMessage({ type: "report", id: job!.id, report }, grids as ArrayBuffer[]);
  }

  function newRecords(): Report["records"] {
    const records = experiment!.records(recorded);
    foundBelow ||= job!.describe && records.values.some((value) => value < 0);
    recorded += records.iterations.length;
    return records;
  }

  function sights(): Sight[] {
    const { id, methods, trials, describe } = job!;
    if (trials[0] !== 0) return [];
    if (watch.shares?.length || watch.fields)
      models ??= modelsOf(experiment!, experiment!.iterates(methods[0]!, 0).length / experiment!.dimension);
    if (watch.fields && describe && !samplesTold && models?.samples) {
      samplesTold = true;
      port.postMessage({ type: "samples", id, samples: models.samples });
    }
    return methods.flatMap((method): Sight[] => {
      const wanted = [watch.iterates, watch.agents, watch.shares, watch.fields?.methods];
      if (!wanted.some((those) => those?.includes(method))) return [];
      const { iteration, iterates } = stateOf(method);
      return [
        {
          method,
          iteration,
          asked: watch.at ?? null,
          iterates: watch.iterates.includes(method) ? iterates : null,
          agents: watch.agents.includes(method) ? experiment!.agentValuesAt(iterates) : null,
          shares: watch.shares?.includes(method) ? models!.shares(iterates) : null,
          fields: watch.fields?.methods.includes(method) ? models!.fields(iterates, watch.fields) : null,
        },
      ];
    });
  }

  /** Where the first trial's agents are, or were at the iteration that is watched. */
  function stateOf(method: number): State {
    const kept = watch.at != null && watch.at < done ? history!.at(method, watch.at) : null;
    return kept ?? { iteration: done, iterates: experiment!.iterates(method, 0) };
  }

  /** The modes are sent once. */
  function modesNow(experiment: Experiment): { modes: NetworkMode[] | null; shares: ModeShares[] } {
    const { describe, methods, trials } = job!;
    const modes = describe && !modesTold ? experiment.modes() : null;
    modesTold = true;
    const first = trials[0] === 0 ? methods : [];
    return {
      modes,
      shares: first.map((method) => ({ method, shares: experiment.modeShares(stateOf(method).iterates) })),
    };
  }

  return (message) =>
    guarded(() => {
      if (message.type === "module") {
        instantiate(message.module);
        port.postMessage({ type: "ready" });
      } else if (message.type === "start") {
        start({ ...message.job, document: opened(message.job.document) as Job["document"] });
      } else if (message.type === "free") {
        free();
      } else if (message.id === job?.id) {
        if (message.type === "until") {
          until = message.iteration;
        } else if (message.type === "values") {
          if (experiment)
            port.postMessage({ type: "values", id: message.id, values: experiment.valuesAt(message.points) });
        } else if (message.type === "theory") {
          if (experiment)
            port.postMessage({
              type: "theory",
              id: message.id,
              theory: theoryOf(experiment, job.document.methods.length),
            });
        } else if (message.type === "links") {
          const links = experiment?.linksAt(message.iteration);
          if (links) port.postMessage({ ...message, links });
        } else if (message.type === "modes") {
          if (experiment) port.postMessage({ type: "modes", id: message.id, ...modesNow(experiment) });
        } else {
          watch = message.watch;
          unseen = true;
          nextSight = 0;
        }
        soon();
      }
    });
}
