/** The document as JSON, to read and to edit. */

import { byId, h } from "../dom";
import { errorParts, type ExperimentDocument } from "../document";

/** `accept` takes what the reader wrote, or throws an Error that says where and why not. */
export function createEditor(accept: (document: unknown) => void): { show(document: ExperimentDocument): void } {
  const text = h("textarea", { id: "json", spellcheck: false, rows: 18, "aria-describedby": "json-note", "aria-label": "The document as JSON" });
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
    complain("");
  };
  function complain(message: string): void {
    note.textContent = message;
    text.setAttribute("aria-invalid", String(message !== ""));
  }
  function read(): void {
    try {
      accept(JSON.parse(text.value));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      complain(error instanceof SyntaxError ? `This is not JSON: ${message}` : message);
      const at = error instanceof SyntaxError ? placeOfSyntaxError(message) : placeOf(text.value, errorParts(message).path);
      if (at === null) return;
      text.focus();
      text.setSelectionRange(at, at + 1);
    }
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
    present = compact(latest);
    // What the reader is writing is not taken from under their hands.
    if (!edited) text.value = present;
    touched();
  }

  return {
    show(document) {
      latest = document;
      render();
    },
  };
}

/** Fields that come first, in this order, wherever they stand; the others follow as they are. */
const ORDER = ["version", "name", "seed", "trials", "iterations", "record", "metrics", "kind", "rule", "noise", "label", "network", "topology", "weights", "problem", "gradient", "stepSize", "start"];

/** Indented JSON, the fields in the order of the documentation, lists of numbers on one line. */
export function compact(value: unknown): string {
  return JSON.stringify(ordered(value), null, 2).replace(/\[[^[\]{}"]*\]/g, (list) => list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, ordered(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)));
}

function placeOfSyntaxError(message: string): number | null {
  const found = /position (\d+)/.exec(message);
  return found ? Number(found[1]) : null;
}

/** Where in the text the last name of `path` stands, each name sought after the one before. */
function placeOf(text: string, path: string): number | null {
  let at = 0;
  for (const name of path.match(/[A-Za-z_]\w*/g) ?? []) {
    const next = text.indexOf(`"${name}"`, at);
    if (next < 0) break;
    at = next;
  }
  return path === "" ? null : at;
}
