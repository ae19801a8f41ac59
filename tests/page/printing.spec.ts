// What comes out of the printer: a step on one page, and the laboratory without what is pressed.
import type { Page } from "@playwright/test";
import { addressOf, finished, openPanel, openReady, steps } from "./app.ts";
import { expect, test } from "./harness.ts";
import { finishedIn, frameOf, test as paperTest } from "./paper.ts";

/** The pages of the printed document. */
async function pages(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g)!.length;
}

test("a step is printed on one page: finding, text, both figures at the run’s end, sentence, address and seed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto("./#lesson=beliefs");
  await finished(page, 200);
  await page.getByRole("slider", { name: "Iteration shown" }).press("Home");
  await expect(page.locator("#transport .count")).toHaveText("iteration 0 of 200");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#story p").first()).toBeVisible();
  expect(await pages(page)).toBe(1);
  await expect(page.locator("#transport .count")).toHaveText("iteration 200 of 200");
  await expect(page.locator("#source")).toHaveText(`${page.url()} · seed 1`);
  for (const read of [
    "#headline",
    "#note",
    "#graph canvas:visible",
    "#curves canvas:visible",
    "#reading-text",
    "#story",
    "#source",
  ])
    await expect(page.locator(read).first(), read).toBeVisible();
  for (const pressed of ["#tools", "#transport", "#steps", "#more", "#elsewhere", "#legend", "#below"])
    await expect(page.locator(pressed), pressed).toBeHidden();
});

test("every step fits its page, also from a phone", async ({ page }) => {
  for (const [width, height] of [
    [1366, 650],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [id] of steps.map(({ presets }) => presets as [string])) {
      await page.emulateMedia({ media: "screen" });
      await page.goto("about:blank");
      await page.goto(`./${addressOf(id)}`);
      await expect(page.locator("#curves canvas").first()).toBeVisible();
      if (!id.startsWith("figure")) await page.getByRole("button", { name: "Play again" }).waitFor();
      await page.emulateMedia({ media: "print" });
      // What there is more to say comes then.
      await page.waitForLoadState("networkidle");
      // Of a figure of the paper there is what was measured of its claims, too.
      expect
        .soft(await pages(page), `${id}, ${width} × ${height}`)
        .toBeLessThanOrEqual(id.startsWith("figure-") ? 2 : 1);
    }
  }
});

test("the laboratory is printed as its document, its figures and the panels that are open, with no empty heading", async ({
  page,
}) => {
  await openReady(page, "pulled-apart");
  await finished(page, 200);
  await openPanel(page, "Will it converge?");
  await expect(page.locator("#theory-validity .verdict")).not.toBeEmpty();
  await page.emulateMedia({ media: "print" });
  for (const read of [
    "#headline",
    "#graph canvas:visible",
    "#curves canvas:visible",
    "#chips",
    "#reading-text",
    "#problem-text",
  ])
    await expect(page.locator(read).first(), read).toBeVisible();
  await expect(page.locator("#theory-validity .verdict")).toBeVisible();
  for (const pressed of ["#tools", "#transport", ".sides", "#curve-tools", "#panels-files", "#panels-instruments"])
    await expect(page.locator(pressed).first(), pressed).toBeHidden();
  // A heading with nothing to be read up to the next of its kind, or to the end of what it heads.
  const empty = await page.locator(":is(h2, h3):visible").evaluateAll((headings) =>
    headings
      .filter((heading) => {
        const whole = heading.closest("details, section, article") ?? heading.parentElement!;
        const range = document.createRange();
        range.setStartAfter(heading);
        range.setEndAfter(whole.lastChild!);
        return range.getBoundingClientRect().height < 10;
      })
      .map(({ textContent }) => textContent),
  );
  expect(empty).toEqual([]);
  expect(await pages(page)).toBeLessThanOrEqual(4);
});

paperTest(
  "a paper is printed with its figures, also those that nobody has scrolled to",
  async ({ page, paper, site }) => {
    const gap = '<p style="height: 5000px"></p>';
    await paper.open(
      `${gap}<iframe id="a" height="500" src="${site}embed.html#preset=beliefs"></iframe>${gap}
    <script type="module" src="${site}element.js"></script><suda-demo preset="pulled-apart"></suda-demo>`,
    );
    const element = page.locator("suda-demo").locator("iframe").contentFrame();
    for (const frame of [frameOf(page, "a"), element]) await finishedIn(frame);
    await page.pdf();
    for (const frame of [frameOf(page, "a"), element]) {
      await expect(frame.locator("#reading-text")).toContainText("After 200 iterations");
      for (const figure of ["#graph canvas:visible", "#curves canvas:visible"])
        expect(await frame.locator(figure).first().evaluate(coloursOf), figure).toBeGreaterThan(20);
    }
    // Whoever comes sees it from the start.
    await page.locator("#a").scrollIntoViewIfNeeded();
    await expect(frameOf(page, "a").getByRole("button", { name: "Pause" })).toBeVisible();
  },
);

/** How many colours a picture has. */
function coloursOf(canvas: HTMLCanvasElement | SVGElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const pixels = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
  return new Set(new Uint32Array(pixels.buffer)).size;
}
