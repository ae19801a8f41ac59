// What y has learnt: at rest it is what makes the gradients differ, agent by agent; DSGD learns nothing.
import type { Page } from "@playwright/test";
import { missing, norms } from "../../www/src/laboratory/instruments/learnt.ts";
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const panel = (page: Page) => page.locator("#instrument-learnt");

/** Exact gradients, long enough to come to rest. */
const document = {
  ...small,
  trials: 1,
  iterations: 4_000,
  record: { every: 100 },
  gradient: { noise: "none" },
  methods: [
    { kind: "psgd", label: "PSGD" },
    { kind: "dsgd", label: "DSGD" },
    { kind: "exactDiffusion", label: "ED", laziness: 0.5 },
    { kind: "suda", label: "Polynomials", a: [0.5, 0.5], bSquared: [0.5, -0.5], c: [1] },
  ],
};

test("at rest a method has learnt what makes the gradients differ, and DSGD has nothing to learn in", async ({
  page,
}) => {
  await open(page, document);
  await finished(page, 4_000);
  await openPanel(page, "What y has learnt");
  const status = panel(page).getByRole("status");
  // The first method that can learn.
  await expect(panel(page).getByRole("combobox", { name: "Method" })).toHaveValue("2");
  await expect(status).toContainText("After 4000 iterations what ED takes off is");
  const percent = async (): Promise<number> => {
    const text = (await status.textContent()) ?? "";
    const [, factor, power] = /is ([\d.]+)(?:×10⁻(\S+))?\s% off/.exec(text) ?? [];
    const exponent = [...(power ?? "")].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("");
    return Number(factor) * 10 ** -Number(exponent || 0);
  };
  expect(await percent()).toBeLessThan(0.01);
  await panel(page).getByRole("combobox", { name: "Method" }).selectOption({ label: "Polynomials" });
  await expect(panel(page)).toContainText("only A c is known");
  await expect(status).toContainText("what Polynomials takes off");
  expect(await percent()).toBeLessThan(0.01);
  await panel(page).getByRole("combobox", { name: "Method" }).selectOption({ label: "DSGD" });
  await expect(status).toHaveText("DSGD corrects nothing: it has no variable that could learn.");
});

test("at the start nothing is learnt; an agent’s share is read by keys, and is the same in both pictures", async ({
  page,
}) => {
  await open(page, { ...document, trials: 2 });
  await finished(page, 4_000);
  await openPanel(page, "What y has learnt");
  const network = panel(page).getByRole("application");
  await network.focus();
  await network.press("ArrowRight");
  await network.press("ArrowRight");
  const spoken = panel(page).locator("[aria-live=assertive]").first();
  await expect(spoken).toContainText(/^Agent 1: taken off (\S+), to be taken off \1$/);
  await page.getByRole("button", { name: "Reset to iteration 0" }).click();
  await expect(panel(page).getByRole("status")).toHaveText("At the start ED has learnt nothing yet.");
});

test("norms are agent by agent, and what is missing is relative to what is wanted", () => {
  expect([...norms([3, 4, 0, 0, 6, 8], 3)]).toEqual([5, 0, 10]);
  expect(missing({ learnt: [0, 0], wanted: [3, 4] })).toBe(1);
  expect(missing({ learnt: [3, 4], wanted: [3, 4] })).toBe(0);
  expect(missing({ learnt: [0, 4], wanted: [3, 4] })).toBeCloseTo(0.6, 12);
  expect(missing({ learnt: [0], wanted: [0] })).toBeNull();
});
