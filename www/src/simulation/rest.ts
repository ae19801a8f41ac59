/**
 * The core comes in two parts (`scripts/lib/split.mjs`): `first` calls what its `loader` table holds before it first
 * calls a function of `rest`. That call cannot wait, so `rest` is fetched with a synchronous request, unless the page
 * has brought it before.
 */

let address = "";
let brought: WebAssembly.Module | null = null;

/** `rest` could not be had when it was called; the instance is of no more use. */
export class RestMissing extends Error {}

/** Has `rest` at hand, so that no call waits for it. */
export function bringRest(module: WebAssembly.Module): void {
  brought = module;
}

/** Makes an instance of `first` ready to call `rest`, which is at that address; does nothing with the core as one part. */
export function connectRest(first: WebAssembly.Exports, from: string): void {
  const { loader } = first;
  if (!(loader instanceof WebAssembly.Table)) return;
  address = from;
  loader.set(
    0,
    exportedFunction(() => void new WebAssembly.Instance((brought ??= fetchNow()), { first })),
  );
}

function fetchNow(): WebAssembly.Module {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    // On a page's own thread a synchronous request brings text only; so it brings bytes as the lower halves of characters.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(`the server says ${request.status}`);
    const text = request.responseText;
    const bytes = new Uint8Array(text.length);
    // A walk through the characters of the text takes far longer.
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw new RestMissing(
      `A part of the simulation could not be fetched: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Tables take none but functions that a module exports. This one exports what it imports, of type () → (). */
const PASS_ON = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 102, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0];

function exportedFunction(call: () => void): unknown {
  const module = new WebAssembly.Module(Uint8Array.from(PASS_ON));
  return new WebAssembly.Instance(module, { f: { f: call } }).exports["f"];
}
