import { done, endless, finished, heldAt, open, small } from "./app.ts";
import { expect, test } from "./harness.ts";
import { prepare, type Control } from "./machine.ts";

test("after ten minutes out of sight a slow run goes on where it was, at its pace", async ({ page }) => {
  await prepare(page);
  await open(page, { ...small, iterations: 20_000 });
  await page.getByLabel("Speed").selectOption({ label: "10 iterations/s" });
  await page.getByRole("button", { name: /^Reset/ }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(2);
  await page.evaluate(() => (window as unknown as Control).control.hide());
  const before = await heldAt(page);
  await page.evaluate(() => {
    const { control } = window as unknown as Control;
    control.jump += 600_000;
    control.show();
  });
  await expect.poll(() => done(page)).toBeGreaterThan(before + 5);
  expect(await done(page)).toBeLessThan(before + 100);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a run at full speed goes on out of sight, and is drawn when it is seen again", async ({ page }) => {
  await prepare(page);
  await open(page, endless);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await expect.poll(() => done(page)).toBeGreaterThan(100);
  await page.evaluate(() => (window as unknown as Control).control.hide());
  const before = await heldAt(page);
  // Nobody sees it go on, but its workers tell of it.
  const heard = () => page.evaluate(() => (window as unknown as Control).control.heard);
  const until = (await heard()) + 20;
  await expect.poll(heard).toBeGreaterThan(until);
  expect(await done(page)).toBe(before);
  await page.evaluate(() => (window as unknown as Control).control.show());
  await expect.poll(() => done(page)).toBeGreaterThan(before + 1_000);
});

test("clocks that jump leave the run as it is", async ({ page }) => {
  await prepare(page);
  await open(page, { ...small, iterations: 2_000 });
  await page.getByLabel("Speed").selectOption({ label: "20 s a run" });
  await page.getByRole("button", { name: /^Reset/ }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(0);
  // The clock on the wall goes both ways, the one that counts from the page's start only forwards.
  for (const [wall, jump] of [
    [-3_600_000, 0],
    [3_600_000, 0],
    [0, 3_600_000],
  ] as const) {
    const before = await done(page);
    await page.evaluate(([wall, jump]) => Object.assign((window as unknown as Control).control, { wall, jump }), [
      wall,
      jump,
    ] as const);
    await page.workers()[0]!.evaluate((jump) => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + jump;
    }, jump);
    await expect.poll(() => done(page)).toBeGreaterThan(before + 20);
    expect(await done(page)).toBeLessThan(before + 400);
  }
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await finished(page, 2_000);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a page that is busy holds its run up little, since what the workers do is paced by their work", async ({
  page,
}) => {
  await open(page, { ...small, iterations: 100_000, record: { points: 50 } });
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await page.evaluate(() => {
    setInterval(() => {
      const end = performance.now() + 60;
      while (performance.now() < end);
    }, 70);
  });
  await page.getByRole("button", { name: /^Reset/ }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await finished(page, 100_000);
});
