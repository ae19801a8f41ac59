// The network goes down after the page has loaded: what is there works, and what is not comes when the network is back.
import type { Page } from "@playwright/test";
import { documentOf, finished, fragment, goBelow, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const one = { ...small, trials: 1, methods: small.methods.slice(0, 1) };

/** Keeps the page's workers within reach of the test, on a machine of four cores. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
    const workers: Worker[] = [];
    Object.assign(window, { workers });
    const { Worker: Original } = window;
    window.Worker = class extends Original {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        workers.push(this);
      }
    };
  });
}

const goDown = (page: Page) => page.route("**/*", (route) => route.abort());
const show = async (page: Page, document: unknown) =>
  page.evaluate((hash) => location.assign(hash), await fragment(document));

test("a run for which more workers are wanted than can be had does with those that are there", async ({
  page,
  problems,
}) => {
  await prepare(page);
  await open(page, one);
  await finished(page);
  // What is below comes by itself.
  await goBelow(page);
  const before = page.workers().length;
  await goDown(page);
  await show(page, { ...small, iterations: 300 });
  await finished(page, 300);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(page.workers().length).toBeLessThanOrEqual(before);
  await page.unrouteAll();
  await show(page, { ...small, iterations: 350 });
  await finished(page, 350);
  expect(page.workers().length).toBeGreaterThan(before);
  problems.length = 0;
});

test("without any worker it runs on the page’s own thread, until the network is back", async ({ page, problems }) => {
  await prepare(page);
  await open(page, small);
  await finished(page);
  // What is below comes by itself.
  await goBelow(page);
  await goDown(page);
  await page.evaluate(() => {
    for (const worker of (window as unknown as { workers: Worker[] }).workers) {
      worker.terminate();
      worker.dispatchEvent(new Event("error"));
    }
  });
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The computation stopped: a worker ended without an error message");
  await page.getByRole("button", { name: "Restart" }).click();
  await finished(page);
  await expect(alert).toHaveCount(0);
  expect(page.workers()).toHaveLength(0);
  await page.unrouteAll();
  await show(page, { ...small, iterations: 300 });
  await finished(page, 300);
  expect(page.workers().length).toBeGreaterThan(0);
  problems.length = 0;
});

test("a part of the page that cannot be fetched is said, and comes when the network is back", async ({
  page,
  problems,
}) => {
  await open(page, small);
  await finished(page);
  await goBelow(page);
  await goDown(page);
  await openPanel(page, "Document");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("could not be fetched");
  await page.unrouteAll();
  // What needs it tries again when it is next used.
  const panel = page.locator("#panels details", { has: page.getByRole("heading", { name: "Document", exact: true }) });
  for (const _ of ["closed", "open"]) await panel.locator("summary").click();
  expect((await documentOf(page)).iterations).toBe(200);
  await expect(alert).toHaveCount(0);
  problems.length = 0;
});

test("views that the network withholds are said, and come when it is back", async ({ page, problems }) => {
  await open(page, small);
  await finished(page);
  await goBelow(page);
  await goDown(page);
  const side = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await side("Agents");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("could not be fetched");
  await side("Network");
  await page.unrouteAll();
  await side("Agents");
  await expect(page.locator("#graph canvas:visible").first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  problems.length = 0;
});
