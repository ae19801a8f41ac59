import { count, done, endless, finished, goBelow, heldAt, numbers, open, settled, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test.describe.configure({ timeout: 90_000 });

test("a run starts at once, without a click, and draws its first curve early", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./");
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName("suda:first-curve").length)).toBe(1);
  await finished(page, 200);
  await expect(page.locator("#reading-text")).toContainText("After 200 iterations");
});

test("pause holds, step adds one iteration, play goes on, reset goes back", async ({ page }) => {
  await open(page, endless);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await expect.poll(() => done(page)).toBeGreaterThan(1_000);
  await page.getByRole("button", { name: "Pause" }).click();
  const held = await heldAt(page);
  await page.getByRole("button", { name: /^Step/ }).click();
  await expect.poll(() => done(page)).toBe(held + 1);
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(held + 100);
  await page.getByRole("button", { name: /^Reset/ }).click();
  await expect.poll(() => done(page)).toBe(0);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
});

test("work that takes long says how long, and can be cancelled", async ({ page }) => {
  await open(page, endless);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await expect(count(page)).toContainText(/left$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("Cancelled");
  await expect.poll(() => page.workers()).toHaveLength(0);
  await page.getByRole("button", { name: "Restart" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(0);
});

test("a slow speed is kept", async ({ page }) => {
  await open(page, { ...small, iterations: 4_000 });
  await page.getByLabel("Speed").selectOption({ label: "10 iterations/s" });
  await page.getByRole("button", { name: /^Reset/ }).click();
  await page.getByRole("button", { name: "Play" }).click();
  const began = Date.now();
  await expect.poll(() => done(page)).toBeGreaterThan(10);
  expect(await done(page)).toBeLessThan((10 * (Date.now() - began)) / 1_000 + 5);
});

for (const trials of [1, 5]) {
  test(`the numbers do not depend on the number of workers (trials: ${trials})`, async ({ browser, baseURL }) => {
    const results = [];
    for (const cores of [1, 2, 7]) {
      const page = await browser.newPage({ baseURL: baseURL! });
      await page.addInitScript((value) => Object.defineProperty(navigator, "hardwareConcurrency", { value }), cores);
      await open(page, { ...small, trials });
      await finished(page);
      expect(page.workers().length).toBeLessThanOrEqual(Math.max(cores, 2));
      results.push(await numbers(page));
      await page.close();
    }
    expect(results[0]!.split("\n")).toHaveLength(1 + 201 * 3 * 5 + 1);
    expect(results[0]).not.toContain("NaN");
    expect(results[1]).toBe(results[0]);
    expect(results[2]).toBe(results[0]);
  });
}

test("a worker that breaks is reported, the page stays alive, and a restart works", async ({ page, problems }) => {
  await open(page, endless);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
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

test("without its simulation the page says what is wrong", async ({ page, problems }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("could not be fetched");
  await page.unroute("**/*.wasm");
  await page.route("**/*.wasm", (route) =>
    route.fulfill({ status: 200, contentType: "application/wasm", body: "<html>no such file</html>" }),
  );
  await page.goto("about:blank");
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("has arrived as something else");
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Try again" }).click();
  await finished(page, 200);
  problems.length = 0;
});

test("nothing is made anew when nothing changes, and what is pressed stays while the run goes on", async ({ page }) => {
  await open(page, { ...small, methods: [...small.methods, { kind: "extra" }] });
  await finished(page);
  await page.waitForTimeout(1_000);
  const changes = await page.evaluate(async () => {
    const seen: string[] = [];
    const observer = new MutationObserver((records) =>
      seen.push(...records.map(({ type, target }) => `${type} ${target.nodeName}`)),
    );
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    // Frames come and go.
    dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    return seen;
  });
  expect(changes).toEqual([]);
  const chip = page.locator("#chips .chip").first();
  await chip.focus();
  await page.keyboard.press("Enter");
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await expect(chip).toBeFocused();
  const play = page.locator("#transport .icon").first();
  await play.focus();
  await page.keyboard.press("Enter");
  await finished(page);
  await expect(play).toBeFocused();
});
