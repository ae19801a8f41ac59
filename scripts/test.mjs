// npm test: sets up what is missing and runs every test. `npm test -- node page` runs the stages named, and `npm test -- --fast`
// what takes less than two minutes.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buildAll } from "./build.mjs";
import { aptInstall, hasApt } from "./lib/apt.mjs";
import { ensureBrowser, browserFlags } from "./lib/browser.mjs";
import { ensureTool } from "./lib/cargo-tools.mjs";
import { bareFonts, isBare } from "./lib/fonts.mjs";
import { ensureLinker } from "./lib/linker.mjs";
import { Failure, root, run, say, script, toolsDir, toolsEnv } from "./lib/run.mjs";
import { runStages } from "./lib/stages.mjs";
import { ensureWasmTarget } from "./lib/wasm-target.mjs";
import { ensureWebDrivers } from "./lib/web-drivers.mjs";

const isFast = process.argv.includes("--fast");
const chosen = process.argv.slice(2).filter((name) => name !== "--fast");
const runs = (...names) => !isFast && (chosen.length === 0 || chosen.some((name) => names.includes(name)));

/** Where page tests that needed a second try are noted. */
const secondTries = join(mkdtempSync(join(tmpdir(), "suda-tries-")), "second-tries.txt");

/** Installs the tools of the last stages while the first ones run, with the processor time that these leave. */
async function prepare() {
  if (!runs("browser", "page", "bare", "browsers", "timing")) return {};
  // These may install packages too, and only one can at a time.
  await ensureLinker();
  await ensureWasmTarget();
  const browser = ensureBrowser();
  // The stage that waits for it reports a failure.
  browser.catch(() => {});
  // sudo may ask for a password, which the output of the first stages would bury.
  if (process.getuid?.() !== 0) await Promise.allSettled([browser]);
  const wasmPack = runs("browser") && ensureTool("wasm-pack", { aside: true });
  Promise.resolve(wasmPack).catch(() => {});
  const webDrivers = runs("browsers") && Promise.allSettled([browser, wasmPack]).then(ensureWebDrivers);
  Promise.resolve(webDrivers).catch(() => {});
  if (process.getuid?.() !== 0) await Promise.allSettled([webDrivers]);
  return { browser, wasmPack, webDrivers };
}

/** The PATH for wasm-pack, which hands the runner's path to cargo in a list separated by spaces: it must have none. */
function spaceless() {
  if (!/\s/.test(toolsDir)) return toolsEnv.PATH;
  const links = mkdtempSync(join(tmpdir(), "suda-tools-"));
  for (const name of ["wasm-bindgen", "wasm-bindgen-test-runner"])
    symlinkSync(join(toolsDir, "bin", name), join(links, name));
  return `${links}${delimiter}${toolsEnv.PATH}`;
}

async function browserTests(prepared) {
  await ensureTool("wasm-bindgen");
  await prepared.wasmPack;
  const { browser, driver } = await prepared.browser;
  const settings = join(root, "target/webdriver.json");
  mkdirSync(join(root, "target"), { recursive: true });
  writeFileSync(settings, JSON.stringify({ "goog:chromeOptions": { binary: browser, args: browserFlags } }));
  await run(
    "wasm-pack",
    [
      "test",
      "--headless",
      "--chrome",
      "--chromedriver",
      driver,
      "--mode",
      "no-install",
      "--",
      "--locked",
      "--test",
      "browser",
    ],
    {
      env: {
        PATH: spaceless(),
        WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings,
        // Seconds. A browser's first start on a busy machine takes longer than the defaults.
        WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
        WASM_BINDGEN_TEST_TIMEOUT: "1200",
      },
    },
  );
}

/** Page tests of these projects of playwright.config.ts. */
async function pageTests(prepared, projects, env = {}) {
  const { browser } = await prepared.browser;
  const chosen = projects.flatMap((name) => ["--project", name]);
  const tries = { SUDA_SECOND_TRIES: secondTries };
  await run("playwright", ["test", "--no-deps", ...chosen], { env: { CHROME: browser, ...tries, ...env } });
}

