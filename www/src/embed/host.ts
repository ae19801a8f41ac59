/** Messages from a frame to its host page. */

import { MESSAGE_VERSION, type HeightMessage, type StateMessage } from "./message";

/** A page that is no frame talks to nobody. */
export function tellHost(
  message: Omit<HeightMessage, "source" | "version"> | Omit<StateMessage, "source" | "version">,
): void {
  if (parent === window) return;
  // To any host: nothing in it is secret, and a frame of opaque origin cannot know its host's.
  parent.postMessage({ source: "suda", version: MESSAGE_VERSION, ...message }, "*");
}
