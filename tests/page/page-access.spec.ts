import axe from "axe-core";
import type { Page } from "@playwright/test";
import { done, endless, finished, frames, goBelow, heldAt, open, openPanels, openReady, setup, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test.describe.configure({ timeout: 90_000 });

async function appear(page: Page, how: "Light" | "Dark"): Promise<void> {
  await page.locator("#tools .contents > summary").click();
  await page.getByLabel("Appearance").selectOption({ label: how });
}

async function violations(page: Page, within = "html"): Promise<string[]> {
  await page.addScriptTag({ content: axe.source });
  return page.evaluate(async (within) => {
    const { axe: engine } = globalThis as unknown as {
      axe: {
        run(
          within: string,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations } = await engine.run(within);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ""}`),
    );
  }, within);
}

/** What axe finds in light and in dark. */
async function inBoth(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await frames(page);
    found.push(...(await violations(page, within)).map((violation) => `${colorScheme}, ${violation}`));
  }
  return found;
}

test("axe finds nothing in the laboratory, every panel open, and what is no sentence is not to be translated", async ({
  page,
}) => {
  const suda = { kind: "suda", a: [0, 1], bSquared: [1, -1], c: [1], laziness: 0.5 };
  // Every row of a table is looked at, and all are alike.
  await open(page, { ...small, iterations: 20, methods: [...small.methods, suda] });
  await finished(page, 20);
  await openPanels(page);
  for (const loaded of ["#instrument-polynomials button", "#instrument-study select"])
    await expect(page.locator(loaded).first()).toBeVisible();
  expect(await inBoth(page)).toEqual([]);
  await page.getByRole("button", { name: "Agents", exact: true }).click();
  await expect(page.locator("#graph .view:not(.aside *) canvas")).toBeVisible();
  expect(await inBoth(page, "#graph")).toEqual([]);

  const marked = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => element.closest("[translate]")?.getAttribute("translate")));
  for (const selector of ["math", "#chips span", "label i", "#json", "#methods-text strong", ".term:text-is('DSGD')"])
    expect(new Set(await marked(selector)), selector).toEqual(new Set(["no"]));
  expect(new Set(await marked("#note, #reading-text, #panels .about"))).toEqual(new Set([undefined]));
});

test("axe finds nothing in a step, changed, with all that opens in it open", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto("./#lesson=lambda-neighbours");
  await page.locator("#main-controls").getByRole("slider").first().press("Home");
  await expect(page.locator("#changed")).toContainText("→");
  await page.getByRole("button", { name: "More about this" }).click();
  await expect(page.locator("#story p").first()).toBeVisible();
  expect(await inBoth(page)).toEqual([]);
  await page.locator("#tools .contents > summary").click();
  expect(await inBoth(page, "#tools")).toEqual([]);
});

test("everything can be reached and worked by the keyboard, with the focus to be seen", async ({ page }) => {
  await open(page, endless);
  await expect.poll(() => done(page)).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the controls" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
  expect(outline).toBe("solid");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play" })).toBeFocused();
  const held = await heldAt(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => done(page)).toBe(held + 1);
  const field = setup(page).getByRole("textbox", { name: /^Agents/ });
  await field.focus();
  await page.keyboard.press("ArrowUp");
  await expect(field).toHaveValue("9");
  const unreachable = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, select, input, textarea, summary, a[href]")]
      .filter((element) => element.checkVisibility() && element.tabIndex < 0)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(unreachable).toEqual([]);
});

test("terms are explained on hover, focus and tap, and Escape closes the explanation", async ({ page }) => {
  await open(page);
  await goBelow(page);
  const term = page.locator("#network-text").getByRole("button", { name: "mixing rate" });
  const meaning = page.getByRole("tooltip");
  // While the text above is still being written the term may move away from under the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await term.hover();
    await expect(meaning).toContainText("how much of the disagreement", { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await page.mouse.move(0, 0);
  await expect(meaning).toBeHidden();
  await term.focus();
  await expect(meaning).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(meaning).toBeHidden();
  await term.click();
  await expect(meaning).toBeVisible();
});

test("nothing jumps while a run goes on and a control is moved", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const log: number[] = [];
    Object.assign(globalThis, { shifts: log });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Node | null }[] }[]) {
        // The words of the sentence are others; only what stands elsewhere can jump.
        const isWords = (node: Node | null) => !node || node.parentElement?.closest("#reading-text");
        if (!entry.sources.every(({ node }) => isWords(node))) log.push(entry.value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("./#lesson=local-data");
  await finished(page, 400);
  const said = page.locator("#reading-text");
  await expect(said).toContainText("After 400 iterations");
  const before = (await said.textContent())!;
  await page.locator("#main-controls").getByRole("slider").first().focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowLeft");
  await frames(page);
  await finished(page, 400);
  // Words follow.
  await expect(said).not.toHaveText(before);
  await expect(said).toContainText("After 400 iterations");
  await frames(page);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});

test("in the system's own colours it can be told what is chosen, and what is drawn has their ground", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await openReady(page, "beliefs");
  await expect(page.locator(".side").first()).toBeVisible();
  const border = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).borderBottomColor);
  expect(await border('.side[aria-pressed="true"]')).not.toBe(await border('.side[aria-pressed="false"]'));
  // How far the run has come is a line on the page's ground, not in its colour.
  const ground = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(".time-line progress")).not.toBe(await ground("body"));
  // Whatever was chosen.
  await appear(page, "Light");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const ink = await page
    .locator("#curves .view")
    .evaluate((view) => getComputedStyle(view).getPropertyValue("--view-ink"));
  expect(ink).toBe("#ffffff");
  // What is drawn of the network that is neither ground nor an agent: its links, three times as light as the ground.
  const lightest = await page
    .locator("#graph canvas:visible")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const counts = new Map<number, number>();
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] === 255 && data[i] === data[i + 1] && data[i] === data[i + 2])
          counts.set(data[i]!, (counts.get(data[i]!) ?? 0) + 1);
      return [...counts].sort(([, a], [, b]) => b - a).map(([grey]) => grey);
    });
  expect(lightest.slice(0, 4)).toContain(Math.round(255 * 0.65));
});
