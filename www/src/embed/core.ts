/** The core by way of a script; see `simulation/core-script.ts`. */

import script from "../simulation/core-script.ts?worker&url";
import { compileBytes, type Core } from "../simulation/load";

export const scriptedCore: Core = {
  address: script,
  async compile() {
    await loadScript(script);
    const holder = globalThis as { sudaCore?: string };
    const base64 = holder.sudaCore?.split(",")[1] ?? "";
    delete holder.sudaCore;
    return compileBytes(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  },
};

function loadScript(address: string): Promise<void> {
  const script = document.createElement("script");
  script.src = address;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () =>
      reject(new Error("The simulation could not be loaded: the network is down, or something blocks it."));
    document.head.append(script);
  });
}
