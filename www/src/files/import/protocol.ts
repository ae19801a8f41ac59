/** The messages between the page and the reader of files. */

import type { Content, Format } from "./formats";
import type { Choices, Preview, Setting } from "./session";

export type ToReader =
  | { type: "module"; module: WebAssembly.Module }
  | { type: "open"; source: Blob | string; setting: Setting }
  | { type: "read"; format: Format; choices: Choices }
  | { type: "take" };

export type FromReader =
  | { type: "progress"; share: number }
  | { type: "preview"; preview: Preview }
  | { type: "content"; content: Content }
  | { type: "failed"; message: string };
