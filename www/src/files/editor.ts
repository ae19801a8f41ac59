/** The document as JSON, to read and to edit. */

import { byId, h, setText } from "../controls/dom";
import { placeInDocument, readDocument, type DocumentError, type Place } from "../simulation/core";
import type { ExperimentDocument } from "../state/document";
import { compact, longParts, withoutLongParts } from "./export/document";

export interface Editor {
  show(document: ExperimentDocument): void;
  /** Says why the document shown cannot be run. */
  complain(message: string): void;
}

/** `accept` takes the reader's text, or throws an Error that says where and why not. */
export function createEditor(accept: (document: unknown) => void): Editor {
  const text = h("textarea", {
    id: "json",
    spellcheck: false,
    translate: false,
    rows: 18,
    "aria-describedby": "json-note",
    "aria-label": "The document as JSON",
  });
  const note = h("p", { id: "json-note", class: "note", role: "status" });
  const apply = h("button", { type: "button", disabled: true }, "Apply");
  const discard = h("button", { type: "button", class: "quiet", disabled: true }, "Discard");
  byId("editor").append(text, note, h("div", { class: "buttons" }, apply, discard));
  let present = "";
  let latest: ExperimentDocument | null = null;
  const panel = byId("editor").closest("details")!;
  panel.addEventListener("toggle", render);

  const touched = () => {
    apply.disabled = discard.disabled = text.value === present;
    say("");
  };
  function say(message: string): void {
    setText(note, message);
    text.setAttribute("aria-invalid", String(message !== ""));
  }
  function read(): void {
    const before = present;
    try {
      const given = readDocument(text.value);
      // Accepted text is shown as it is stored, and no longer counts as edited.
      present = text.value;
      accept(given);
      render();
    } catch (error) {
      present = before;
      const { message, path = "", refusal } = error as Partial<DocumentError>;
      say(message ?? String(error));
      if (refusal?.name === "notJson") point(refusal);
      else if (path !== "") point(placeInDocument(text.value, path));
    }
  }
  function point({ line, column }: Place): void {
    const before = text.value.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, { length }) => sum + length + 1, column - 1);
    text.focus();
    text.setSelectionRange(at, at + 1);
  }
  text.addEventListener("input", touched);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) read();
  });
  apply.addEventListener("click", read);
  discard.addEventListener("click", () => {
    text.value = present;
    touched();
  });

  function render(): void {
    // A document with data is long, and most readers never look at it.
    if (!panel.open || !latest) return;
    const edited = text.value !== present;
    text.readOnly = longParts(latest).length > 0;
    present = compact(withoutLongParts(latest));
    // Text that the reader is editing is not replaced.
    if (!edited) text.value = present;
    touched();
  }

  return {
    show(document) {
      latest = document;
      render();
    },
    complain(message) {
      if (text.value === present) say(message);
    },
  };
}
