/** Serves requests to read files: in a worker, or on the page’s own thread where there is none. */

import { instantiate } from "../../simulation/core";
import { packed } from "../../simulation/parcel";
import type { Content, Format } from "./formats";
import { Session, type Choices, type Preview, type Setting } from "./session";

export type ToReader =
  | { type: "module"; module: WebAssembly.Module }
  | { type: "open"; name: string; source: Blob | string; setting: Setting }
  | { type: "read"; format: Format; choices: Choices }
  | { type: "take" };

export type FromReader =
  | { type: "progress"; share: number }
  | { type: "answer"; answer: Preview | Content }
  | { type: "failed"; message: string };

export function serve(post: (message: FromReader) => void): (message: ToReader) => Promise<void> {
  let session: Session | null = null;
  const answer = async (message: ToReader): Promise<Preview | Content | null> => {
    if (message.type === "module") {
      instantiate(message.module);
      return null;
    }
    if (message.type === "open") {
      session = new Session(message.setting);
      await session.open(message.name, message.source, (share) => post({ type: "progress", share }));
      return session.read(null, {});
    }
    return message.type === "read"
      ? session!.read(message.format, message.choices)
      : (packed(session!.take()) as Content);
  };
  return async (message) => {
    try {
      const found = await answer(message);
      if (found) post({ type: "answer", answer: found });
    } catch (error) {
      post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };
}
