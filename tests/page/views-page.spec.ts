// The figures on the page: what they show of a run that goes wrong, starts anew, or stands still.
import type { Page } from "@playwright/test";
import { documentOf, endless, finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const advice = "#advice";

test("a method that diverges by a step of its own is named, and the button takes one at which it converges", async ({
  page,
}) => {
  const stepSize = { kind: "constant", value: 6 };
  await open(page, { ...small, methods: [{ kind: "psgd" }, { kind: "dsgd", stepSize }] });
  await finished(page);
  await expect(page.locator("#reading-text")).toHaveText(
    /^After 200 iterations, ‖∇f\(x̄\)‖² is \S+ for Centralised SGD\..* DSGD diverged at k = \d+\.$/,
  );
  await expect(page.locator(advice)).toHaveText(
    /^DSGD diverges at the step size 6: it needs one below [\d.]+, as .*\. Take α = 1$/,
  );
  const above = page.locator("#bar");
  const place = (await above.boundingBox())!.y;
  await page.getByRole("button", { name: "Reset to iteration 0" }).click();
  expect((await above.boundingBox())!.y).toBe(place);
  await page.getByRole("button", { name: "Take α = 1", exact: true }).click();
  expect((await documentOf(page)).methods[1]!["stepSize"]).toEqual({ ...stepSize, value: 1 });
  await finished(page);
  await expect(page.locator("#reading-text")).not.toContainText("diverged at");
  await expect(page.locator(advice)).not.toContainText("DSGD diverges");
});

test("where every method diverges, the words say only that, and the button cures all", async ({ page }) => {
  await open(page, { ...small, stepSize: { kind: "constant", value: 1e6 } });
  await finished(page);
  await expect(page.locator("#reading-text")).toHaveText(
    /^After 200 iterations\. Centralised SGD diverged at k = \d+\. DSGD/,
  );
  await page
    .locator(advice)
    .getByRole("button", { name: /^Take α = / })
    .click();
  await finished(page);
  await expect(page.locator("#reading-text")).not.toContainText("diverged at");
});

test("a method on a W with too small eigenvalues is warned of by its name", async ({ page }) => {
  await open(page, {
    ...small,
    network: { topology: { kind: "grid", rows: 6, columns: 6 }, weights: { rule: "metropolis" } },
    methods: [{ kind: "exactDiffusion" }],
  });
  await expect(page.locator(advice)).toContainText("Exact-Diffusion / D² diverges on this network at every step size");
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

test("agents are coloured by how far their own minimum lies from the common one", async ({ page }) => {
  const colour = page.getByRole("combobox", { name: "Colour of the agents" });
  const summary = page.locator("#graph [aria-live=polite]");
  await open(page);
  await finished(page);
  await colour.selectOption({ label: "‖xᵢ* − x*‖" });
  await page.locator("#graph canvas").focus();
  await page.keyboard.press("Home");
  const row = page.locator("#graph .view-tooltip tr", { hasText: "‖xᵢ* − x*‖" });
  await expect(row).toHaveText(/‖[\d.]+$/);
  await expect(summary).toContainText(/‖xᵢ\* − x\*‖ is between [\d.]+ and [\d.]+\./);
  // With one cost for all, every agent's minimum is the common one.
  await open(
    page,
    { ...small, problem: { kind: "pl", heterogeneity: 0 }, stepSize: { kind: "constant", value: 0.01 } },
    { quantity: "localOptimum" },
  );
  await expect(summary).toContainText("‖xᵢ* − x*‖ is 0 for every agent.");
});

/** The left figure as SVG. */
async function leftFigure(page: Page): Promise<string> {
  await openPanel(page, "Files");
  const download = page.waitForEvent("download");
  await page.getByRole("group", { name: "Left figure" }).getByRole("button", { name: "SVG" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Its open lines that have more than ten points, as lists of points; level lines are closed. */
async function longLines(page: Page): Promise<[number, number][][]> {
  const paths = [...(await leftFigure(page)).matchAll(/ d="(M[^"Z]*)"/g)].map(([, d]) => d!.match(/[ML][^ML]*/g)!);
  const lines = paths.filter((steps) => steps.length > 10 && steps.filter((step) => step.startsWith("M")).length === 1);
  return lines.map((steps) => steps.map((step) => step.match(/-?[\d.]+/g)!.map(Number) as [number, number]));
}

test("with two unknowns the whole ways of both methods are drawn, also when it is looked at afterwards", async ({
  page,
}) => {
  await open(page, { ...small, problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 5, heterogeneity: 1 } });
  await finished(page);
  await page.getByRole("button", { name: "Agents", exact: true }).click();
  await expect(page.locator("#graph .view-contours canvas")).toBeVisible();
  await expect.poll(async () => (await longLines(page)).length).toBe(2);
  const ways = await longLines(page);
  const box = (await page.locator("#graph .view-contours .view-box").boundingBox())!;
  // Each begins at the common start of its own map, and takes small steps at first.
  expect(ways[1]![0]![0] - ways[0]![0]![0]).toBeCloseTo(box.width / 2, 0);
  expect(ways[1]![0]![1]).toBe(ways[0]![0]![1]);
  for (const way of ways) {
    expect(way.length).toBeGreaterThan(40);
    const length = way.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - way[i]![0], y - way[i]![1]), 0);
    expect(Math.hypot(way[1]![0] - way[0]![0], way[1]![1] - way[0]![1])).toBeLessThan(length / 3);
  }
  // And all is within the picture.
  for (const [x, y] of ways.flat())
    expect(x > 50 && x < box.width && y > 0 && y < box.height, `(${x}, ${y})`).toBe(true);
  await page.getByRole("button", { name: "Reset to iteration 0" }).click();
  await expect.poll(async () => (await longLines(page)).length).toBe(0);
});

for (const look of ["while it runs", "afterwards"])
  test(`a method that diverges does not take the map along, looked at ${look}`, async ({ page }) => {
    const problem = { kind: "leastSquares", dimension: 2, samplesPerAgent: 5, heterogeneity: 1 };
    await open(
      page,
      { ...small, problem, methods: [{ kind: "psgd" }, { kind: "dsgd", stepSize: { kind: "constant", value: 20 } }] },
      look === "afterwards" ? {} : { left: "agents" },
    );
    await finished(page);
    await page.getByRole("button", { name: "Agents", exact: true }).click();
    await expect(page.locator("#graph .view-contours canvas")).toBeVisible();
    const ticks = async () =>
      [...(await leftFigure(page)).matchAll(/<text[^>]*>([−\d.]+(?:×10)?[^<]*)</g)].map(([, text]) => text!);
    await expect.poll(async () => (await ticks()).every((text) => /^−?\d(\.\d+)?$/.test(text))).toBe(true);
    expect((await ticks()).length).toBeGreaterThan(3);
  });
