// The transient-time laboratory: it measures, can be cancelled, and hands out its numbers.
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

// With one n the theory's slopes are the powers of 1/(1 - λ) in the tables.
for (const { table, name, theory } of [
  { table: "nonconvex", name: "Table 1, smooth costs", theory: ["4", "2"] },
  { table: "pl", name: "Table 2, PL condition", theory: ["2", "1"] },
])
  test(`DSGD’s transient time grows faster than Exact-Diffusion’s as the gap closes: ${name}`, async ({ page }) => {
    test.setTimeout(240_000);
    await open(page, small);
    await finished(page);
    await openPanel(page, "Transient-time laboratory");
    const laboratory = page.locator("#theory-laboratory");
    await laboratory.getByLabel("Theory").selectOption(name);
    await laboratory.getByLabel("Gradient tracking").uncheck();
    await laboratory.getByRole("button", { name: "Measure" }).click();
    await expect(laboratory.getByRole("status")).toContainText("DSGD’s is the steeper one", { timeout: 200_000 });
    const slopes = await laboratory
      .getByRole("row", { name: /^(DSGD|Exact-Diffusion) / })
      .locator("td:nth-child(2)")
      .allTextContents();
    expect(slopes).toHaveLength(2);
    const [dsgd, diffusion] = slopes.map(Number);
    expect(dsgd! - diffusion!).toBeGreaterThan(0.4);
    expect(await laboratory.locator("td:nth-child(4)").allTextContents()).toEqual(theory);
    const download = page.waitForEvent("download");
    await laboratory.getByRole("button", { name: "CSV" }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString("utf8").trim().split("\n");
    expect(lines[0]).toBe("table,family,agents,gap,method,kind,iterations,order,trials,factor");
    expect(lines).toHaveLength(1 + 6 * 2);
    for (const line of lines.slice(1))
      expect(line).toMatch(new RegExp(`^${table},lazyComplete,\\d+,0\\.\\d+,(dsgd|exactDiffusion),at,`));
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
