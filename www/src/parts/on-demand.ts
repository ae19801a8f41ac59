/** Code that is loaded on demand: what is large and seldom opened. */

/** What the window is told where such code cannot be had; the page tells the reader. */
export const MISSING = "suda:missing";

/** What `load` imports; null, with the event `MISSING`, where it cannot be had. The next call tries again. */
export async function bring<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch (error) {
    console.warn(error);
    dispatchEvent(new Event(MISSING));
    return null;
  }
}
