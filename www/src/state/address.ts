/**
 * The address mirrors the page's state, and an address that the reader gives is taken. Each experiment is a step of the
 * browser's history, so that Back leads to the one before; changes to it are none.
 */

import type { ExperimentDocument } from "./document";
import type { ReadonlySignal } from "@preact/signals";
import { OPTION_NAMES } from "./option-names";
import { decodeLink, encodeLink, presetLink, type Link, type Place } from "./link";
import { readView, viewFields, type Store, type ViewSettings } from "./store";

/** A ready experiment, by its name and how it is looked at. */
interface Ready {
  id: string;
  group: string;
  view?: Readonly<Record<string, string>>;
}

/** The ready experiment that is shown, or was before the reader changed it. */
interface Steps {
  readonly present: Ready;
  untouched(document: ExperimentDocument): boolean;
}

export interface Looked {
  document: ExperimentDocument;
  view: ViewSettings;
  room: Place;
}

interface Parts {
  store: Store;
  room: ReadonlySignal<Place | "frame">;
  steps: Steps;
  /** The address of this one, as it is, needs no name. */
  first: Ready;
  /** The address of the whole page, where links lead; the frame's own is left as it is. */
  home: string | null;
}

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const PAUSE = 400;

export class Address {
  #timer = 0;
  #own = location.hash;
  /** The place in the browser's history, by a name that no other load of the page has given. */
  #place = "";
  #places = 0;
  /** What was shown last at each place of this load of the page. */
  readonly #kept = new Map<string, Looked>();
  #moves = 0;
  #present: Ready;
  /** What is shown now has its place already. */
  #arriving = false;
  #room: string;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    const { store, room, steps, home } = parts;
    this.#parts = parts;
    this.#present = steps.present;
    this.#room = room.peek();
    this.#keep(this.#newPlace());
    if (home !== null) return;
    store.subscribe(() => this.#follow());
    room.subscribe((now) => now !== this.#room && this.#follow());
  }

  static given(): Promise<Link | null> {
    return requested(location.hash.slice(1));
  }

  /** When the reader changes the fragment by hand, or goes back or forth, `show` gets what `read` finds there. */
  listen(read: (link: Promise<Link | null>) => Promise<Looked | null>, show: (looked: Looked) => void): void {
    const arrive = (looked: Looked | null) => {
      if (!looked) return;
      this.#arriving = true;
      show(looked);
      this.#arriving = false;
    };
    const move = async () => {
      const { hash } = location;
      const place: unknown = history.state;
      const isNamed = typeof place === "string";
      // Browsers tell of one move twice.
      if (hash === this.#own && (!isNamed || place === this.#place)) return;
      const isSame = subjectOf(hash) === subjectOf(this.#own);
      this.#own = hash;
      this.#place = isNamed ? place : this.#newPlace();
      const moves = ++this.#moves;
      const kept = this.#kept.get(this.#place);
      if (kept) return arrive(kept);
      if (isSame) return;
      const asked = hash === "" ? { preset: this.#parts.first.id, view: {} } : requested(hash.slice(1));
      const found = await read(Promise.resolve(asked));
      if (moves === this.#moves) arrive(found);
    };
    for (const event of ["popstate", "hashchange"]) addEventListener(event, () => void move());
  }

  /** The address that shows what is shown now; null where the document is too large for one. */
  async link(): Promise<string | null> {
    const { store, steps, room, home } = this.#parts;
    const { document, view } = store;
    const { present } = steps;
    const isAsItIs = steps.untouched(document);
    // What is named opens in the story, and a document in the laboratory, unless the link says otherwise.
    const usual = isAsItIs || room.value === "frame" ? "story" : "laboratory";
    const where: Record<string, string> = room.value === usual || room.value === "frame" ? {} : { room: room.value };
    const fragment = isAsItIs
      ? presetLink(present, { ...viewFields(view, readView(present.view ?? {})), ...where })
      : await encodeLink(document, { ...viewFields(view), ...where }, present.id);
    return fragment === null ? null : `${home ?? location.href.split("#")[0]}#${fragment}`;
  }

  #newPlace(): string {
    return `${performance.timeOrigin}/${this.#places++}`;
  }

  #keep(place: string): void {
    this.#place = place;
    const { store, room } = this.#parts;
    const here = room.peek() === "laboratory" ? "laboratory" : "story";
    this.#kept.set(place, { document: store.document, view: store.view, room: here });
  }

  /** Something has changed: another experiment is a new step. */
  #follow(): void {
    const { steps, room } = this.#parts;
    const { present } = steps;
    const isStep = (present !== this.#present || room.peek() !== this.#room) && !this.#arriving;
    this.#present = present;
    this.#room = room.peek();
    if (isStep) this.#step();
    this.#keep(this.#place);
    this.#soon();
  }

  #step(): void {
    // A page in another's frame adds nothing to the history of that one.
    if (parent !== window) return;
    try {
      history.replaceState(this.#place, "");
      const place = this.#newPlace();
      // Its address follows.
      history.pushState(place, "");
      this.#place = place;
    } catch {
      // As below.
    }
  }

  #soon(): void {
    if (this.#timer === 0) this.#timer = window.setTimeout(() => void this.#write(), PAUSE);
  }

  async #write(): Promise<void> {
    const { store } = this.#parts;
    const { document, view } = store;
    const moves = this.#moves;
    const bare = location.href.split("#")[0]!;
    const link = (await this.link()) ?? bare;
    // A page opened without a fragment, and not changed since, needs none.
    const address = location.hash === "" && link === `${bare}#${presetLink(this.#parts.first, {})}` ? bare : link;
    this.#timer = 0;
    // Something changed while the link was made.
    if (document !== store.document || view !== store.view) this.#soon();
    // The reader has given another one meanwhile, which is about to be taken.
    if (moves !== this.#moves || location.hash !== this.#own) return;
    try {
      // Where the reader goes back and forth nothing changes, and a move that is under way is left alone.
      if (address !== location.href || history.state !== this.#place) history.replaceState(this.#place, "", address);
      this.#own = location.hash;
    } catch {
      // Some frames do not let their address change; the page works without.
    }
  }
}

/** What a fragment asks for. A name alone that is no place on the page is that of a ready experiment. */
async function requested(fragment: string): Promise<Link | null> {
  const link = await decodeLink(fragment);
  const [name = ""] = fragment.split("&");
  const isPlace =
    name === "" || name.includes("=") || /^table-\d$/.test(name) || document.getElementById(name) !== null;
  return link ?? (isPlace ? null : decodeLink(`lesson=${fragment}`));
}

/** The part of a fragment that names the experiment and its view; the rest is a frame's appearance. */
function subjectOf(hash: string): string {
  const fields = new URLSearchParams(hash.slice(1));
  for (const name of OPTION_NAMES) fields.delete(name);
  return fields.toString();
}
