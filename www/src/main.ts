import init from "../pkg/suda.js";
import wasmUrl from "../pkg/suda_bg.wasm?url";

await init({ module_or_path: wasmUrl });
document.documentElement.dataset["wasm"] = "ready";
