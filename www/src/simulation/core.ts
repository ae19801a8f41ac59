/** The wasm package as the page sees it: with `load.ts`, the only importer of it. */

import * as wasm from "../../pkg/suda.js";
import { connectRest } from "./rest";

export type {
  AgentValues,
  Catalog,
  Domain,
  Entry,
  Experiment,
  ExperimentDescription,
  ExperimentDocument,
  ExpectedCurves,
  MetricName,
  NetworkDescription,
  Parameter,
  Preset,
  RateTerm,
  Records,
  Slope,
  TableRow,
  Tables,
  Theory,
  TransientTime,
} from "../../pkg/suda.js";

let memory: WebAssembly.Memory | null = null;

/** Makes this thread's instance; everything below needs it. `rest` is the address of the core's other part, if it has one. */
export function instantiate(module: WebAssembly.Module, rest: string): void {
  const exports = wasm.initSync({ module });
  memory = exports.memory;
  connectRest({ ...exports }, rest);
}

/** Size of this instance's memory. */
export function memoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

export const { catalog, checkDocument, describeNetwork, presets, randomSeed, summarize, transientSlope, transientTime, version } = wasm;

export function createExperiment(document: wasm.ExperimentDocument, part: wasm.ExperimentPart): wasm.Experiment {
  return new wasm.Experiment(document, part);
}
