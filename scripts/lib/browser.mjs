// A Chrome or Chromium, and the ChromeDriver that fits it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, hasApt } from "./apt.mjs";
import { capture, Failure, which } from "./run.mjs";

// The first is Chromium without the windows around its pages, which nobody sees in a test: it does with half the work.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Keeps a browser under test from calling home, and lets it run as root in a container. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/** The browser's path: CHROME if set, else one that is installed; null if there is none. */
export function findBrowser() {
  return process.env.CHROME || names.map((name) => which(name)).find(Boolean) || places.find(existsSync) || null;
}

/** The path of ChromeDriver, or null. */
export function findDriver() {
  const { CHROMEDRIVER, CHROMEWEBDRIVER } = process.env;
  // The second is the folder that hosted runners name.
  const hosted = CHROMEWEBDRIVER ? join(CHROMEWEBDRIVER, "chromedriver") : null;
  return CHROMEDRIVER || which("chromedriver") || [hosted].find(existsSync) || null;
}

const major = async (program) => /(\d+)\.\d+\.\d+/.exec(await capture(program, ["--version"]))?.[1];

/** Makes sure of a browser and its driver and returns their paths. */
export async function ensureBrowser() {
  if ((!findBrowser() || !findDriver()) && hasApt()) {
    await aptInstall(
      ["chromium", "chromium-driver", "chromium-headless-shell"],
      "the tests need Chromium and its driver",
    );
  }
  const browser = findBrowser();
  if (!browser)
    throw new Failure(
      "there is no Chrome or Chromium: install one from https://www.google.com/chrome, or set CHROME to its path",
    );
  const cure =
    process.platform === "darwin"
      ? "run `brew install --cask chromedriver`"
      : "install ChromeDriver of the browser's version";
  const driver = findDriver();
  if (!driver) throw new Failure(`there is no ChromeDriver for ${browser}: ${cure}, or set CHROMEDRIVER to its path`);
  const [ours, its] = [await major(browser), await major(driver)];
  if (ours !== its) {
    throw new Failure(
      `${driver} is of version ${its}, but ${browser} of version ${ours}: ${cure}, or set CHROME and CHROMEDRIVER to a pair that fits`,
    );
  }
  return { browser, driver };
}
