// dist/suda.html: the demo in one file, opened from a disk.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { done, finished, fragment, numbers, open, openPanel, small } from "./app.ts";
import { expect, test as base } from "./harness.ts";

const file = fileURLToPath(new URL("../../dist/suda.html", import.meta.url));

const test = base.extend<{ lonely: string }>({
  /** The address of the file in a folder where nothing else is, for a browser without a network. */
  lonely: async ({ context }, use, info) => {
    info.setTimeout(90_000);
    await context.setOffline(true);
    const copy = info.outputPath("a folder, mine", "suda 1.html");
    mkdirSync(join(copy, ".."), { recursive: true });
    copyFileSync(file, copy);
    await use(pathToFileURL(copy).href);
  },
});

test("the file holds the core once, and names nothing outside itself", () => {
  const html = readFileSync(file, "utf8");
  // The first bytes of every .wasm, in base64.
  expect(html.match(/AGFzbQEAAA/g)).toHaveLength(1);
  expect(html.match(/<(script|link|img|source|iframe)\b[^>]*(src|href)="(?!data:)[^"]*"/g)).toBeNull();
  // Nor does it link to what would have to lie beside it.
  expect(html.match(/<a\b[^>]*href="(?!https:|#)[^"]*"/g)).toBeNull();
  expect(html).toMatch(/<a id="code" href="https:/);
});

test("it runs in workers, from a disk and without a network", async ({ page, lonely }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(lonely);
  await expect.poll(() => done(page), { timeout: 30_000 }).toBeGreaterThan(0);
  expect(page.workers().map((worker) => worker.url().slice(0, 5))).toContain("blob:");
  expect(requests.filter((url) => url !== lonely && !/^(data|blob):/.test(url))).toEqual([]);
  await page.getByRole("button", { name: "Laboratory" }).click();
  await page.getByRole("button", { name: "Agents", exact: true }).click();
  await expect(page.locator("#graph canvas:visible")).toHaveCount(1);
});

test("it gives the numbers of the site, follows a link, and mirrors its state", async ({
  page,
  browser,
  site,
  lonely,
}) => {
  await page.goto(lonely + (await fragment(small)));
  await finished(page);
  const ours = await numbers(page);
  const online = await browser.newPage({ baseURL: site });
  await open(online, small);
  await finished(online);
  expect(ours).toBe(await numbers(online));
  await online.close();

  await page.getByRole("button", { name: "Agents", exact: true }).click();
  await expect.poll(() => page.url()).toContain("left=agents");
  await page.reload();
  await expect.poll(() => done(page), { timeout: 20_000 }).toBe(200);
  await openPanel(page, "Files");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "JSON" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
});
