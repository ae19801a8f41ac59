/** The core and the images of digits by way of scripts; see `simulation/core-script.ts`. */

import script from "../simulation/core-script.ts?worker&url";
import digitsScript from "../simulation/digits-script.ts?worker&url";
import { compileBytes, NO_DIGITS, onceHad, type Core } from "../simulation/load";

export const scriptedCore: Core = {
  address: script,
  async compile() {
    await loadScript(script, "The simulation could not be loaded");
    const holder = globalThis as { sudaCore?: string };
    const base64 = holder.sudaCore?.split(",")[1] ?? "";
    delete holder.sudaCore;
    return compileBytes(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  },
  digits: onceHad(async () => {
    await loadScript(digitsScript, NO_DIGITS);
    const holder = globalThis as { sudaDigits?: string };
    const digits = new TextEncoder().encode(holder.sudaDigits);
    delete holder.sudaDigits;
    return digits;
  }),
};

function loadScript(address: string, failure: string): Promise<void> {
  const script = document.createElement("script");
  script.src = address;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${failure}: the network is down, or something blocks it.`));
    document.head.append(script);
  });
}
