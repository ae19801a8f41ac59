/** Where the site has the core, in two parts; see `rest.ts`. */

export { default as coreUrl } from "../../pkg/first.wasm?url";
export { default as restUrl } from "../../pkg/rest.wasm?url";
