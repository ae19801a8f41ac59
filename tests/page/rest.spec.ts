// The core comes in two parts: the second is not loaded before somebody touches the page, or something needs it.
import type { Page } from "@playwright/test";
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const isRest = /\/rest-[^/]*\.wasm$/;

function restsOf(page: Page): string[] {
  const rests: string[] = [];
  page.on("request", (request) => isRest.test(request.url()) && rests.push(request.url()));
  return rests;
}

test("the first experiment runs to its end without the second part, which the first touch brings", async ({ page }) => {
  const rests = restsOf(page);
  await page.goto("./");
  await finished(page, 400);
  await page.waitForLoadState("networkidle");
  expect(rests).toEqual([]);
  await openPanel(page, "Will it converge?");
  await expect(page.locator("#theory-validity .verdict")).toContainText("Every method is stable here");
  expect(rests.length).toBeGreaterThan(0);
});

test("an address whose document needs the second part gets it untouched", async ({ page }) => {
  const rests = restsOf(page);
  await open(page, {
    ...small,
    network: { ...small.network, topology: { kind: "barabasiAlbert", agents: 12, attachments: 2 } },
  });
  await finished(page);
  // Once for the page and all its workers.
  expect(rests).toHaveLength(1);
});

test("where the second part cannot be had, the page says so, and goes on when it can", async ({ page, problems }) => {
  await page.route(isRest, (route) => route.abort());
  await page.goto("./");
  await finished(page, 400);
  await openPanel(page, "Will it converge?");
  await expect(page.getByRole("alert")).toContainText("A part of the simulation could not be fetched");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(page.locator("#theory-validity .verdict")).toContainText("Every method is stable here");
  problems.length = 0;
});
