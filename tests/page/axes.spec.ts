// The axes of the curves: still where a lesson, or an author, has fixed them; else as the curves need.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { readView, viewFields } from "../../www/src/state/store.ts";
import { yRangeOf } from "../../www/src/views/curves/prepare.ts";
import { finished, open, small } from "./app.ts";
import { drawing, lightness, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";
import { rememberTexts } from "./layout.ts";

interface Preset {
  id: string;
  chapter?: string;
  view?: { y?: string };
}

const { presets } = JSON.parse(readFileSync("src/presets.json", "utf8")) as { presets: Preset[] };
const fixed = presets.filter(({ view }) => view?.y);

/** Has the page note which powers of ten stood at the curves in each of its frames; to be called before it is opened. */
async function noteAxes(page: Page): Promise<void> {
  await rememberTexts(page);
  await page.addInitScript(() => {
    const { textsOf } = globalThis as unknown as { textsOf(canvas: HTMLCanvasElement): { text: string }[] };
    const seen = new Set<string>();
    Object.assign(globalThis, { axesSeen: seen });
    const look = () => {
      const texts = [...document.querySelectorAll<HTMLCanvasElement>(".view-curves canvas")].flatMap(textsOf);
      const powers = texts.map(({ text }) => text).filter((text) => /^10[⁻⁰¹²³⁴-⁹]+$/.test(text));
      if (powers.length > 0) seen.add(powers.join(" "));
      requestAnimationFrame(look);
    };
    look();
  });
}

/** All axes since the last call, or since the page was opened. */
const axes = (page: Page) =>
  page.evaluate(() => {
    const { axesSeen } = globalThis as unknown as { axesSeen: Set<string> };
    const all = [...axesSeen];
    axesSeen.clear();
    return all;
  });

for (const chapter of new Set(fixed.map((preset) => preset.chapter)))
  test(`the vertical axis stands still, during a run and from step to step: ${chapter}`, async ({ page }) => {
    // Then the way is shown, too, not the end alone.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await noteAxes(page);
    for (const range of new Set(fixed.filter((preset) => preset.chapter === chapter).map(({ view }) => view!.y!))) {
      const seen = new Set<string>();
      for (const { id, view } of fixed.filter((preset) => preset.chapter === chapter)) {
        if (view!.y !== range) continue;
        await page.goto("about:blank");
        await page.goto(`./#lesson=${id}`);
        await page.getByRole("button", { name: "Play again" }).waitFor({ timeout: 60_000 });
        await page.waitForLoadState("networkidle");
        for (const axis of await axes(page)) seen.add(axis);
      }
      expect([...seen], range).toHaveLength(1);
    }
  });

test("in the steps of a lesson a colour means the same, and links are as wide as they are strong", async ({ page }) => {
  await watchDrawing(page);
  const look = async (id: string) => {
    await page.goto("about:blank");
    await page.goto(`./#lesson=${id}`);
    await page.getByRole("button", { name: "Play again" }).waitFor({ timeout: 60_000 });
    const { dots, strokes, width } = await drawing(page, "#graph .view-graph");
    await page.waitForLoadState("networkidle");
    const discs = dots.filter(({ rim, radius, x }) => !rim && radius > 2.5 && x < width / 2);
    const light = discs.map(({ color }) => lightness(color)).sort((a, b) => a - b);
    return { light: light[light.length >> 1]!, width: Math.max(...strokes.map((stroke) => stroke.width)) };
  };
  const pulled = [await look("local-data"), await look("equal-source"), await look("equal-data")];
  for (const [i, { light }] of pulled.slice(1).entries()) expect(pulled[i]!.light - light).toBeGreaterThan(15);
  const [ring, scaled] = [await look("lambda-ring"), await look("lambda-scaled-ring")];
  expect(scaled.light - ring.light).toBeGreaterThan(10);
  expect(scaled.width).toBeLessThan(0.6 * ring.width);
});

test("an axis that a link fixes holds what it names, until the costs or the metric are others", async ({ page }) => {
  const view = { y: "1e-30..1e30" };
  await noteAxes(page);
  await open(page, small, view);
  await finished(page);
  const wide = (await axes(page)).at(-1)!;
  expect(wide).toContain("10³⁰");
  const step = page.locator("#main-controls").getByRole("textbox", { name: /^Step size/ });
  await step.fill("0.05");
  await step.press("Enter");
  await finished(page);
  expect(await axes(page)).toEqual([wide]);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("y=1e-30..1e%2B30");

  const differs = page.locator("#main-controls").getByRole("textbox", { name: /^Heterogeneity/ });
  await differs.fill("0.5");
  await differs.press("Enter");
  await expect.poll(async () => (await axes(page)).at(-1) ?? wide).not.toContain("10³⁰");

  await page.goto("about:blank");
  await open(page, small, view);
  await finished(page);
  await page.getByLabel("What is plotted", { exact: true }).selectOption({ index: 1 });
  await expect.poll(async () => (await axes(page)).at(-1) ?? wide).not.toContain("10³⁰");
});

test("a fixed axis gives way to what would not fit, and is read with care", () => {
  const line = { line: { x: [0, 1], y: [20, 0.02] }, leaves: false };
  expect(yRangeOf([line], [0, 1], true, [1e-3, 10])).toEqual([1e-3, 100]);
  expect(yRangeOf([], [0, 1], true, [1e-3, 10])).toEqual([1e-3, 10]);
  expect(readView({ y: "1e-6..1" }).y).toEqual([1e-6, 1]);
  expect(readView(viewFields(readView({ y: "1e-6..0.1" }))).y).toEqual([1e-6, 0.1]);
  // A ready experiment's axis that is no longer wanted.
  expect(viewFields(readView({}), readView({ y: "1e-6..1" }))).toEqual({ y: "" });
  expect(viewFields(readView({ colors: "0.02..1" }))).toEqual({ colors: "0.02..1" });
  for (const y of ["", "1", "1..", "..1", "1..1", "2..1", "0..1", "-1..1", "1..Infinity", "1..x", "1..2..3", "NaN..1"])
    expect(readView({ y }).y, y).toBeNull();
});
