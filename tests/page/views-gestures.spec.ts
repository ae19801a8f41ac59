// Figures under fingers and the wheel, and the page that they stand in.
import type { Page } from "@playwright/test";
import { expect, frames, show, test } from "./views-harness.ts";

/** A swipe of fingers by (dx, dy) each, that began at these places. */
async function swipe(page: Page, from: [number, number][], by: [number, number][]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : from.map(([x, y], id) => ({ id, x: x + share * by[id]![0], y: y + share * by[id]![1] })),
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= 8; step++) await touch("touchMove", step / 8);
  await touch("touchEnd", 1);
  await frames(page);
}

const scrolled = (page: Page) => page.evaluate(() => scrollY);

test.describe("with fingers and wheels", () => {
  test.use({ hasTouch: true });

  test("the wheel, and a finger beside all agents, scroll the page; one on an agent moves it", async ({ page }) => {
    await show(page, "ring");
    await page.evaluate(() => (document.body.style.minHeight = "3000px"));
    const box = (await page.locator("canvas").boundingBox())!;
    // The lowest agent of the ring.
    const [x, y] = [box.x + box.width / 2, box.y + box.height - 36 - 20];
    await swipe(page, [[x, y]], [[0, -100]]);
    expect(await scrolled(page)).toBe(0);
    await page.touchscreen.tap(x, y - 100);
    await expect(page.locator(".view-tooltip")).toContainText("Agent 4");
    await swipe(page, [[box.x + 20, box.y + box.height / 2]], [[0, -100]]);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(20);
    expect(await page.evaluate(() => window.kit.events)).toEqual([]);
    const before = await scrolled(page);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before);
  });

  test("two fingers, and the wheel with Ctrl, spread the axis around what they hold; else the page is scrolled", async ({
    page,
  }) => {
    const reset = page.getByRole("button", { name: "Show all" });
    const ticks = async (): Promise<number[]> => {
      const svg = await page.evaluate(async () =>
        window.kit.figureToSvg((await window.kit.curvesView!.figure())!, "#ffffff"),
      );
      return [...svg.matchAll(/<text[^>]*>(\d+)</g)].map(([, text]) => Number(text));
    };
    await show(page, "curves");
    // What spreads the axis is there once the page has been touched.
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => "__zoom" in document.querySelector(".view-plot")!);
    await page.evaluate(() => (document.body.style.minHeight = "3000px"));
    const { x, y, width, height } = (await page.locator(".view-plot").boundingBox())!;
    const at = (share: number): [number, number] => [x + share * width, y + height / 2];
    await swipe(
      page,
      [at(0.4), at(0.6)],
      [
        [-0.2 * width, 0],
        [0.2 * width, 0],
      ],
    );
    await expect(reset).toBeVisible();
    // The fingers held 160 and 240, which now are 0.6 of the width apart.
    const held = await ticks();
    expect(Math.min(...held)).toBeGreaterThanOrEqual(133);
    expect(Math.max(...held)).toBeLessThanOrEqual(267);
    expect(held).toContain(200);
    expect(await page.evaluate(() => [scrollY, visualViewport!.scale])).toEqual([0, 1]);
    await reset.tap();
    await expect(reset).toBeHidden();

    // As trackpads report a pinch.
    const turn = async (times: number, by: number): Promise<void> => {
      await page.keyboard.down("Control");
      for (let i = 0; i < times; i++) await page.mouse.wheel(0, by);
      await page.keyboard.up("Control");
    };
    await page.mouse.move(x + 0.25 * width, y + 60);
    await turn(3, -60);
    await expect(page.locator(".view-tooltip")).toContainText("iteration k = 100");
    const shown = await ticks();
    expect(Math.min(...shown)).toBeGreaterThan(50);
    expect(Math.max(...shown)).toBeLessThan(250);
    await turn(9, 60);
    await expect(reset).toBeHidden();

    await swipe(page, [[x + 60, y + height - 20]], [[0, -120]]);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(20);
    const before = await scrolled(page);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before);
  });
});
