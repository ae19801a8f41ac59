// Browsers moved by WebDriver: each with a driver, a profile and, where it needs one, a screen of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Builder } from "selenium-webdriver";
import { browserFlags, findBrowser, findDriver } from "../../scripts/lib/browser.mjs";
import { findFirefox, findWebKit, isWhole } from "../../scripts/lib/web-drivers.mjs";

/** How long a driver and its browser may take to start, on a machine that does other work, in ms. */
const START = 60_000;

/** Each asks for little motion: then a run is shown where it ends, without the six seconds of its way. */
const kinds = {
  chromium: {
    find: () => ({ browser: findBrowser(), driver: findDriver() }),
    /** Without a window, Chromium asks nobody and refuses. */
    async allowCopying(sessions, driver) {
      const id = (await driver.getSession()).getId();
      const wanted = { descriptor: { name: "clipboard-write" }, state: "granted" };
      const answer = await fetch(`${sessions}/${id}/permissions`, { method: "POST", body: JSON.stringify(wanted) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    capabilities: ({ browser }) => ({
      browserName: "chrome",
      "goog:chromeOptions": {
        binary: browser,
        args: [...browserFlags, "--headless", "--window-size=1280,900", "--force-prefers-reduced-motion"],
      },
    }),
  },
  firefox: {
    find: findFirefox,
    capabilities: ({ browser }) => ({
      browserName: "firefox",
      "moz:firefoxOptions": {
        binary: browser,
        args: ["-headless", "-width=1280", "-height=900"],
        // The second is what readers have, and the driver takes away: files on a disk may not fetch each other.
        prefs: { "ui.prefersReducedMotion": 1, "security.fileuri.strict_origin_policy": true },
      },
    }),
  },
  webkit: {
    find: findWebKit,
    capabilities: ({ browser }) => ({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation", "--geometry=1280x900"] },
    }),
  },
};

/** Why a browser is not to be had here; null where it is. */
export function absence(name) {
  return isWhole(kinds[name].find()) ? null : `${name} with its driver is not to be had here`;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

// Tests that are interrupted end what they started, too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** A process that is ended with all that it started, at the latest when the tests end. */
function launch(command, args, options) {
  const child = spawn(command, args, { detached: true, ...options });
  const end = () => child.exitCode ?? child.signalCode ?? process.kill(-child.pid, "SIGKILL");
  process.once("exit", end);
  return { child, end };
}

/** A screen that nobody sees, and what an environment names it by. */
async function openScreen(program) {
  const { child, end } = launch(program, ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(child.stdio[3], "data");
  return { display: `:${String(number).trim()}`, end };
}

/** Starts a browser; `close` ends it and everything that came with it. `allowCopying` is for the page that is open. */
export async function openBrowser(name) {
  const found = kinds[name].find();
  const screen = found.screen ? await openScreen(found.screen) : null;
  const home = mkdtempSync(join(tmpdir(), `suda-${name}-`));
  // WebKitGTK takes its wishes from GTK.
  const settings = join(home, ".config/gtk-3.0");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  const port = await freePort();
  const server = launch(found.driver, [`--port=${port}`], {
    stdio: "ignore",
    // What a browser keeps of its visits goes with the home.
    env: { ...process.env, HOME: home, TMPDIR: home, ...(screen && { DISPLAY: screen.display, GDK_BACKEND: "x11" }) },
  });
  const close = () => {
    server.end();
    screen?.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const end = Date.now() + START; !(await isReady()); await pause(100))
      if (Date.now() > end) throw new Error(`${found.driver} does not answer`);
    const driver = await new Builder().usingServer(address).withCapabilities(kinds[name].capabilities(found)).build();
    await driver.manage().setTimeouts({ script: 30_000, pageLoad: 60_000 });
    return { driver, close, allowCopying: () => kinds[name].allowCopying?.(`${address}/session`, driver) };
  } catch (error) {
    close();
    throw error;
  }
}
