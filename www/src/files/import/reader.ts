/** The page’s side of reading files: a worker for each file, which ends with it. */

import { opened } from "../../simulation/parcel";
import type { Content, Format } from "./formats";
import type { FromReader, ToReader } from "./protocol";
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

export class FileReading {
  /** Hears of how much of the file is read, from 0 to 1. */
  onProgress: (share: number) => void = () => {};
  readonly #place: ReaderPlace;
  #worker: Worker | null = null;
  #send: (message: ToReader) => void = () => {};
  #answer: { resolve(message: FromReader): void; reject(error: Error): void } | null = null;
  #ready: Promise<void> | null = null;

  constructor(place: ReaderPlace) {
    this.#place = place;
  }

  async open(source: Blob | string, setting: Setting): Promise<Preview> {
    this.#ready = this.#begin();
    return this.#preview({ type: "open", source, setting });
  }

  /** Reads the open file in another way. */
  read(format: Format, choices: Choices): Promise<Preview> {
    return this.#preview({ type: "read", format, choices });
  }

  /** The result of the last reading. */
  async take(): Promise<Content> {
    const message = await this.#ask({ type: "take" });
    if (message.type !== "content") throw new Error("the reader of files gave no content");
    return opened(message.content) as Content;
  }

  /** Ends reading, wherever it is. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#answer?.reject(new Ended());
    this.#answer = null;
  }

  async #begin(): Promise<void> {
    try {
      const worker = this.#place.spawn();
      this.#worker = worker;
      worker.onmessage = ({ data }: MessageEvent<FromReader>) => this.#hear(data);
      this.#send = (message) => worker.postMessage(message);
      const failed = new Promise<boolean>((done) => {
        worker.onerror = () => done(true);
      });
      this.#send({ type: "module", module: this.#place.module });
      void failed.then(
        (isFailed) =>
          isFailed &&
          this.#answer?.reject(
            new Error("The file could not be read: the part of this page that reads files could not be started."),
          ),
      );
    } catch {
      if (!this.#place.local) throw new Error("Files are read in a worker, and this browser allows none here.");
      const { serve } = await this.#place.local();
      const handle = serve((message) => this.#hear(message));
      // The page’s own instance of the core serves here too.
      this.#send = (message) => message.type !== "module" && setTimeout(() => void handle(message));
    }
  }

  async #preview(message: ToReader): Promise<Preview> {
    const answer = await this.#ask(message);
    if (answer.type !== "preview") throw new Error("the reader of files gave no preview");
    return answer.preview;
  }

  async #ask(message: ToReader): Promise<FromReader> {
    await this.#ready;
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#send(message);
    });
  }

  #hear(message: FromReader): void {
    if (message.type === "progress") {
      this.onProgress(message.share);
      return;
    }
    const answer = this.#answer;
    this.#answer = null;
    if (message.type === "failed") answer?.reject(new Error(message.message));
    else answer?.resolve(message);
  }
}

/** Reading was ended by the reader. */
export class Ended extends Error {}
