// The core for tests that need no browser.
import { readFileSync } from "node:fs";
import { instantiate } from "../../www/src/simulation/core.ts";

let isReady = false;

/** Makes the core that modules of the page call. */
export function makeCore(): void {
  if (!isReady)
    instantiate(new WebAssembly.Module(readFileSync(new URL("../../www/pkg/suda_bg.wasm", import.meta.url))));
  isReady = true;
}
