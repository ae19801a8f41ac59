// The views alone, served from source on a page that holds nothing else.
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { createServer } from "vite";
import { test as base, type HostOptions } from "./harness.ts";

export { expect } from "./harness.ts";

const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: object };
const libraries = Object.keys(devDependencies).filter((name) => name.startsWith("d3-"));

export const test = base.extend<object, HostOptions>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: that is how a fixture says that it uses no other
    async ({}, use, { workerIndex }) => {
      const server = await createServer({
        configFile: false,
        root: fileURLToPath(new URL("../..", import.meta.url)),
        logLevel: "warn",
        // One cache a worker, and everything known beforehand: a dependency found late would reload the page.
        cacheDir: `node_modules/.vite/views-${workerIndex}`,
        optimizeDeps: { noDiscovery: true, include: libraries },
        server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
      });
      await server.listen();
      await use(server.resolvedUrls!.local[0]!);
      await server.close();
    },
    { scope: "worker" },
  ],
  page: async ({ page }, use) => {
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await page.goto("tests/page/fixtures/views.html");
    await page.locator("html[data-ready]").waitFor();
    await use(page);
  },
});
