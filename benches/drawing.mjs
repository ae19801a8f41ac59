// npm run bench:drawing: how long a frame's scripts take when the curves are drawn, in Chrome, against their limits.
import { chromium } from "@playwright/test";
import { createServer } from "vite";
import { browserFlags, findBrowser } from "../scripts/lib/browser.mjs";
import { root } from "../scripts/lib/run.mjs";

const scenes = [
  { methods: 5, points: 500, banded: true, limit: 4 },
  { methods: 64, points: 2000, banded: false, limit: 16 },
];
const [warmUp, frames] = [30, 60];

const blank = {
  name: "blank-page",
  configureServer(server) {
    server.middlewares.use("/blank", (_, response) => {
      response.setHeader("content-type", "text/html").end("<!doctype html><main></main>");
    });
  },
};

/** Runs in the page: a view of the curves, and `frames(count)`, which gives it new values for every frame. */
async function prepare({ methods, points, banded }) {
  const { createCurvesView } = await import("/www/src/views/curves/view.ts");
  const { light, methodStyles } = await import("/www/src/views/theme.ts");
  const method = (_, m) => ({ kind: `kind ${m}`, label: `method ${m}`, look: { hue: m % 8, dash: [] } });
  const styles = methodStyles(Array.from({ length: methods }, method));
  const value = (k, m, run) => (1e-6 + Math.exp(-k / (40 + 4 * m))) * (1 + 0.1 * Math.sin(k * m + run));
  const dataOf = (run) => ({
    metrics: [{ id: "metric", label: "metric" }],
    metric: "metric",
    axes: [{ id: "iterations", label: "iterations k" }],
    axis: "iterations",
    logX: false,
    logY: true,
    xEnd: points - 1,
    series: styles.map((method, m) => {
      const mean = Float64Array.from({ length: points }, (_, k) => value(k, m, run));
      const ends = banded ? { low: mean.map((y) => 0.8 * y), high: mean.map((y) => 1.25 * y) } : {};
      return { method, x: Float64Array.from(mean.keys()), mean, ...ends, divergedAt: null, visible: true };
    }),
  });
  const view = createCurvesView(document.querySelector("main"), light);
  const runs = Array.from({ length: 10 }, (_, run) => dataOf(run));
  window.frames = async (count) => {
    for (let i = 0; i < count; i++) {
      view.update({ ...runs[i % runs.length] });
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  };
}

/** Milliseconds of script that a frame takes of the processor, whatever else the machine does. */
async function measure(page, scene) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "ScriptDuration").value;
  };
  await page.evaluate(prepare, scene);
  await page.evaluate((count) => window.frames(count), warmUp);
  const before = await spent();
  await page.evaluate((count) => window.frames(count), frames);
  return ((await spent()) - before) / frames;
}

const server = await createServer({
  configFile: false,
  root,
  logLevel: "warn",
  plugins: [blank],
  server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
});
await server.listen();
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
let slow = false;
try {
  console.log("| curves | points | script a frame | limit |\n| --- | --- | --- | --- |");
  for (const { limit, ...scene } of scenes) {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    await page.goto(`${server.resolvedUrls.local[0]}blank`);
    const time = await measure(page, scene);
    slow ||= time > limit;
    console.log(
      `| ${scene.methods}${scene.banded ? " with bands" : ""} | ${scene.points} | ${time.toFixed(1)} ms | ${limit} ms |`,
    );
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = slow ? 1 : 0;
