// Each method at its best step: what the sweep measures is what runs give, and a click takes a step size over.
import type { Page } from "@playwright/test";
import { extentOf, stepsBetween } from "../../lib/steps.ts";
import { endOf } from "../../lib/study.ts";
import { fastest, leastError, reached, usualLevel, type Sweep } from "../../www/src/laboratory/panels/sweep.ts";
import { documentOf, finished, numbers, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const TITLE = "Each method at its best step";
const panel = (page: Page) => page.locator("#instrument-steps");

async function measure(page: Page, from: string, to: string): Promise<void> {
  await openPanel(page, TITLE);
  await expect(panel(page).getByLabel("From")).not.toHaveValue("");
  await panel(page).getByLabel("From").fill(from);
  await panel(page).getByLabel("To", { exact: true }).fill(to);
  await panel(page).getByLabel("Step sizes").selectOption("9");
  await panel(page).getByRole("button", { name: "Measure" }).click();
  await expect(panel(page).getByRole("status")).toContainText("Done in", { timeout: 120_000 });
}

async function csv(page: Page): Promise<Record<string, string>[]> {
  const download = page.waitForEvent("download");
  await panel(page).getByRole("button", { name: "CSV" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const [head, ...lines] = Buffer.concat(chunks).toString("utf8").trim().split("\n");
  const names = head!.split(",");
  // The names here have no commas.
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i]!, cell])));
}

const document = {
  ...small,
  record: { points: 200 },
  methods: [
    { kind: "psgd", label: "PSGD" },
    { kind: "dsgd", label: "DSGD" },
    { kind: "exactDiffusion", label: "ED", laziness: 0.5 },
  ],
};

test("the sweep measures what runs with these step sizes give, to the last bit", async ({ page }) => {
  await open(page, document);
  await finished(page);
  const lines = (await numbers(page)).trim().split("\n").slice(1);
  await measure(page, "0.1", "0.4");
  const rows = await csv(page);
  expect(rows).toHaveLength(9 * 3);
  for (const method of ["PSGD", "DSGD", "ED"]) {
    const curve = lines
      .map((line) => line.split(","))
      .filter(([, name, metric]) => name === method && metric === "gradientNorm")
      .map(([, , , mean]) => Number(mean));
    const row = rows.find(({ method: name, step }) => name === method && step === "0.1")!;
    expect(Number(row["error"])).toBe(endOf(curve));
    expect(row["metric"]).toBe("gradientNorm");
  }
});

test("a click takes the best step size over, and undo takes it back", async ({ page }) => {
  await open(page, document);
  await finished(page);
  await measure(page, "0.01", "0.4");
  const rows = (await csv(page)).filter(({ method }) => method === "DSGD");
  const least = rows.reduce((best, row) => (Number(row["error"]) < Number(best["error"]) ? row : best));
  const use = panel(page).getByRole("button", { name: /^Use the step size .* for DSGD$/ });
  await use.first().click();
  expect((await documentOf(page)).methods[1]!["stepSize"]).toEqual({ kind: "constant", value: Number(least["step"]) });
  // What was measured still speaks of this document: only step sizes differ.
  await expect(use.first()).toBeEnabled();
  await page.getByRole("button", { name: "Undo the last change" }).click();
  expect((await documentOf(page)).methods[1]!["stepSize"]).toBeUndefined();
  await panel(page).getByRole("button", { name: "Give each its own best step" }).click();
  for (const method of (await documentOf(page)).methods) expect(method["stepSize"]).toBeDefined();
});

test("who takes a step size over by a key stays where the key was pressed", async ({ page }) => {
  await open(page, document);
  await finished(page);
  await measure(page, "0.01", "0.4");
  const use = panel(page)
    .getByRole("button", { name: /^Use the step size .* for DSGD$/ })
    .first();
  await use.press("Enter");
  await expect(page.getByRole("button", { name: "Undo the last change" })).toBeEnabled();
  await finished(page);
  await expect(use).toBeFocused();
  const all = panel(page).getByRole("button", { name: "Give each its own best step" });
  await all.press("Enter");
  await finished(page);
  await expect(all).toBeFocused();
  for (const method of (await documentOf(page)).methods) expect(method["stepSize"]).toBeDefined();
});

