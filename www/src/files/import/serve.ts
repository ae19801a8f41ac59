/** Serves requests to read files: in a worker, or on the page’s own thread where there is none. */

import { instantiate } from "../../simulation/core";
import { packed } from "../../simulation/parcel";
import type { Content } from "./formats";
import type { FromReader, ToReader } from "./protocol";
import { Session } from "./session";

export function serve(post: (message: FromReader) => void): (message: ToReader) => Promise<void> {
  let session: Session | null = null;
  return async (message) => {
    try {
      if (message.type === "module") {
        instantiate(message.module);
      } else if (message.type === "open") {
        session = new Session(message.setting);
        await session.open(message.source, (share) => post({ type: "progress", share }));
        post({ type: "preview", preview: await session.read(null, {}) });
      } else if (message.type === "read") {
        post({ type: "preview", preview: await session!.read(message.format, message.choices) });
      } else {
        post({ type: "content", content: packed(session!.take()) as Content });
      }
    } catch (error) {
      post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };
}
