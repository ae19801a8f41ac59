// The theory's panels, by keys and by the pointer; what they say is tested in tests/node/theory-panels.spec.ts.
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test("who takes a cure by a key stays with the verdict, and goes on from there; an eigenvalue tells its λ", async ({
  page,
}) => {
  await open(page, {
    ...small,
    trials: 1,
    network: { topology: { kind: "grid", rows: 6, columns: 6 }, weights: { rule: "metropolis" } },
    methods: [{ kind: "dsgd" }, { kind: "exactDiffusion" }, { kind: "gradientTracking" }],
  });
  await finished(page);
  await openPanel(page, "Will it converge?");
  const verdict = page.locator("#theory-validity .verdict");
  await verdict.getByRole("button", { name: "Use (I + W)/2" }).press("Enter");
  // The cure has gone with what it cured.
  await expect(verdict).toContainText("Every method is stable at this step size");
  await expect(verdict).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement!.closest("#theory-validity") !== null)).toBe(true);

  await openPanel(page, "Transition matrix");
  await page.locator("#theory-transition .view-spectrum canvas").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#theory-transition .view-spectrum .view-tooltip")).toContainText("λ of W");
});
