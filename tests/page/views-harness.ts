// The views alone, served from source on a page that holds nothing else.
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
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

/** Two frames: what was asked for is drawn. */
export const frames = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** A network, curves, or two networks of 16 maps: on the left each agent says its own class, on the right all draw the circle. */
export async function show(page: Page, what: "ring" | "curves" | "beliefs"): Promise<void> {
  await page.evaluate((what) => {
    const { kit } = window;
    kit.host.replaceChildren();
    Object.assign(kit.host.style, { width: what === "beliefs" ? "800px" : "" });
    kit.host.style.setProperty("--view-height", "420px");
    if (what === "curves") {
      kit.curvesView = kit.createCurvesView(kit.host, kit.light);
      kit.curvesView.update({ ...kit.curves((k, m) => 10 ** (-m - k / 100), 401), xEnd: 400 });
    } else {
      kit.graphView = kit.createGraphView(kit.host, kit.light, { onEdit: (edit) => void kit.events.push(edit) });
      kit.graphView.update(what === "ring" ? kit.ring(8) : kit.beliefs(16));
    }
  }, what);
  await frames(page);
}
