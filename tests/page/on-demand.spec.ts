// What is loaded on demand: nothing that is done before it is there is lost, and what cannot be had is said.
import type { Page } from "@playwright/test";
import { documentOf, finished, open, openPanel, slowDown, small } from "./app.ts";
import { expect, test } from "./harness.ts";

async function edges(page: Page): Promise<unknown> {
  const { topology } = (await documentOf(page)).network;
  return topology.kind === "explicit" ? topology.edges : undefined;
}

test("keys that are pressed as soon as the page is there are not lost", async ({ page }) => {
  await open(page, small);
  await finished(page);
  await page.getByRole("button", { name: "Edit network" }).click();
  await page.locator("#graph canvas").focus();
  for (const key of ["Home", "Enter", "PageDown", "PageDown", "PageDown", "Enter"]) await page.keyboard.press(key);
  await expect.poll(() => edges(page)).toContainEqual([0, 3]);
});

test("a button pressed while the network is slow does its work when it can", async ({ page }) => {
  await slowDown(page, "**/assets/save-*.js", 500);
  await open(page, small);
  await openPanel(page, "Files");
  const saved = page.waitForEvent("download");
  await page.getByRole("group", { name: "Experiment" }).getByRole("button", { name: "JSON" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.json$/);
});

test("what cannot be fetched is said once, and is there when the network is", async ({ page, problems }) => {
  await page.route("**/assets/panels-*.js", (route) => route.abort());
  await open(page, small);
  const panel = page.locator("details", { has: page.getByRole("heading", { name: "Will it converge?" }) });
  await panel.locator("summary").click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("A part of this page could not be fetched");
  for (const _ of ["closed", "open"]) await panel.locator("summary").click();
  await expect(alert).toHaveCount(1);
  await page.unrouteAll();
  for (const _ of ["closed", "open"]) await panel.locator("summary").click();
  await expect(panel.locator(".verdict")).toContainText("Every method is stable at this step size");
  problems.length = 0;
});
