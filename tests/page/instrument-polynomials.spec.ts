// Polynomials to drag: points hold a curve, the document follows, and what is shaded is what the core calls stable.
import type { Page } from "@playwright/test";
import { evaluate } from "../../www/src/laboratory/panels/polynomial.ts";
import { documentOf, finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const TITLE = "Polynomials to drag";
const panel = (page: Page) => page.locator("#instrument-polynomials");
const own = { kind: "suda", label: "Yours", a: [0.5, 0.5], bSquared: [0.5, -0.5], c: [1] };
const document = { ...small, gradient: { noise: "none" }, methods: [{ kind: "psgd" }, own] };

async function method(page: Page): Promise<Record<string, number[]>> {
  return (await documentOf(page)).methods.at(-1) as unknown as Record<string, number[]>;
}

test("beside the curves they are the left figure, where a method has any", async ({ page }) => {
  await open(page, document, { left: "polynomials" });
  await finished(page);
  const left = page.locator("#graph");
  const chart = left.getByRole("application", { name: /polynomials/ });
  await chart.focus();
  await chart.press("ArrowUp");
  await expect(left.getByRole("status")).toContainText("Stable");
  await expect.poll(async () => evaluate((await method(page))["a"]!, -1 / 3)).toBeCloseTo(1 / 3 + 0.02, 3);
  await finished(page);
  const download = page.waitForEvent("download");
  await openPanel(page, "Files");
  await page.getByRole("group", { name: "Left figure" }).getByRole("button", { name: "SVG" }).click();
  expect((await download).suggestedFilename()).toMatch(/polynomials.*\.svg$/);
  await left.getByRole("button", { name: "Network", exact: true }).click();
  await expect(chart).toBeHidden();
  await expect(left.locator(".view-graph canvas").first()).toBeVisible();

  // Where no method has any, the network stands there, as whoever comes by such a link sees.
  await page.goto("about:blank");
  await open(page, small, { left: "polynomials" });
  await finished(page);
  await expect(left.getByRole("button", { name: "Polynomials", exact: true })).toBeHidden();
  await expect(left.getByRole("button", { name: "Network", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("what is pulled out of the shaded region is what the core calls unstable", async ({ page }) => {
  await open(page, document);
  await finished(page);
  await openPanel(page, TITLE);
  const status = panel(page).getByRole("status");
  await expect(status).toContainText("Stable");
  const chart = panel(page).getByRole("application");
  await chart.scrollIntoViewIfNeeded();
  // B² at the least eigenvalue, the left end of the middle plot; what is said above the plot may move it meanwhile.
  const moveTo = async (value: number, steps = 1) => {
    const box = (await chart.boundingBox())!;
    const [height, margin, width] = [box.height - 26 - 42, (0.03 * 4) / 3, box.width / 3 - 60];
    const x = box.x + box.width / 3 + 46 + (width * margin) / (4 / 3 + 2 * margin);
    await page.mouse.move(x, box.y + 26 + (height * (2.5 - value)) / 3, { steps });
  };
  await moveTo(2 / 3);
  await page.mouse.down();
  // Far up.
  await moveTo(3, 4);
  await expect(status).toContainText("Unstable");
  await moveTo(3);
  await page.mouse.up();
  expect(evaluate((await method(page))["bSquared"]!, -1 / 3)).toBeCloseTo(3, 1);
  expect(evaluate((await method(page))["bSquared"]!, 1)).toBe(0);
  await expect(panel(page).locator("[aria-live=polite]")).toContainText(
    "B squared of degree 1, outside of the stable region",
    {
      timeout: 15_000,
    },
  );
  // Set free, the ends may move, and what that breaks is said.
  await panel(page).getByLabel(/^Keep/).uncheck();
  await chart.focus();
  for (let i = 0; i < 2; i++) await chart.press("ArrowRight");
  await chart.press("ArrowUp");
  await expect(status).toContainText("A(1) is 1.02 in place of 1");
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a finger on a point pulls it, and elsewhere scrolls the page", async ({ page }) => {
    await open(page, document);
    await finished(page);
    await openPanel(page, TITLE);
    await expect(panel(page).getByRole("status")).toContainText("Stable");
    const chart = panel(page).getByRole("application");
    await chart.evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
    const box = (await chart.boundingBox())!;
    // The plots stand one below the other; A at the least eigenvalue, the left end of the first, is 1/3 of -0.5 … 1.5.
    const height = box.height / 3 - 26 - 42;
    const at = (value: number) => box.y + 26 + (height * (1.5 - value)) / 2;
    const margin = (0.03 * 4) / 3;
    const x = box.x + 46 + ((box.width - 60) * margin) / (4 / 3 + 2 * margin);
    const session = await page.context().newCDPSession(page);
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) => {
      await session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    };
    const drag = async (from: [number, number], to: [number, number]) => {
      await touch("touchStart", from);
      for (let i = 1; i <= 8; i++)
        await touch("touchMove", [from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8]);
      await touch("touchEnd");
    };
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await drag([x, at(1 / 3)], [x, at(0.9)]);
    await expect.poll(async () => evaluate((await method(page))["a"]!, -1 / 3)).toBeCloseTo(0.9, 1);
    expect(evaluate((await method(page))["a"]!, 1)).toBeCloseTo(1, 12);
    // Looking at the document has moved the page, and the words above the chart may have another height.
    await chart.evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
    expect(Math.abs((await scrolled()) - before)).toBeLessThan(10);
    const a = (await method(page))["a"];
    await chart.evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
    await drag([box.x + 0.6 * box.width, at(-0.3)], [box.x + 0.6 * box.width, at(-0.3) - 150]);
    await expect.poll(scrolled).toBeGreaterThan(before + 50);
    expect((await method(page))["a"]).toEqual(a);
  });
});
