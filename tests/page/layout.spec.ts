// Every step at every size, and all of the laboratory, in each pair of fonts: one screen, nothing cut, nothing covered.
import { finished, open, openPanels, small, steps, tell } from "./app.ts";
import { expect, test } from "./harness.ts";
import { cutChoices, faults, FEW, lastFaults, rememberTexts, SIZES, storyFaults } from "./layout.ts";

const MIDDLE = steps.length / 2;

for (const [name, part] of [
  ["first", steps.slice(0, MIDDLE)],
  ["last", steps.slice(MIDDLE)],
] as const)
  test(`one screen, nothing cut or covered, at most ${FEW} things to click: the ${name} steps`, async ({ page }) => {
    test.slow();
    await rememberTexts(page);
    const told: string[] = [];
    // What the figures of the paper show differs little: of each kind one.
    const ids = part.flatMap(({ presets }) => presets);
    for (const id of ids.filter((id) => !/^figure-[34]/.test(id) || /^figure-4-sparse/.test(id))) {
      await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
      await tell(page, id);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        told.push(...(await lastFaults(page, storyFaults)).map((fault) => `${id}, ${width} × ${height}: ${fault}`));
      }
    }
    expect(told).toEqual([]);
  });

test("nothing is cut or covered in the laboratory, with all panels open, and choices show what is chosen in full", async ({
  page,
}) => {
  await rememberTexts(page);
  await page.goto("./#lesson=local-data&room=laboratory");
  await page.getByRole("button", { name: "Play again" }).waitFor();
  await openPanels(page);
  await expect(page.locator("#instrument-polynomials button").first()).toBeVisible();
  await expect(page.locator("#instrument-study select").first()).toBeVisible();
  const told: string[] = [];
  for (const width of [1366, 820, 390]) {
    // All of it on one screen.
    await page.setViewportSize({ width, height: 15_000 });
    await page.evaluate(() => scrollTo(0, 0));
    told.push(...(await lastFaults(page, faults)).map((fault) => `${width}: ${fault}`));
  }
  expect(told).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 650 });
  expect(await cutChoices(page.locator("#panels select"))).toEqual([]);
  // The widest tables of numbers have their last columns in sight on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const table of await page.locator(":is(#theory-transition, #theory-validity) .scroll").all())
    expect(await table.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0);
  // Nor by a network in summary.
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto("about:blank");
  await open(page, {
    ...small,
    iterations: 20,
    network: { topology: { kind: "erdosRenyi", agents: 600, probability: 0.02 }, weights: { rule: "metropolis" } },
  });
  await finished(page, 20);
  expect(await lastFaults(page, faults)).toEqual([]);
  await expect(page.locator("#graph .view-name:visible")).toHaveCount(0);
});
