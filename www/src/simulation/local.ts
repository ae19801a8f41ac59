/** Stands in for a worker on the page's own thread, where workers are not allowed. */

import type { FromWorker, ToWorker } from "./protocol";
import type { WorkerLike } from "./run";
import { serve } from "./serve";

export class LocalWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  #handle: ((message: ToWorker) => void) | null = serve({
    postMessage: (data: FromWorker) => queueMicrotask(() => this.onmessage?.({ data } as MessageEvent<FromWorker>)),
  });

  postMessage(message: ToWorker): void {
    // The page's own instance of the core serves here too.
    if (message.type === "module" || message.type === "rest") return;
    setTimeout(() => this.#handle?.(message));
  }

  terminate(): void {
    this.#handle?.({ type: "free" });
    this.#handle = null;
  }
}
