// Every step at every size in each pair of fonts and in a lecture, and all of the laboratory: nothing cut, nothing covered.
import type { Page } from "@playwright/test";
import { finished, open, openPanels, small, steps, tell } from "./app.ts";
import { showIn } from "./fonts.ts";
import { expect, test } from "./harness.ts";
import { clickable, cutChoices, faults, FEW, lastFaults, rememberTexts, SIZES, storyFaults } from "./layout.ts";

test.describe.configure({ mode: "parallel" });

/** The texts of the screen, and of its pictures, that are below 16 px. */
const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { textsOf } = globalThis as unknown as {
      textsOf(canvas: HTMLCanvasElement): { text: string; size: number }[];
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.getElementById("screen")!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement!;
      const { width, height, top } = of.getBoundingClientRect();
      if (!node.textContent!.trim() || !of.checkVisibility({ visibilityProperty: true })) continue;
      if (of.closest(".skip, .visually-hidden, .view-hidden, .view-foot") || width < 2 || height < 2) continue;
      const size = parseFloat(getComputedStyle(of).fontSize);
      if (size < 16 && top < innerHeight) found.add(`${node.textContent!.trim().slice(0, 40)}: ${size}`);
    }
    for (const canvas of document.querySelectorAll("canvas"))
      if (canvas.checkVisibility({ visibilityProperty: true }))
        for (const { text, size } of textsOf(canvas)) if (text.trim() && size < 15.95) found.add(`${text}: ${size}`);
    return [...found];
  });

/** What is wrong with a step that is shown for a lecture, with no text below 16 px, and little else than the figures. */
async function lectureFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("l");
  const found = await lastFaults(page, smallTexts);
  for (const part of ["#headline", "#graph", "#curves", "#bar"])
    await expect(page.locator(part)).toBeInViewport({ ratio: 0.99 });
  const all = await clickable(page);
  if (all.length > 10) found.push(`there are ${all.length} things to click`);
  await page.keyboard.press("l");
  await expect(page.locator("#note")).toBeVisible();
  return found;
}

const MIDDLE = steps.length / 2;

for (const [name, part] of [
  ["first", steps.slice(0, MIDDLE)],
  ["last", steps.slice(MIDDLE)],
] as const)
  test(`one screen, nothing cut or covered, at most ${FEW} things to click: the ${name} steps`, async ({
    page,
    fonts,
  }) => {
    test.slow();
    await rememberTexts(page);
    const told: string[] = [];
    for (const { presets: ids } of part) {
      // What the figures of the paper show differs little: of each kind one.
      for (const id of ids.filter((id) => !/^figure-[34]/.test(id) || /^figure-4-sparse/.test(id))) {
        await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
        await tell(page, id);
        const tellOf = (how: string, found: string[]) => told.push(...found.map((fault) => `${id}, ${how}: ${fault}`));
        for (const family of fonts) {
          await showIn(page, family);
          for (const [width, height] of SIZES) {
            await page.setViewportSize({ width, height });
            tellOf(`${family}, ${width} × ${height}`, await lastFaults(page, storyFaults));
          }
        }
        await showIn(page, fonts[0]!);
        if (id === ids[0]) tellOf("in a lecture", await lectureFaults(page));
      }
    }
    expect(told).toEqual([]);
  });

test("nothing is cut or covered in the laboratory, with all panels open, and choices show what is chosen in full", async ({
  page,
  fonts,
}) => {
  await rememberTexts(page);
  await page.goto("./#lesson=local-data&room=laboratory");
  await page.getByRole("button", { name: "Play again" }).waitFor();
  await openPanels(page);
  await expect(page.locator("#instrument-polynomials button").first()).toBeVisible();
  await expect(page.locator("#instrument-study select").first()).toBeVisible();
  const told: string[] = [];
  for (const family of fonts) {
    await showIn(page, family);
    for (const width of [1366, 820, 390]) {
      // All of it on one screen.
      await page.setViewportSize({ width, height: 15_000 });
      await page.evaluate(() => scrollTo(0, 0));
      told.push(...(await lastFaults(page, faults)).map((fault) => `${family}, ${width}: ${fault}`));
    }
    await page.setViewportSize({ width: 1366, height: 650 });
    told.push(...(await cutChoices(page.locator("#panels select"))));
    // The widest tables of numbers have their last columns in sight on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    for (const table of await page.locator(":is(#theory-transition, #theory-validity) .scroll").all())
      expect(await table.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0);
  }
  // Nor by a network in summary.
  await page.goto("about:blank");
  await open(page, {
    ...small,
    iterations: 20,
    network: { topology: { kind: "erdosRenyi", agents: 600, probability: 0.02 }, weights: { rule: "metropolis" } },
  });
  await finished(page, 20);
  for (const [i, family] of fonts.entries()) {
    await showIn(page, family);
    await page.setViewportSize({ width: 1366 + i, height: 900 });
    told.push(...(await lastFaults(page, faults)).map((fault) => `${family}, in summary: ${fault}`));
  }
  expect(told).toEqual([]);
  await expect(page.locator("#graph .view-name:visible")).toHaveCount(0);
});

test("a lecture is asked for by the link or the key L, and has no text below 16 px", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await rememberTexts(page);
  await tell(page, "local-data");
  expect((await smallTexts(page)).length).toBeGreaterThan(5);
  await page.keyboard.press("l");
  await expect(page.locator("#note")).toBeHidden();
  await expect.poll(() => smallTexts(page)).toEqual([]);
  await page.keyboard.press("l");
  await expect(page.locator("#note")).toBeVisible();
  await page.goto("about:blank");
  await page.goto("./#lesson=beliefs&lecture=yes");
  await expect(page.locator("#headline")).toBeVisible();
  await expect(page.locator("#note")).toBeHidden();
});
