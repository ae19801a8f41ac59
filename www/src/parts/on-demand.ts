/** Code that is loaded on demand: what is large and seldom opened. */

import { hideBanner, showBanner } from "./banner";

/** The file of this script; null where all parts of the page are in one. */
const file = import.meta.url?.endsWith(".js") ? import.meta.url : null;

/** The sources of the functions that have brought what they import, by which they are told apart; and of those that could not. */
const brought = new Set<string>();
const missing = new Set<string>();

/**
 * What `load` imports; null, with words on the page, where it cannot be had. The next call tries again. `unasked`: nobody
 * waits for it, and nothing is said.
 */
export async function bring<Part>(load: () => Promise<Part>, { unasked = false } = {}): Promise<Part | null> {
  const name = String(load);
  try {
    // Firefox and WebKit never again ask for what they once could not import: so the host is asked first whether it is there.
    if (file !== null && !brought.has(name)) await (await fetch(file, { method: "HEAD", cache: "no-store" })).text();
    const part = await load();
    brought.add(name);
    missing.delete(name);
    if (missing.size === 0) hideBanner("missing");
    return part;
  } catch (error) {
    console.warn(error);
    if (unasked) return null;
    missing.add(name);
    showBanner(
      "missing",
      "A part of this page could not be fetched: the network is down, or something blocks it. What needs it tries again when it is next used; if that does not help, reload the page.",
    );
    return null;
  }
}
