/** A run from its start to its end, as fast as it goes, for work beside the one that is watched. */

import type { ExperimentDocument } from "./core";
import type { Pool } from "./pool";
import type { Run } from "./run";

/** Runs a document to its end on these workers. Rejects with the error of the document, or with the workers. */
export function wholeRun(
  workers: Pool,
  document: ExperimentDocument,
  onProgress: (run: Run) => void = () => undefined,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    let ended = false;
    const begin = (): void => {
      workers.start(document, {
        onProgress(run) {
          if (run.started) run.allow(Infinity);
          if (!ended) onProgress(run);
          if (!run.finished || ended) return;
          ended = true;
          resolve(run);
        },
        onRefused: (message) => reject(new Error(message)),
        onBroken: (message) => reject(new Error(message)),
        onNoWorkers: begin,
      });
    };
    begin();
  });
}
