// npm run build: dist/site, the page.
import { checkBudget } from "./budget.mjs";
import { isMain, run, say, script } from "./lib/run.mjs";
import { buildWasm } from "./wasm.mjs";

/** Builds dist/site. */
export async function buildSite() {
  await buildWasm();
  say("building dist/site");
  await run("vite", ["build", "--logLevel", "warn"]);
}

if (isMain(import.meta.url)) {
  await script(async () => {
    await buildSite();
    checkBudget();
  });
}
