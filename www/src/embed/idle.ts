/** Work that can wait. */

/** After which time it is done all the same, in ms. */
const PATIENCE = 10_000;

/** Does `work` once the page has loaded and the browser has nothing else to do; Safari cannot tell when it has not. */
export function whenIdle(work: () => void): void {
  const later = (): unknown =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: PATIENCE }) : setTimeout(work, 1_000);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
