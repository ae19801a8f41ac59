/** Files and text that the reader brings: chosen, dropped, pasted or typed. Each is shown before it is used. */

import { signal } from "@preact/signals";
import { agentsOf, valueAt, type ExperimentDocument } from "../state/document";
import { composed } from "./import/compose";
import type { ReaderPlace } from "./import/reader";
import type { Store } from "../state/store";
import type { Brought } from "./import/preview";
import { onDemand } from "../controls/on-demand";

const loadImport = onDemand(() => import("./import/preview"));

export interface Bringing {
  files(list: Iterable<File>): void;
  /** Asks for text. */
  ask(): void;
}

/** `take` takes a document that has been checked. */
export function createBringing(
  place: ReaderPlace,
  store: Store,
  take: (document: ExperimentDocument) => void,
): Bringing {
  /** What comes while another is previewed, which it would cover, waits its turn. */
  const waiting = signal<readonly Brought[]>([]);
  let busy = false;

  async function show(list: readonly Brought[] | null): Promise<void> {
    if (list) waiting.value = [...waiting.value, ...list];
    if (busy) return;
    busy = true;
    try {
      const part = await loadImport();
      const text = list ? null : await part?.askForText();
      if (text) waiting.value = [text, ...waiting.value];
      await part?.bringIn(waiting, {
        place,
        setting: () => ({ document: store.document, agents: agentsOf(store.document) }),
        use: (content) => take(composed(content, store.document) as ExperimentDocument),
      });
    } finally {
      waiting.value = [];
      busy = false;
    }
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
    if (/\S\s*\n\s*\S|\S\t\S|^\s*[{[<]/.test(text)) void show([{ name: "Pasted text", source: text }]);
    else if (pasted?.length) files(pasted);
  });
  return { files, ask: () => void show(null) };
}
