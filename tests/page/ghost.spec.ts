// The run before stays in the background, as long as it can be compared with what is on the screen.
import type { Page } from "@playwright/test";
import { done, finished, frames, open, setup, small } from "./app.ts";
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

/** With a step at which centralised SGD comes to its end, which ratios need. */
const settling = { ...small, stepSize: { kind: "constant", value: 0.15 } };

/** What DSGD's ratio was before, and is now, as the page says. */
async function ratios(page: Page): Promise<RegExpMatchArray> {
  await expect(said(page)).toContainText(/DSGD \S+\s× → /);
  return (await said(page).textContent())!.match(/DSGD (\S+\s×) → (\S+\s×)/)!;
}

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
