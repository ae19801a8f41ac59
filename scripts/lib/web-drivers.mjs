// Firefox and WebKit, with the drivers that tests move them by.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, hasApt } from "./apt.mjs";
import { ensureTool } from "./cargo-tools.mjs";
import { Failure, say, which } from "./run.mjs";

const there = (path) => (path && existsSync(path) ? path : null);
const first = (names) => names.map((name) => which(name)).find(Boolean) ?? null;

export function findFirefox() {
  const browser =
    process.env.FIREFOX ||
    first(["firefox-esr", "firefox"]) ||
    there("/Applications/Firefox.app/Contents/MacOS/firefox");
  // The second is the folder that hosted runners name.
  const { GECKODRIVER, GECKOWEBDRIVER } = process.env;
  const driver =
    GECKODRIVER || which("geckodriver") || there(GECKOWEBDRIVER ? join(GECKOWEBDRIVER, "geckodriver") : null);
  return { browser, driver };
}

/** WebKitGTK's MiniBrowser lies in a folder of the library's. */
function findMiniBrowser() {
  const libraries = ["/usr/lib", "/usr/libexec", "/usr/lib64"].filter(existsSync);
  const folders = libraries.flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => join(folder, name)),
  ]);
  return (
    folders
      .flatMap((folder) => ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"].map((name) => join(folder, name)))
      .map((folder) => there(join(folder, "MiniBrowser")))
      .find(Boolean) ?? null
  );
}

/** `screen` is what it is shown on where there is no other. */
export function findWebKit() {
  const { MINIBROWSER, WEBKITDRIVER } = process.env;
  return {
    browser: MINIBROWSER || findMiniBrowser(),
    driver: WEBKITDRIVER || which("WebKitWebDriver"),
    screen: which("Xvfb"),
  };
}

const isWhole = ({ browser, driver, screen }) => Boolean(browser && driver && (screen !== null || process.env.DISPLAY));

/** Installs whichever is missing if apt can; otherwise says which is not available, and its tests are left out. */
export async function ensureWebDrivers() {
  const missing = () => [
    ...(findFirefox().browser ? [] : ["firefox-esr"]),
    ...(isWhole(findWebKit()) ? [] : ["webkit2gtk-driver", "xvfb"]),
  ];
  if (missing().length > 0 && hasApt())
    await aptInstall(missing(), "the tests need Firefox, and WebKit with its driver");
  if (findFirefox().browser && !findFirefox().driver) await ensureTool("geckodriver", { aside: true });
  for (const [name, found] of Object.entries({ Firefox: findFirefox(), WebKit: findWebKit() })) {
    if (isWhole(found)) continue;
    if (hasApt()) throw new Failure(`${name} and its driver are not there, though apt has installed them`);
    say(`${name} with its driver is not available here: its tests are left out`);
  }
}

export { isWhole };
