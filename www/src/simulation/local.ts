/** Stands in for a worker on the page's own thread, where workers are not allowed. */

import type { FromWorker, ToWorker } from "./protocol";
import type { WorkerLike } from "./run";
import { serve } from "./serve";

export class LocalWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  #ended = false;
  readonly #handle = serve({ postMessage: (data) => queueMicrotask(() => this.#say(data)) });

  postMessage(message: ToWorker): void {
    // The page's own instance of the core serves here too.
    if (message.type === "module") return;
    setTimeout(() => this.#ended || this.#handle(message));
  }

  terminate(): void {
    this.#ended = true;
    this.#handle({ type: "free" });
  }

  #say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}
