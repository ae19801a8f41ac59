// A run in its workers: begun, cancelled, broken and begun again; and what is not done while it goes on or rests.
import { count, done, endless, finished, frames, goBelow, open, settled, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test("work that takes long says how long; cancelled its workers end; one that breaks is reported; each time it begins again", async ({
  page,
  problems,
}) => {
  await open(page, endless);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await expect(count(page)).toContainText(/left$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("Cancelled");
  await expect.poll(() => page.workers()).toHaveLength(0);
  await page.getByRole("button", { name: "Restart" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(100);
  // The next time this worker asks its instance for anything, it is told that the instance trapped.
  await page.workers()[0]!.evaluate(() => {
    performance.now = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
  });
  await expect(page.getByRole("alert")).toContainText("unreachable");
  const chip = page.locator("#chips").getByRole("button", { name: "DSGD" });
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await chip.click();
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect.poll(() => done(page)).toBeGreaterThan(100);
  problems.length = 0;
});

test("off screen nothing is drawn", async ({ page }) => {
  await page.addInitScript(() => {
    const counter = globalThis as unknown as { strokes: number };
    counter.strokes = 0;
    const paint = CanvasRenderingContext2D.prototype;
    const stroke = paint.stroke as () => void;
    paint.stroke = function (...path: []) {
      counter.strokes += 1;
      stroke.apply(this, path);
    };
  });
  await open(page, endless);
  const strokes = () => page.evaluate(() => (globalThis as unknown as { strokes: number }).strokes);
  await expect.poll(strokes).toBeGreaterThan(100);
  await goBelow(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const before = await settled(strokes);
  const iterations = await done(page);
  await expect.poll(() => done(page)).toBeGreaterThan(iterations);
  expect(await strokes()).toBe(before);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(strokes).toBeGreaterThan(before);
});

test("nothing is made anew when nothing changes, and what is pressed stays while the run goes on", async ({ page }) => {
  await page.addInitScript(() => {
    const changes: string[] = [];
    Object.assign(globalThis, { changes });
    addEventListener("DOMContentLoaded", () =>
      new MutationObserver((records) => {
        changes.push(...records.map(({ type, target }) => `${type} ${target.nodeName}`));
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }),
    );
  });
  const changes = () => page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes.splice(0));
  await open(page, { ...small, methods: [...small.methods, { kind: "extra" }] });
  await finished(page);
  // Words follow half a second later, and the panels when they have come.
  await expect.poll(async () => (await changes()).length, { intervals: [1_000] }).toBe(0);
  // Frames come and go.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await frames(page);
  expect(await changes()).toEqual([]);
  const chip = page.locator("#chips .chip").first();
  await chip.press("Enter");
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await expect(chip).toBeFocused();
  const play = page.locator("#transport .icon").first();
  await play.press("Enter");
  await finished(page);
  await expect(play).toBeFocused();
});
