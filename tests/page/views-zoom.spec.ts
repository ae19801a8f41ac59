// Zooming into the curves: by keyboard and with two fingers, and what ends it.
import type { Page } from "@playwright/test";
import { expect, test } from "./views-harness.ts";

test.use({ hasTouch: true });

const reset = (page: Page) => page.getByRole("button", { name: "Show all" });

async function show(page: Page, xEnd = 400): Promise<void> {
  await page.evaluate((end) => {
    const { kit } = window;
    kit.curvesView ??= kit.createCurvesView(kit.host, kit.light);
    kit.curvesView.update({ ...kit.curves((k, m) => 10 ** (-m - k / 100), 401), xEnd: end });
  }, xEnd);
  await expect(page.locator(".view-plot")).toBeVisible();
}

/** The whole numbers among the exported figure's texts: ticks of the horizontal axis. */
/** What spreads the axis is there once the page has been touched. */
async function touched(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => "__zoom" in document.querySelector(".view-plot")!);
}

async function ticks(page: Page): Promise<number[]> {
  const svg = await page.evaluate(async () =>
    window.kit.figureToSvg((await window.kit.curvesView!.figure())!, "#ffffff"),
  );
  return [...svg.matchAll(/<text[^>]*>(\d+)</g)].map(([, text]) => Number(text));
}

/** Where on the page the cursor's line is: the column of the picture that has most of its colour, the axes' aside. */
function cursorLine(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".view-curves canvas")!;
    const [box, plot] = [canvas, document.querySelector(".view-plot")!].map((part) => part.getBoundingClientRect());
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const colour = [1, 3, 5].map((at) => Number.parseInt(window.kit.light.rule.slice(at, at + 2), 16));
    const counts = Array.from({ length: canvas.width }, (_, column) => {
      let count = 0;
      for (let row = 0; row < canvas.height; row++)
        if (colour.every((part, i) => Math.abs(part - data[4 * (row * canvas.width + column) + i]!) < 3)) count++;
      return count;
    });
    const scale = box!.width / canvas.width;
    const first = Math.ceil((plot!.left - box!.left) / scale) + 3;
    const column = counts.reduce((best, count, at) => (at >= first && count > counts[best]! ? at : best), first);
    return box!.left + column * scale;
  });
}

test("however far the keyboard zooms in, zooming out leads back", async ({ page }) => {
  await show(page);
  await page.locator(".view-box").focus();
  for (const key of ["Home", ...Array.from({ length: 60 }, () => "+")]) await page.keyboard.press(key);
  await expect(reset(page)).toBeVisible();
  await expect(page.locator(".view-tooltip")).toContainText("iteration k = 0");
  for (let i = 0; i < 20; i++) await page.keyboard.press("-");
  await expect(reset(page)).toBeHidden();
});

test("a cursor that walks out of the window takes it along", async ({ page }) => {
  await show(page);
  await page.locator(".view-box").focus();
  for (const key of ["Home", "+", "+", "+", "End"]) await page.keyboard.press(key);
  await expect(page.locator(".view-tooltip")).toContainText("iteration k = 400");
  await expect.poll(() => ticks(page)).toContain(400);
  expect(Math.min(...(await ticks(page)))).toBeGreaterThanOrEqual(350);
  const over = (await page.locator(".view-plot").boundingBox())!;
  expect(Math.abs((await cursorLine(page)) - over.x - over.width)).toBeLessThan(3);
});

test("two fingers spread the axis around what they hold, and one still scrolls the page", async ({ page }) => {
  await show(page);
  await touched(page);
  await page.evaluate(() => (document.body.style.minHeight = "3000px"));
  const { x, y, width, height } = (await page.locator(".view-plot").boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, ...shares: number[]) =>
    session.send("Input.dispatchTouchEvent", {
      type: type as "touchMove",
      touchPoints: shares.map((share, id) => ({ id, x: x + share * width, y: y + height / 2 + id })),
    });
  await touch("touchStart", 0.4, 0.6);
  for (const apart of [0.15, 0.2, 0.25, 0.3]) await touch("touchMove", 0.5 - apart, 0.5 + apart);
  await touch("touchEnd");
  await expect(reset(page)).toBeVisible();
  // The fingers held 160 and 240, which now are 0.6 of the width apart.
  const shown = await ticks(page);
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(133);
  expect(Math.max(...shown)).toBeLessThanOrEqual(267);
  expect(shown).toContain(200);
  expect(await page.evaluate(() => [scrollY, visualViewport!.scale])).toEqual([0, 1]);
  await reset(page).tap();
  await expect(reset(page)).toBeHidden();
  const swipe = (type: string, at: number) =>
    session.send("Input.dispatchTouchEvent", {
      type: type as "touchMove",
      touchPoints: type === "touchEnd" ? [] : [{ x: x + 60, y: at }],
    });
  await swipe("touchStart", y + height - 20);
  for (let step = 1; step <= 8; step++) await swipe("touchMove", y + height - 20 - 15 * step);
  await swipe("touchEnd", 0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
});

test("the wheel with Ctrl, as trackpads report a pinch, spreads the axis around the pointer", async ({ page }) => {
  await show(page);
  await touched(page);
  const { x, y, width } = (await page.locator(".view-plot").boundingBox())!;
  await page.mouse.move(x + 0.25 * width, y + 60);
  await page.keyboard.down("Control");
  for (let turn = 0; turn < 3; turn++) await page.mouse.wheel(0, -60);
  await page.keyboard.up("Control");
  await expect(reset(page)).toBeVisible();
  await expect(page.locator(".view-tooltip")).toContainText("iteration k = 100");
  const shown = await ticks(page);
  expect(Math.min(...shown)).toBeGreaterThan(50);
  expect(Math.max(...shown)).toBeLessThan(250);
  await page.keyboard.down("Control");
  for (let turn = 0; turn < 9; turn++) await page.mouse.wheel(0, 60);
  await page.keyboard.up("Control");
  await expect(reset(page)).toBeHidden();
});

test("a zoom is kept while the same axis is shown, and ends with a run of another length", async ({ page }) => {
  await show(page);
  await page.locator(".view-box").focus();
  await page.keyboard.press("+");
  await expect(reset(page)).toBeVisible();
  await show(page);
  await expect(reset(page)).toBeVisible();
  await show(page, 20_000);
  await expect(reset(page)).toBeHidden();
});
