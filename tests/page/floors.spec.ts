// Floors of the runs so far: a point for each run that differs from the others in its network only.
import type { Page } from "@playwright/test";
import { slopeOf } from "../../www/src/views/floors.ts";
import { finished, open, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const floors = (page: Page) => page.getByRole("button", { name: "Floors", exact: true });
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
  await floors(page).click();
  await expect(page.locator("#curves .view-curves")).toBeHidden();
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
  await page.getByRole("button", { name: "Curves", exact: true }).first().click();
  await expect(page.locator("#curves .view-curves")).toBeVisible();
  const step = page.locator("#main-controls").getByRole("textbox", { name: /^Step size/ });
  await step.fill("0.05");
  await step.press("Enter");
  await expect(floors(page)).toBeHidden();
});

test("more agents, less noise: the floors fall with slope −1, seen without reading a number", async ({ page }) => {
  for (const n of [4, 16, 64]) {
    await page.goto(`./#lesson=agents-${n}`);
    await finished(page, 400);
    await page.waitForTimeout(200);
    await finished(page, 400);
  }
  await floors(page).click();
  await expect(summary(page)).toContainText("against agents n, 3 runs");
  const text = (await summary(page).textContent())!.replaceAll("−", "-");
  const slope = (name: string): number => Number(new RegExp(`${name} with slope (-?[\\d.]+)`).exec(text)![1]);
  expect(slope("Centralised SGD")).toBeLessThan(-0.9);
  expect(slope("Centralised SGD")).toBeGreaterThan(-1.1);
  expect(slope("DSGD")).toBeGreaterThan(slope("Centralised SGD") + 0.1);
});

test("the slope of a power law is its exponent", () => {
  expect(slopeOf([1, 3, 10, 40].map((x) => [x, 7 * x ** -1.5] as const))).toBeCloseTo(-1.5, 12);
  expect(slopeOf([[2, 3]])).toBeNull();
});
