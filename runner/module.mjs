// The module of dist/lib, in Node.js.
import { existsSync, readdirSync, statSync } from "node:fs";
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

/** Whether a file that the module is made of has changed since it was built. */
function isOld() {
  const built = statSync(new URL("steps.js", lib)).mtimeMs;
  const sources = ["../src/", "../lib/"].map((path) => new URL(path, import.meta.url));
  const files = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => new URL(name, folder)),
  );
  return files.some((file) => statSync(file).mtimeMs > built);
}

export async function loadModule() {
  // In a clone of the repository it may not have been built yet, or from what has changed since.
  if (existsSync(builder)) {
    if (!existsSync(new URL("steps.js", lib))) await (await import(builder)).buildLib();
    else if (isOld())
      process.stderr.write("dist/lib is older than the sources: npm run build -- lib builds it again\n");
  }
  const module = await import(new URL("suda.js", lib));
  await module.default(await readFile(new URL("suda_bg.wasm", lib)));
  return module;
}
