/** The wasm package as the page sees it: with `load.ts`, the only importer of it. */

import init, { initSync } from "../../pkg/suda.js";

export * from "../../pkg/suda.js";

let memory: WebAssembly.Memory | null = null;

/** Makes the page's own instance: browsers of before 2024 allow no more than 4 KB at once there. */
export async function instantiateLater(module: WebAssembly.Module): Promise<void> {
  ({ memory } = await init({ module_or_path: module }));
}

/** Makes a worker's instance; everything below needs it. */
export function instantiate(module: WebAssembly.Module): void {
  ({ memory } = initSync({ module }));
}

export const memoryBytes = (): number => memory?.buffer.byteLength ?? 0;

/** The version of this build, set by the bundler; views that are tried from their sources have none. */
declare const __SUDA_VERSION__: string | undefined;

export const VERSION = typeof __SUDA_VERSION__ === "string" ? __SUDA_VERSION__ : "unreleased";
