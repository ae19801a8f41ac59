/** The page's state: the document, how it is looked at, and the past of the document. */

import { comparable, same, type ExperimentDocument, type Tagged } from "./document";

/** How the document is looked at: no part of the experiment, but part of the link. */
export interface ViewSettings {
  /** Empty: the first that the document records. */
  readonly metric: string;
  readonly axis: string;
  readonly logX: boolean;
  readonly logY: boolean;
  /** The least and the largest value that the vertical axis shows at least, both positive; null: as the curves need. */
  readonly y: readonly [number, number] | null;
  /** The same of the axes of the floors. */
  readonly floorsX: readonly [number, number] | null;
  readonly floorsY: readonly [number, number] | null;
  /** The left figure: the network, or the agents' iterates. */
  readonly left: string;
  /** The right figure: the curves, or the floors of the runs so far. */
  readonly right: string;
  /** The quantity that colours the agents; empty: the problem's default. */
  readonly quantity: string;
  /** The ends of the agents' colour scale, both positive, the upper one at least; null: what is on the screen. */
  readonly colors: readonly [number, number] | null;
  /** The method whose agents the first network, or the only one, shows: its place in the document. */
  readonly method: number;
  /** The method of the second network. */
  readonly second: number;
  /** Whether single trials are drawn. */
  readonly trials: boolean;
  /** Labels of methods whose curves are hidden. */
  readonly hidden: readonly string[];
  /** The parameter whose slider stands first in the bar, before the choice of its kind. */
  readonly slider: string;
}

export const DEFAULT_VIEW: ViewSettings = {
  metric: "",
  axis: "iterations",
  logX: false,
  logY: true,
  y: null,
  floorsX: null,
  floorsY: null,
  left: "network",
  right: "curves",
  quantity: "",
  colors: null,
  method: 1,
  second: 2,
  trials: false,
  hidden: [],
  slider: "",
};

/** Ranges go with the values that they were made for. */
const UNKNOWN = { y: null, floorsY: null, colors: null };

export interface Change {
  document: boolean;
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
  /** Whose agents were shown when a document was left. */
  readonly #seen = new WeakMap<ExperimentDocument, Places>();
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
  edit(document: ExperimentDocument, control = ""): void {
    if (same(document, this.#document)) return;
    const now = performance.now();
    const continued = control !== "" && control === this.#gesture.control && now - this.#gesture.at < ONE_GESTURE;
    this.#gesture = { control, at: now };
    if (!continued) this.#keep();
    this.#future = [];
    this.#show(document, "edit");
  }

  /** The gesture is over: the next edit is a step of its own. */
  rest(): void {
    this.#gesture = { control: "", at: -Infinity };
  }

  /** Takes another experiment, checked, and how it is to be looked at; without `view`, as the one before it. */
  load(document: ExperimentDocument, view?: ViewSettings): void {
    if (document === this.#document) {
      if (view) this.setView(view);
      return;
    }
    // It may be another ready experiment that says the same.
    if (!same(document, this.#document)) {
      this.#keep();
      this.#future = [];
      this.rest();
    }
    this.#show(document, "load", view);
  }

  setView(settings: Partial<ViewSettings>): void {
    const next = { ...this.#view, ...settings };
    if (same(next, this.#view)) return;
    this.#view = next;
    this.#tell({ document: false, origin: "view" });
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
    this.rest();
    this.#show(document, "history");
  }

  #keep(): void {
    this.#past = [...this.#past, this.#document].slice(-LONGEST_HISTORY);
    this.#left = this.#document;
  }

  /** Other costs have other values: axis and colours then go by these, unless `view` was made for them. */
  #show(document: ExperimentDocument, origin: "edit" | "history" | "load", view?: ViewSettings): void {
    const { method, second } = this.#view;
    this.#seen.set(this.#document, { method, second });
    if (view) this.#view = view;
    else {
      if (!comparable(document, this.#document)) this.#view = { ...this.#view, ...UNKNOWN };
      if (!same(document.methods, this.#document.methods)) {
        const back = origin === "history" ? this.#seen.get(document) : undefined;
        this.#view = { ...this.#view, ...(back ?? followed(this.#view, this.#document.methods, document.methods)) };
      }
    }
    this.#document = document;
    this.#tell({ document: true, origin });
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** The methods shown, by their places. */
type Places = Pick<ViewSettings, "method" | "second">;

/** Where the methods shown have gone in another list of methods; one that was changed or removed leaves its place to another. */
function followed({ method, second }: Places, before: readonly Tagged[], now: readonly Tagged[]): Places {
  const follow = (place: number): number => {
    if (place >= before.length) return place;
    const alike = (list: readonly Tagged[]) => list.flatMap((one, i) => (same(one, before[place]) ? [i] : []));
    const [old, next] = [alike(before), alike(now)];
    // Of several that are the same, the second stays the second; if one of them was changed, the others have not moved.
    const isAsMany = old.length === next.length;
    if (!isAsMany && (next.includes(place) || before.length === now.length)) return place;
    return next[old.indexOf(place)] ?? place;
  };
  return { method: follow(method), second: follow(second) };
}

/** The settings that differ from the usual ones, as fields of a link. */
export function viewFields(view: ViewSettings, usual = DEFAULT_VIEW): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(DEFAULT_VIEW) as (keyof ViewSettings)[]) {
    if (!same(view[name], usual[name])) fields[name] = fieldOf(view, name);
  }
  return fields;
}

function fieldOf(view: ViewSettings, name: keyof ViewSettings): string {
  if (name === "hidden") return JSON.stringify(view.hidden);
  return isRange(name) ? (view[name]?.join("..") ?? "") : String(view[name]);
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
    return isRange(name) ? rangeIn(text) : labels(text);
  };
  return Object.fromEntries(
    Object.keys(DEFAULT_VIEW).map((name) => [name, read(name as keyof ViewSettings)]),
  ) as unknown as ViewSettings;
}

function isRange(name: keyof ViewSettings): name is "y" | "floorsX" | "floorsY" | "colors" {
  return name === "y" || name === "floorsX" || name === "floorsY" || name === "colors";
}

/** Two numbers, `1e-6..1`. */
function rangeIn(text: string): readonly [number, number] | null {
  const [from, to, ...more] = text.split("..").map(Number);
  return more.length === 0 && from! > 0 && to! > from! && to! < Infinity ? [from!, to!] : null;
}

function labels(text: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((label): label is string => typeof label === "string") : [];
  } catch {
    return [];
  }
}
