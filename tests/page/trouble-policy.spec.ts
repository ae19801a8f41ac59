import { expect, test } from "./harness.ts";

test.use({ host: { headers: { "Content-Security-Policy": "default-src 'self'; script-src 'self'" } } });

test("where a policy forbids WebAssembly, the page says so and shows a picture", async ({ page, problems }) => {
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("WebAssembly may be blocked here");
  await expect(page.getByRole("img", { name: /^Two rings of sixteen agents/ })).toBeVisible();
  problems.length = 0;
});
