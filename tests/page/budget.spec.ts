// What the budget counts is what the page loads.
import { loadedAtStart } from "../../scripts/budget.mjs";
import { finished } from "./app.ts";
import { expect, test } from "./harness.ts";

test("the budget counts what the page asks for before anybody touches it", async ({ page, site }) => {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { href } = new URL(request.url());
    if (href.startsWith(site)) asked.add(href.slice(site.length) || "index.html");
  });
  await page.goto("./");
  await finished(page, 400);
  await page.waitForLoadState("networkidle");
  expect([...asked].sort()).toEqual(
    loadedAtStart()
      .map(({ file }) => file)
      .sort(),
  );
});
