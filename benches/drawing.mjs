// npm run bench:drawing: how long a frame's scripts take when the curves are drawn, in Chrome, against their limits.
import { chromium } from "@playwright/test";
import { createServer } from "vite";
import { browserFlags, findBrowser } from "../scripts/lib/browser.mjs";
import { root } from "../scripts/lib/run.mjs";

const scenes = [
  { methods: 5, points: 500, banded: true, limit: 4 },
  { methods: 64, points: 2000, banded: false, limit: 16 },
];
const frames = 90;

const blank = {
  name: "blank-page",
  configureServer(server) {
    server.middlewares.use("/blank", (_, response) => {
      response.setHeader("content-type", "text/html").end("<!doctype html><main></main>");
    });
  },
};

/** Runs in the page: milliseconds of script in each frame, of a view that is given new values for every one. */
async function measure({ methods, points, banded, frames }) {
  const { createCurvesView } = await import("/www/src/views/curves/view.ts");
  const { light, methodStyles } = await import("/www/src/views/theme.ts");
  const styles = methodStyles(Array.from({ length: methods }, (_, m) => ({ kind: `kind ${m}`, label: `method ${m}` })));
  const values = (run) => (k, m) => (1e-6 + Math.exp(-k / (40 + 4 * m))) * (1 + 0.1 * Math.sin(k * m + run));
  const dataOf = (run) => ({
    metrics: [{ id: "metric", label: "metric" }],
    metric: "metric",
    axes: [{ id: "iterations", label: "iterations k" }],
    axis: "iterations",
    logX: false,
    logY: true,
    xEnd: points - 1,
    series: styles.map((method, m) => {
      const mean = Float64Array.from({ length: points }, (_, k) => values(run)(k, m));
      const ends = banded ? { low: mean.map((value) => 0.8 * value), high: mean.map((value) => 1.25 * value) } : {};
      return { method, x: Float64Array.from(mean.keys()), mean, ...ends, divergedAt: null, visible: true };
    }),
  });
  const view = createCurvesView(document.querySelector("main"), light);
  const frame = window.requestAnimationFrame.bind(window);
  let spent = 0;
  const timed = (action) => {
    const start = performance.now();
    action();
    spent += performance.now() - start;
  };
  window.requestAnimationFrame = (callback) => frame((now) => timed(() => callback(now)));
  const runs = Array.from({ length: 10 }, (_, run) => dataOf(run));
  const times = [];
  for (let i = 0; i < frames; i++) {
    spent = 0;
    timed(() => view.update({ ...runs[i % runs.length] }));
    await new Promise((done) => frame(() => frame(done)));
    times.push(spent);
  }
  return times.slice(frames / 3).sort((a, b) => a - b);
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
  console.log("| curves | points | median of a frame | limit |\n| --- | --- | --- | --- |");
  for (const { limit, ...scene } of scenes) {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    await page.goto(`${server.resolvedUrls.local[0]}blank`);
    const times = await page.evaluate(measure, { ...scene, frames });
    const median = times[times.length >> 1];
    slow ||= median > limit;
    const kind = scene.banded ? "with bands" : "";
    console.log(`| ${scene.methods} ${kind} | ${scene.points} | ${median.toFixed(1)} ms | ${limit} ms |`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = slow ? 1 : 0;
