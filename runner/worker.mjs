// One thread: computes the jobs that it is sent, one after the other.
import { parentPort, workerData } from "node:worker_threads";
import { loadModule, provideDigits } from "./module.mjs";

const { text, iterates } = workerData;
const module = await loadModule();
const { Experiment } = module;
const document = JSON.parse(text);
const { iterations } = document;
await provideDigits(module, [document]);

/** Whether f(x̄) was ever below f* in a part. */
const wentBelow = ({ metrics, values, methods, trials }) => {
  const width = methods.length * (trials[1] - trials[0]);
  return values.some((value, i) => value < 0 && metrics[Math.floor(i / width) % metrics.length].endsWith("Gap"));
};

function compute({ trials, methods, isFirst }) {
  // What is prepared is the same in all parts, too.
  const tell = isFirst ? (stage, share) => parentPort.postMessage({ preparing: { stage, share } }) : undefined;
  const experiment = new Experiment(text, { trials, methods }, tell);
  try {
    // The warnings before a run are the same in all parts.
    if (isFirst) parentPort.postMessage({ warnings: experiment.describe().warnings });
    const step = Math.max(1, Math.floor(iterations / 100));
    for (let done = 0; done < iterations; ) {
      const now = experiment.advance(step);
      parentPort.postMessage({ progress: (now - done) / Math.max(1, iterations) });
      done = now;
    }
    const wanted = iterates && trials[0] === 0;
    const records = experiment.records(0);
    if (wentBelow(records)) {
      const late = experiment.describe().warnings.filter(({ name }) => name === "betterPoint");
      parentPort.postMessage({ warnings: late });
    }
    return {
      trials,
      methods,
      dimension: experiment.dimension,
      records,
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