/** What depends on how wide and high texts are, on a machine that has the fonts of a bare Debian only. */
async function bareTests(prepared) {
  if (process.platform !== "linux")
    return say("bare: only fontconfig can hide fonts, so this stage runs on Linux only");
  if (isBare()) return say("bare: this machine has no other fonts, and the stage page tries its own");
  if (!bareFonts() && hasApt()) await aptInstall(["fontconfig", "fonts-dejavu-core"], "a bare machine has DejaVu");
  const env = bareFonts();
  if (!env) throw new Failure("there is no fc-list that knows DejaVu Sans: install fontconfig and the DejaVu fonts");
  await pageTests(prepared, ["bare"], env);
}

/** The tests of the crate, and its examples, which check what they show. */
async function nativeTests() {
  const all = ["--locked", "--all-features"];
  await run("cargo", ["test", "--no-fail-fast", ...all]);
  for (const name of ["own_method", "own_problem", "petgraph", "study"])
    await run("cargo", ["run", "--quiet", ...all, "--example", name]);
}

/** What takes long: specs that open the page, and tests that start programs. */
const SLOW = /@vitest-environment happy-dom|\b(?:spawn|command|suda|refuses)\(/;

/** The files of a folder whose names end so; of these only those that are quick, if so asked. */
function testsIn(folder, ending, quick = false) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(ending));
  return names.map((name) => join(folder, name)).filter((file) => !quick || !SLOW.test(readFileSync(file, "utf8")));
}

/** Runs tests by Node.js, which in version 20 takes no patterns of files. */
function nodeTests(tests) {
  return run("node", [
    "--test",
    "--test-concurrency",
    String(availableParallelism()),
    "--test-reporter",
    "spec",
    ...tests,
  ]);
}

async function browsersTests(prepared) {
  await prepared.browser;
  await prepared.webDrivers;
  await nodeTests(testsIn("tests/browsers", ".test.mjs"));
}

/** Whether the registries would take what the build made. */
async function packageTests() {
  await run("npm", ["publish", "--dry-run", "--ignore-scripts", "--loglevel", "error"]);
  await run("cargo", ["publish", "--dry-run", "--no-verify", "--allow-dirty", "--locked", "--quiet"]);
}

/** Every stage; those that wait for none of the rest come first. */
const all = (prepared) => ({
  build: { work: buildAll },
  native: { work: nativeTests },
  types: { work: () => run("tsc"), after: ["build"] },
  node: { work: () => nodeTests(testsIn("tests/node", ".test.mjs")), after: ["build"] },
  vitest: { work: () => run("vitest", ["run"]), after: ["build"] },
  package: { work: packageTests, after: ["build"] },
  page: { work: () => pageTests(prepared, ["site", "awkward host", "layout"]), after: ["build"] },
  bare: { work: () => bareTests(prepared), after: ["build"] },
  browser: { work: () => browserTests(prepared) },
  browsers: { work: () => browsersTests(prepared), after: ["build"] },
  // What is measured of time is measured on a machine that does nothing else.
  timing: { work: () => pageTests(prepared, ["timing"]), after: ["build"], alone: true },
});

/** What needs neither a browser nor long: functions of the page and of the module, and the crate's own tests. */
const fast = {
  build: { work: buildAll },
  types: { work: () => run("tsc"), after: ["build"] },
  node: { work: () => nodeTests(testsIn("tests/node", ".test.mjs", true)), after: ["build"] },
  vitest: { work: () => run("vitest", ["run", ...testsIn("tests/node", ".spec.ts", true)]), after: ["build"] },
  crate: { work: () => run("cargo", ["test", "--locked", "--all-features", "--lib"]) },
};

// All is compiled once: what only helps to compile it again costs a third more.
if (!isFast && chosen.length === 0) process.env["CARGO_INCREMENTAL"] ??= "0";

await script(async () => {
  const prepared = await prepare();
  try {
    await runStages(isFast ? fast : all(prepared), chosen);
  } finally {
    if (existsSync(secondTries))
      process.stdout.write(`\nPassed at a second try only:\n${readFileSync(secondTries, "utf8")}`);
  }
});
