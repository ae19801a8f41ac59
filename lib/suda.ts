/// <reference lib="esnext.disposable" preserve="true" />
// The module: the functions that wasm-bindgen generates from the crate, and how their WebAssembly is loaded.
import * as generated from "./suda_bg.js";

export type * from "./suda_bg.js";
export {
  catalog,
  checkDocument,
  curveHasSettled,
  describeData,
  describeNetwork,
  fingerprint,
  knownMethods,
  loadDigits,
  outline,
  placeInDocument,
  prepareNetwork,
  presets,
  randomSeed,
  readDocument,
  stableRoom,
  steps,
  summarize,
  transientSlope,
  transientTime,
  version,
} from "./suda_bg.js";

/** The imports and exports of the generated functions. */
const glue = generated as unknown as WebAssembly.ModuleImports & { __wbg_set_wasm(wasm: object): void };

glue.__wbg_set_wasm(
  new Proxy(
    {},
    {
      get() {
        throw new Error("call init() first, and wait for it");
      },
    },
  ),
);

/** An experiment that is running: all of its trials and methods, or the part that is asked for. */
export class Experiment extends generated.Experiment {
  /** Frees the memory; afterwards the object's methods throw. */
  override free(): void {
    super.free();
    Object.setPrototypeOf(this, freed);
  }

  override [Symbol.dispose](): void {
    this.free();
  }
}

const gone: PropertyDescriptor = {
  get() {
    throw new Error("this Experiment was freed");
  },
};
const members = Object.getOwnPropertyNames(generated.Experiment.prototype);
const freed = Object.create(null, {
  ...Object.fromEntries(members.map((name) => [name, gone])),
  // What `using` holds may have been freed before.
  [Symbol.dispose]: { value: () => {} },
});

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
}

let started: Promise<Exports> | undefined;

/**
 * Loads the WebAssembly; wait for it before anything else of this module.
 *
 * `wasm` is the address of `suda_bg.wasm` (text or a URL), a `Response` with it, its bytes, or a compiled
 * `WebAssembly.Module`, or a promise of one of these. Without it the file beside this module is loaded, in Node.js too.
 */
export default function init(
  wasm: string | object | Promise<string | object> = new URL("suda_bg.wasm", import.meta.url),
): Promise<Exports> {
  started ??= start(wasm).catch((error) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(wasm: string | object | Promise<string | object>): Promise<Exports> {
  const { exports } = await instance(await fetched(await wasm), { "./suda_bg.js": glue });
  glue.__wbg_set_wasm(exports);
  (exports as unknown as { __wbindgen_start(): void }).__wbindgen_start();
  return exports as unknown as Exports;
}

/** Fetches an address; returns anything else as it is. */
async function fetched(source: string | object): Promise<object> {
  if (typeof source !== "string" && !(source instanceof URL)) return source;
  const node = "process" in globalThis && process.getBuiltinModule?.("node:fs/promises");
  return node && String(source).startsWith("file:") ? node.readFile(new URL(source)) : fetch(source);
}

async function instance(source: object, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
  if (!(source instanceof Response)) return (await WebAssembly.instantiate(source as BufferSource, imports)).instance;
  if (!source.ok) throw new Error(`${source.url} cannot be loaded: ${source.status} ${source.statusText}`);
  // A host that does not know the type of .wasm files sends bytes of no type, which do not stream.
  const streams = source.headers.get("content-type")?.startsWith("application/wasm");
  return streams
    ? (await WebAssembly.instantiateStreaming(source, imports)).instance
    : instance(await source.arrayBuffer(), imports);
}
