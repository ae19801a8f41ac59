/** Reads one file, apart from the page: calls of `Session`. */

import { instantiate } from "../../simulation/core";
import { Session } from "./session";

/** A call, or the compiled core, which comes first. */
export type ToReader =
  | WebAssembly.Module
  | { [Name in keyof Session]: [Name, Parameters<Session[Name]>] }[keyof Session];

export type FromReader = { progress: number } | { answer: unknown } | { failed: string };

const session = new Session();

async function serve(message: ToReader, say: (message: FromReader) => void): Promise<void> {
  if (message instanceof WebAssembly.Module) return instantiate(message);
  const [name, parameters] = message;
  const call = session[name] as (...given: unknown[]) => unknown;
  const tell = (progress: number) => say({ progress });
  try {
    say({ answer: await call.call(session, ...parameters, tell) });
  } catch (error) {
    say({ failed: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = ({ data, ports: [port] }: MessageEvent<ToReader>) =>
  void serve(data, (message) => port?.postMessage(message));
