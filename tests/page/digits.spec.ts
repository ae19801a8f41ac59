// Ten agents with one digit each, on the page: what they answer is seen and told, the reader draws, and images of digits come
// wherever the page goes.
import { copyFileSync, readFileSync } from "node:fs";
import type { FrameLocator, Page } from "@playwright/test";
import { finished, open, openPanel, openReady, setup, tell } from "./app.ts";
import { finishedIn, fragment, frameOf, test } from "./paper.ts";
import { answered as view, digits } from "./documents.ts";
import { drawing, watchDrawing } from "./drawn.ts";
import { expect } from "./harness.ts";

const summary = (page: Page | FrameLocator) => page.locator("#graph .view-answers [aria-live=polite]");
const pad = (page: Page | FrameLocator) => page.locator("#graph .view-pad");

/** A stroke of the mouse, in shares of the pad's side. */
async function stroke(page: Page, first: [number, number], ...points: [number, number][]): Promise<void> {
  const { x, y, width, height } = (await pad(page).boundingBox())!;
  const to = ([u, v]: [number, number]) => page.mouse.move(x + u * width, y + v * height, { steps: 6 });
  await to(first);
  await page.mouse.down();
  for (const point of points) await to(point);
  await page.mouse.up();
}

const drawOne = (page: Page) => stroke(page, [0.3, 0.25], [0.5, 0.1], [0.5, 0.9]);

/** The lines of the reader's drawing that are on the screen. */
async function ink(page: Page): Promise<number> {
  const { strokes } = await drawing(page, "#graph .view-answers");
  const { width } = (await pad(page).boundingBox())!;
  const drawn = strokes.filter(({ width: wide }) => wide > 0.05 * width).flatMap(({ points }) => points);
  // A line begins with a point twice.
  return drawn.filter(([x, y], i) => i > 0 && Math.hypot(x - drawn[i - 1]![0], y - drawn[i - 1]![1]) < 0.1).length;
}

test("answers and counts are seen and told; keys choose images, and what is drawn is answered", async ({ page }) => {
  await open(page, digits, { ...view, image: "3" });
  await finished(page, 100);
  await expect(summary(page)).toHaveText(/^\d: Centralised (\d+) of 10 agents, DSGD (\d+) of 10\.$/);
  // A class by its key, the next image by an arrow; the address remembers which.
  await pad(page).focus();
  await page.keyboard.press("7");
  await expect(page.locator("#graph .view-answers [aria-live=assertive]")).toHaveText(
    /^a 7, an image that no agent has, \d+ of 1\u202f?397$/,
  );
  await expect(summary(page)).toHaveText(/^7: Centralised \d+ of 10 agents, DSGD \d of 10\.$/);
  const chosen = /image=(\d+)/;
  await expect.poll(() => page.url()).toMatch(chosen);
  const place = Number(chosen.exec(page.url())![1]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => chosen.exec(page.url())?.[1]).toBe(String(place + 1));
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => chosen.exec(page.url())?.[1]).toBe(String(place));

  await drawOne(page);
  await expect(summary(page)).toHaveText(/^Your drawing, most say \d: .*Centralised 10 of 10/);
  const clear = page.getByRole("button", { name: "Clear the drawing" });
  await expect(clear).toHaveText("Clear");
  await clear.click();
  await expect(summary(page)).toHaveText(/^7: /);
  await expect(page.getByRole("button", { name: "Next image" })).toBeVisible();

  // Agents are read one by one, and all of them in a table.
  const canvas = page.locator("#graph .view-answers canvas");
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#graph .view-answers [aria-live=assertive]")).toHaveText(
    /^Agent 0, Centralised: has seen only 0s; says \d \d+/,
  );
  await page.locator("#graph .view-answers summary", { hasText: "Data table" }).click();
  await expect(page.locator("#graph .view-answers .view-table-content tbody tr")).toHaveCount(10);
});

test("an image that there is none of is told", async ({ page }) => {
  await page.goto("./#lesson=digits&image=796");
  const banner = page.locator("#banners");
  await expect(summary(page)).not.toBeEmpty();
  await expect(banner).toHaveText("");
  await page.evaluate(() => (location.hash = "#lesson=digits&image=797"));
  await expect(banner).toContainText("image: must be below 797, got “797”.");
  // The step's own is shown.
  await expect(summary(page)).toHaveText(/^7: /);
});

test("a picture of the answers is saved, with names, image and counts", async ({ page }) => {
  await open(page, digits, view);
  await finished(page, 100);
  await expect(summary(page)).not.toBeEmpty();
  await openPanel(page, "Files");
  const download = page.waitForEvent("download");
  await page.getByRole("group", { name: "Left figure" }).getByRole("button", { name: "SVG" }).click();
  const svg = readFileSync((await (await download).path())!, "utf8");
  for (const words of ["Centralised", "of 10 right", "This is a", "9s", "never pictures"]) expect(svg).toContain(words);
});

