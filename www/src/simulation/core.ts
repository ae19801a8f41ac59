/** The wasm package as the page sees it: with `load.ts`, the only importer of it. */

import { Experiment, initSync, type ExperimentDocument, type ExperimentPart } from "../../pkg/suda.js";

export * from "../../pkg/suda.js";

let memory: WebAssembly.Memory | null = null;

/** Makes this thread's instance; everything below needs it. */
export function instantiate(module: WebAssembly.Module): void {
  ({ memory } = initSync({ module }));
}

/** Size of this instance's memory. */
export function memoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

export function createExperiment(
  document: ExperimentDocument,
  part: ExperimentPart,
  tell?: (stage: "data" | "optimum", share: number) => void,
): Experiment {
  return new Experiment(document, part, tell);
}
