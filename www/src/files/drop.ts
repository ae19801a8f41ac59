/** Files and text that the reader brings: chosen, dropped, pasted or typed. Each is shown before it is used. */

import { agentsOf, type ExperimentDocument } from "../state/document";
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
  let busy = false;

  async function show(list: readonly Brought[] | null): Promise<void> {
    // A file that comes while another is previewed would cover it.
    if (busy) return;
    busy = true;
    try {
      const part = await loadImport();
      const brought = list ?? (await part?.askForText().then((text) => (text ? [text] : [])));
      if (part && brought)
        await part.bringIn(brought, {
          place,
          setting: () => ({ document: store.document, agents: agentsOf(store.document) }),
          use: (content) => take(composed(content, store.document) as ExperimentDocument),
        });
    } finally {
      busy = false;
    }
  }

  const files = (list: Iterable<File>) => void show([...list].map((file) => ({ name: file.name, source: file })));
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
    if (pasted?.length) return files(pasted);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // A word or a link is neither a network nor data nor an experiment.
    if (/\S\s*\n\s*\S|^\s*[{[<]/.test(text)) void show([{ name: "Pasted text", source: text }]);
  });
  return { files, ask: () => void show(null) };
}
