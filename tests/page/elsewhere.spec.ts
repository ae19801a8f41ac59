// What the page links to: the paper, its code, the module, an example, and a frame to copy. Each is where the link says.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { codeAddress } from "../../scripts/lib/code-address.mjs";
import { expect, test } from "./harness.ts";

const about = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const outside = ["https://doi.org/10.1109/TSP.2022.3189770", "https://arxiv.org/abs/2110.09993", codeAddress(about)];

const links = (page: Page) =>
  page.locator("a[href]").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).getAttribute("href")!));

/** Follows what the page links to on its own host; every address must have something of its kind there. */
async function follow(page: Page): Promise<string[]> {
  const all = await links(page);
  const own = all.filter((href) => !/^https?:|^#/.test(href));
  for (const href of own) {
    const address = new URL(href, page.url()).href;
    const { status, type, text } = await page.evaluate(async (address) => {
      const answer = await fetch(address);
      return { status: answer.status, type: answer.headers.get("Content-Type") ?? "", text: await answer.text() };
    }, address);
    expect(status, href).toBe(200);
    const kind = href.endsWith(".html") ? "text/html" : href.endsWith(".d.ts") ? "" : "javascript";
    expect(type, href).toContain(kind);
    // A host that answers all that it lacks with the page itself would not do.
    if (!href.endsWith(".html")) expect(text, href).not.toContain("<!doctype html>");
  }
  return own;
}

// A folder of a host is where the site most often is; relative addresses that hold there hold everywhere.
test.use({ host: { base: "/papers/suda/" } });

test("paper, code, module and example are linked, and are there; a frame is copied", async ({
  page,
  context,
  site,
}) => {
  await page.goto("./#lesson=local-data");
  await expect(page.locator("#code")).toBeAttached();
  expect((await links(page)).filter((href) => href.startsWith("http"))).toEqual(outside);
  expect(await follow(page)).toEqual(["example-paper/index.html", "lib/suda.js", "lib/suda.d.ts"]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy a frame of this" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("<iframe");
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  const address = /src="([^"]+)"/.exec(snippet)![1]!.replaceAll("&amp;", "&");
  expect(address.startsWith(`${site}embed.html#`)).toBe(true);
  await page.goto(address);
  await expect(page.locator("#curves canvas").first()).toBeVisible();
});

test("the example page's own links and parts are there", async ({ page, problems }) => {
  await page.goto("./example-paper/index.html");
  await follow(page);
  await expect(page.locator("iframe, suda-demo").first()).toBeAttached();
  expect(problems).toEqual([]);
});
