// Studies of errors and of transient times: slopes that are known, the same numbers in the page and in the shell, and what was computed beforehand.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const panel = (page: Page) => page.locator("#instrument-study");

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

test("DSGD’s transient time grows faster than Exact-Diffusion’s as the gap closes, in the page as in the shell", async ({
  page,
}, info) => {
  test.setTimeout(240_000);
  await open(page, small);
  await finished(page);
  await openPanel(page, "Study");
  const laboratory = panel(page);
  await laboratory.getByLabel("Quantity").selectOption("transient times: Table 2, PL condition");
  // What was computed beforehand is there at once, and gives way to what is measured.
  await expect(laboratory).toContainText("Computed beforehand");
  await laboratory.getByLabel("Gradient tracking").uncheck();
  await laboratory.getByRole("button", { name: "Measure" }).click();
  await expect(laboratory.getByRole("status")).toContainText("DSGD’s is steeper", { timeout: 200_000 });
  const slopes = await laboratory
    .getByRole("row", { name: /^(DSGD|Exact-Diffusion) / })
    .locator("td:nth-child(2)")
    .allTextContents();
  expect(slopes).toHaveLength(2);
  const [dsgd, diffusion] = slopes.map(Number);
  expect(dsgd! - diffusion!).toBeGreaterThan(0.4);
  await expect(laboratory).not.toContainText("Computed beforehand");
  // With one n the theory's slopes are the powers of 1/(1 - λ) in the table.
  expect(await laboratory.locator("td:nth-child(4)").allTextContents()).toEqual(["2", "1"]);
  const [head, ...lines] = (await saved(page, "CSV")).trim().split("\n");
  expect(head).toBe("point,x,agents,gap,method,kind,iterations,order");
  expect(lines).toHaveLength(6 * 2);
  for (const line of lines) expect(line).toMatch(/^\d,[\d.]+,\d+,0\.\d+,(dsgd|exactDiffusion),at,[\d.]+,[\d.]+$/);
  expect(await saved(page, "SVG")).toContain("<desc>Transient times. Slopes: DSGD");
  // The study as JSON gives the same times in the shell, bit for bit.
  const file = info.outputPath("study.json");
  writeFileSync(file, await saved(page, "Study as JSON"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ transient: { table: "pl" } });
  const args = ["bin/suda.mjs", "sweep", file, "--points", "0..3"];
  const shell = execFileSync(process.execPath, args, { encoding: "utf8", stdio: "pipe" }).trim().split("\n").slice(1);
  expect(shell.map((line) => line.slice(0, line.lastIndexOf(",")))).toEqual(lines.slice(0, 3 * 2));
});

test("a measurement can be cancelled, and leaves the run and no workers behind", async ({ page }) => {
  await open(page, small);
  await finished(page);
  const before = page.workers().length;
  await openPanel(page, "Study");
  const laboratory = panel(page);
  await laboratory.getByLabel("Quantity").selectOption("transient times: Table 1, smooth costs");
  await laboratory.getByRole("button", { name: "Measure" }).click();
  await expect(laboratory.getByRole("status")).toContainText(/Network \d of 6/);
  await laboratory.getByRole("button", { name: "Cancel" }).click();
  await expect(laboratory.getByRole("status")).toHaveText("Cancelled.");
  await expect(laboratory.getByRole("button", { name: "Measure" })).toBeEnabled();
  await expect.poll(() => page.workers().length).toBe(before);
  await finished(page);
});

test("a table of the paper has an address that opens its transient times, computed beforehand, family by family", async ({
  page,
}) => {
  await page.goto("./#table-2");
  await expect(panel(page).getByLabel("Quantity")).toHaveValue("table-2", { timeout: 60_000 });
  await expect(panel(page)).toContainText("Computed beforehand");
  await expect(panel(page)).toContainText("Transient times of decentralised methods for strongly convex costs");
  for (const [name, family] of [
    ["table-2", "6 agents, all linked, ever lazier"],
    ["table-2-ring", "ring of 6, ever lazier"],
  ]) {
    await panel(page).getByLabel("Networks").selectOption(family!);
    const recorded = readFileSync(`docs/reproduction/${name}.csv`, "utf8").trimEnd().split("\n");
    await expect(panel(page).getByRole("row", { name: /^DSGD/ })).toBeVisible();
    // But for the study's name.
    const bare = recorded.map((line) => line.slice(0, line.lastIndexOf(",")));
    expect((await saved(page, "CSV")).trimEnd().split("\n")).toEqual(bare);
  }
  // Nothing was computed of the others.
  await panel(page).getByLabel("Networks").selectOption("rings of 5 to 12");
  await expect(panel(page).getByRole("button", { name: "CSV" })).toBeDisabled();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("about:blank");
  await page.goto("./#table-1");
  await expect(panel(page).getByLabel("Quantity")).toHaveValue("table-1");
  const whole = page.locator("#panels details", { has: panel(page) });
  await expect.poll(async () => Math.abs((await whole.boundingBox())!.y)).toBeLessThan(60);
});
