/**
 * The address mirrors the page's state, and an address that the reader gives is taken. Each experiment is a step of the
 * browser's history, so that Back leads to the one before; changes to it are none.
 */

import type { ExperimentDocument } from "./document";
import { OPTION_NAMES } from "./options";
import { decodeLink, encodeLink, presetLink, type Link } from "./link";
import { readView, viewFields, type Store, type ViewSettings } from "./store";

/** A ready experiment, by its name and how it is looked at. */
interface Ready {
  id: string;
  group: string;
  view?: Readonly<Record<string, string>>;
}

/** The ready experiment that is shown, or was before the reader changed it. */
interface Lessons {
  readonly present: Ready;
  untouched(document: ExperimentDocument): boolean;
}

/** An experiment, and how it is looked at. */
export interface Looked {
  document: ExperimentDocument;
  view: ViewSettings;
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
  readonly #store: Store;
  readonly #lessons: Lessons;
  readonly #first: Ready;
  readonly #home: string | null;

  /**
   * The address of a ready experiment that is shown as it is, is its name; that of the `first` needs none. With a `home`,
   * that of the whole page, links lead there, and the address is left as it is.
   */
  constructor(store: Store, lessons: Lessons, first: Ready, home: string | null = null) {
    this.#store = store;
    this.#lessons = lessons;
    this.#first = first;
    this.#home = home;
    this.#present = lessons.present;
    this.#keep(this.#newPlace());
    if (home === null) store.subscribe(() => this.#follow());
  }

  /** The request of the current address. */
  static given(): Promise<Link | null> {
    return decodeLink(location.hash.slice(1));
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
      const asked = hash === "" ? { preset: this.#first.id, view: {} } : decodeLink(hash.slice(1));
      const found = await read(Promise.resolve(asked));
      if (moves === this.#moves) arrive(found);
    };
    for (const event of ["popstate", "hashchange"]) addEventListener(event, () => void move());
  }

  /** The address that shows what is shown now; null where the document is too large for one. */
  async link(): Promise<string | null> {
    const { document, view } = this.#store;
    const { present } = this.#lessons;
    const fragment = this.#lessons.untouched(document)
      ? presetLink(present, viewFields(view, readView(present.view ?? {})))
      : await encodeLink(document, viewFields(view), present.id);
    return fragment === null ? null : `${this.#home ?? location.href.split("#")[0]}#${fragment}`;
  }

  #newPlace(): string {
    return `${performance.timeOrigin}/${this.#places++}`;
  }

  #keep(place: string): void {
    this.#place = place;
    this.#kept.set(place, { document: this.#store.document, view: this.#store.view });
  }

  /** Something has changed: another experiment is a new step. */
  #follow(): void {
    const { present } = this.#lessons;
    const isStep = present !== this.#present && !this.#arriving;
    this.#present = present;
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
    const { document, view } = this.#store;
    const moves = this.#moves;
    const bare = location.href.split("#")[0]!;
    const link = (await this.link()) ?? bare;
    // A page opened without a fragment, and not changed since, needs none.
    const address = location.hash === "" && link === `${bare}#${presetLink(this.#first, {})}` ? bare : link;
    this.#timer = 0;
    // Something changed while the link was made.
    if (document !== this.#store.document || view !== this.#store.view) this.#soon();
    // The reader has given another one meanwhile, which is about to be taken.
    if (moves !== this.#moves || location.hash !== this.#own) return;
    try {
      history.replaceState(this.#place, "", address);
      this.#own = location.hash;
    } catch {
      // Some frames do not let their address change; the page works without.
    }
  }
}

/** The part of a fragment that names the experiment and its view; the rest is a frame's appearance. */
function subjectOf(hash: string): string {
  const fields = new URLSearchParams(hash.slice(1));
  for (const name of OPTION_NAMES) fields.delete(name);
  return fields.toString();
}
