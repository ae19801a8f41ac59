/** Changes of the document: what the core takes goes into the store; what it refuses is said where it was set. */

import { signal } from "@preact/signals";
import { checkDocument, type Catalog } from "../simulation/core";
import { errorParts, light, pathText, type ExperimentDocument } from "../state/document";
import type { Store } from "../state/store";
import { adapted } from "./adapt";
import { hideBanner, showBanner } from "./dom";
import type { Edit } from "./page";

export function createEditing(store: Store, catalog: Catalog) {
  /** What the core has not taken, until something else is tried. */
  const refused = signal<{ path: string; rule: string } | null>(null);

  /** Nothing is refused any more. */
  function accept(): void {
    refused.value = null;
    hideBanner("refused");
  }

  /** Says why something is refused: at its field, where that is in sight, or else above the page. */
  function refuse(message: string): void {
    const { path, rule } = errorParts(message);
    refused.value = { path, rule };
    const fields = [...document.querySelectorAll(`[data-path="${CSS.escape(path)}"]`)];
    if (fields.some((field) => field.closest("#bar"))) return;
    for (let at = fields[0]?.closest("details"); at; at = at.parentElement!.closest("details")) at.open = true;
    const { top, bottom } = fields[0]?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (!(bottom > 0 && top < innerHeight)) showBanner("refused", `This cannot be run: ${message}`);
  }

  const edit: Edit = (path, value, gesture = "") => {
    try {
      // Numbers and coefficients may come from one gesture; a link cut or a method added is a step of its own.
      const isGesture = typeof value !== "object" || (Array.isArray(value) && value.every(Number.isFinite));
      store.edit(checked(adapted(store.document, path, value, catalog)), isGesture ? pathText(path) : gesture);
      accept();
      return true;
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
      return false;
    }
  };

  return { edit, refused, refuse, accept };
}

/** The document, if the core takes it. Throws an Error that names the path and the rule. */
export function checked(document: unknown): ExperimentDocument {
  // The core would also read text.
  if (typeof document !== "object") throw new Error("must be an object");
  const given = document as ExperimentDocument;
  checkDocument(given && light(given));
  return given;
}
