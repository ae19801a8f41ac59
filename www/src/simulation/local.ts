/** Stands in for a worker on the page's own thread, where workers are not allowed. What does the work is loaded with the first. */

import type { FromWorker, ToWorker } from "./protocol";
import type { WorkerLike } from "./run";

export class LocalWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  #ended = false;
  readonly #handle: Promise<(message: ToWorker) => void> = import("./serve").then(
    ({ serve }) => serve({ postMessage: (data) => queueMicrotask(() => this.#say(data)) }),
    // Without it every message is answered by what went wrong.
    (error: unknown) => () => this.#say({ type: "broken", message: error instanceof Error ? error.message : String(error) }),
  );

  postMessage(message: ToWorker): void {
    // The page's own instance of the core serves here too.
    if (message.type === "module" || message.type === "rest") return;
    void this.#handle.then((handle) => setTimeout(() => this.#ended || handle(message)));
  }

  terminate(): void {
    this.#ended = true;
    void this.#handle.then((handle) => handle({ type: "free" }));
  }

  #say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}
