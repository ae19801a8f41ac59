// The run before stays in the background, as long as it can be compared with what is on the screen.
import type { Page } from "@playwright/test";
import { documentOf, done, finished, frames, open, openPanel, openReady, setup, small } from "./app.ts";
import { colours, drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";

/** What the key beside the curves says of the run before. */
const key = (page: Page) => page.locator("#curves .view-key");
const said = (page: Page) => page.locator("#reading-text");
const hold = (page: Page) => page.getByRole("checkbox", { name: "hold “before”" });
const stepSize = (page: Page) => setup(page).getByRole("textbox", { name: /^Step size/ });

/** Takes another step size by its box. */
async function step(page: Page, value: string): Promise<void> {
  await stepSize(page).fill(value);
  await stepSize(page).press("Enter");
  await frames(page);
  await finished(page);
}

/** The curves as an SVG file. */
async function picture(page: Page): Promise<string> {
  await openPanel(page, "Files");
  const download = page.waitForEvent("download");
  await page.getByRole("group", { name: "Curves", exact: true }).getByRole("button", { name: "SVG" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** With a step at which centralised SGD comes to its end, which ratios need. */
const settling = { ...small, stepSize: { kind: "constant", value: 0.15 } };

/** What DSGD's ratio was before, and is now, as the page says. */
async function ratios(page: Page): Promise<RegExpMatchArray> {
  await expect(said(page)).toContainText(/DSGD \S+\s× → /);
  return (await said(page).textContent())!.match(/DSGD (\S+\s×) → (\S+\s×)/)!;
}

test("after a change the run before stays, by itself, in picture, words and file, until the problem changes", async ({
  page,
}) => {
  await open(page, settling);
  await finished(page);
  await expect(hold(page)).toBeHidden();
  expect(await picture(page)).not.toContain(">before<");
  await step(page, "0.2");
  await expect(hold(page)).toBeVisible();
  await expect(key(page)).toHaveText("before");
  await expect(said(page)).toContainText(/DSGD \S+\s× → \S+\s×/);
  expect(await picture(page)).toContain(">before<");
  await openPanel(page, "Problem");
  const differs = setup(page).getByRole("textbox", { name: /^Heterogeneity/ });
  await differs.fill("3");
  await differs.press("Enter");
  await frames(page);
  await finished(page);
  await expect(hold(page)).toBeHidden();
  await expect(key(page)).toBeEmpty();
  await expect(said(page)).not.toContainText("Before");
  expect(await picture(page)).not.toContain(">before<");
});

test("what is undone is the run before; values typed and ways of a slider are changes of their own; one that is held stays", async ({
  page,
}) => {
  await open(page, settling);
  await finished(page);
  await step(page, "0.2");
  const there = await ratios(page);
  await step(page, "0.3");
  expect((await ratios(page))[1]).toBe(there[2]);
  const values = [await stepSize(page).inputValue()];
  const box = (await setup(page)
    .getByRole("slider", { name: /^Step size/i })
    .boundingBox())!;
  for (const share of [0.4, 0.1]) {
    await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
    values.push(await stepSize(page).inputValue());
  }
  expect(new Set(values).size).toBe(3);
  for (const value of [values[1]!, values[0]!, "0.2", "0.15"]) {
    await page.getByRole("button", { name: "Undo the last change" }).click();
    await expect(stepSize(page)).toHaveValue(value);
  }
  await expect(said(page)).toContainText(`DSGD ${there[2]} → ${there[1]}`);
  await hold(page).check();
  await step(page, "0.3");
  await expect(said(page)).toContainText(`DSGD ${there[2]} → `);
});

test("a curve that failed stays beside the one that is cured", async ({ page }) => {
  await watchDrawing(page);
  await openReady(page, "blow-up");
  await finished(page, 400);
  await expect(page.locator("#chips .chip").first()).toBeVisible();
  const failed = (await colours(page))["Exact-Diffusion"]!;
  const highest = async () =>
    Math.min(
      ...(await drawing(page, "#curves")).strokes
        .filter(({ color, points }) => color === failed && points.length > 5)
        .flatMap(({ points }) => points.map(([, y]) => y)),
    );
  const top = await highest();
  await page
    .locator("#advice")
    .getByRole("button", { name: /I \+ W/ })
    .click();
  await frames(page);
  await finished(page, 400);
  await expect(hold(page)).toBeVisible();
  // The cured one was there already, and is there once.
  const { methods } = await documentOf(page);
  expect(methods.filter(({ kind, laziness }) => kind === "exactDiffusion" && laziness === 0.5)).toHaveLength(1);
  expect(methods.filter(({ kind }) => kind === "exactDiffusion")).toHaveLength(1);
  expect(Object.values(await colours(page))).not.toContain(failed);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(highest).toBeLessThan(top + 5);
  await expect(key(page)).toHaveText("before: Exact-Diffusion diverged");
});

test("a run that was left on its way is drawn, but its end, which it has not seen, is compared with nothing", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, small);
  await page.getByLabel("Speed").selectOption({ label: "10 iterations/s" });
  await expect.poll(() => done(page)).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Pause" }).click();
  expect(await done(page)).toBeLessThan(200);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await step(page, "0.2");
  await expect(key(page)).toHaveText("before");
  await expect(said(page)).toContainText("After 200 iterations");
  await expect(said(page)).not.toContainText("Before");
});
