// The theory's panels: what they say agrees with the theory and with the run.
import type { Page } from "@playwright/test";
import { documentOf, finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const grid = {
  ...small,
  trials: 1,
  network: { topology: { kind: "grid", rows: 6, columns: 6 }, weights: { rule: "metropolis" } },
  methods: [{ kind: "dsgd" }, { kind: "exactDiffusion" }, { kind: "gradientTracking" }],
};

const row = (page: Page, panel: string, name: string) =>
  page.locator(`#theory-${panel} tr`, { has: page.getByRole("rowheader", { name, exact: true }) });

/** The numbers that the cells of a row start with. */
async function numbersOf(page: Page, panel: string, name: string, at = 0): Promise<number[]> {
  const cells = await row(page, panel, name).nth(at).locator("td").allTextContents();
  return cells.filter((text) => /\d/.test(text)).map(parsed);
}

/** 1.2×10⁻³ as the page prints it. */
function parsed(text: string): number {
  const [, mantissa, exponent] = /^(?:([\d.\u202f−]+)(?:×|$|[ ,]))?(?:10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(text)!;
  const power = [...(exponent ?? "")].map((digit) => (digit === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit))).join("");
  return Number((mantissa ?? "1").replace("−", "-").replace(/\u202f/g, "")) * 10 ** Number(power || 0);
}

test("what cannot converge is said while nothing runs, and one click cures it", async ({ page }) => {
  await open(page, grid);
  await page.getByRole("button", { name: /^Reset/ }).click();
  await openPanel(page, "Will it converge?");
  const verdict = page.locator("#theory-validity .verdict");
  await expect(verdict).toContainText("Exact-Diffusion / D² diverges on this network");
  await expect(row(page, "validity", "positive semi-definite")).toContainText("no");
  await expect(row(page, "validity", "primitive")).toContainText("yes");
  await expect(page.locator("#theory-validity")).toContainText("unstable");
  await verdict.getByRole("button", { name: "Use (I + W)/2" }).click();
  await expect(verdict).toContainText("Every method is stable at this step size");
  const { methods } = await documentOf(page);
  expect(methods.map(({ laziness }) => laziness)).toEqual([undefined, 0.5, undefined]);
});

test("who takes a cure by a key stays with the verdict, and goes on from there", async ({ page }) => {
  await open(page, grid);
  await finished(page);
  await openPanel(page, "Will it converge?");
  const verdict = page.locator("#theory-validity .verdict");
  await verdict.getByRole("button", { name: "Use (I + W)/2" }).press("Enter");
  // The cure has gone with what it cured.
  await expect(verdict).toContainText("Every method is stable at this step size");
  await expect(verdict).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement!.closest("#theory-validity") !== null)).toBe(true);
});

test("the step size that is offered is within the limit that binds", async ({ page }) => {
  await open(page, small);
  await openPanel(page, "Will it converge?");
  const verdict = page.locator("#theory-validity .verdict");
  await verdict.getByRole("button", { name: /^Use α =/ }).click();
  await expect(verdict).toContainText("Nothing to change");
  await expect(page.locator("#theory-validity")).not.toContainText("larger than Theorem 1 covers");
});

test("a network in parts is called so", async ({ page, problems }) => {
  await open(page, {
    ...small,
    network: {
      topology: {
        kind: "explicit",
        agents: 4,
        edges: [
          [0, 1],
          [2, 3],
        ],
      },
      weights: { rule: "metropolis" },
    },
  });
  await openPanel(page, "Will it converge?");
  await expect(page.locator("#theory-validity .verdict")).toContainText("in several parts");
  problems.length = 0;
});

