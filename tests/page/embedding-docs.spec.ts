// Every example of docs/embedding.md, on a page of another origin, and the paper that uses all three ways.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "./paper.ts";

const guide = readFileSync(fileURLToPath(new URL("../../docs/embedding.md", import.meta.url)), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map((match) => match[1]!);
const examples = blocks("html");

test("the guide has an example of each way", () => {
  expect(examples.filter((example) => example.includes("<iframe"))).toHaveLength(4);
  expect(examples.filter((example) => example.includes("<suda-demo"))).toHaveLength(2);
  expect(examples.filter((example) => example.includes("lib/suda.js"))).toHaveLength(1);
});

test("Markdown keeps the examples of the element whole: it cuts at empty lines, and takes > at a line's start for a quotation", () => {
  for (const example of examples.filter((text) => text.includes("<suda-demo")))
    for (const line of example.trimEnd().split("\n")) expect(line).toMatch(/^ *[^> ]/);
});

examples.forEach((example, i) => {
  test(`example ${i + 1} of the guide works as it stands`, async ({ page, paper, site }) => {
    await paper.open(`<body>${example.replaceAll("https://example.org/suda/", site)}</body>`);
    if (example.includes("lib/suda.js")) {
      await expect(page.locator("output")).toHaveText(/^\d\.\de-\d with Exact-Diffusion/, { timeout: 20_000 });
      return;
    }
    const frame = page.locator("iframe").contentFrame();
    await expect
      .poll(async () => (await paper.messages()).findLast(({ type }) => type === "state")?.phase, { timeout: 30_000 })
      .toBe("finished");
    await expect(frame.getByRole("alert")).toHaveCount(0);
    // None of them needs a scrollbar of its own.
    const [needed, given] = await frame.locator("html").evaluate((html) => [html.scrollHeight, innerHeight]);
    expect(needed).toBeLessThanOrEqual(given!);
    if (example.includes("<output")) await expect(page.locator("output")).toHaveText("finished");
  });
});

test("the guide names every preset", async ({ page, site }) => {
  await page.goto(site);
  const ids = await page.evaluate(async (address) => {
    const { default: init, presets } = (await import(address)) as {
      default(): Promise<unknown>;
      presets(): { id: string }[];
    };
    await init();
    return presets().map(({ id }) => id);
  }, `${site}lib/suda.js`);
  const words = new Set(guide.match(/`[^`\n]+`/g)!.flatMap((code) => code.slice(1, -1).split(",")));
  const families = ids.map((id) => id.replace(/-ours$/, ""));
  const missing = families.filter((id) => !words.has(id) && !words.has(id.replace(/^figure-\d/, "")));
  expect(missing).toEqual([]);
});

test("the example paper's three figures, embedded in three ways, come alive as they are scrolled to", async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const foreign: string[] = [];
  page.on(
    "request",
    (request) => !request.url().startsWith(site) && /^https?:/.test(request.url()) && foreign.push(request.url()),
  );
  await page.goto(`${site}example-paper/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const text = page.locator("#floors-text");
  await expect(text).toHaveText(/^The experiments start/);

  for (const [figure, iterations] of [
    ["iframe.suda", 400],
    ["suda-demo iframe", 300],
  ] as const) {
    await page.locator(figure).scrollIntoViewIfNeeded();
    const frame = page.locator(figure).contentFrame();
    await expect(frame.locator("#transport .count")).toHaveText(`k = ${iterations} of ${iterations}`, {
      timeout: 30_000,
    });
    await expect.poll(() => frame.locator("html").evaluate((html) => html.scrollHeight === innerHeight)).toBe(true);
  }
  await page.locator("#floors").scrollIntoViewIfNeeded();
  await expect(text).toHaveText(/DSGD \d{2,}\s×, Gradient tracking \d+(\.\d)?\s×, Exact-Diffusion 1\.\d\s× the error/, {
    timeout: 60_000,
  });
  const drawn = await page
    .locator("#floors")
    .evaluate(
      (canvas: HTMLCanvasElement) =>
        new Set(canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data).size,
    );
  expect(drawn).toBeGreaterThan(20);
  expect(foreign).toEqual([]);
});
