/** What is below the first screen comes with the first sign that somebody may go there. */

const SIGNS = ["pointerdown", "keydown", "focusin", "wheel", "scroll", "dragenter", "beforeprint"];

/**
 * Calls `load` when `element` comes into view, or at a sign of a reader; again at the next where it says that it failed.
 * The function returned calls it at once, unless it is done or under way.
 */
export function whenNear(element: Element, load: () => Promise<boolean>): () => Promise<void> {
  let under: Promise<void> | null = null;
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void now();
  });
  watcher.observe(element);
  for (const sign of SIGNS) addEventListener(sign, now, true);

  function now(): Promise<void> {
    return (under ??= attempt());
  }

  async function attempt(): Promise<void> {
    if (!(await load())) return void (under = null);
    watcher.disconnect();
    for (const sign of SIGNS) removeEventListener(sign, now, true);
  }

  return now;
}
