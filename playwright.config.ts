import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "./scripts/lib/browser.mjs";
import type { HostOptions } from "./tests/page/harness.ts";

export default defineConfig<object, HostOptions>({
  testDir: "tests/page",
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  // A machine of two cores that does other work is many times slower than a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Tests wait for timers and paced runs as often as they compute.
  workers: 2,
  retries: process.env["CI"] ? 2 : 0,
  use: {
    viewport: { width: 1280, height: 800 },
    // Then a run is shown where it ends, without the four seconds of its way; tests of that way ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // Only a browser that is installed is used; none is ever downloaded.
    launchOptions: { executablePath: findBrowser() ?? "chromium", args: browserFlags },
  },
  projects: [
    { name: "site", testIgnore: "timing*.spec.ts" },
    {
      name: "awkward host",
      testMatch: "smoke.spec.ts",
      use: { host: { base: "/papers/suda/", wasmType: "text/plain" } },
    },
    // Alone: it starts when all else is done.
    { name: "timing", testMatch: "timing*.spec.ts", dependencies: ["site", "awkward host"] },
  ],
});
