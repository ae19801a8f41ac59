// Every lesson at every size: nothing lies on anything else, nothing is cut, and the first screen has what it is about.
import { readFileSync } from "node:fs";
import { expect, test } from "./harness.ts";
import { faults, rememberTexts } from "./layout.ts";

const SIZES = [
  [1366, 650],
  [1440, 900],
  [2560, 1440],
  [820, 1180],
  [390, 844],
  [844, 390],
] as const;

interface Preset {
  id: string;
  group: string;
  chapter?: string;
}

const { presets } = JSON.parse(readFileSync("src/presets.json", "utf8")) as { presets: Preset[] };
const lessons = presets.filter(({ group }) => group === "lesson");

for (const chapter of new Set(lessons.map(({ chapter }) => chapter))) {
  test(`nothing is cut or covered: ${chapter}`, async ({ page }) => {
    await rememberTexts(page);
    const told: string[] = [];
    for (const { id } of lessons.filter((lesson) => lesson.chapter === chapter)) {
      await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
      await page.goto("about:blank");
      await page.goto(`./#lesson=${id}`);
      await page.getByRole("button", { name: "Play again" }).waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        // Until the pictures have their new sizes.
        const wrong = async () => (await faults(page)).map((fault) => `${id}, ${width} × ${height}: ${fault}`);
        await page.waitForTimeout(120);
        let found = await wrong();
        if (found.length > 0) {
          await page.waitForTimeout(500);
          found = await wrong();
        }
        told.push(...found);
      }
    }
    expect(told).toEqual([]);
  });
}

test("who goes to a slider by keys stays with the pictures", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto("./");
  await page.getByRole("button", { name: "Play again" }).waitFor();
  const slider = page.locator("#main-controls").getByRole("slider", { name: /^Step size/ });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("#lessons")).toHaveClass(/changed/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
