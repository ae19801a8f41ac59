// npm run budget: builds the site and holds a first visit against its budget: what is loaded, and how long a reader waits.
import { buildSite } from "./build.mjs";
import { browserFlags, ensureBrowser } from "./lib/browser.mjs";
import { firstVisit, serveSite } from "./lib/first-visit.mjs";
import { Failure, isMain, script } from "./lib/run.mjs";

/** Bytes over the wire before anybody touches the page: the goal, and the limit for every change. */
export const budget = { wanted: 400_000, limit: 615_000 };

/** Milliseconds until the first curve: the goal, and the limit for every change, also on a slow machine. */
export const waits = [
  { name: "localhost", wanted: 1_000, limit: 1_000 },
  { name: "10 Mbit/s, 40 ms", network: { megabits: 10, latency: 40 }, wanted: 1_300, limit: 1_300 },
  { name: "1.6 Mbit/s, 150 ms", network: { megabits: 1.6, latency: 150 }, wanted: 3_000, limit: 3_700 },
];
const tries = 5;

/** The visits' times, and the files that one of them loaded. */
export async function measureFirstVisits(browser) {
  const server = await serveSite();
  try {
    const { files } = await firstVisit(browser, server);
    const measured = [];
    for (const { name, network, ...bounds } of waits) {
      const times = [];
      while (times.length < tries) times.push((await firstVisit(browser, server, network)).time);
      measured.push({ name, ...bounds, median: times.sort((a, b) => a - b)[(tries - 1) / 2] });
    }
    return { files, measured };
  } finally {
    server.close();
  }
}

if (isMain(import.meta.url)) {
  await script(async () => {
    await buildSite();
    const { browser: executablePath } = await ensureBrowser();
    const { chromium } = await import("@playwright/test");
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    try {
      const { files, measured } = await measureFirstVisits(browser);
      const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const { path, bytes } of files.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes))
        console.log(`${(bytes / 1000).toFixed(1).padStart(7)} KB  ${path}`);
      console.log(
        `${(total / 1000).toFixed(1).padStart(7)} KB  in all, wanted ${budget.wanted / 1000} KB, at most ${budget.limit / 1000} KB`,
      );
      for (const { name, median, wanted, limit } of measured)
        console.log(
          `${(median / 1000).toFixed(2).padStart(7)} s   first curve at ${name}, wanted ${wanted / 1000} s, at most ${limit / 1000} s`,
        );
      const late = measured.filter(({ median, limit }) => median > limit).map(({ name }) => name);
      if (total > budget.limit)
        throw new Failure(`a first visit loads ${total - budget.limit} bytes more than its budget`);
      if (late.length > 0) throw new Failure(`the first curve is late at ${late.join(", ")}`);
    } finally {
      await browser.close();
    }
  });
}
