// What the budget counts is what the page loads.
import { budget } from "../../scripts/budget.mjs";
import { firstVisit, serveSite } from "../../scripts/lib/first-visit.mjs";
import { finished } from "./app.ts";
import { expect, test } from "./harness.ts";

test("the budget counts what the page asks for before anybody touches it, and holds", async ({
  page,
  browser,
  site,
}) => {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { href, pathname } = new URL(request.url());
    if (href.startsWith(site)) asked.add(pathname);
  });
  await page.goto("./");
  await finished(page, 200);
  await page.waitForLoadState("networkidle");
  const server = await serveSite();
  const { files } = await firstVisit(browser, server);
  server.close();
  expect([...new Set(files.map(({ path }) => path))].sort()).toEqual([...asked].sort());
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeGreaterThan(200_000);
  expect(total).toBeLessThan(budget.limit);
});
