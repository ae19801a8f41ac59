// What the page does before anybody touches it: it decides which functions are in the part of the core that is loaded first.
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Instantiates the WebAssembly with its bindings in www/pkg, runs the first ready document, and returns the exports. */
export async function firstRun(bytes) {
  const core = await import(pathToFileURL(join(root, "www/pkg/suda.js")).href);
  const exports = core.initSync({ module: bytes });
  core.version();
  core.catalog();
  const { document } = core.presets()[0];
  core.checkDocument(document);
  core.describeNetwork(document.network, document.seed);
  const places = [...document.methods.keys()];
  const counts = Array.from({ length: document.trials }, (_, i) => i + 1);
  const shares = places.flatMap((place) => counts.map((trials) => ({ methods: places.slice(0, place + 1), trials: [0, trials] })));
  // However many workers there are: what runs depends on how many methods and trials run together.
  for (const { methods, trials } of shares) {
    const experiment = new core.Experiment(document, { methods, trials });
    experiment.describe();
    experiment.records(0);
    experiment.advance(1);
    experiment.advance(methods.length === places.length ? document.iterations : 2);
    const { values } = experiment.records(1);
    core.summarize(values.slice(0, trials[1]), trials[1]);
    for (const method of methods) {
      experiment.expected(method);
      experiment.iterates(method, 0);
      experiment.agentValues(method, 0);
    }
    experiment.free();
  }
  return exports;
}
