// Workers that vanish, pages that sleep, clocks that jump, files that are none of ours.
import type { Page } from "@playwright/test";
import { done, endless, finished, fragment, goBelow, heldAt, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

/** Lets the test do to the page what browsers and machines do. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const control = {
      workers: [] as Worker[],
      jump: 0,
      wall: 0,
      frames: [] as FrameRequestCallback[] | null,
      hide() {},
      show() {},
    };
    (window as unknown as { control: typeof control }).control = control;
    const { Worker: Original } = window;
    window.Worker = class extends Original {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        control.workers.push(this);
      }
    };
    const now = performance.now.bind(performance);
    const date = Date.now;
    performance.now = () => now() + control.jump;
    Date.now = () => date() + control.jump + control.wall;
    const request = window.requestAnimationFrame.bind(window);
    control.frames = null;
    window.requestAnimationFrame = (callback) =>
      control.frames ? control.frames.push(callback) : request((at) => callback(at + control.jump));
    // A hidden tab has no frames; those that were asked for come when it is seen again.
    control.hide = () => (control.frames = []);
    control.show = () => {
      const waiting = control.frames ?? [];
      control.frames = null;
      for (const callback of waiting) window.requestAnimationFrame(callback);
    };
  });
}

interface Control {
  control: { workers: Worker[]; jump: number; wall: number; hide(): void; show(): void };
}

test("a worker that vanishes without a word is missed, and a restart makes do without it", async ({ page }) => {
  test.setTimeout(90_000);
  await prepare(page);
  await open(page, { ...endless, iterations: 50_000_000 });
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await expect.poll(() => done(page)).toBeGreaterThan(100);
  await page.evaluate(() => {
    for (const worker of (window as unknown as Control).control.workers) worker.terminate();
  });
  await expect(page.getByRole("alert")).toContainText("has not answered for 10 s", { timeout: 20_000 });
  const before = await done(page);
  const crashed = await page.evaluate(() => (window as unknown as Control).control.workers.length);
  // So slowly that the count is seen to begin anew.
  await page.getByLabel("Speed").selectOption({ label: "10 iterations/s" });
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as Control).control.workers.length))
    .toBeGreaterThan(crashed);
  const isAnew = async () => {
    const iterations = await done(page);
    return iterations > 0 && iterations < before;
  };
  await expect.poll(isAnew).toBe(true);
});

test("a worker whose script never comes is missed, and the run goes on without it", async ({ page }) => {
  await page.clock.install();
  await page.route(/worker-[^/]*\.js$/, () => new Promise(() => undefined));
  await open(page);
  await expect.poll(() => page.locator("#transport .count").textContent()).toContain("preparing");
  await page.clock.runFor(14_000);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.clock.runFor(4_000);
  await expect(page.getByRole("alert")).toContainText("A worker of this page has not answered for 15 s");
  await page.clock.resume();
  await page.getByRole("button", { name: "Go on without it" }).click();
  await finished(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a worker that is late is spoken of until it comes", async ({ page }) => {
  await page.clock.install();
  let arrive = () => undefined as unknown;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/worker-[^/]*\.js$/, async (route) => {
    await late;
    await route.continue();
  });
  await open(page);
  await expect.poll(() => page.locator("#transport .count").textContent()).toContain("preparing");
  await page.clock.runFor(18_000);
  await expect(page.getByRole("alert")).toContainText("has not answered for 15 s");
  arrive();
  await page.clock.resume();
  await finished(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("preparations that take long say how far they are", async ({ page }) => {
  // Each may be there for a moment only, on a quick machine.
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(document.querySelector("#transport .count")?.textContent ?? "")).observe(
      document,
      { subtree: true, childList: true, characterData: true },
    );
  });
  await open(page, {
    ...small,
    trials: 1,
    iterations: 10,
    problem: { kind: "logistic", dimension: 400, samplesPerAgent: 6_000 },
    methods: [{ kind: "dsgd" }],
  });
  await expect(page.locator("#transport .count")).toHaveText(/^computing f\* … \d+ %$/, { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.some((text) => /^preparing the data … \d+ %$/.test(text))).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("Cancelled");
});

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
  // Nobody sees it go on.
  await page.waitForTimeout(1_000);
  await page.evaluate(() => (window as unknown as Control).control.show());
  await expect.poll(() => done(page)).toBeGreaterThan(before + 1_000);
});

test("a page that the browser freezes wakes up and goes on", async ({ page, context }) => {
  await open(page, { ...small, iterations: 4_000 });
  await page.getByLabel("Speed").selectOption({ label: "20 s a run" });
  await page.getByRole("button", { name: /^Reset/ }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(100);
  const session = await context.newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await session.send("Page.setWebLifecycleState", { state: "active" });
  const before = await done(page);
  await expect.poll(() => done(page)).toBeGreaterThan(before + 50);
  await expect(page.getByRole("alert")).toHaveCount(0);
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

test("what cannot be run says so in sight, also where its control is not, until something else is run", async ({
  page,
}) => {
  const network = {
    topology: { kind: "explicit", agents: 2, edges: [[0, 1]] },
    weights: {
      rule: "explicit",
      matrix: [
        [2, -1],
        [-1, 2],
      ],
    },
  };
  const methods = [{ kind: "dsgd", rounds: 2, acceleration: "chebyshev" }];
  await open(page, small);
  await finished(page);
  await goBelow(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const alert = page.getByRole("alert");
  const show = async (document: unknown) => page.evaluate((hash) => location.assign(hash), await fragment(document));
  await show({ ...small, network, methods });
  await expect(alert).toContainText(
    "This cannot be run: methods[0].acceleration: chebyshev needs a W with λ of at most 1",
  );
  await expect(alert).toBeInViewport();
  await show({ ...small, iterations: 300 });
  await finished(page, 300);
  await expect(alert).toHaveCount(0);

  // A control that is in sight says it alone.
  await openPanel(page, "Problem");
  await show({ ...small, gradient: { noise: "minibatch", batch: 2 } });
  const batch = page.getByRole("textbox", { name: "Batch", exact: true });
  await batch.scrollIntoViewIfNeeded();
  await show({ ...small, gradient: { noise: "minibatch", batch: 1_000 } });
  await expect(batch).toHaveAttribute("aria-invalid", "true");
  await expect(alert).toHaveCount(0);
});
