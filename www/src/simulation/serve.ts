/** The worker's side: one wasm instance, at most one task, which works in turn with the page's messages. */

import { describeNetwork, Experiment, instantiate, loadDigits, prepareNetwork, type DocumentError } from "./core";
import { factsOf, seeksFastest, solvedNetwork } from "./facts";
import { opened, type Findings, type Job, type Preparation, type ToWorker } from "./protocol";
import { Task, type Port } from "./task";

/** How far long preparations are is told no more often than this, in ms. */
const TELL = 100;

/** Returns the handler of the page's messages. `port` carries the answers. */
export function serve(port: Port): (message: ToWorker) => void {
  let task: Task | null = null;
  let waiting = false;
  const turn = new MessageChannel();
  turn.port1.onmessage = () => {
    waiting = false;
    guarded(() => task?.slice());
  };

  /** Goes on after the messages that are waiting. */
  function soon(): void {
    if (waiting || !task) return;
    waiting = true;
    turn.port2.postMessage(null);
  }

  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      task = null;
      port.postMessage({ type: "broken", message: error instanceof Error ? error.message : String(error) });
    }
  }

  function start(job: Job): void {
    task?.free();
    task = null;
    try {
      task = prepared(job, port, soon);
    } catch (error) {
      // That leaves the instance broken; anything else is the document's fault.
      if (error instanceof WebAssembly.RuntimeError) throw error;
      const { message = String(error), path = "" } = error as Partial<DocumentError>;
      port.postMessage({ type: "refused", id: job.id, message, path });
      return;
    }
    // After the first picture: the closed form takes longer than a slice.
    const begun = task;
    if (job.trials[0] === 0) setTimeout(() => task === begun && guarded(() => begun.predict()));
  }

  function hear(message: ToWorker): void {
    if (message.type === "module") {
      instantiate(message.module);
      port.postMessage({ type: "ready" });
    } else if (message.type === "digits") {
      loadDigits(message.images);
    } else if (message.type === "start") {
      start({ ...message.job, document: opened(message.job.document) as Job["document"] });
    } else if (message.type === "free") {
      task?.free();
      task = null;
    } else if (task && message.id === task.job.id) {
      const { id } = message;
      if (message.type === "until") task.allow(message.iteration);
      else if (message.type === "watch") task.watch(message.watch);
      else port.postMessage({ type: "answer", id, ticket: message.ticket, answer: task.answer(message.question) });
      soon();
    }
  }

  return (message) => guarded(() => hear(message));
}

/** The task of a job, with all that takes long before its first iteration. Throws the document's error. */
function prepared(job: Job, port: Port, soon: () => void): Task {
  const { id, document, methods, trials, describe } = job;
  const begin = performance.now();
  const find = (findings: Partial<Findings>) => port.postMessage({ type: "found", id, findings });
  let told = begin;
  const tell = (stage: Preparation["stage"], share: number | null) => {
    if (share !== null && performance.now() - told < TELL) return;
    told = performance.now();
    find({ preparing: { stage, share } });
  };
  if (describe) {
    if (seeksFastest(document)) {
      prepareNetwork(document.network, document.seed, (share) => tell("weights", share));
      find({ preparing: null });
      port.postMessage({ type: "solved", id, network: solvedNetwork(document) });
    }
    find({ network: factsOf(describeNetwork(document.network, document.seed)) });
  }
  const experiment = new Experiment(document, { methods, trials }, describe ? tell : undefined);
  if (describe && performance.now() - begin > TELL) tell("outlook", null);
  const description = describe ? experiment.describe() : null;
  if (description) find({ description, preparing: null });
  port.postMessage({ type: "started", id });
  return new Task(job, experiment, description?.agents ?? 0, port, soon);
}
