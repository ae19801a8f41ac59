/** Files for the reader to keep: numbers, the experiment. */

import { valueAt, type ExperimentDocument } from "../state/document";
import { curvesToCsv, compact, longParts, piecesOf } from "./document";
import { experimentName, named } from "../controls/picture";
import { blobOf, isShown, saveFile, showText } from "../controls/save";
import { fingerprint, VERSION, type MetricName } from "../simulation/core";
import type { Run } from "../simulation/run";
import { encodeLink } from "../state/link";
import { viewFields, type Store } from "../state/store";
import { BIBTEX, experimentBibtex } from "../text/explain";

export async function saveDocument(document: ExperimentDocument, title: string): Promise<void> {
  const name = named(title, "json");
  if (longParts(document).length === 0) saveFile(name, `${compact(document)}\n`, "application/json");
  else if (isShown()) saveFile(name, `${[...piecesOf(document)].join("")}\n`);
  else saveFile(name, await blobOf(piecesOf(document), "application/json"));
}

/** All metrics of all methods, as far as the run has come. */
export function saveCurves({ recording, description, document }: Run, metrics: readonly MetricName[], title: string) {
  const series = document.methods.flatMap((method, place) =>
    metrics.map((metric) => {
      const { mean, low, high } = recording.curve(place, metric);
      const name = description?.methods[place] ?? String(valueAt(method, ["kind"]));
      return low.length > 0
        ? { method: name, metric, mean, low, high }
        : { method: name, metric, mean, low: mean, high: mean };
    }),
  );
  saveFile(
    named(title, "csv"),
    curvesToCsv({ iterations: recording.iterations, series }, experimentName(document)),
    "text/csv",
  );
}

/** Shows how to cite the experiment: with a link to its document, not to a step of that name, which may change. */
export async function cite({ document, view }: Store): Promise<void> {
  const fragment = await encodeLink(document, viewFields(view));
  const link = fragment === null ? null : `${location.href.split("#")[0]}#${fragment}`;
  const entries = experimentBibtex(VERSION, fingerprint(document), link);
  showText(`${entries}\n${BIBTEX}`, "BibTeX of the program, of this experiment, and of the paper:");
}
