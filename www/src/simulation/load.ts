/** Fetches and compiles the core, once for the page and all its workers. */

import wasmUrl from "../../pkg/suda_bg.wasm?url";

/** Throws an Error for readers where the core cannot be had. */
export async function compileCore(): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly, or it is switched off.");
  let response: Response;
  try {
    response = await fetch(wasmUrl);
  } catch {
    throw new Error("The simulation (a .wasm file) could not be fetched: the network is down, or something blocks it.");
  }
  if (!response.ok) throw new Error(`The simulation (a .wasm file) could not be fetched: the server says ${response.status}.`);
  const copy = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    // Servers that send .wasm under another MIME type refuse streaming only.
    try {
      return await WebAssembly.compile(await copy.arrayBuffer());
    } catch (error) {
      throw new Error(`The simulation could not be compiled; WebAssembly may be blocked here (${error instanceof Error ? error.message : String(error)}).`);
    }
  }
}
