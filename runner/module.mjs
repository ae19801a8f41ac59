// The module of dist/lib, in Node.js.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

const lib = new URL("../dist/lib/", import.meta.url);
const builder = new URL("../scripts/build.mjs", import.meta.url);

/** The functions for studies; call loadModule first. */
export async function loadStudies() {
  const parts = await Promise.all(["study.js", "steps.js", "transient.js"].map((name) => import(new URL(name, lib))));
  return Object.assign({}, ...parts);
}

/** Gives the module the images of handwritten digits, if one of the documents asks for them. */
export async function provideDigits({ loadDigits }, documents) {
  const asks = documents.some((document) => document?.problem?.data?.kind === "digits");
  if (asks) loadDigits(await readFile(new URL("digits.txt", lib)));
}

export async function loadModule() {
  // In a clone of the repository it may not have been built yet.
  if (!existsSync(new URL("steps.js", lib)) && existsSync(builder)) await (await import(builder)).buildLib();
  const module = await import(new URL("suda.js", lib));
  await module.default(await readFile(new URL("suda_bg.wasm", lib)));
  return module;
}
