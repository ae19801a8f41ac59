/** Where the single file has the core, in one part. */

export { default as coreUrl } from "../../pkg/suda_bg.wasm?url";
export const restUrl: string | null = null;