test("a drawing goes on until it is cleared, also after a pause and in the laboratory", async ({ page }) => {
  await watchDrawing(page);
  await page.goto("./#lesson=digits");
  await expect(summary(page)).not.toBeEmpty();
  for (const key of ["Escape", "Delete", "ArrowLeft"]) {
    await stroke(page, [0.55, 0.1], [0.2, 0.6], [0.8, 0.6]);
    await expect.poll(() => ink(page)).toBe(1);
    if (key === "Escape") await page.waitForTimeout(2_200);
    await stroke(page, [0.62, 0.35], [0.62, 0.95]);
    await expect.poll(() => ink(page)).toBe(2);
    await expect(summary(page)).toHaveText(/^Your drawing, most say 4: /);
    if (key === "Delete") {
      // The same lines are there on the other side of the door.
      await page.locator("#tools").getByText("Laboratory", { exact: true }).click();
      await expect(setup(page)).toBeVisible();
      await expect.poll(() => ink(page)).toBe(2);
    }
    await pad(page).press(key);
    await expect.poll(() => ink(page)).toBe(0);
    await expect(summary(page)).toHaveText(/^\d: /);
  }
});

test("a touch is no drawing, a stroke ends when it is cleared, and keys choose images also on its button", async ({
  page,
}) => {
  await watchDrawing(page);
  await page.goto("./#lesson=digits");
  await expect(summary(page)).toHaveText(/^7: /);
  await pad(page).click();
  await drawOne(page);
  await expect.poll(() => ink(page)).toBe(1);
  const { x, y, width, height } = (await pad(page).boundingBox())!;
  await page.mouse.move(x + 0.2 * width, y + 0.5 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.5 * width, y + 0.5 * height, { steps: 6 });
  await expect.poll(() => ink(page)).toBe(2);
  await page.keyboard.press("Escape");
  await page.mouse.move(x + 0.8 * width, y + 0.5 * height, { steps: 6 });
  await page.mouse.up();
  await expect(summary(page)).toHaveText(/^7: /);
  expect(await ink(page)).toBe(0);
  await drawOne(page);
  await page.getByRole("button", { name: "Clear the drawing" }).click();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.url()).toContain("image=185");
  // Two keys of one frame are two.
  await pad(page).evaluate((pad) => {
    for (let press = 0; press < 2; press++) pad.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  });
  await expect.poll(() => page.url()).toContain("image=187");
  await expect(page.locator("#way .where")).toHaveText(/^3 of/);
});

test("curves go at once when another experiment of the step is chosen", async ({ page }) => {
  await watchDrawing(page);
  await tell(page, "digits");
  const longest = async () => Math.max(...(await drawing(page, "#curves")).strokes.map(({ points }) => points.length));
  expect(await longest()).toBeGreaterThan(40);
  // Nothing of the new one comes.
  await page.evaluate(() => (Worker.prototype.postMessage = () => undefined));
  await page.locator("#main-controls .choice select").selectOption({ label: "A smaller step" });
  await expect.poll(longest).toBeLessThan(30);
});

test("what is drawn stays in question when the network changes", async ({ page }) => {
  await openReady(page, "digits");
  await expect(summary(page)).not.toBeEmpty();
  await drawOne(page);
  await finished(page, 200);
  await expect(summary(page)).toHaveText(/^Your drawing, most say /);
  await openReady(page, "digits-dense");
  await finished(page, 200);
  await expect(summary(page)).toHaveText(/^Your drawing, most say 1: /);
});

test("a finger draws, and the page does not scroll under it", async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${site}${await fragment(digits, view)}`);
  await finished(page, 100);
  await pad(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad(page).boundingBox())!;
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", u = 0, v = 0) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + u * width, y: y + v * height }],
    });
  const before = await page.evaluate(() => scrollY);
  await touch("touchStart", 0.5, 0.9);
  for (let step = 1; step <= 8; step++) await touch("touchMove", 0.5, 0.9 - 0.1 * step);
  await touch("touchEnd");
  await expect(summary(page)).toHaveText(/^Your drawing, most say 1: /);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await context.close();
});

test("images of digits come into a frame of opaque origin", async ({ page, paper, site }) => {
  const address = `${site}embed.html${await fragment(digits, view)}`;
  await paper.open(`<iframe id="a" height="700" sandbox="allow-scripts" src="${address}"></iframe>`);
  await finishedIn(frameOf(page, "a"), 100);
  await expect(summary(frameOf(page, "a"))).toHaveText(/^\d: Centralised \d+ of 10 agents/);
});

test("they lie in the page in one file", async ({ page, context }, info) => {
  info.setTimeout(90_000);
  await context.setOffline(true);
  const copy = info.outputPath("suda.html");
  copyFileSync("dist/suda.html", copy);
  await page.goto(`file://${copy}${await fragment(digits, view)}`);
  await finished(page, 100);
  await expect(summary(page)).toHaveText(/^\d: Centralised \d+ of 10 agents/);
});
