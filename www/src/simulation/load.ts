/** Fetches and compiles the core, once for the page and all its workers. */

import digitsUrl from "../../../data/digits.txt?url";
import coreUrl from "../../pkg/suda_bg.wasm?url";

export interface Core {
  readonly address: string;
  /** Throws an Error for readers if it cannot be loaded. */
  compile(): Promise<WebAssembly.Module>;
  /** The images of handwritten digits, for documents that ask for them. Throws an Error for readers likewise. */
  digits(): Promise<Uint8Array>;
}

/** A module of one function of a reference, which answers `i8x16.splat 0`: valid where there are SIMD and references. */
const NEEDED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 111, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
];

const MAGIC = 0x0061736d;

/** The core has arrived, but not whole: what is kept of it must not be used again. Its message is for readers. */
export class Damaged extends Error {}

export const fetchedCore: Core = {
  address: coreUrl,
  compile: () => fetchAndCompile(coreUrl),
  digits: onceHad(() => fetchDigits(digitsUrl)),
};

/** What a function promises, which is asked for it again only after it has failed. */
export function onceHad<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () =>
    (kept ??= load().catch((error: unknown) => {
      kept = null;
      throw error;
    }));
}

export const NO_DIGITS = "The images of handwritten digits could not be loaded";

/** `failure`: what could not be had, for readers; `it`: how that is spoken of. */
async function fetched(address: string, failure: string, it: string): Promise<Response> {
  const response = await fetch(address).catch(() => {
    throw new Error(`${failure}: the network is down, or something blocks ${it}.`);
  });
  if (!response.ok) throw new Error(`${failure}: the server says ${response.status}.`);
  return response;
}

async function fetchDigits(address: string): Promise<Uint8Array> {
  const response = await fetched(address, NO_DIGITS, "them");
  return new Uint8Array(await response.arrayBuffer());
}

async function fetchAndCompile(address: string): Promise<WebAssembly.Module> {
  const response = await fetched(address, "The simulation (a .wasm file) could not be fetched", "it");
  const copy = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    // Servers that send .wasm under another MIME type refuse streaming only.
    const bytes = await copy.arrayBuffer().catch(() => {
      throw new Damaged("The simulation (a .wasm file) has not arrived whole: the connection broke off.");
    });
    return compileBytes(bytes);
  }
}

/** Throws an Error for readers where the browser does not compile. */
export async function compileBytes(bytes: BufferSource): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly, or it is switched off.");
  if (!WebAssembly.validate(Uint8Array.from(NEEDED)))
    throw new Error(
      "This browser is too old: its WebAssembly lacks SIMD or reference types, which the simulation needs, unless they are switched off.",
    );
  const start = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
  if (start.byteLength < 8 || new DataView(start.buffer, start.byteOffset).getUint32(0) !== MAGIC)
    throw new Error(
      "The simulation (a .wasm file) has arrived as something else: the server sends another file in its place.",
    );
  // Validation is not blocked.
  if (!WebAssembly.validate(bytes))
    throw new Damaged(
      `The simulation (a .wasm file) has arrived damaged or cut short: its ${start.byteLength.toLocaleString("en")} bytes are no whole module.`,
    );
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Error(
      `The simulation could not be compiled; WebAssembly may be blocked here (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
