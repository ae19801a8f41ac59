// The figures on the page: what they show of a run that goes wrong, starts anew, or stands still.
import { documentOf, endless, finished, open, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const advice = "#advice";

test("a method that diverges by a step of its own is named, and the button halves that step each time", async ({ page }) => {
  const stepSize = { kind: "constant", value: 6 };
  await open(page, { ...small, methods: [{ kind: "psgd" }, { kind: "dsgd", stepSize }] });
  await finished(page);
  await expect(page.locator(advice)).toContainText(/^DSGD diverged at k = \d+: its own step is too large\. Halve it to 3$/);
  for (const half of ["3", "1.5"]) {
    await page.getByRole("button", { name: `Halve it to ${half}`, exact: true }).click();
    await finished(page);
  }
  expect((await documentOf(page)).methods[1]!["stepSize"]).toEqual({ ...stepSize, value: 1.5 });
});

test("where every method diverges, the words say only that", async ({ page }) => {
  await open(page, { ...small, stepSize: { kind: "constant", value: 1e6 } });
  await finished(page);
  await expect(page.locator("#reading-text")).toHaveText(/^After 200 iterations\. Centralised SGD diverged at k = \d+\. DSGD/);
  // At such steps k stays the same, the offer does not.
  for (const half of ["5×10⁵", "2.5×10⁵"]) await page.getByRole("button", { name: `Halve it to ${half}`, exact: true }).click();
});

test("a method on a W with too small eigenvalues is warned of by its name", async ({ page }) => {
  await open(page, { ...small, network: { topology: { kind: "grid", rows: 6, columns: 6 }, weights: { rule: "metropolis" } }, methods: [{ kind: "exactDiffusion" }] });
  await expect(page.locator(advice)).toContainText("and Exact-Diffusion / D² needs more than −1/3");
});

test("a run that is reset shows its start, not the curves of the run before", async ({ page }) => {
  await open(page);
  await finished(page);
  const summary = page.locator("#curves [aria-live=polite]");
  await expect(summary).toContainText("= 200,");
  await page.getByRole("button", { name: "Reset to iteration 0" }).click();
  await page.locator("#curves").getByText("Data table").click();
  await expect(page.locator("#curves tbody tr")).toHaveCount(1);
});

test("λ under the network follows an edit at once", async ({ page }) => {
  await open(page, endless);
  const facts = page.locator("#graph .view-facts");
  await expect(facts).toHaveText("λ = 0.8047, λₘᵢₙ = −0.333, 1 − λ = 0.195");
  await page.getByText(/^Links \(/).click();
  await page.getByRole("button", { name: /^Cut link 0 – 1/ }).click();
  await expect(facts).toHaveText("λ = 0.9493, λₘᵢₙ = −0.283, 1 − λ = 0.0507");
});