test("what is beyond the stable range diverges, and is shown as such", async ({ page }) => {
  await open(page, document);
  await finished(page);
  await openPanel(page, TITLE);
  // The fields propose to look a little beyond the largest stable step.
  const to = panel(page).getByLabel("To", { exact: true });
  await expect(to).not.toHaveValue("");
  const top = Number(await to.inputValue());
  await measure(page, String(top / 100), String(4 * top));
  const rows = (await csv(page)).filter(({ method }) => method === "ED");
  for (const { step, stableTo, divergedAt, error } of rows)
    if (divergedAt !== "") {
      expect(Number(step)).toBeGreaterThan(Number(stableTo));
      expect(error).toBe("NaN");
    }
  expect(rows.some(({ divergedAt }) => divergedAt !== "")).toBe(true);
  expect(rows.some(({ settled }) => settled === "true")).toBe(true);
  // By keyboard, step size by step size.
  const chart = panel(page).getByRole("application");
  await chart.focus();
  await chart.press("End");
  await expect(panel(page).locator("[aria-live=assertive]")).toContainText("ED diverged at k =");
});

test("of a network that changes each method has its best step, no stable range is told, and why is said", async ({
  page,
}) => {
  const pairs = { ...document.network, changes: { kind: "randomMatching" } };
  await open(page, { ...document, network: pairs });
  await finished(page);
  await measure(page, "0.05", "0.4");
  await expect(panel(page)).toContainText("no bars of stable step sizes: their theory speaks of one W");
  const rows = await csv(page);
  expect(rows.map(({ stableTo }) => stableTo)).toEqual(rows.map(() => ""));
  const [best] = rows
    .filter(({ method }) => method === "ED")
    .sort((one, other) => Number(one["error"]) - Number(other["error"]));
  await expect(panel(page).getByRole("row", { name: /^ED/ }).last()).toContainText(`at ${best!["step"]}`);
  await expect(panel(page).locator("[aria-live=polite]").first()).toContainText("9 step sizes. ");
});

test("a sweep can be cancelled, and leaves the run and no workers behind", async ({ page }) => {
  await open(page, { ...document, iterations: 200_000 });
  await openPanel(page, TITLE);
  await expect(panel(page).getByLabel("From")).not.toHaveValue("");
  await panel(page).getByRole("button", { name: "Measure" }).click();
  await expect(panel(page).getByRole("status")).toContainText("Step size 1 of 17");
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await expect(panel(page).getByRole("status")).toHaveText("Cancelled.");
  await expect(panel(page).getByRole("button", { name: "Measure" })).toBeEnabled();
});

test("steps lie at equal ratios; best ones are least, and told where they lie at the end", () => {
  expect(stepsBetween([0.01, 1], 5)).toEqual([0.01, 0.0316, 0.1, 0.316, 1]);
  const sweep = (step: number, error: number, curve: number[]): Sweep => ({
    step,
    iterations: [0, 10, 20],
    outcomes: [{ error, settled: true, divergedAt: null, curve }],
  });
  const sweeps = [sweep(0.1, 3, [9, 5, 3]), sweep(0.2, 1, [9, 2, 1]), sweep(0.4, Number.NaN, [9, Number.NaN])];
  expect(leastError(sweeps, 0)).toEqual({ step: 0.2, value: 1, atEnd: false });
  expect(leastError(sweeps.slice(0, 2), 0)).toEqual({ step: 0.2, value: 1, atEnd: true });
  expect(fastest(sweeps, 0, 5)).toEqual({ step: 0.1, value: 10, atEnd: true });
  expect(reached(sweeps[0]!, 0, 1)).toBeNull();
  // The level is one that nobody is at from the start, and that who works at all can reach.
  expect(usualLevel(sweeps, 1)).toBe(2);
  const two = sweeps.map(({ outcomes, ...rest }) => ({
    ...rest,
    outcomes: [...outcomes, { error: 8, settled: true, divergedAt: null, curve: [9, 8.5, 8] }],
  }));
  expect(usualLevel(two, 2)).toBe(2);
  expect(usualLevel([sweep(0.1, 8, [9, 8.5, 8])], 1)).toBe(8.5);
  expect(usualLevel([sweep(9, Number.NaN, [9, Number.NaN])], 1)).toBeNaN();
  const [low, high] = extentOf(small, [[0, 2], [0, 1.5], null]);
  expect(high).toBeGreaterThan(2);
  expect(low).toBeLessThan(0.1);
});
