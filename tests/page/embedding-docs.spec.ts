// Every example of docs/embedding.md, on a page of another origin, and the paper that uses all three ways.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "./paper.ts";

const guide = readFileSync(fileURLToPath(new URL("../../docs/embedding.md", import.meta.url)), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map((match) => match[1]!);
const examples = blocks("html");

test("the examples of the guide work as they stand", async ({ page, paper, site }) => {
  test.slow();
  for (const [i, example] of examples.entries()) {
    await paper.open(`<body>${example.replaceAll("https://example.org/suda/", site)}</body>`);
    if (example.includes("lib/suda.js")) {
      await expect(page.locator("output")).toHaveText(/^\d\.\de-\d with Exact-Diffusion/, { timeout: 20_000 });
      continue;
    }
    const frame = page.locator("iframe").contentFrame();
    await expect
      .poll(async () => (await paper.messages()).findLast(({ type }) => type === "state")?.phase, {
        timeout: 30_000,
        message: `example ${i + 1}`,
      })
      .toBe("finished");
    await expect(frame.getByRole("alert")).toHaveCount(0);
    // None of them needs a scrollbar of its own.
    const [needed, given] = await frame.locator("html").evaluate((html) => [html.scrollHeight, innerHeight]);
    expect(needed, `example ${i + 1}`).toBeLessThanOrEqual(given!);
    if (example.includes("<output")) await expect(page.locator("output")).toHaveText("finished");
  }
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
