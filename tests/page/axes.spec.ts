// An axis that a link fixes, on the page; what fixes it is tested in tests/node.
import { finished, open, setup, small } from "./app.ts";
import { expect, test } from "./harness.ts";
import { drawnTexts, rememberTexts } from "./layout.ts";

test("an axis that a link fixes holds what it names, until the costs or the metric are others", async ({ page }) => {
  const view = { y: "1e-30..1e30" };
  const isWide = async () => (await drawnTexts(page.locator(".view-curves canvas"))).includes("10³⁰");
  await rememberTexts(page);
  await open(page, small, view);
  await finished(page);
  await expect.poll(isWide).toBe(true);
  const step = setup(page).getByRole("textbox", { name: /^Step size/ });
  await step.fill("0.05");
  await step.press("Enter");
  await finished(page);
  expect(await isWide()).toBe(true);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("y=1e-30..1e%2B30");
  await page.getByLabel("What is plotted", { exact: true }).selectOption({ index: 1 });
  await expect.poll(isWide).toBe(false);
  await page.goto("about:blank");
  await open(page, small, view);
  await finished(page);
  await page.locator("#panels-setup summary", { hasText: /^Problem/ }).click();
  const differs = setup(page).getByRole("textbox", { name: /^Heterogeneity/ });
  await differs.fill("0.5");
  await differs.press("Enter");
  await expect.poll(isWide).toBe(false);
});
