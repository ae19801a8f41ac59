// What errors depend on: slopes that are known, and the same numbers in the page and in the shell.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { choicesOf, readValues } from "../../www/src/laboratory/instruments/dependence.ts";
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const panel = (page: Page) => page.locator("#instrument-dependence");

/** Least squares from far away, long enough for the start to be forgotten. */
const document = {
  ...small,
  iterations: 2_000,
  record: { every: 100 },
  methods: [
    { kind: "psgd", label: "PSGD" },
    { kind: "exactDiffusion", label: "ED", laziness: 0.5 },
  ],
};

async function text(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent("download");
  await panel(page).getByRole("button", { name: button, exact: true }).click();
  return text(await download);
}

test("floors are proportional to the noise; the study as JSON gives the same numbers in the shell, bit for bit", async ({
  page,
}, info) => {
  await open(page, document);
  await finished(page, 2_000);
  await openPanel(page, "What errors depend on");
  await panel(page).getByRole("combobox", { name: "Over" }).selectOption("the variance of the gradients’ noise");
  await panel(page).getByRole("textbox", { name: "At" }).fill("0.01, 0.02; 0.04 0.08");
  await panel(page).getByRole("button", { name: "Measure" }).click();
  await expect(panel(page).getByRole("status")).toContainText("Done in", { timeout: 120_000 });
  for (const name of ["PSGD", "ED"]) {
    const slope = panel(page)
      .getByRole("row", { name: new RegExp(`^${name}`) })
      .locator("td")
      .first();
    expect(Number(await slope.textContent())).toBeCloseTo(1, 2);
  }
  const csv = (await saved(page, "CSV")).trimEnd().split("\n");
  expect(csv).toHaveLength(1 + 4 * 2);
  const file = info.outputPath("study.json");
  writeFileSync(file, await saved(page, "Study as JSON"));
  const shell = execFileSync(process.execPath, ["bin/suda.mjs", "sweep", file], { encoding: "utf8", stdio: "pipe" });
  const lines = shell.trimEnd().split("\n");
  expect(lines.map((line) => line.slice(0, line.lastIndexOf(",")))).toEqual(csv);
});

test("what cannot be varied is not offered, and what cannot be run is said", async ({ page }) => {
  await open(page, document);
  await finished(page, 2_000);
  await openPanel(page, "What errors depend on");
  await panel(page).getByRole("combobox", { name: "Over" }).selectOption("the step size α");
  await panel(page).getByRole("textbox", { name: "At" }).fill("0.1, -3");
  await panel(page).getByRole("button", { name: "Measure" }).click();
  const status = panel(page).getByRole("status");
  await expect(status).toContainText("This cannot be run: vary[0].values[1]: must be a number above 0");
  await panel(page).getByRole("textbox", { name: "At" }).fill("a few");
  await panel(page).getByRole("button", { name: "Measure" }).click();
  await expect(status).toContainText("must be a list of numbers");
  await panel(page).getByRole("combobox", { name: "Over" }).selectOption("the number of agents n");
  // So many that they are not done before they are cancelled.
  await panel(page).getByRole("textbox", { name: "At" }).fill("200, 300, 400");
  await panel(page).getByRole("button", { name: "Measure" }).click();
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await expect(status).toHaveText("Cancelled.");

  const ids = (changed: object) =>
    choicesOf({ ...document, ...changed } as unknown as ExperimentDocument).map(({ id }) => id);
  expect(ids({})).toEqual(["laziness", "agents", "heterogeneity", "step", "noise"]);
  expect(ids({ gradient: { noise: "none" } })).not.toContain("noise");
  const explicit = { topology: { kind: "explicit", agents: 2, edges: [[0, 1]] }, weights: { rule: "metropolis" } };
  expect(ids({ network: explicit })).not.toContain("agents");
  const changing = { ...document.network, changes: { kind: "randomMatching" } };
  expect(ids({ network: changing })).toEqual(["heterogeneity", "step", "noise"]);
  expect(readValues(" 1e-3,2; 3 ")).toEqual([1e-3, 2, 3]);
  expect(readValues("1, x")).toBeNull();
  expect(readValues("")).toBeNull();
});
