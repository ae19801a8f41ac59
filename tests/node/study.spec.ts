// @vitest-environment happy-dom
// Studies of errors and of transient times: slopes that are known, the same numbers in the page and in the shell, and what was computed beforehand.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choicesOf, readValues } from "../../www/src/laboratory/panels/errors.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { small } from "../page/documents.ts";
import { choose, measure, openPanel, press, saved, says, type } from "./panels.ts";
import { open, within } from "./page.ts";

/** Least squares from far away, long enough for the start to be forgotten. */
const document_ = {
  ...small,
  iterations: 2_000,
  record: { every: 100 },
  methods: [
    { kind: "psgd", label: "PSGD" },
    { kind: "exactDiffusion", label: "ED", laziness: 0.5 },
  ],
};

/** What the study of the panel gives in a shell. */
async function inShell(panel: HTMLElement): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "study-")), "study.json");
  writeFileSync(file, await saved(panel, "Study as JSON"));
  return execFileSync(process.execPath, ["bin/suda.mjs", "sweep", file], { encoding: "utf8", stdio: "pipe" });
}

test("floors are proportional to the noise; the study as JSON gives the same numbers in the shell, bit for bit", async () => {
  await open(document_);
  const panel = await openPanel("Study");
  await choose(within(panel).getByLabelText("Over"), "the variance of the gradients’ noise");
  await type(within(panel).getByLabelText("At"), "0.01, 0.02; 0.04 0.08");
  await measure(panel);
  for (const name of ["PSGD", "ED"]) {
    const row = [...panel.querySelectorAll(".findings tr")].find((row) => row.textContent.trim().startsWith(name))!;
    expect(Number(row.querySelector("td")!.textContent)).toBeCloseTo(1, 2);
  }
  const csv = (await saved(panel, "CSV")).trimEnd().split("\n");
  expect(csv).toHaveLength(1 + 4 * 2);
  const lines = (await inShell(panel)).trimEnd().split("\n");
  expect(lines.map((line) => line.slice(0, line.lastIndexOf(",")))).toEqual(csv);
});

test("what cannot be varied is not offered, and what cannot be run is said", async () => {
  await open(document_);
  const panel = await openPanel("Study");
  await choose(within(panel).getByLabelText("Over"), "the step size α");
  await type(within(panel).getByLabelText("At"), "0.1, -3");
  await press("Measure", panel);
  await says(panel, /This cannot be run: vary\[0\]\.values\[1\]: must be a number above 0/);
  await type(within(panel).getByLabelText("At"), "a few");
  await press("Measure", panel);
  await says(panel, /must be a list of numbers/);

  const ids = (changed: object) =>
    choicesOf({ ...document_, ...changed } as unknown as ExperimentDocument).map(({ id }) => id);
  expect(ids({})).toEqual(["laziness", "agents", "heterogeneity", "step", "noise"]);
  expect(ids({ gradient: { noise: "none" } })).not.toContain("noise");
  const explicit = { topology: { kind: "explicit", agents: 2, edges: [[0, 1]] }, weights: { rule: "metropolis" } };
  expect(ids({ network: explicit })).not.toContain("agents");
  const changing = { ...document_.network, changes: { kind: "randomMatching" } };
  expect(ids({ network: changing })).toEqual(["heterogeneity", "step", "noise"]);
  expect(readValues(" 1e-3,2; 3 ")).toEqual([1e-3, 2, 3]);
  expect(readValues("1, x")).toBeNull();
  expect(readValues("")).toBeNull();
});
