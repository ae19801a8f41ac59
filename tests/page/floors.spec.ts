// Floors of the runs so far: a point for each run that differs from the others in its network only.
import type { Page } from "@playwright/test";
import { finished, open, press, setup, small, tell } from "./app.ts";
import { drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";
import { drawnTexts, rememberTexts } from "./layout.ts";

const summary = (page: Page) => page.locator(".view-floors [aria-live=polite]");

test("the plot is there before its first point; the next step adds its own, and the theory's slope", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./#lesson=lambda-neighbours");
  // Before its run is over: what is read out is its end.
  await expect(page.locator(".view-floors canvas")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await finished(page, 400);
  await expect(summary(page)).toContainText("against 1/(1 − λ), 1 run: Centralised SGD has one point");
  await expect(summary(page)).not.toContainText("slope 2");
  await page.locator("#main-controls .choice select").selectOption("lambda-random");
  await expect(summary(page)).toContainText("2 runs", { timeout: 60_000 });
  await expect(summary(page)).toContainText("slope 2");
  // In another step they are not asked for.
  await page.locator("#way .back").click();
  await expect(page.locator(".view-floors")).toBeHidden();
});

test("a slider goes from dense to sparse; what it passes in a hurry gets its points too, and DSGD’s climb", async ({
  page,
}) => {
  await tell(page, "lambda-neighbours");
  // Three stops to the left, at once, and then the least.
  await press(page, /^Neighbours/, "ArrowLeft", "ArrowLeft", "ArrowLeft");
  await expect(summary(page)).toContainText("4 runs", { timeout: 60_000 });
  await press(page, /^Neighbours/, "Home");
  await expect(summary(page)).toContainText("5 runs", { timeout: 60_000 });
  await page.locator("#tools .door").click();
  await page.locator(".view-floors").getByText("Data table").click();
  const rows = page.locator(".view-floors tbody tr");
  await expect(rows).toHaveCount(5);
  const column = async (place: number) =>
    (await rows.locator("th, td").allTextContents())
      .filter((_, i) => i % 6 === place)
      .map((text) =>
        Number(text.replace(/×10/, "e").replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]/g, (c) => "0123456789-"["⁰¹²³⁴⁵⁶⁷⁸⁹⁻".indexOf(c)]!)),
      );
  const [slowness, dsgd] = [await column(0), await column(2)];
  expect(slowness[0]).toBeLessThan(1.1);
  expect(slowness.at(-1)).toBeCloseTo(98.73, 1);
  expect(dsgd.at(-1)! / dsgd[0]!).toBeGreaterThan(50);
  // A number of neighbours that no ring has is refused beside its field.
  const typed = setup(page).getByRole("textbox", { name: /^Neighbours/ });
  await typed.fill("7");
  await typed.press("Enter");
  await expect(setup(page).getByText(/must be even/)).toBeVisible();
});

test("the plot's scales stand still from step to step, and grow where points lie beyond them", async ({ page }) => {
  await rememberTexts(page);
  await watchDrawing(page);
  const scales = new Set<string>();
  for (const [runs, id] of ["lambda-neighbours", "lambda-random", "lambda-grid"].entries()) {
    await tell(page, id);
    await expect(summary(page)).toContainText(`${runs + 1} run`, { timeout: 60_000 });
    const texts = await drawnTexts(page.locator(".view-floors canvas"));
    scales.add(texts.filter((text) => /^10/.test(text)).join(" "));
  }
  expect([...scales]).toEqual(["10⁻⁶ 10⁻⁵ 10⁻⁴ 10⁻³ 10⁻² 10⁰ 10¹ 10² 10³"]);
  // Here all points lie outside of what is asked for.
  await page.goto("about:blank");
  await open(page, small, { right: "floors", floorsX: "1e5..1e6", floorsY: "1e3..1e4" });
  await finished(page);
  await expect(summary(page)).toContainText("1 run");
  await expect.poll(async () => (await drawing(page, ".floors")).dots.length).toBeGreaterThan(0);
  const { dots, width, height } = await drawing(page, ".floors");
  for (const { x, y } of dots) expect(x > 40 && x < width && y > 0 && y < height - 40).toBe(true);
});
