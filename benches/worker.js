// One worker of the browser's benchmark: builds its part of an experiment, waits for the others, and measures.
import init, { Experiment } from "../www/pkg/suda.js";
import { rate } from "./measure.js";

let experiment;

self.onmessage = async ({ data }) => {
  if (data.document) {
    await init({ module_or_path: new URL("../www/pkg/suda_bg.wasm", import.meta.url) });
    experiment = new Experiment(data.document, { trials: data.trials });
    postMessage("ready");
  } else {
    postMessage(rate(experiment));
  }
};
