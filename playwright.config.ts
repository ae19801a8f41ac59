import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "./scripts/lib/browser.mjs";
import type { HostOptions } from "./tests/page/harness.ts";

export default defineConfig<object, HostOptions>({
  testDir: "tests/page",
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 800 },
    // Only a browser that is installed is used; none is ever downloaded.
    launchOptions: { executablePath: findBrowser() ?? "chromium", args: browserFlags },
  },
  projects: [
    { name: "site" },
    {
      name: "awkward host",
      testMatch: "smoke.spec.ts",
      use: { host: { base: "/papers/suda/", wasmType: "text/plain" } },
    },
  ],
});
