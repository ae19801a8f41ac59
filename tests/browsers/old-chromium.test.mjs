// The oldest browser that the page promises to run in.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "@playwright/test";
import { serveSite } from "../../scripts/lib/first-visit.mjs";
import { oldChromium } from "../../scripts/lib/old-chromium.mjs";

/** In one process: its own way of starting others wants what a container does not have. */
const args = ["--no-sandbox", "--no-zygote", "--single-process", "--disable-gpu"];
let server;
const executablePath = await oldChromium();
const skip = executablePath === null && "there is none for this machine";

before(async () => {
  server = await serveSite();
});
after(() => server.close());

/** Opens a page of the site, until `isThere` says so; tells what went wrong on the way. */
async function opens(path, isThere) {
  const browser = await chromium.launch({ executablePath, args });
  try {
    assert.match(browser.version(), /^109\./);
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    const problems = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
    await page.waitForFunction(isThere, undefined, { timeout: 120_000 });
    assert.deepEqual(problems, []);
    return await page.evaluate(() => document.querySelector("#reading-text").textContent);
  } finally {
    await browser.close().catch(() => {});
  }
}

const isOver = () => document.querySelector("#transport")?.textContent.includes("Play again");

test("a step of the story runs to its end in Chromium 109", { skip }, async () => {
  assert.match(await opens("", isOver), /^After 200 iterations /);
});

test("the laboratory has its panels in Chromium 109", { skip }, async () => {
  const isFurnished = () => document.querySelectorAll("#panels details").length > 10;
  await opens("#lesson=blow-up&room=laboratory", isFurnished);
});

test("a frame runs in Chromium 109", { skip }, async () => {
  const isDone = () => document.querySelector("#transport [aria-label='Play again']") !== null;
  assert.match(await opens("embed.html#lesson=local-data", isDone), /^After 400 iterations /);
});
