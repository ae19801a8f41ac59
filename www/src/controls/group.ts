/** Controls for one tagged part of the document: its kind, and the parameters of that kind. */

import { freshId, h } from "./dom";
import { pathText, replaced, same, valueAt, type ExperimentDocument, type Path, type Tagged } from "../state/document";
import type { Entry, Parameter } from "../simulation/core";
import { typeset } from "../views/typeset";
import { createField, type Field, type Mark } from "./fields";
import { changedKind } from "./kinds";

/** Part of the page that shows the document and edits it. */
export interface Control {
  element: HTMLElement;
  /** `slider`: the parameter that matters: it stands first, and others of its kind are left to the settings. */
  show(document: ExperimentDocument, slider?: string): void;
  /** Shows an error at a path of the document, if it has a field there; returns whether it had. */
  complain(path: string, message: string): boolean;
  /** Marks values on the slider of a parameter, where it has one. */
  mark?(path: string, marks: readonly Mark[]): void;
}

/**
 * Proposes a value at a path; the document changes only if the core accepts it; returns whether it did. Edits of one `gesture`
 * in quick succession are one step of the history.
 */
export type Edit = (path: Path, value: unknown, gesture?: string) => boolean;

export interface GroupOptions {
  path: Path;
  entries: readonly Entry[];
  tag?: string;
  /** The kind where the document leaves this part out. */
  absent?: string;
  label: string;
  edit: Edit;
  /** The initial value of a new kind's parameter, where the catalog has none; else undefined. */
  suggest?: (document: ExperimentDocument, name: string) => unknown;
  /** The document with another kind here, where other parts of it must change with that. */
  adapted?: (document: ExperimentDocument, next: Tagged) => ExperimentDocument;
  /** Other parts must change with its parameters too, not with the kind alone. */
  whole?: boolean;
  /** Whether a kind can be had in the document; all can when left out. */
  offers?: (document: ExperimentDocument, entry: Entry) => boolean;
  /** Whether the document has this part; the control is hidden where it has not. */
  when?: (document: ExperimentDocument) => boolean;
  /** Whether a parameter of the kind has any effect in the document; all have when left out. */
  matters?: (document: ExperimentDocument, name: string) => boolean;
  /** Only these parameters; all when left out. */
  only?: readonly string[];
  /** Offers the choice of the kind only where the kind has no parameters to show. */
  brief?: boolean;
  /** Shows the kind's one-line explanation. */
  explain?: boolean;
}

export function createGroup(options: GroupOptions): Control {
  const { path, entries, tag = "kind", label, edit } = options;
  const id = freshId("kind");
  const select = h("select", { id });
  const choice = h(
    "div",
    { class: "field kind" },
    h("label", { for: id }, label),
    h("div", { class: "inputs" }, select),
  );
  const about = h("p", { class: "about" });
  const fields = h("div", { class: "fields" });
  const element = h("div", { class: "group" });
  const absent: Tagged = { [tag]: options.absent };
  let current: Tagged = {};
  let shown: ExperimentDocument | null = null;
  let byName = new Map<string, Field>();
  let first = "";
  /** The kinds that can be chosen. */
  let offered: readonly Entry[] = [];
  const marks = new Map<string, readonly Mark[]>();

  select.addEventListener("change", () => {
    const entry = entries.find(({ kind }) => kind === select.value)!;
    const suggest = (name: string) => (shown ? options.suggest?.(shown, name) : undefined);
    const next = changedKind(current, entry, tag, suggest);
    if (options.adapted && shown) edit([], options.adapted(shown, next));
    else edit(path, next);
  });

  /** Kinds that need what no control gives are not offered. */
  function offer(document: ExperimentDocument, kind: unknown): Entry[] {
    const missing = (parameter: Parameter): boolean =>
      isGiven(parameter) && parameter.required && !options.suggest?.(document, parameter.name);
    return entries.filter(
      (entry) =>
        entry.kind === kind || (!entry.parameters.some(missing) && options.offers?.(document, entry) !== false),
    );
  }

  function rebuild(entry: Entry | undefined): void {
    select.replaceChildren(
      ...offered.map(({ kind, title, about }) => h("option", { value: kind, title: about }, title)),
    );
    const wanted = (entry?.parameters ?? []).filter(
      (parameter) => !isGiven(parameter) && (options.only?.includes(parameter.name) ?? true),
    );
    byName = new Map(
      wanted.map((parameter) => [
        parameter.name,
        createField(parameter, (value) => put([...path, parameter.name], value), String(path.at(-1))),
      ]),
    );
    arrange();
    choice.hidden = options.brief === true && byName.size > 0;
    about.textContent = typeset(entry?.about ?? "");
    markAll();
  }

  function arrange(): void {
    const all = [...byName.values()].map((field) => field.element);
    const leading = all.filter((field) => field === byName.get(first)?.element);
    for (const field of all) field.classList.toggle("leading", leading.includes(field));
    fields.replaceChildren(...(leading.length > 0 ? [] : all));
    element.replaceChildren(...leading, choice, fields, ...(options.explain ? [about] : []));
  }

  function put(where: Path, value: unknown): boolean {
    if (!options.whole || !options.adapted || !shown) return edit(where, value);
    return edit([], options.adapted(shown, replaced(current, [where.at(-1)!], value)), pathText(where));
  }

  function markAll(): void {
    for (const [name, field] of byName) field.mark?.(marks.get(pathText([...path, name])) ?? []);
  }

  return {
    element,
    show(document, slider = "") {
      shown = document;
      if (slider !== first) {
        first = slider;
        arrange();
      }
      element.hidden = options.when?.(document) === false;
      const next = (valueAt(document, path) as Tagged | undefined) ?? absent;
      if (next === current) return;
      const kind = next[tag];
      const before = offered;
      offered = offer(document, kind);
      if (kind !== current[tag] || !same(before, offered)) rebuild(entries.find((entry) => entry.kind === kind));
      current = next;
      select.value = String(kind);
      for (const [name, field] of byName) {
        field.element.hidden = options.matters?.(document, name) === false;
        field.set(next[name], next);
        field.complain(null);
      }
    },
    mark(where, values) {
      marks.set(where, values);
      markAll();
    },
    complain(where, message) {
      for (const [name, field] of byName) {
        if (where !== pathText([...path, name])) continue;
        field.complain(message);
        return true;
      }
      return false;
    },
  };
}

/** Whether a parameter is given by data rather than by a control: lists of edges, matrices, data sets. */
function isGiven({ domain }: Parameter): boolean {
  return domain.type === "structure";
}
