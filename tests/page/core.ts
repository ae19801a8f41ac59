// The core for tests that need no browser.
import { readFileSync } from "node:fs";
import { instantiate, loadDigits } from "../../www/src/simulation/core.ts";

let isReady = false;

/** Makes the core that modules of the page call, with the images that some documents ask for. */
export function makeCore(): void {
  if (isReady) return;
  instantiate(new WebAssembly.Module(readFileSync("www/pkg/suda_bg.wasm")));
  loadDigits(readFileSync("data/digits.txt"));
  isReady = true;
}
