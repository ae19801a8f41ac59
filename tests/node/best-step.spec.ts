// @vitest-environment happy-dom
// Each method at its best step: what the sweep measures is what runs give, and a click takes a step size over.
import { expect, test } from "vitest";
import { extentOf, stepsBetween } from "../../lib/steps.ts";
import { endOf } from "../../lib/study.ts";
import { fastest, leastError, reached, usualLevel, type Sweep } from "../../www/src/laboratory/panels/steps.ts";
import { small } from "../page/documents.ts";
import { choose, documentOf, measure, openPanel, press, saved, says, type } from "./panels.ts";
import { click, finished, open, waitFor, within } from "./page.ts";

const document_ = {
  ...small,
  record: { points: 200 },
  methods: [
    { kind: "psgd", label: "PSGD" },
    { kind: "dsgd", label: "DSGD" },
    { kind: "exactDiffusion", label: "ED", laziness: 0.5 },
  ],
};

async function openFields(): Promise<{ panel: HTMLElement; from: HTMLInputElement; to: HTMLInputElement }> {
  const panel = await openPanel("Each method at its best step");
  const from = await within(panel).findByLabelText<HTMLInputElement>("From");
  await waitFor(() => expect(from.value).not.toBe(""));
  return { panel, from, to: within(panel).getByLabelText<HTMLInputElement>("To") };
}

/** Measures at nine step sizes; resolves with the panel, and the rows of the file. */
async function sweep(least: string, most: string) {
  const { panel, from, to } = await openFields();
  await type(from, least);
  await type(to, most);
  await choose(within(panel).getByLabelText("Step sizes"), "9");
  await measure(panel);
  const [head, ...lines] = (await saved(panel, "CSV")).trim().split("\n");
  const names = head!.split(",");
  // The names here have no commas.
  const rows = lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i]!, cell])));
  return { panel, rows };
}

test("the sweep measures what runs give, to the last bit; a click takes the best over, and stays where it was", async () => {
  await open(document_);
  await finished();
  const files = await openPanel("Files");
  const lines = (await saved(within(files).getByRole("group", { name: "Curves" }), "CSV")).trim().split("\n").slice(1);
  const { panel, rows } = await sweep("0.1", "0.4");
  expect(rows).toHaveLength(9 * 3);
  for (const method of ["PSGD", "DSGD", "ED"]) {
    const curve = lines
      .map((line) => line.split(","))
      .filter(([, name, metric]) => name === method && metric === "gradientNorm")
      .map(([, , , mean]) => Number(mean));
    const row = rows.find((row) => row["method"] === method && row["step"] === "0.1")!;
    expect([Number(row["error"]), row["metric"]]).toEqual([endOf(curve), "gradientNorm"]);
  }

  const own = rows.filter(({ method }) => method === "DSGD");
  const least = own.reduce((best, row) => (Number(row["error"]) < Number(best["error"]) ? row : best));
  const use = within(panel).getAllByRole("button", { name: /^Use the step size .* for DSGD$/ })[0]!;
  use.focus();
  use.click();
  await finished();
  expect((await documentOf()).methods[1]!["stepSize"]).toEqual({ kind: "constant", value: Number(least["step"]) });
  // What was measured still speaks of this document: only step sizes differ.
  expect([use.isConnected, (use as HTMLButtonElement).disabled, document.activeElement]).toEqual([true, false, use]);
  click("Undo");
  await finished();
  expect((await documentOf()).methods[1]!["stepSize"]).toBeUndefined();
  await press("Give each its own best step", panel);
  for (const method of (await documentOf()).methods) expect(method["stepSize"]).toBeDefined();
});

test("what is beyond the stable range diverges, and is shown as such", async () => {
  await open(document_);
  // The fields propose to look a little beyond the largest stable step.
  const top = Number((await openFields()).to.value);
  const { panel, rows } = await sweep(String(top / 100), String(4 * top));
  const own = rows.filter(({ method }) => method === "ED");
  for (const { step, stableTo, divergedAt, error } of own)
    if (divergedAt !== "") {
      expect(Number(step)).toBeGreaterThan(Number(stableTo));
      expect(error).toBe("NaN");
    }
  expect(own.some(({ divergedAt }) => divergedAt !== "")).toBe(true);
  expect(own.some(({ settled }) => settled === "true")).toBe(true);
  // By keyboard, step size by step size.
  const chart = within(panel).getByRole("application");
  chart.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
  await says(panel, /ED diverged at k =/);
});

test("of a network that changes each method has its best step, no stable range is told, and why is said", async () => {
  await open({ ...document_, network: { ...document_.network, changes: { kind: "randomMatching" } } });
  await finished();
  const { panel, rows } = await sweep("0.05", "0.4");
  await says(panel, /no bars of stable step sizes: their theory speaks of one W/);
  expect(rows.map(({ stableTo }) => stableTo)).toEqual(rows.map(() => ""));
  const own = rows.filter(({ method }) => method === "ED");
  const [best] = own.sort((one, other) => Number(one["error"]) - Number(other["error"]));
  await says(panel.querySelector(".findings tbody tr:last-child")!, new RegExp(`^ ?ED.*at ${best!["step"]}`));
});

test("a sweep can be cancelled, and begins no step size that is none", async () => {
  await open({ ...document_, iterations: 20_000 });
  const { panel, from } = await openFields();
  const status = within(panel).getByRole("status");
  await press("Measure", panel);
  await waitFor(() => expect(status.textContent).toContain("Step size 1 of 17"));
  await press("Cancel", panel);
  await waitFor(() => expect(status.textContent).toBe("Cancelled."));
  await type(from, "-1");
  await press("Measure", panel);
  await waitFor(() => expect(status.textContent).toContain("must go from a positive number to a larger one"));
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
