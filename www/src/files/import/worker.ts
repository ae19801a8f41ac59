/** Reads one file, apart from the page: calls of `Session`, each after the answer to the one before. */

import { instantiate } from "../../simulation/core";
import { Session } from "./session";

/** A call, or the compiled core, which comes first. */
export type ToReader =
  | WebAssembly.Module
  | { [Name in keyof Session]: [Name, Parameters<Session[Name]>] }[keyof Session];

export type FromReader = { progress: number } | { answer: unknown } | { failed: string };

const scope = self as unknown as { postMessage(message: FromReader): void; onmessage: unknown };
const session = new Session();

async function serve(message: ToReader): Promise<void> {
  if (message instanceof WebAssembly.Module) {
    instantiate(message);
    return;
  }
  const [name, parameters] = message;
  const call = session[name] as (...given: unknown[]) => unknown;
  const tell = (progress: number) => scope.postMessage({ progress });
  try {
    scope.postMessage({ answer: await call.call(session, ...parameters, ...(name === "open" ? [tell] : [])) });
  } catch (error) {
    scope.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
}

scope.onmessage = ({ data }: MessageEvent<ToReader>) => void serve(data);
