/** What a frame and its host share: messages by `postMessage`, to which later versions only add, and work that can wait. */

import type { Phase } from "../../simulation/conductor";

export const MESSAGE_VERSION = 1;

interface Head {
  /** Tells these messages from others. */
  source: "suda";
  version: number;
}

/** How high the content is, in CSS pixels: first when it is laid out, then whenever it changes. */
export interface HeightMessage extends Head {
  type: "height";
  height: number;
}

/** Whenever the run changes its phase. */
export interface StateMessage extends Head {
  type: "state";
  /** `waiting`: not scrolled into view yet; `failed`: the demo cannot run here. */
  phase: Phase | "waiting" | "failed";
  /** Iterations done, of how many. */
  iteration: number;
  iterations: number;
  message: string;
}

type EmbedMessage = HeightMessage | StateMessage;

/** The message, if it is one that this version knows; null for anything else. */
export function readMessage(data: unknown): EmbedMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const message = data as Partial<EmbedMessage>;
  if (message.source !== "suda" || message.version !== MESSAGE_VERSION) return null;
  if (message.type === "height") return Number.isFinite(message.height) ? (message as HeightMessage) : null;
  return message.type === "state" ? (message as StateMessage) : null;
}

/** After which time it is done all the same, in ms. */
const PATIENCE = 10_000;

/** Does `work` once the page has loaded and the browser has nothing else to do; Safari cannot tell when it has not. */
export function whenIdle(work: () => void): void {
  const later = (): unknown =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: PATIENCE }) : setTimeout(work, 1_000);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
