import type { InitInput, InitOutput } from "./bindings.js";

export * from "./bindings.js";

/**
 * Loads the WebAssembly; call it once, before anything else of this module.
 *
 * `wasm` is the address of `suda_bg.wasm`, a response that brings it, its bytes, or a compiled module. Without it,
 * the file beside this module is fetched. In Node.js pass the bytes.
 */
export default function init(
  wasm?: InitInput | Promise<InitInput> | { module_or_path: InitInput | Promise<InitInput> },
): Promise<InitOutput>;
