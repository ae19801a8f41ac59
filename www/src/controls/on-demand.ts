/** Code that is loaded on demand: what is large and seldom opened. */

import { hideBanner, showBanner } from "./dom";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The file of this script; null where all parts of the page are in one. */
const file = import.meta.url?.endsWith(".js") ? import.meta.url : null;

/** The parts that were wanted and could not be had. */
const missing = new Set<object>();

/**
 * A part of the page that `load` imports: a function that answers it, or null, with words on the page, where it cannot be
 * had. The next call tries again. `unasked`: nobody waits for it, and nothing is said.
 */
export function onDemand<Part>(load: () => Promise<Part>, { unasked = false } = {}): () => Promise<Part | null> {
  let isHere = false;
  return async () => {
    try {
      // Firefox and WebKit never again ask for what they once could not import: so the host is asked first whether it is there.
      if (file !== null && !isHere) await (await fetch(file, { method: "HEAD", cache: "no-store" })).text();
      const part = await load();
      isHere = true;
      missing.delete(load);
      if (missing.size === 0) hideBanner("missing");
      return part;
    } catch (error) {
      console.warn(error);
      if (unasked) return null;
      missing.add(load);
      showBanner(
        "missing",
        "A part of this page could not be fetched: the network is down, or something blocks it. It is tried again when next used; if that does not help, reload the page.",
      );
      return null;
    }
  };
}

/** What `ask` answers to the latest `inputs`: null at first, and as it was until there is another answer. */
export function useAnswer<Answer>(ask: () => Promise<Answer | null> | null, inputs: readonly unknown[]): Answer | null {
  const answer = useSignal<Answer | null>(null);
  useEffect(() => {
    let isLatest = true;
    void ask()?.then((found) => {
      if (found !== null && isLatest) answer.value = found;
    }, console.warn);
    return () => (isLatest = false);
  }, inputs);
  return answer.value;
}

/** What `load` answers, once it `isWanted`; null until then. Where it could not be had it is tried anew when `again` changes. */
export const useLoaded = <Part>(load: () => Promise<Part | null>, isWanted: boolean, again: readonly unknown[]) =>
  useAnswer(() => (isWanted ? load() : null), [isWanted, ...again]);
