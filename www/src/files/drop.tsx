/** Files and text that the reader brings: chosen, dropped, pasted or typed. Each is shown before it is used. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { agentsOf, valueAt, type ExperimentDocument } from "../state/document";
import { composed } from "./import/compose";
import type { ReaderPlace } from "./import/reader";
import type { Store } from "../state/store";
import type { Brought } from "./import/preview";
import { onDemand } from "../controls/on-demand";

const loadPreview = onDemand(() => import("./import/preview"));

export type Bringing = ReturnType<typeof createBringing>;

/** `take` takes a document that has been checked. */
export function createBringing(place: ReaderPlace, store: Store, take: (document: ExperimentDocument) => void) {
  /** The first is shown; what comes meanwhile waits its turn. */
  const queue = signal<readonly Brought[]>([]);
  const host = document.body.appendChild(document.createElement("div"));

  async function show(list: readonly Omit<Brought, "place">[]): Promise<void> {
    const last = queue.value.at(-1)?.place ?? 0;
    queue.value = [...queue.value, ...list.map((one, i) => ({ ...one, place: last + i + 1 }))];
    const part = await loadPreview();
    if (!part) queue.value = [];
    else
      render(
        <part.Previews
          queue={queue}
          reader={place}
          setting={() => ({ document: store.document, agents: agentsOf(store.document) })}
          use={(content) => take(composed(content, store.document) as ExperimentDocument)}
        />,
        host,
      );
  }

  const files = (list: Iterable<File>) => void show([...list].map((file) => ({ name: file.name, source: file })));
  // Data that the address does not hold are gone with the page.
  addEventListener("beforeunload", (event) => {
    const text = valueAt(store.document, ["problem", "data", "text"]);
    if (typeof text === "string" && !/[zj]=/.test(location.hash)) event.preventDefault();
  });
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files;
    if (!dropped?.length) return;
    event.preventDefault();
    files(dropped);
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]")) return;
    const { files: pasted } = event.clipboardData ?? {};
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // A word or a link is neither a network nor data nor an experiment. Spreadsheets give a picture of their cells, too.
    if (/\S\s*\n\s*\S|\S\t\S|^\s*[[<]|\{/.test(text)) void show([{ name: PASTED, source: text }]);
    else if (pasted?.length) files(pasted);
  });
  const askForText = () => void show([{ name: PASTED, source: null }]);
  return { files, askForText };
}

const PASTED = "Pasted text";
