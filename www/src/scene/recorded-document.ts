/** The recorded documents: those of the paper's figures, with more trials and fewer points. */

import type { ExperimentDocument } from "../state/document";

const TRIALS = 10;
const POINTS = 101;

/** The document whose curves are recorded for a ready document. */
export function recordedDocument(document: ExperimentDocument): ExperimentDocument {
  return { ...document, trials: TRIALS, record: { points: POINTS }, metrics: document.metrics!.slice(0, 1) };
}
