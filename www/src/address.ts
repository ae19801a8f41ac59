/** The address mirrors the page's state, and an address that the reader gives is taken. */

import { decodeLink, encodeLink, type Link } from "./link";
import { viewFields, type Store } from "./state";

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const PAUSE = 400;

export class Address {
  #timer = 0;
  #own = location.hash;
  readonly #store: Store;
  readonly #untouched: () => boolean;

  /** While the state is `untouched`, the address stays as short as it was. */
  constructor(store: Store, untouched: () => boolean) {
    this.#store = store;
    this.#untouched = untouched;
    store.subscribe(() => this.#soon());
  }

  /** What the address asks for now. */
  static given(): Promise<Link | null> {
    return decodeLink(location.hash.slice(1));
  }

  /** Calls `take` when the reader changes the fragment by hand. */
  listen(take: (link: Promise<Link | null>) => void): void {
    addEventListener("hashchange", () => {
      if (location.hash === this.#own) return;
      this.#own = location.hash;
      take(Address.given());
    });
  }

  /** The address that shows what is shown now; null where the document is too large for one. */
  async link(): Promise<string | null> {
    const fragment = await encodeLink(this.#store.document, viewFields(this.#store.view));
    return fragment === null ? null : `${location.href.split("#")[0]}#${fragment}`;
  }

  #soon(): void {
    if (this.#timer === 0) this.#timer = window.setTimeout(() => void this.#write(), PAUSE);
  }

  async #write(): Promise<void> {
    const bare = location.href.split("#")[0]!;
    const address = this.#untouched() ? bare : ((await this.link()) ?? bare);
    this.#timer = 0;
    try {
      // Replaced, not pushed: one press of Back leaves the page.
      history.replaceState(null, "", address);
      this.#own = location.hash;
    } catch {
      // Some frames do not let their address change; the page works without.
    }
  }
}
