// What messages cost: fields of a method and of the experiment, a judgement, and an axis of the curves.
import { documentOf, finished, open, openPanels, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test("compression is a method's own choice, is not judged, and its bits are an axis", async ({ page }) => {
  await open(page, { ...small, gradient: { noise: "none" } });
  await finished(page);
  await openPanels(page);
  const corrected = page.locator("#panels .method-list fieldset").nth(2);
  await corrected.getByRole("combobox", { name: "Compression" }).selectOption("quantize");
  await finished(page);
  expect((await documentOf(page)).methods[2]).toMatchObject({
    kind: "exactDiffusion",
    compression: { kind: "quantize" },
  });
  await expect(page.locator("#theory-validity")).toContainText("not judged: messages are compressed");
  await page.getByLabel("Horizontal axis", { exact: true }).selectOption("bits");
  await expect.poll(() => page.url()).toContain("axis=bits");
  await expect(page.locator("#curves .view-hidden").first()).toContainText("bits sent");
});

test("a clock is set in its panel, and seconds are then an axis", async ({ page }) => {
  await open(page, { ...small, clock: { compute: { kind: "constant", seconds: 1 } } });
  await finished(page);
  await openPanels(page);
  const field = page.locator('#panels-setup [data-path="clock.latency"] input.number');
  await field.fill("2");
  await field.press("Enter");
  await finished(page);
  expect((await documentOf(page)).clock).toMatchObject({ latency: 2 });
  await page.getByLabel("Horizontal axis", { exact: true }).selectOption("seconds");
  await expect.poll(() => page.url()).toContain("axis=seconds");
});
