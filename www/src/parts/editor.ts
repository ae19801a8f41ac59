/** The document as JSON, to read and to edit. */

import { byId, h, setText } from "../dom";
import { errorParts, replaced, valueAt, type ExperimentDocument } from "../document";
import { NotJson, parseJson, placeOf } from "../export/json";

export interface Editor {
  show(document: ExperimentDocument): void;
  /** Says why the document shown cannot be run. */
  complain(message: string): void;
}

/** `accept` takes what the reader wrote, or throws an Error that says where and why not. */
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
      const given = parseJson(text.value);
      // What is taken is shown as it is kept, and is no longer the reader's.
      present = text.value;
      accept(given);
      render();
    } catch (error) {
      present = before;
      const message = error instanceof Error ? error.message : String(error);
      say(message);
      const { path } = errorParts(message);
      if (error instanceof NotJson) point(error.at);
      else if (path !== "") point(placeOf(text.value, path));
    }
  }
  function point(at: number): void {
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
    const data = longData(latest);
    text.readOnly = data > 0;
    present = compact(
      data > 0 ? replaced(latest, DATA, `… ${(data / 1e6).toFixed(1)} MB of data, not shown here …`) : latest,
    );
    // What the reader is writing is not taken from under their hands.
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

const DATA = ["problem", "data", "text"];
/** Longer text of data is not shown: no browser’s text area is at ease with it. */
const LONGEST = 500_000;

/** The length of the document’s data where they are too long to be shown, or else 0. */
function longData(document: ExperimentDocument): number {
  const data = valueAt(document, DATA);
  return typeof data === "string" && data.length > LONGEST ? data.length : 0;
}

/** Fields that come first, in this order, wherever they stand; the others follow as they are. */
const ORDER = [
  "version",
  "name",
  "seed",
  "trials",
  "iterations",
  "record",
  "metrics",
  "kind",
  "rule",
  "noise",
  "label",
  "network",
  "topology",
  "weights",
  "problem",
  "gradient",
  "stepSize",
  "start",
];

/** Indented JSON, the fields in the order of the documentation, lists of numbers on one line; what is very long as it is. */
export function compact(value: unknown): string {
  if (longData(value as ExperimentDocument) > 0) return JSON.stringify(ordered(value));
  return JSON.stringify(ordered(value), null, 2).replace(/\[[^[\]{}"]*\]/g, (list) =>
    list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, ordered(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)));
}