test("computed constants stand beside the paper’s bounds and keep to them", async ({ page }) => {
  await open(page, {
    ...small,
    methods: [
      { kind: "exactDiffusion", laziness: 0.5 },
      { kind: "gradientTracking", laziness: 0.5 },
    ],
  });
  await openPanel(page, "Transition matrix");
  await expect(row(page, "transition", "bound")).toHaveCount(2);
  for (const at of [0, 1]) {
    const [radius, ...computed] = await numbersOf(page, "transition", "computed", at);
    const bounds = await numbersOf(page, "transition", "bound", at);
    expect(radius!).toBeLessThanOrEqual(computed[0]!);
    for (const i of [0, 1, 2]) expect(computed[i]!).toBeLessThanOrEqual(bounds[i]!);
    expect(computed.slice(3)).toEqual(bounds.slice(3));
  }
  // Exact-Diffusion on a ring of 8 with (I + W)/2: the radius is √λ with λ = (1 + (1 + 2 cos(2π/8))/3)/2.
  const lambda = (1 + (1 + 2 * Math.cos(Math.PI / 4)) / 3) / 2;
  expect((await numbersOf(page, "transition", "computed"))[0]).toBeCloseTo(Math.sqrt(lambda), 3);
});

test("an eigenvalue under the pointer tells the λ it belongs to", async ({ page }) => {
  await open(page, small);
  await openPanel(page, "Transition matrix");
  await page.locator("#theory-transition .view-spectrum canvas").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#theory-transition .view-spectrum .view-tooltip")).toContainText("λ of W");
});

test("the measured average stays below Theorem 1’s bound, and the five terms add up", async ({ page }) => {
  const methods = [
    { kind: "exactDiffusion", laziness: 0.5 },
    { kind: "gradientTracking", laziness: 0.5 },
  ];
  await open(page, { ...small, methods, stepSize: { kind: "constant", value: 1e-4 } });
  await openPanel(page, "Bounds");
  await finished(page);
  const verdict = page.locator("#theory-bound .verdict");
  await expect(verdict).toContainText("is a bound. After 200 iterations the measured average is");
  const share = Number(/, ([\d.]+)\s% of it/.exec((await verdict.textContent())!)![1]);
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(100);
  const terms = ["start", "heterogeneity ζ₀²", "noise through the network", "the same, higher order", "noise / n"];
  const values = [];
  for (const name of terms) values.push((await numbersOf(page, "bound", name))[0]!);
  const [sum] = await numbersOf(page, "bound", "sum");
  expect(values.reduce((total, value) => total + value, 0) / sum!).toBeCloseTo(1, 1);
  await page.getByLabel("Method that Theorem 1 is shown for").selectOption({ label: "Gradient tracking, (I+W)/2" });
  await expect(page.locator("#theory-bound")).toContainText("shapes, not bounds");
});

test("what Theorem 1 bounds is recorded on request", async ({ page }) => {
  await open(page, { ...small, metrics: ["consensus"] });
  await openPanel(page, "Bounds");
  await page.getByRole("button", { name: "Record them" }).click();
  expect((await documentOf(page)).metrics).toEqual(["consensus", "gradientNorm", "averageGradient"]);
  await expect(page.locator("#theory-bound .verdict")).toContainText("the measured average is");
});

test("the tables are sorted by the transient time on this network", async ({ page }) => {
  await open(page, small);
  await openPanel(page, "Rates and transient times");
  const tables = page.locator("#theory-tables table");
  await expect(tables).toHaveCount(2);
  for (const i of [0, 1]) {
    const texts = await tables.nth(i).locator("tbody tr td:nth-child(3)").allTextContents();
    const values = texts.map(parsed);
    expect(values.length).toBeGreaterThan(4);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  }
  // n/(1 - λ) of Table 2, on a ring of 8 with Metropolis weights 1/3.
  const gap = 1 - (1 + 2 * Math.cos(Math.PI / 4)) / 3;
  const [least] = await tables.nth(1).locator("tbody tr td:nth-child(3)").allTextContents();
  expect(Math.abs(parsed(least!) / (8 / gap) - 1)).toBeLessThan(0.05);
});

test("expected curves are drawn where they are known, and only there", async ({ page }) => {
  const note = page.getByText("thin: expected");
  await open(page, small);
  await finished(page);
  await expect(note).toBeHidden();
  await open(page, { ...small, problem: { ...small.problem, commonHessian: true } });
  await expect(note).toBeVisible();
  await page.getByLabel("Horizontal axis", { exact: true }).selectOption({ label: "gossip rounds" });
  await expect(note).toBeHidden();
});
