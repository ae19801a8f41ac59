// The paper's figures as printed take minutes: what was computed beforehand is there at once, and Play runs it again.
import type { Page } from "@playwright/test";
import { done, finished } from "./app.ts";
import { expect, test } from "./harness.ts";

const words = (page: Page) => page.locator("#reading-text");
/** The curves in words, for who does not see them. */
const told = (page: Page) => page.locator("#curves .view-curves").getByText(/at iterations = /);

test("a long figure shows the curves computed beforehand and waits; played, it runs in front of them", async ({
  page,
}) => {
  const key = page.locator("#curves .view-key");
  await page.goto("./#figure-3-ring");
  await expect(words(page)).toContainText(
    "Computed beforehand, as the mean of 10 runs; Play runs it here. After 20\u202f000 iterations",
  );
  await expect(told(page)).toContainText("iterations = 20\u202f000");
  await expect(page.locator("#curves .view-better")).toHaveText("computed beforehand");
  await expect.poll(() => done(page)).toBe(0);
  await expect(key).toHaveText("");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => done(page), { timeout: 60_000 }).toBeGreaterThan(20);
  await expect(words(page)).toContainText(/^After \d+ iterations/);
  await expect(key).toHaveText("computed beforehand");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator("#tools .door").click();
  await page.getByRole("button", { name: "Reset to iteration 0" }).click();
  await expect(words(page)).toContainText("Computed beforehand");
});

test("a short figure runs by itself, and so does every figure in a frame", async ({ page, site }) => {
  await page.goto("./#figure-4-dense");
  await finished(page, 3_000);
  await expect(words(page)).toContainText(/^After 3000 iterations/);
  const host = `<iframe src="${site}embed.html#figure-3-ring" style="width: 100%; height: 640px"></iframe>`;
  await page.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body: host }));
  await page.goto("./host.html");
  await expect(page.frameLocator("iframe").getByRole("button", { name: "Pause" })).toBeVisible({ timeout: 30_000 });
});
