// What the page does before anybody touches it: it decides which functions are in the part of the core that is loaded first.
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { root } from "./run.mjs";

/** All [from, to) within 0..count. */
const ranges = (count) =>
  Array.from({ length: count }, (_, from) =>
    Array.from({ length: count - from }, (_, more) => [from, from + 1 + more]),
  ).flat();

/** Instantiates the WebAssembly with its bindings in www/pkg, runs the first ready document, and returns the exports. */
export async function firstRun(bytes) {
  const core = await import(pathToFileURL(join(root, "www/pkg/suda.js")).href);
  const exports = core.initSync({ module: bytes });
  core.version();
  core.catalog();
  const { document } = core.presets()[0];
  core.checkDocument(document);
  core.describeNetwork(document.network, document.seed);
  const methods = [...document.methods.keys()];
  // However many workers there are: what runs depends on which methods and trials run together, and for how long.
  const shares = ranges(methods.length).flatMap(([from, to]) => {
    const whole =
      to - from === methods.length
        ? ranges(document.trials)
        : [
            [0, document.trials],
            [0, 1],
          ];
    return whole.map((trials) => ({ methods: methods.slice(from, to), trials }));
  });
  for (const share of [{}, ...shares]) {
    const experiment = new core.Experiment(document, share);
    const [from, to] = share.trials ?? [0, document.trials];
    experiment.describe();
    void experiment.dimension;
    let recorded = 0;
    const look = () => {
      // The second time there is nothing new.
      for (const _ of [1, 2]) {
        const { iterations, values } = experiment.records(recorded);
        recorded += iterations.length;
        if (iterations.length > 0) core.summarize(values.slice(0, to - from), to - from);
      }
      for (const method of share.methods ?? methods) {
        experiment.expected(method);
        experiment.iterates(method, from);
        experiment.agentValues(method, from);
      }
    };
    look();
    for (const iterations of [0, 1, 2, 7, to - from === document.trials ? document.iterations : 5, 1]) {
      experiment.advance(iterations);
      look();
    }
    experiment.records(0);
    experiment.free();
  }
  return exports;
}
