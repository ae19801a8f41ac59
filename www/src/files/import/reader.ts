/** The page’s side of reading files: a worker for each file, which ends with it. */

import { opened } from "../../simulation/parcel";
import type { Content, Format } from "./formats";
import type { FromReader, ToReader } from "./serve";
import type { Choices, Preview, Setting } from "./session";

/** Where files are read. */
export interface ReaderPlace {
  /** Makes a worker that runs `worker.ts`. */
  spawn(): Worker;
  /** Does the work on this thread if there are no workers; null if that is not offered. */
  local: (() => Promise<{ serve(post: (message: FromReader) => void): (message: ToReader) => Promise<void> }>) | null;
  /** The compiled core. */
  module: WebAssembly.Module;
}

/** Reading was ended by the reader. */
export class Ended extends Error {}

export class FileReading {
  /** Hears of how much of the file is read, from 0 to 1. */
  onProgress: (share: number) => void = () => {};
  readonly #place: ReaderPlace;
  #worker: Worker | null = null;
  #send: (message: ToReader) => void = () => {};
  #answer: { resolve(answer: unknown): void; reject(error: Error): void } | null = null;

  constructor(place: ReaderPlace) {
    this.#place = place;
  }

  async open(name: string, source: Blob | string, setting: Setting): Promise<Preview> {
    try {
      const worker = this.#place.spawn();
      this.#worker = worker;
      worker.onmessage = ({ data }: MessageEvent<FromReader>) => this.#hear(data);
      worker.onerror = () =>
        this.#hear({
          type: "failed",
          message: "The file could not be read: the part of this page that reads files could not be started.",
        });
      this.#send = (message) => worker.postMessage(message);
    } catch {
      if (!this.#place.local) throw new Error("Files are read in a worker, and this browser allows none here.");
      const { serve } = await this.#place.local();
      const handle = serve((message) => this.#hear(message));
      // The page’s own instance of the core serves here too.
      this.#send = (message) => message.type !== "module" && setTimeout(() => void handle(message));
    }
    this.#send({ type: "module", module: this.#place.module });
    return (await this.#ask({ type: "open", name, source, setting })) as Preview;
  }

  /** Reads the open file in another way. */
  async read(format: Format, choices: Choices): Promise<Preview> {
    return (await this.#ask({ type: "read", format, choices })) as Preview;
  }

  /** The result of the last reading. */
  async take(): Promise<Content> {
    return opened(await this.#ask({ type: "take" })) as Content;
  }

  /** Ends reading, wherever it is. */
  end(): void {
    this.#worker?.terminate();
    this.#answer?.reject(new Ended());
  }

  #ask(message: ToReader): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#send(message);
    });
  }

  #hear(message: FromReader): void {
    if (message.type === "progress") this.onProgress(message.share);
    else if (message.type === "failed") this.#answer?.reject(new Error(message.message));
    else this.#answer?.resolve(message.answer);
  }
}
