// A first visit of the built page, in Chromium: what it loads before anybody touches it, and how long its first curve takes.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./run.mjs";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

const caching = { "Cache-Control": "max-age=600" };

/** Serves dist/site as hosts do, gzipped. */
export function serveSite() {
  const packed = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(root, "dist/site", pathname === "/" ? "index.html" : pathname);
    try {
      if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file)));
    } catch {
      return response.writeHead(404).end();
    }
    response.writeHead(200, { "Content-Type": types[extname(file)], "Content-Encoding": "gzip", ...caching });
    response.end(packed.get(file));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/**
 * Visits the site with an empty cache. `network` is what Chromium's throttling makes of localhost: megabits a second and
 * milliseconds of latency. Returns the first curve's time after navigation in milliseconds, and the files loaded.
 * @returns {Promise<{ time: number, files: { path: string, bytes: number }[] }>}
 */
export async function firstVisit(browser, server, network) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (network) {
      const throughput = (network.megabits * 1e6) / 8;
      const speed = { latency: network.latency, downloadThroughput: throughput, uploadThroughput: throughput };
      await devtools.send("Network.emulateNetworkConditions", { offline: false, ...speed });
    }
    await page.goto(`http://127.0.0.1:${server.address().port}/`, { waitUntil: "commit" });
    const mark = () => performance.getEntriesByName("suda:first-curve")[0]?.startTime;
    const time = await page.waitForFunction(mark, undefined, { polling: 50, timeout: 60_000 });
    await page.waitForLoadState("networkidle");
    const files = await page.evaluate(() =>
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
        ({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }),
      ),
    );
    return { time: await time.jsonValue(), files };
  } finally {
    await context.close();
  }
}
