// Floors of the runs so far: a point for each run that differs from the others in its network only.
import type { Page } from "@playwright/test";
import { slopeOf } from "../../www/src/views/floors.ts";
import { finished, open, openPanel, small } from "./app.ts";
import { colours, drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";

const floors = (page: Page) => page.getByRole("checkbox", { name: "floors", exact: true });
const summary = (page: Page) => page.locator(".view-floors [aria-live=polite]");

async function choose(page: Page, network: string): Promise<void> {
  await page.locator("#main-controls").getByRole("combobox", { name: "Network" }).selectOption(network);
  await page.waitForTimeout(300);
  await finished(page);
}

test("runs that differ in their network only make one plot, against 1/(1 − λ), until anything else changes", async ({
  page,
}) => {
  await open(page, small);
  await finished(page);
  await expect(floors(page)).toBeHidden();
  await choose(page, "complete");
  await floors(page).check();
  await expect(page.locator("#curves .view-curves")).toBeVisible();
  await expect(summary(page)).toContainText("against 1/(1 − λ), 2 runs: Centralised SGD with slope");
  await choose(page, "star");
  await expect(summary(page)).toContainText("3 runs");
  // The same network again is the same point.
  await choose(page, "complete");
  await expect(summary(page)).toContainText("3 runs");
  await page.locator(".view-floors").getByText("Data table").click();
  const rows = page.locator(".view-floors tbody tr");
  await expect(rows).toHaveCount(3);
  // Of the complete graph λ = 0.
  await expect(rows.first().locator("td,th").first()).toHaveText("1");
  await floors(page).uncheck();
  await expect(page.locator(".view-floors")).toBeHidden();
  const step = page.locator("#main-controls").getByRole("textbox", { name: /^Step size/ });
  await step.fill("0.05");
  await step.press("Enter");
  await expect(floors(page)).toBeHidden();
});

test("a lesson on floors shows them at once, with those of the steps before it, which nobody has seen run", async ({
  page,
}) => {
  await page.goto("./#lesson=agents-64");
  await finished(page, 400);
  await expect(summary(page)).toContainText("against agents n, 3 runs", { timeout: 60_000 });
  const text = (await summary(page).textContent())!.replaceAll("−", "-");
  const slope = (name: string): number => Number(new RegExp(`${name} with slope (-?[\\d.]+)`).exec(text)![1]);
  expect(slope("Centralised SGD")).toBeLessThan(-0.9);
  expect(slope("Centralised SGD")).toBeGreaterThan(-1.1);
  expect(slope("DSGD")).toBeGreaterThan(slope("Centralised SGD") + 0.1);
  // The curves stay what the run says.
  await expect(page.locator("#curves .view-curves")).toBeVisible();
  await expect(page.locator("#reading-text")).toContainText("After 400 iterations");
});

test("a curve that still falls, however slowly, has no floor yet: its point is a ring", async ({ page }) => {
  await page.goto("./#lesson=lambda-scaled-ring");
  await finished(page, 400);
  await expect(summary(page)).toContainText("4 runs", { timeout: 60_000 });
  await page.locator(".view-floors").getByText("Data table").click();
  const table = page.locator(".view-floors table");
  const names = await table.locator("thead th").allTextContents();
  const last = table.locator("tbody tr").last().locator("th, td");
  const isRing = async (name: string) => (await last.nth(names.indexOf(name)).textContent())!.includes("on its way");
  for (const name of ["Exact-Diffusion, (I+W)/2", "EXTRA, (I+W)/2", "Gradient tracking"])
    expect(await isRing(name)).toBe(true);
  for (const name of ["Centralised SGD", "DSGD"]) expect(await isRing(name)).toBe(false);
});

test("the first step has one point and the theory's slope through it; the next one adds its own", async ({ page }) => {
  await page.goto("./#lesson=lambda-random");
  await finished(page, 400);
  await expect(summary(page)).toContainText("against 1/(1 − λ), 1 run: Centralised SGD has one point");
  await expect(summary(page)).toContainText("slope 2");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(summary(page)).toContainText("2 runs", { timeout: 60_000 });
  // In another lesson they are not asked for.
  await page.getByRole("button", { name: "Pulled apart", exact: true }).click();
  await expect(page.locator(".view-floors")).toBeHidden();
});

test("the floors that are shown are there as a file", async ({ page }) => {
  await open(page, small, { right: "floors" });
  await finished(page);
  await expect(page.locator(".view-floors canvas")).toBeVisible();
  await openPanel(page, "Files");
  const download = page.waitForEvent("download");
  await page.getByRole("group", { name: "Floors", exact: true }).getByRole("button", { name: "SVG" }).click();
  expect((await download).suggestedFilename()).toMatch(/floors.*\.svg$/);
});

test("the slope of a power law is its exponent", () => {
  expect(slopeOf([1, 3, 10, 40].map((x) => [x, 7 * x ** -1.5] as const))).toBeCloseTo(-1.5, 12);
  expect(slopeOf([[2, 3]])).toBeNull();
});

test("where floors coincide each method's dot is seen around the next", async ({ page }) => {
  await watchDrawing(page);
  await page.goto("./#lesson=agents-4");
  await finished(page, 400);
  const dots = async () => (await drawing(page, ".floors")).dots.filter(({ rim }) => !rim);
  const methods = Object.values(await colours(page));
  await expect.poll(async () => (await dots()).length).toBe(methods.length);
  const found = await dots();
  expect(new Set(found.map(({ color }) => color))).toEqual(new Set(methods));
  for (const [i, dot] of found.entries())
    for (const under of found.slice(0, i))
      expect(under.radius - dot.radius + Math.hypot(dot.x - under.x, dot.y - under.y)).toBeGreaterThan(2);
});
