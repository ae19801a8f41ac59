/** The worker's side: one wasm instance, at most one experiment, advanced in slices so that messages get through. */

import { createExperiment, describeNetwork, instantiate, memoryBytes, type Experiment } from "./core";
import { factsOf, theoryOf } from "./facts";
import { modelsOf, type Models } from "./models";
import type { FromWorker, Job, Mean, Report, Sight, ToWorker, Watch } from "./protocol";

/** What a slice of work aims at, in ms: short enough that a pause is felt at once. */
const SLICE = 12;
/**
 * Agents are looked at no more often than this, in ms, and for at most a tenth of the time, yet ten times a second where
 * a look takes longer.
 */
const FRAME = 16;
const LONGEST_PAUSE = 55;
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
  /** With d = 2, the next iteration at which the agents' means are told, and those that have not been. */
  let mark = Infinity;
  let means: Mean[] = [];
  let models: Models | null = null;
  let samplesTold = false;
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
    [agents, distances, mark, means] = [0, [], Infinity, []];
    [models, samplesTold] = [null, false];
    const { id, document, methods, trials } = next;
    try {
      if (next.describe)
        port.postMessage({ type: "network", id, network: factsOf(describeNetwork(document.network, document.seed)) });
      experiment = createExperiment(document, { methods, trials });
    } catch (error) {
      // That leaves the instance broken; anything else is the document's fault.
      if (error instanceof WebAssembly.RuntimeError) throw error;
      port.postMessage({ type: "refused", id, message: error instanceof Error ? error.message : String(error) });
      return;
    }
    const description = next.describe ? experiment.describe() : null;
    agents = description?.agents ?? 0;
    port.postMessage({ type: "started", id, description });
    if (trials[0] === 0 && experiment.dimension === 2) follow();
    unseen = true;
    report();
    // After the first picture: the closed form takes longer than a slice.
    if (trials[0] === 0) setTimeout(() => job === next && guarded(predict));
  }

  /** Says what the curves are expected to be, where that is known in closed form. */
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
        if (done === mark) follow();
      }
      const spent = Math.max(performance.now() - begin, 0.05);
      pace = (done - before) / spent;
      perSlice = Math.max(1, Math.min(perSlice * 4, Math.round(pace * SLICE)));
      unseen = true;
    }
    if (done > before || unseen) report();
    const seeks = watch.optima && distances.length < agents;
    if (seeks) seek();
    if (done < until || seeks) soon();
  }

  /** Finds where the costs of some more agents are least. */
  function seek(): void {
    const end = performance.now() + SLICE;
    while (distances.length < agents && performance.now() < end)
      distances.push(experiment!.localOptimum(distances.length).distance);
    if (distances.length === agents)
      port.postMessage({ type: "optima", id: job!.id, distances: Float64Array.from(distances) });
  }

  /** Notes where the means are: after every iteration at first, then ever more seldom. */
  function follow(): void {
    mark = Math.max(done + 1, Math.ceil(1.05 * done));
    for (const method of job!.methods) {
      const x = experiment!.iterates(method, 0);
      let [first, second] = [0, 0];
      for (let i = 0; i < x.length; i += 2) [first, second] = [first + x[i]!, second + x[i + 1]!];
      means.push({ method, at: [(2 * first) / x.length, (2 * second) / x.length] });
    }
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
    recorded += records.iterations.length;
    return records;
  }

  function sights(): Sight[] {
    const { id, methods, trials, describe } = job!;
    const [trial] = trials;
    if (trial !== 0) return [];
    if (watch.shares?.length || watch.fields)
      models ??= modelsOf(experiment!, experiment!.iterates(methods[0]!, trial).length / experiment!.dimension);
    if (watch.fields && describe && !samplesTold && models?.samples) {
      samplesTold = true;
      port.postMessage({ type: "samples", id, samples: models.samples });
    }
    return methods.flatMap((method): Sight[] => {
      const iterates = watch.iterates.includes(method) ? experiment!.iterates(method, trial) : null;
      const agents = watch.agents.includes(method) ? experiment!.agentValues(method, trial) : null;
      const shares = watch.shares?.includes(method) ? models!.shares(method) : null;
      const fields = watch.fields?.methods.includes(method) ? models!.fields(method, watch.fields) : null;
      return iterates || agents || shares || fields ? [{ method, iterates, agents, shares, fields }] : [];
    });
  }

  return (message) =>
    guarded(() => {
      if (message.type === "module") {
        instantiate(message.module);
        port.postMessage({ type: "ready" });
      } else if (message.type === "start") {
        start(message.job);
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
        } else {
          watch = message.watch;
          unseen = true;
          nextSight = 0;
        }
        soon();
      }
    });
}
