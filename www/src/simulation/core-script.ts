/**
 * The core as a script, for frames whose origin is opaque (`sandbox` without `allow-same-origin`): they may fetch nothing
 * from a host that sends no CORS headers, but they may load its scripts.
 */
import wasm from "../../pkg/suda_bg.wasm?url&inline";

(self as { sudaCore?: string }).sudaCore = wasm;
