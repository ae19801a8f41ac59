/** Code that is loaded on demand: what is large and seldom opened. */

import { showBanner } from "./banner";

/** What `load` imports; null, with words on the page, where it cannot be had. The next call tries again. */
export async function bring<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch (error) {
    console.warn(error);
    showBanner(
      "missing",
      "A part of this page could not be fetched: the network is down, or something blocks it. What needs it tries again when it is next used.",
    );
    return null;
  }
}
