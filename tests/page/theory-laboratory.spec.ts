// The transient-time laboratory: it measures, can be cancelled, and hands out its numbers.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.locator("#theory-laboratory").getByRole("button", { name: button, exact: true }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

// With one n the theory's slopes are the powers of 1/(1 - λ) in the tables.
for (const { table, name, theory } of [
  { table: "nonconvex", name: "Table 1, smooth costs", theory: ["4", "2"] },
  { table: "pl", name: "Table 2, PL condition", theory: ["2", "1"] },
])
  test(`DSGD’s transient time grows faster than Exact-Diffusion’s as the gap closes: ${name}`, async ({
    page,
  }, info) => {
    test.setTimeout(240_000);
    await open(page, small);
    await finished(page);
    await openPanel(page, "Transient-time laboratory");
    const laboratory = page.locator("#theory-laboratory");
    await laboratory.getByLabel("Theory").selectOption(name);
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
    expect(await laboratory.locator("td:nth-child(4)").allTextContents()).toEqual(theory);
    const csv = await saved(page, "CSV");
    const lines = csv.trim().split("\n");
    expect(lines[0]).toBe("point,x,agents,gap,method,kind,iterations,order");
    expect(lines).toHaveLength(1 + 6 * 2);
    for (const line of lines.slice(1))
      expect(line).toMatch(/^\d,[\d.]+,\d+,0\.\d+,(dsgd|exactDiffusion),at,[\d.]+,[\d.]+$/);
    expect(await saved(page, "SVG")).toContain("<desc>Transient times. Slopes: DSGD");
    // The study as JSON gives the same times in the shell, bit for bit.
    const file = info.outputPath("study.json");
    writeFileSync(file, await saved(page, "Study as JSON"));
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ transient: { table } });
    const shell = execFileSync(process.execPath, ["bin/suda.mjs", "sweep", file], { encoding: "utf8", stdio: "pipe" });
    expect(shell.replaceAll(/,[^,\n]*\n/g, "\n")).toBe(csv);
  });

test("a measurement can be cancelled, and leaves the run and no workers behind", async ({ page }) => {
  await open(page, small);
  await finished(page);
  const before = page.workers().length;
  await openPanel(page, "Transient-time laboratory");
  const laboratory = page.locator("#theory-laboratory");
  await laboratory.getByRole("button", { name: "Measure" }).click();
  await expect(laboratory.getByRole("status")).toContainText("Network 1 of 6");
  await laboratory.getByRole("button", { name: "Cancel" }).click();
  await expect(laboratory.getByRole("status")).toHaveText("Cancelled.");
  await expect(laboratory.getByRole("button", { name: "Measure" })).toBeEnabled();
  await expect.poll(() => page.workers().length).toBe(before);
  await finished(page);
});
