/** The page's state: the document, how it is looked at, and the past of the document. */

import { same, type ExperimentDocument } from "./document";

/** How the document is looked at: no part of the experiment, but part of the link. */
export interface ViewSettings {
  /** Empty: the first that the document records. */
  readonly metric: string;
  readonly axis: string;
  readonly logX: boolean;
  readonly logY: boolean;
  /** The left figure: the network, or the agents' iterates. */
  readonly left: string;
  /** The right figure: the curves, or the floors of the runs so far. */
  readonly right: string;
  /** The quantity that colours the agents; empty: the problem's default. */
  readonly quantity: string;
  /** The method whose agents the first network, or the only one, shows: its place in the document. */
  readonly method: number;
  /** The method of the second network. */
  readonly second: number;
  /** Whether single trials are drawn. */
  readonly trials: boolean;
  /** Labels of methods whose curves are hidden. */
  readonly hidden: readonly string[];
}

export const DEFAULT_VIEW: ViewSettings = {
  metric: "",
  axis: "iterations",
  logX: false,
  logY: true,
  left: "network",
  right: "curves",
  quantity: "",
  method: 1,
  second: 2,
  trials: false,
  hidden: [],
};

export interface Change {
  document: boolean;
  view: boolean;
  /** The cause of the change. */
  origin: "edit" | "history" | "load" | "view";
}

const LONGEST_HISTORY = 200;
/** Edits of the same control within this time are one step of the history, in ms. */
const ONE_GESTURE = 1_500;

export class Store {
  #document: ExperimentDocument;
  #view: ViewSettings;
  #past: ExperimentDocument[] = [];
  #future: ExperimentDocument[] = [];
  #gesture = { control: "", at: -Infinity };
  #left: ExperimentDocument | null = null;
  #listeners: ((change: Change) => void)[] = [];

  constructor(document: ExperimentDocument, view: ViewSettings = DEFAULT_VIEW) {
    this.#document = document;
    this.#view = view;
  }

  get document(): ExperimentDocument {
    return this.#document;
  }

  get view(): ViewSettings {
    return this.#view;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** The document that the last step of the history has changed, be it an edit, a gesture, or an undoing. */
  get left(): ExperimentDocument | null {
    return this.#left;
  }

  subscribe(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** Takes a checked document. Edits of one `control` in quick succession undo in one step. */
  edit(document: ExperimentDocument, control = "", origin: "edit" | "load" = "edit"): void {
    if (same(document, this.#document)) {
      // Loaded, it may be another ready experiment that says the same.
      if (origin !== "load" || document === this.#document) return;
      this.#document = document;
      this.#tell({ document: true, view: false, origin });
      return;
    }
    const now = performance.now();
    const continued = control !== "" && control === this.#gesture.control && now - this.#gesture.at < ONE_GESTURE;
    this.#gesture = { control, at: now };
    if (!continued) {
      this.#past = [...this.#past, this.#document].slice(-LONGEST_HISTORY);
      this.#left = this.#document;
    }
    this.#future = [];
    this.#document = document;
    this.#tell({ document: true, view: false, origin });
  }

  setView(settings: Partial<ViewSettings>): void {
    const next = { ...this.#view, ...settings };
    if (same(next, this.#view)) return;
    this.#view = next;
    this.#tell({ document: false, view: true, origin: "view" });
  }

  undo(): void {
    this.#travel(this.#past, this.#future);
  }

  redo(): void {
    this.#travel(this.#future, this.#past);
  }

  #travel(from: ExperimentDocument[], to: ExperimentDocument[]): void {
    const document = from.pop();
    if (!document) return;
    to.push(this.#document);
    this.#left = this.#document;
    this.#document = document;
    this.#gesture = { control: "", at: -Infinity };
    this.#tell({ document: true, view: false, origin: "history" });
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** The settings that differ from the usual ones, as fields of a link. */
export function viewFields(view: ViewSettings, usual = DEFAULT_VIEW): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(DEFAULT_VIEW) as (keyof ViewSettings)[]) {
    if (!same(view[name], usual[name]))
      fields[name] = name === "hidden" ? JSON.stringify(view.hidden) : String(view[name]);
  }
  return fields;
}

/** Reads the fields of a link; fields that make no sense keep their defaults. */
export function readView(fields: Readonly<Record<string, string>>): ViewSettings {
  const read = (name: keyof ViewSettings): unknown => {
    const text = Object.hasOwn(fields, name) ? fields[name]! : undefined;
    const usual = DEFAULT_VIEW[name];
    if (text === undefined || text.length > 2_000) return usual;
    if (typeof usual === "boolean") return text === "true";
    if (typeof usual === "number") return /^\d{1,3}$/.test(text) ? Number(text) : usual;
    if (typeof usual === "string") return /^\w{1,40}$/.test(text) ? text : usual;
    return labels(text);
  };
  return Object.fromEntries(
    Object.keys(DEFAULT_VIEW).map((name) => [name, read(name as keyof ViewSettings)]),
  ) as unknown as ViewSettings;
}

function labels(text: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((label): label is string => typeof label === "string") : [];
  } catch {
    return [];
  }
}
