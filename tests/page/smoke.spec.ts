import { expect, test } from "./harness.ts";

test("the page starts, from its own host alone", async ({ page, site }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const wasm = page.waitForResponse((response) => response.url().endsWith(".wasm"));
  await page.goto("./");
  expect((await wasm).status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const foreign = requests.filter((url) => /^https?:/.test(url) && !url.startsWith(site));
  expect(foreign).toEqual([]);
});
