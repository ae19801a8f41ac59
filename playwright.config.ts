import { defineConfig } from "@playwright/test";
import { availableParallelism } from "node:os";
import { browserFlags, findBrowser } from "./scripts/lib/browser.mjs";
import type { HostOptions, TestOptions } from "./tests/page/harness.ts";

/** What is laid out by how wide and high texts are. */
const laidOut = /\/layout\.spec\.ts$/;

export default defineConfig<TestOptions, HostOptions>({
  testDir: "tests/page",
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["./tests/page/second-tries.ts"]],
  // A machine of two cores that does other work is many times slower than a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: availableParallelism(),
  retries: process.env["CI"] ? 2 : 0,
  use: {
    viewport: { width: 1280, height: 800 },
    // Then a run is shown where it ends, without the six seconds of its way; tests of that way ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // Only a browser that is installed is used; none is ever downloaded.
    launchOptions: { executablePath: findBrowser() ?? "chromium", args: browserFlags },
  },
  projects: [
    // What takes longest begins first.
    { name: "layout", testMatch: laidOut, use: { fonts: ["wide", "narrow", "machine"] } },
    { name: "site", testIgnore: ["timing*.spec.ts", laidOut] },
    {
      name: "awkward host",
      testMatch: "smoke.spec.ts",
      use: { host: { base: "/papers/suda/", wasmType: "text/plain" } },
    },
    // Where the browser finds the fonts of a bare Debian only.
    { name: "bare", testMatch: laidOut, use: { fonts: ["machine"] } },
    // Alone: it starts when all else is done, and has one test at a time.
    {
      name: "timing",
      workers: 1,
      testMatch: "timing*.spec.ts",
      use: { fonts: ["machine"] },
      dependencies: ["site", "awkward host", "layout"],
    },
  ],
});
