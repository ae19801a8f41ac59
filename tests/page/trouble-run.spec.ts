import { done, endless, finished, fragment, goBelow, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";
import { prepare, type Control } from "./machine.ts";

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
