/**
 * The page's state, as signals: {document, view, run, network, theme}, and the past of the document.
 *
 * A component, a `computed` or an `effect` that reads one of the five is made anew when it changes, and only then; elsewhere
 * they are read like plain fields. Data of figures and sentences are computed from them; nothing else keeps a copy.
 */

import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Conductor } from "../simulation/conductor";
import type { Speed } from "../simulation/pace";
import type { NetworkFacts } from "../simulation/facts";
import { light, type Theme } from "../views/theme";
import { sameProblem, same, type ExperimentDocument, type Tagged } from "./document";

/** How the document is looked at where nothing else is said: no part of the experiment, but part of the link. */
export const DEFAULT_VIEW = {
  /** Empty: the first that the document records. */
  metric: "",
  axis: "iterations",
  logX: false,
  logY: true,
  /** The least and the largest value that the vertical axis shows at least, both positive; null: as the curves need. */
  y: null as Range | null,
  /** The same of the axes of the floors. */
  floorsX: null as Range | null,
  floorsY: null as Range | null,
  left: "network",
  right: "curves",
  /** The quantity that colours the agents; empty: the problem's default. */
  quantity: "",
  /** The ends of the agents' colour scale, both positive, the upper one at least; null: what is on the screen. */
  colors: null as Range | null,
  /** The method whose agents the first network, or the only one, shows: its place in the document. */
  method: 1,
  second: 2,
  /** Which of the inputs the models are asked of. */
  image: 0,
  trials: false,
  hidden: [] as readonly string[],
  /** The parameter whose slider stands first in the bar, before the choice of its kind. */
  slider: "",
};

export type ViewSettings = Readonly<typeof DEFAULT_VIEW>;
type Range = readonly [number, number];

/** Ranges go with the values that they were made for. */
const UNKNOWN = { y: null, floorsY: null, colors: null };

/** A run at one frame of the page: another object for each change. The `run` itself grows. */
export interface Moment extends Readonly<Pick<Conductor, "run" | "phase" | "message" | "shown" | "playing" | "loop">> {
  readonly speed: Speed | null;
  /** Time in ms while what is seen goes on; null when it rests. */
  readonly beat: number | null;
}

const NOTHING_YET: Moment = {
  run: null,
  phase: "paused",
  message: "",
  shown: null,
  playing: false,
  loop: false,
  speed: null,
  beat: null,
};

interface Change {
  document: boolean;
  origin: "edit" | "history" | "load" | "view";
}

const LONGEST_HISTORY = 200;
/** Edits of the same control within this time are one step of the history, in ms. */
const ONE_GESTURE = 1_500;

/** A document of the history; with the view that was left with it, where another experiment came in its place. */
interface Entry {
  readonly document: ExperimentDocument;
  readonly view: ViewSettings | undefined;
}

export class Store {
  readonly #document;
  readonly #view;
  readonly #run = signal(NOTHING_YET);
  readonly #network: ReadonlySignal<NetworkFacts | null>;
  readonly #theme: ReadonlySignal<Theme>;
  readonly #past = signal<readonly Entry[]>([]);
  readonly #future = signal<readonly Entry[]>([]);
  #gesture = { control: "", at: -Infinity };
  #left: ExperimentDocument | null = null;
  /** Whose agents were shown when a document was left. */
  readonly #seen = new WeakMap<ExperimentDocument, Places>();
  #listeners: ((change: Change) => void)[] = [];

  constructor(
    document: ExperimentDocument,
    view: ViewSettings = DEFAULT_VIEW,
    theme: ReadonlySignal<Theme> = signal(light),
  ) {
    this.#document = signal(document);
    this.#view = signal(view);
    this.#theme = theme;
    let known: { of: ExperimentDocument; network: NetworkFacts } | null = null;
    this.#network = computed(() => {
      const { run } = this.run;
      const now = this.document;
      if (run?.network && run.document === now) known = { of: now, network: run.network };
      return known && known.of.network === now.network && known.of.seed === now.seed ? known.network : null;
    });
  }

  get document(): ExperimentDocument {
    return this.#document.value;
  }

  get view(): ViewSettings {
    return this.#view.value;
  }

  /** The run as it stands; the page sets it once a frame, if something has changed. */
  get run(): Moment {
    return this.#run.value;
  }

  set run(moment: Moment) {
    this.#run.value = moment;
  }

  /** The network's facts, kept while the document has the same network. */
  get network(): NetworkFacts | null {
    return this.#network.value;
  }

  get theme(): Theme {
    return this.#theme.value;
  }

  get canUndo(): boolean {
    return this.#past.value.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.value.length > 0;
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
    if (same(document, this.#document.peek())) return;
    const now = performance.now();
    const continued = control !== "" && control === this.#gesture.control && now - this.#gesture.at < ONE_GESTURE;
    this.#gesture = { control, at: now };
    batch(() => {
      if (!continued) this.#keep();
      this.#future.value = [];
      this.#show(document, "edit");
    });
  }

  rest(): void {
    this.#gesture = { control: "", at: -Infinity };
  }

  /** Takes another experiment, checked, and how it is to be looked at; without `view`, as the one before it. */
  load(document: ExperimentDocument, view?: ViewSettings): void {
    const before = this.#document.peek();
    if (document === before) {
      if (view) this.setView(view);
      return;
    }
    batch(() => {
      // It may be another ready experiment that says the same.
      if (!same(document, before)) {
        this.#keep(view && this.#view.peek());
        this.#future.value = [];
        this.rest();
      }
      this.#show(document, "load", view);
    });
  }

  setView(settings: Partial<ViewSettings>): void {
    const now = this.#view.peek();
    const next = { ...now, ...settings };
    if (same(next, now)) return;
    batch(() => {
      this.#view.value = next;
      this.#tell({ document: false, origin: "view" });
    });
  }

  undo(): void {
    this.#travel(this.#past, this.#future);
  }

  redo(): void {
    this.#travel(this.#future, this.#past);
  }

  #travel(from: Signal<readonly Entry[]>, to: Signal<readonly Entry[]>): void {
    const entry = from.peek().at(-1);
    if (!entry) return;
    const document = this.#document.peek();
    batch(() => {
      from.value = from.peek().slice(0, -1);
      to.value = [...to.peek(), { document, view: entry.view && this.#view.peek() }];
      this.#left = document;
      this.rest();
      this.#show(entry.document, "history", entry.view);
    });
  }

  #keep(view?: ViewSettings): void {
    const document = this.#document.peek();
    this.#past.value = [...this.#past.peek(), { document, view }].slice(-LONGEST_HISTORY);
    this.#left = document;
  }

  /** Other costs have other values: axis and colours then go by these, unless `view` was made for them. */
  #show(document: ExperimentDocument, origin: "edit" | "history" | "load", view?: ViewSettings): void {
    const before = this.#document.peek();
    let next = this.#view.peek();
    this.#seen.set(before, { method: next.method, second: next.second });
    if (view) next = view;
    else {
      if (!sameProblem(document, before)) next = { ...next, ...UNKNOWN };
      if (!same(document.methods, before.methods)) {
        const back = origin === "history" ? this.#seen.get(document) : undefined;
        next = { ...next, ...(back ?? followed(next, before.methods, document.methods)) };
      }
    }
    this.#view.value = next;
    this.#document.value = document;
    this.#tell({ document: true, origin });
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

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

function rangeIn(text: string): Range | null {
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
