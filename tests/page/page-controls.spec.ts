// Controls by keys and by hand: what has the focus keeps it. What they set is tested in tests/node/controls.spec.ts.
import { documentOf, finished, frames, open, openPanel, openReady, setup, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test.describe.configure({ timeout: 90_000 });

test("a slider is moved on and on, by keys and by hand, whatever its marks do meanwhile", async ({ page }) => {
  // A lesson whose step size has marks, which follow each step.
  await openReady(page, "local-data");
  await finished(page, 400);
  const slider = setup(page).getByRole("slider", { name: /^Step size/ });
  await expect(setup(page).locator(".tick").first()).toBeAttached();
  const at = async () => Number(await slider.inputValue());
  const from = await at();
  await slider.focus();
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press("ArrowLeft");
    await frames(page);
  }
  expect(await at()).toBe(from - 12);
  await expect(slider).toBeFocused();
  const { x, y, width, height } = (await slider.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(x + width / 2 + (step * width) / 20, y + height / 2);
    await frames(page);
  }
  const end = await at();
  await page.mouse.up();
  const steps = Number(await slider.getAttribute("max"));
  expect(end / steps).toBeGreaterThan(0.8);
});

test("a method's slider, fold and focus stay while its name follows what is set", async ({ page }) => {
  await open(page, {
    ...small,
    methods: [
      ...small.methods,
      { kind: "dsgd", laziness: 0.25 },
      { kind: "gradientTracking" },
      { kind: "dsgd", label: "W".repeat(1_000) },
    ],
  });
  await openPanel(page, "Methods");
  const rows = page.locator(".method-list fieldset");
  const lazy = rows.nth(3);
  await expect(lazy.locator("summary")).toHaveText("DSGD, θ = 0.25");
  await lazy.locator("summary").click();
  const slider = lazy.getByRole("slider", { name: "Laziness, slider" });
  await slider.focus();
  const from = Number(await slider.inputValue());
  for (let press = 1; press <= 20; press++) {
    await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveValue(String(from + press));
    await expect(slider).toBeFocused();
  }
  const { laziness } = (await documentOf(page)).methods[3] as { laziness: number };
  expect(laziness).toBeGreaterThan(0.25);
  await expect(lazy.locator("summary")).toHaveText(`DSGD, θ = ${laziness}`);
  await expect(slider).toBeVisible();
  const tracking = rows.nth(4);
  await tracking.locator("summary").click();
  const variant = tracking.getByRole("combobox", { name: "Variant" });
  await variant.focus();
  const other = await variant.locator("option").last().getAttribute("value");
  await variant.selectOption(other);
  await expect(tracking.locator("summary")).toContainText(/, /);
  await expect(variant).toBeFocused();
  await expect(lazy.locator("details")).toHaveAttribute("open", "");
  const label = tracking.getByRole("textbox", { name: "Label" });
  await label.fill("Mine");
  await page.keyboard.press("Enter");
  await expect(tracking.locator("summary")).toHaveText("Mine");
  await expect(label).toBeFocused();
  // Its row, its fold and the focus go with a method that is moved.
  await tracking.getByRole("button", { name: "Move up Mine" }).click();
  await expect(rows.nth(3).locator("summary")).toHaveText("Mine");
  await expect(rows.nth(3).getByRole("button", { name: "Move up Mine" })).toBeFocused();
  await expect(rows.nth(3).locator("details")).toHaveAttribute("open", "");
  // However long a name is, the page is no wider.
  const [inner, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(inner).toBeLessThanOrEqual(room!);
});
