// One thread: computes the jobs that it is sent, one after the other.
import { parentPort, workerData } from "node:worker_threads";
import { loadModule } from "./module.mjs";

const { text, iterates } = workerData;
const { Experiment } = await loadModule();

function compute({ trials, methods }) {
  const experiment = new Experiment(text, { trials, methods });
  try {
    const { agents, iterations } = experiment.describe();
    const step = Math.max(1, Math.floor(iterations / 100));
    for (let done = 0; done < iterations; ) {
      const now = experiment.advance(step);
      parentPort.postMessage({ progress: (now - done) / Math.max(1, iterations) });
      done = now;
    }
    const wanted = iterates && trials[0] === 0;
    return {
      trials,
      methods,
      agents,
      records: experiment.records(0),
      iterates: wanted ? methods.map((method) => experiment.iterates(method, 0)) : [],
    };
  } finally {
    experiment.free();
  }
}

parentPort.on("message", (job) => {
  try {
    const part = compute(job);
    parentPort.postMessage({ part }, [part.records.values.buffer]);
  } catch (error) {
    // Whatever the module refuses is the document's fault; a trap is ours.
    parentPort.postMessage({ error: error.message, ours: error instanceof WebAssembly.RuntimeError });
  }
});
