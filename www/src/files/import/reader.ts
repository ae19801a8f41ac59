/** The page’s side of reading files: a worker for each file, which ends with it. */

import { opened } from "../../simulation/parcel";
import type { Setting } from "./data";
import type { Content, Format } from "./formats";
import type { Choices, Preview, Session } from "./session";
import type { FromReader, ToReader } from "./worker";

/** Where files are read. */
export interface ReaderPlace {
  /** Makes a worker that runs `worker.ts`. */
  spawn(): Worker;
  /** Makes a session on this thread where there are no workers; null if that is not offered. */
  local: (() => Promise<Session>) | null;
  /** The compiled core. */
  module: WebAssembly.Module;
}

/** Reading was ended by the reader. */
export class Ended extends Error {}

export class FileReading {
  readonly #place: ReaderPlace;
  #worker: Worker | null = null;
  /** In place of a worker. */
  #session: Session | null = null;
  #reject: (error: Error) => void = () => {};
  /** Ends with the last answer: one call waits for another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: ReaderPlace) {
    this.#place = place;
  }

  /** `tell` hears how much of the file is read, from 0 to 1. */
  async open(name: string, source: Blob | string, setting: Setting, tell: (share: number) => void): Promise<Preview> {
    try {
      this.#worker = this.#place.spawn();
    } catch {
      if (!this.#place.local) throw new Error("Files are read in a worker, and this browser allows none here.");
      this.#session = await this.#place.local();
      return this.#session.open(name, source, setting, tell);
    }
    this.#worker.postMessage(this.#place.module);
    return this.#ask(["open", [name, source, setting]], tell) as Promise<Preview>;
  }

  /** Reads the open file as `format`. */
  read(format: Format, choices: Choices): Promise<Preview> {
    return this.#session?.read(format, choices) ?? (this.#ask(["read", [format, choices]]) as Promise<Preview>);
  }

  /** The result of the last reading. */
  async take(): Promise<Content> {
    return opened(this.#session?.take() ?? (await this.#ask(["take", []]))) as Content;
  }

  /** Ends reading, wherever it is. */
  end(): void {
    this.#worker?.terminate();
    this.#reject(new Ended());
  }

  #ask(call: ToReader, tell?: (share: number) => void): Promise<unknown> {
    const asked = this.#turn.then(() => this.#answer(call, tell));
    this.#turn = asked.catch(() => {});
    return asked;
  }

  #answer(call: ToReader, tell?: (share: number) => void): Promise<unknown> {
    const worker = this.#worker!;
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
        if ("progress" in data) tell?.(data.progress);
        else if ("failed" in data) reject(new Error(data.failed));
        else resolve(data.answer);
      };
      worker.onerror = () =>
        reject(new Error("The file could not be read: the part of this page that reads files could not be started."));
      worker.postMessage(call);
    });
  }
}
