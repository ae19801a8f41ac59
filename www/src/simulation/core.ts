/** The wasm package as the page sees it: with `load.ts`, the only importer of it. */

import { Experiment, initSync, type ExperimentDocument, type ExperimentPart } from "../../pkg/suda.js";

export type {
  AgentValues,
  Catalog,
  Corrections,
  Domain,
  Entry,
  Experiment,
  ExperimentDescription,
  ExperimentDocument,
  ExpectedCurves,
  ImportReport,
  Judgement,
  Known,
  MetricName,
  NetworkMode,
  NetworkDescription,
  Parameter,
  Preset,
  RateTerm,
  Records,
  Slope,
  TableRow,
  TargetSamples,
  Tables,
  Theory,
  TransientTime,
} from "../../pkg/suda.js";

let memory: WebAssembly.Memory | null = null;

/** Makes this thread's instance; everything below needs it. */
export function instantiate(module: WebAssembly.Module): void {
  ({ memory } = initSync({ module }));
}

/** Size of this instance's memory. */
export function memoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

export {
  catalog,
  checkDocument,
  describeData,
  curveHasSettled,
  describeNetwork,
  knownMethods,
  prepareNetwork,
  presets,
  randomSeed,
  stableRoom,
  summarize,
  transientSlope,
  transientTime,
  version,
} from "../../pkg/suda.js";

export function createExperiment(document: ExperimentDocument, part: ExperimentPart): Experiment {
  return new Experiment(document, part);
}
