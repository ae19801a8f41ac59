/** The address mirrors the page's state, and an address that the reader gives is taken. */

import { OPTION_NAMES } from "./embed/options";
import { decodeLink, encodeLink, presetLink, type Link } from "./link";
import { readView, viewFields, type Store } from "./state";

/** A ready experiment, by its name and how it is looked at. */
interface Ready {
  id: string;
  group: string;
  view: Readonly<Record<string, string>>;
}

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const PAUSE = 400;

/** Reads a fragment, `#` included; an address without one is not read. */
async function decoded(hash: string): Promise<Link | null> {
  return hash.length < 2 ? null : decodeLink(hash.slice(1));
}

export class Address {
  #timer = 0;
  #own = location.hash;
  readonly #store: Store;
  readonly #ready: () => Ready | null;
  readonly #home: string | null;
  readonly #first: string;

  /**
   * `ready` is the ready experiment that is shown as it is; its address is its name. With a `home`, that of the whole
   * page, links lead there, and the address is left as it is.
   */
  constructor(store: Store, ready: () => Ready | null, home: string | null = null) {
    this.#store = store;
    this.#ready = ready;
    this.#home = home;
    const first = ready();
    this.#first = first ? presetLink(first, {}) : "";
    if (home === null) store.subscribe(() => this.#soon());
  }

  /** The request of the current address. */
  static given(): Promise<Link | null> {
    return decoded(location.hash);
  }

  /** Calls `take` when the reader changes the fragment by hand. */
  listen(take: (link: Promise<Link | null>) => void): void {
    addEventListener("hashchange", ({ newURL }) => {
      const { hash } = new URL(newURL);
      const same = subjectOf(hash) === subjectOf(this.#own);
      this.#own = hash;
      if (!same) take(decoded(hash));
    });
  }

  /** The address that shows what is shown now; null where the document is too large for one. */
  async link(): Promise<string | null> {
    const { document, view } = this.#store;
    const ready = this.#ready();
    const fragment = ready
      ? presetLink(ready, viewFields(view, readView(ready.view)))
      : await encodeLink(document, viewFields(view));
    return fragment === null ? null : `${this.#home ?? location.href.split("#")[0]}#${fragment}`;
  }

  #soon(): void {
    if (this.#timer === 0) this.#timer = window.setTimeout(() => void this.#write(), PAUSE);
  }

  async #write(): Promise<void> {
    const { document, view } = this.#store;
    const bare = location.href.split("#")[0]!;
    const link = (await this.link()) ?? bare;
    // A page opened without a fragment, and not changed since, needs none.
    const address = location.hash === "" && link === `${bare}#${this.#first}` ? bare : link;
    this.#timer = 0;
    // Something changed while the link was made.
    if (document !== this.#store.document || view !== this.#store.view) this.#soon();
    // The reader has given another one meanwhile, which is about to be taken.
    if (this.#home === null && location.hash !== this.#own) return;
    try {
      // Replaced, not pushed: one press of Back leaves the page.
      history.replaceState(null, "", address);
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
