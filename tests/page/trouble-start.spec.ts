// A demo that cannot start says why, and shows what it would have shown.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page, Route } from "@playwright/test";
import { finished, fragment, open, slowDown, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { version } = JSON.parse(readFileSync(path("package.json"), "utf8")) as { version: string };

async function expectPicture(page: Page): Promise<void> {
  const picture = page.getByRole("img", { name: /^Two rings of sixteen agents/ });
  await expect(picture).toBeVisible();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(300);
  await expect(page.locator("#bar")).toBeHidden();
}

const cut = Buffer.from("\0asm\x01\0\0\0\x01");
const wrong = readFileSync(path("www/pkg/suda_bg.wasm"));
wrong.fill(0xff, wrong.length >> 1, (wrong.length >> 1) + 64);

/** What the network makes of the core, and what the page says of it. */
const blocked: [words: string, answer: { status?: number; contentType?: string; body?: string | Buffer } | null][] = [
  ["could not be fetched: the network is down", null],
  ["could not be fetched: the server says 404", { status: 404 }],
  ["has arrived as something else", { contentType: "text/html", body: "<p>Not here</p>" }],
  ["damaged or cut short: its 9 bytes are no whole module", { contentType: "application/wasm", body: cut }],
  ["damaged or cut short", { contentType: "application/wasm", body: wrong }],
];

test("without WebAssembly, whatever the network makes of it, there are a reason, a picture and a new start", async ({
  page,
  problems,
}) => {
  const address = `./${await fragment(small)}`;
  for (const [words, answer] of blocked) {
    await page.goto("about:blank");
    await page.route("**/*.wasm", (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.goto(address);
    await expect(page.getByRole("alert"), words).toContainText(words);
    await expectPicture(page);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await finished(page);
  }
  problems.length = 0;
});

test("so it is where the browser has none, in a frame and in the single file, too", async ({ page, problems }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  for (const address of ["./", "embed.html", pathToFileURL(path("dist/suda.html")).href]) {
    await page.goto(address);
    await expect(page.getByRole("alert")).toContainText("This browser has no WebAssembly");
    await expectPicture(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await expectPicture(page);
  }
  problems.length = 0;
});

const without: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  missing: (route) => route.fulfill({ status: 404 }),
  text: async (route) => {
    const headers = { "content-type": "text/plain", "x-content-type-options": "nosniff", "cache-control": "no-store" };
    await route.fulfill({ response: await route.fetch(), headers });
  },
  another: (route) => route.fulfill({ contentType: "text/javascript", body: "export const no = ;" }),
};

test("a page whose script is missing, sent as text or another one says so, in a frame too", async ({
  context,
  site,
}) => {
  /** It waits for a while before it says so. */
  const isTold = async (what: string, address: string) => {
    const page = await context.newPage();
    await page.route("**/*.js", without[what]!);
    await page.goto(new URL(address, site).href);
    await expect(page.getByText("This page has not started."), what).toBeInViewport();
    await page.unrouteAll();
    await page.reload();
    await expect(page.locator("#not-started")).toHaveCount(0);
  };
  await Promise.all(Object.keys(without).flatMap((what) => ["embed.html", "./"].map((to) => isTold(what, to))));
});

test("words for a page without its script are not seen while it starts", async ({ page }) => {
  await slowDown(page, "**/*.js", 1_000);
  await page.goto("./", { waitUntil: "commit" });
  const words = page.locator("#not-started");
  await expect(words).toBeAttached();
  await expect(words).toBeHidden();
  expect((await page.locator("#banners").boundingBox())!.height).toBe(0);
  await expect(words).toHaveCount(0);
});

test("where JavaScript is switched off, only that is said", async ({ browser, site }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(site);
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.locator("#not-started")).toHaveCSS("display", "none");
  // A frame, also one that may not run scripts, says so where it is seen.
  await page.goto(new URL("embed.html", site).href);
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.locator("noscript p")).toBeInViewport();
  await expect(page.locator("h1")).toBeHidden();
  await page.close();
});

test("a browser that answers no media queries starts all the same, in a frame too", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "matchMedia"));
  await open(page, small);
  await finished(page);
  await page.goto("embed.html");
  await expect(page.locator("#curves canvas").first()).toBeVisible();
});

test("where nothing can be drawn, words are in the pictures’ place, and the run goes on", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await open(page, small);
  await finished(page);
  for (const figure of ["#graph", "#curves"])
    await expect(page.locator(figure).getByText("the data table has its numbers").first()).toBeVisible();
});

test("translated into a language from right to left, the page does not grow to the side", async ({ page }) => {
  await open(page, small);
  await finished(page);
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Tab");
  await expect(page.getByText("Skip to the controls")).toBeInViewport();
});

/** The core as a build of another version would be. */
function otherCore(): Buffer {
  const core = readFileSync(path("www/pkg/suda_bg.wasm"));
  const own = Buffer.from(version);
  const other = Buffer.from(version.replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10)));
  for (let at = core.indexOf(own); at >= 0; at = core.indexOf(own, at + 1)) other.copy(core, at);
  return core;
}

test("a kept core of another version or another interface is noticed, and a reload brings the right one", async ({
  page,
}) => {
  for (const body of [otherCore(), Buffer.from("\0asm\x01\0\0\0")]) {
    await page.goto("about:blank");
    await page.route("**/*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body }));
    await open(page, small);
    await expect(page.getByRole("alert")).toContainText(`is not of this page’s version, ${version}`);
    await page.unrouteAll();
    const again = page.waitForRequest((request) => request.url().endsWith(".wasm"));
    await page.getByRole("button", { name: "Reload" }).click();
    // Past the cache.
    expect((await (await again).allHeaders())["cache-control"]).toBe("no-cache");
    await finished(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
});
