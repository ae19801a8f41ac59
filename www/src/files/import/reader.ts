/** The page’s side of reading files: a worker for each file, which ends with it. */

import type { FromReader, ToReader } from "./worker";
import type { Session } from "./session";

/** Where files are read. */
export interface ReaderPlace {
  spawn(): Worker;
  /** Makes a session on this thread where there are no workers; null if that is not offered. */
  local: (() => Promise<Session>) | null;
  module: WebAssembly.Module;
}

type Calls = { [Name in keyof Session]: Awaited<ReturnType<Session[Name]>> };

export class FileReading {
  readonly #place: ReaderPlace;
  readonly #worker: Worker | null = null;
  /** In place of a worker. */
  #session: Session | null = null;

  constructor(place: ReaderPlace) {
    this.#place = place;
    try {
      this.#worker = place.spawn();
      this.#worker.postMessage(place.module);
    } catch {}
  }

  /** The answer to a call of the `Session`. `tell` hears how much of the file is read, from 0 to 1. */
  async ask<Name extends keyof Session>(
    name: Name,
    parameters: Parameters<Session[Name]>,
    tell?: (share: number) => void,
  ): Promise<Calls[Name]> {
    if (this.#worker) return (await answerOf(this.#worker, [name, parameters] as ToReader, tell)) as Calls[Name];
    if (!this.#place.local) throw new Error("Files are read in a worker, and this browser allows none here.");
    this.#session ??= await this.#place.local();
    const call = this.#session[name] as (...given: unknown[]) => Calls[Name];
    return call.call(this.#session, ...parameters, tell);
  }

  /** Ends reading, wherever it is: what was asked is not answered any more. */
  end(): void {
    this.#worker?.terminate();
  }
}

/** Each call has a channel of its own for its answer. */
function answerOf(worker: Worker, call: ToReader, tell?: (share: number) => void): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<FromReader>) => {
      if ("progress" in data) tell?.(data.progress);
      else if ("failed" in data) reject(new Error(data.failed));
      else resolve(data.answer);
    };
    worker.onerror = () =>
      reject(new Error("The file could not be read: the part of this page that reads files could not be started."));
    worker.postMessage(call, [port2]);
  });
}
