/** Code that is fetched when somebody first needs it: all that neither the first screen nor the first curves do. */

/** What the window is told where such code cannot be had; the page tells the reader. */
export const MISSING = "suda:missing";

/** In ms. */
const BETWEEN_TRIES = 10_000;

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

/** For what is asked for again and again: null until `load` has brought it, which `arrived` tells. */
export function wanted<Part>(load: () => Promise<Part>, arrived: () => void): () => Part | null {
  let part: Part | null = null;
  let next = -Infinity;
  return () => {
    const now = performance.now();
    if (!part && now > next) {
      next = now + BETWEEN_TRIES;
      void bring(load).then((brought) => {
        part = brought;
        if (part) arrived();
      });
    }
    return part;
  };
}

/**
 * Gives events of `target` to a listener that `load` brings when the first of them comes. Those that come while it is
 * on its way are kept for it, in order; of movements the last.
 */
export function listenOnDemand(
  target: HTMLElement,
  types: readonly string[],
  load: () => Promise<((event: Event) => void) | null>,
): void {
  let listener: ((event: Event) => void) | null = null;
  let kept: Event[] | null = null;

  async function start(event: Event): Promise<void> {
    kept = [event];
    listener = await load();
    const waiting = kept;
    kept = null;
    if (listener) waiting.forEach(listener);
  }

  function take(event: Event): void {
    if (listener) return listener(event);
    if (isCommand(event)) event.preventDefault();
    if (!kept) return void start(event);
    if (event.type === "pointermove" && kept.at(-1)?.type === "pointermove") kept.pop();
    kept.push(event);
  }

  for (const type of types) target.addEventListener(type, take);
}

/** A key that the figures take themselves, and that would scroll the page. */
function isCommand(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return false;
  return /^(Arrow|Page|Home|End)/.test(event.key);
}
