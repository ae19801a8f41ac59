// Floors of the runs so far: a point for each run that differs from the others in its network only.
import type { Page } from "@playwright/test";
import { slopeOf } from "../../www/src/views/floors.ts";
import { finished, frames, open, openPanel, small } from "./app.ts";
import { colours, drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";
import { drawnTexts, rememberTexts } from "./layout.ts";

const floors = (page: Page) => page.getByRole("checkbox", { name: "floors", exact: true });
const summary = (page: Page) => page.locator(".view-floors [aria-live=polite]");

async function choose(page: Page, network: string): Promise<void> {
  await page.locator("#main-controls").getByRole("combobox", { name: "Network" }).selectOption(network);
  await frames(page);
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
  await expect(summary(page)).toContainText("5 runs", { timeout: 60_000 });
  await page.locator(".view-floors").getByText("Data table").click();
  const table = page.locator(".view-floors table");
  const names = await table.locator("thead th").allTextContents();
  const last = table.locator("tbody tr").last().locator("th, td");
  const isRing = async (name: string) => (await last.nth(names.indexOf(name)).textContent())!.includes("on its way");
  for (const name of ["Exact-Diffusion, (I+W)/2", "EXTRA, (I+W)/2", "Gradient tracking"])
    expect(await isRing(name)).toBe(true);
  for (const name of ["Centralised SGD", "DSGD"]) expect(await isRing(name)).toBe(false);
});

test("the plot is there before its first point; the next step adds its own, and the theory's slope", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./#lesson=lambda-neighbours");
  await expect(summary(page)).toContainText("no run has come to its end yet");
  await finished(page, 400);
  await expect(summary(page)).toContainText("against 1/(1 − λ), 1 run: Centralised SGD has one point");
  await expect(summary(page)).not.toContainText("slope 2");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(summary(page)).toContainText("2 runs", { timeout: 60_000 });
  await expect(summary(page)).toContainText("slope 2");
  // In another lesson they are not asked for.
  await page.getByRole("button", { name: "Pulled apart", exact: true }).click();
  await expect(page.locator(".view-floors")).toBeHidden();
});

test("a slider goes from dense to sparse without an error; what it passes in a hurry gets its points too", async ({
  page,
}) => {
  await page.goto("./#lesson=lambda-neighbours");
  await finished(page, 400);
  const slider = page.getByRole("slider", { name: "Neighbours, slider" });
  const typed = page.locator("#main-controls").getByRole("textbox", { name: /^Neighbours/ });
  const note = page.locator("#main-controls .leading .note");
  // It is the first in the bar.
  await expect(page.locator("#main-controls").locator("input, select").first()).toHaveAttribute(
    "aria-label",
    "Neighbours, slider",
  );
  await expect(typed).toHaveValue("34");
  await slider.focus();
  for (const neighbours of ["32", "30", "28"]) {
    await slider.press("ArrowLeft");
    await expect(typed).toHaveValue(neighbours);
    await expect(note).toHaveText("");
    await frames(page);
  }
  await slider.press("End");
  await expect(typed).toHaveValue("34");
  await typed.press("ArrowDown");
  await expect(typed).toHaveValue("32");
  await expect(summary(page)).toContainText("4 runs", { timeout: 60_000 });
  await typed.fill("7");
  await typed.press("Enter");
  await expect(note).toHaveText(/must be even/);
  await slider.press("Home");
  await expect(typed).toHaveValue("2");
  await expect(note).toHaveText("");
  await expect(summary(page)).toContainText("5 runs", { timeout: 60_000 });
  const rows = page.locator(".view-floors tbody tr");
  await page.locator(".view-floors").getByText("Data table").click();
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
});

test("the plot's scales stand still from step to step, and grow where points lie beyond them", async ({ page }) => {
  await rememberTexts(page);
  await watchDrawing(page);
  const scales = new Set<string>();
  for (const [runs, id] of ["lambda-neighbours", "lambda-random", "lambda-grid"].entries()) {
    await page.goto(`./#lesson=${id}`);
    await finished(page, 400);
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
