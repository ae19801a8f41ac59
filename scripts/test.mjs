// npm test: sets up what is missing and runs every test. `npm test -- node page` runs the stages named.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildLib, buildSingleFile, buildSite } from "./build.mjs";
import { ensureBrowser, browserFlags } from "./lib/browser.mjs";
import { ensureTool } from "./lib/cargo-tools.mjs";
import { root, run, script } from "./lib/run.mjs";
import { runStages } from "./lib/stages.mjs";

async function browserTests() {
  await ensureTool("wasm-bindgen");
  await ensureTool("wasm-pack");
  const { browser, driver } = await ensureBrowser();
  const settings = join(root, "target/webdriver.json");
  mkdirSync(join(root, "target"), { recursive: true });
  writeFileSync(settings, JSON.stringify({ "goog:chromeOptions": { binary: browser, args: browserFlags } }));
  await run(
    "wasm-pack",
    ["test", "--headless", "--chrome", "--chromedriver", driver, "--mode", "no-install", "--", "--locked", "--test", "browser"],
    {
      env: {
        WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings,
        // Seconds. A browser's first start on a busy machine takes longer than the defaults.
        WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
        WASM_BINDGEN_TEST_TIMEOUT: "300",
      },
    },
  );
}

async function pageTests() {
  const { browser } = await ensureBrowser();
  await run("playwright", ["test"], { env: { CHROME: browser } });
}

/** Node 20 takes no patterns of files. */
function nodeTests() {
  const tests = readdirSync(join(root, "tests/node")).filter((name) => name.endsWith(".test.mjs"));
  return run("node", ["--test", "--test-reporter", "spec", ...tests.map((name) => join("tests/node", name))]);
}

await script(() =>
  runStages(
    {
      build: async () => {
        await buildSite();
        await buildSingleFile();
        await buildLib();
      },
      native: () => run("cargo", ["test", "--locked"]),
      browser: browserTests,
      types: () => run("tsc"),
      node: nodeTests,
      page: pageTests,
    },
    process.argv.slice(2),
  ),
);
