// The paper, figure by figure: its curves are there before anything runs, and running one again gives the same bits.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { BIBTEX } from "../../www/src/laboratory/instruments/cite.ts";
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const panel = (page: Page) => page.locator("#instrument-paper");
const status = (page: Page) => panel(page).getByRole("status");

async function openPaper(page: Page, figure: string): Promise<void> {
  await open(page, small);
  await finished(page);
  await openPanel(page, "The paper, figure by figure");
  await panel(page).getByLabel("Figure or table").selectOption(figure);
}

test("every figure and table is there at once, with its claim and whether it holds", async ({ page }) => {
  await openPaper(page, "figure-3-ring");
  const names = await panel(page).getByLabel("Figure or table").locator("option").allTextContents();
  expect(names).toHaveLength(12);
  for (const name of names) {
    await panel(page).getByLabel("Figure or table").selectOption(name);
    await expect(status(page)).toContainText("Computed beforehand");
  }
  await panel(page).getByLabel("Figure or table").selectOption("Figure 2, left");
  await expect(panel(page)).toContainText("The printed settings do not show all of the claim; ours do.");
  await expect(panel(page)).toContainText("20 000 iterations".replace(" ", "\u202f"));
  // The rows of docs/reproduction.md.
  const row = panel(page).getByRole("row", { name: /^DSGD ends above all others/ });
  await expect(row.getByRole("cell")).toHaveText(["no", "yes"]);
  await expect(panel(page).getByRole("link", { name: "Open it on the page" })).toHaveAttribute(
    "href",
    "#figure-2-left",
  );
  await panel(page).getByRole("button", { name: "our settings" }).click();
  await expect(panel(page).getByRole("link", { name: "Open it on the page" })).toHaveAttribute(
    "href",
    "#figure-2-left-ours",
  );
});

test("a figure that is run again in the page gives the recorded values, bit for bit", async ({ page }) => {
  await openPaper(page, "figure-4-dense");
  await panel(page).getByRole("button", { name: "Run it again here" }).click();
  await expect(status(page)).toContainText("all 505 values are the recorded ones, bit for bit", { timeout: 120_000 });
});

test("a figure is opened on the page by its address, and what the page shows is looked at here", async ({ page }) => {
  await openPaper(page, "figure-4-dense");
  await panel(page).getByRole("link", { name: "Open it on the page" }).click();
  await expect(page.locator("#lesson-title")).toContainText("Figure 4");
  expect(new URL(page.url()).hash).toBe("#figure-4-dense");
  await page.getByLabel("Figures of the paper").selectOption({ value: "figure-4-sparse-ours" });
  await expect(panel(page).getByLabel("Figure or table")).toHaveValue("figure-4-sparse");
  await expect(panel(page).getByRole("button", { name: "our settings" })).toHaveAttribute("aria-pressed", "true");
});

test("a table has an address that opens it, its times for each family of networks, and a file of all", async ({
  page,
}) => {
  await page.goto("./#table-2");
  await expect(panel(page).getByLabel("Figure or table")).toHaveValue("table-2", { timeout: 60_000 });
  await expect(status(page)).toContainText("Computed beforehand");
  await expect(panel(page)).toContainText("Transient times of decentralised methods for strongly convex costs");
  const [complete, ring] = ["6 agents, all linked, ever lazier", "ring of 6, ever lazier"].map((name) =>
    panel(page).getByRole("button", { name }),
  );
  await expect(complete!).toHaveAttribute("aria-pressed", "true");
  await ring!.click();
  await expect(ring!).toHaveAttribute("aria-pressed", "true");
  const download = page.waitForEvent("download");
  await panel(page).getByRole("button", { name: "CSV" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\n");
  for (const name of ["table-2", "table-2-ring"]) {
    const [, ...recorded] = readFileSync(`docs/reproduction/${name}.csv`, "utf8").trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith(`${name},`))).toEqual(recorded.map((line) => `${name},${line}`));
  }
  await panel(page).getByText("Cite, and embed").click();
  await expect(panel(page)).toContainText(/permanent address of this figure or table: http\S+#table-2/);
  await page.evaluate(() => location.assign("#table-1"));
  await expect(panel(page).getByLabel("Figure or table")).toHaveValue("table-1");
});

test("running it again can be cancelled, and the recorded curves are back", async ({ page }) => {
  await openPaper(page, "figure-3-scaled-ring");
  const before = page.workers().length;
  await panel(page).getByRole("button", { name: "Run it again here" }).click();
  await expect(panel(page).getByRole("button", { name: "Cancel" })).toBeVisible();
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await expect(status(page)).toHaveText("Cancelled.");
  await expect.poll(() => page.workers().length).toBe(before);
});

test("the citation is that of CITATION.cff, and the snippet shows the figure in a frame", async ({ page }) => {
  const cff = readFileSync("CITATION.cff", "utf8").split("preferred-citation:")[1]!;
  for (const field of ["title", "journal", "volume", "year", "doi"]) {
    const value = new RegExp(`^ +${field}: (.*)$`, "m").exec(cff)![1]!;
    expect(BIBTEX).toMatch(new RegExp(`${field} += \\{${value.replaceAll(/[.()]/g, "\\$&")}\\}`));
  }
  expect(cff).toContain(/eprint += \{(.*)\}/.exec(BIBTEX)![1]!);
  await openPaper(page, "figure-4-dense");
  await panel(page).getByText("Cite, and embed").click();
  const snippet = (await panel(page).locator("pre").last().textContent())!;
  const host = `<!doctype html><link rel="icon" href="data:," />${snippet}`;
  await page.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body: host }));
  await page.goto("./host.html");
  await expect(page.frameLocator("iframe").locator("#reading-text")).toContainText("iterations", { timeout: 60_000 });
});
