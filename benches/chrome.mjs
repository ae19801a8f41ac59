// The engine in headless Chrome, with one worker and with several that share an experiment's trials.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../scripts/lib/browser.mjs";
import { root } from "../scripts/lib/run.mjs";

const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    if (path === "/") return response.setHeader("content-type", "text/html").end("<!doctype html>");
    try {
      const body = await readFile(join(root, path));
      response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream").end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Runs in the page: the total iterations per second × trials of `workers` workers that share the trials. */
async function measure({ document, workers }) {
  const trials = document.trials ?? 1;
  const share = (index) => Math.floor((index * trials) / workers);
  const answer = (worker) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
    });
  const pool = Array.from({ length: workers }, () => new Worker("/benches/worker.js", { type: "module" }));
  await Promise.all(
    pool.map((worker, index) => {
      worker.postMessage({ document, trials: [share(index), share(index + 1)] });
      return answer(worker);
    }),
  );
  const rates = await Promise.all(
    pool.map((worker) => {
      worker.postMessage({});
      return answer(worker);
    }),
  );
  for (const worker of pool) worker.terminate();
  return rates.reduce((total, rate, index) => total + rate * (share(index + 1) - share(index)), 0) / trials;
}

/** Iterations per second of each `{ document, workers }`. */
export async function inChrome(jobs) {
  const server = await serve();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const rates = [];
    for (const job of jobs) rates.push(await page.evaluate(measure, job));
    return rates;
  } finally {
    await browser.close();
    server.close();
  }
}
