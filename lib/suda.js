import initialize from "./bindings.js";

export * from "./bindings.js";

export default function init(wasm = new URL("suda_bg.wasm", import.meta.url)) {
  // The generated function wants its argument in an object, and warns of one that is not.
  const wrapped = Object.getPrototypeOf(wasm) === Object.prototype;
  return initialize(wrapped ? wasm : { module_or_path: wasm });
}
