// The paper's figures: "more about this" has each one's claims and what was measured, and running it again gives the same bits.
import type { Page } from "@playwright/test";
import { BIBTEX } from "../../www/src/text/explain.ts";
import { addressOf, presets } from "./app.ts";
import { expect, test } from "./harness.ts";

const story = (page: Page) => page.locator("#story");
const status = (page: Page) => story(page).getByRole("status");

/** Opens a figure by its address, and goes to what is said of it. */
async function openFigure(page: Page, id: string): Promise<void> {
  await page.goto(`./${addressOf(id)}`);
  await page.locator("#more").click();
  await expect(story(page)).toContainText("Computed beforehand");
}

test("each figure tells its claim, what was measured, and whether it holds", async ({ page }) => {
  await openFigure(page, "figure-2-left");
  await expect(story(page)).toContainText("The printed settings do not show all of the claim; ours do.");
  await expect(story(page)).toContainText("10 runs of 20\u202f000 iterations");
  // The rows of docs/reproduction.md.
  const row = story(page).getByRole("row", { name: /^DSGD ends above all others/ });
  await expect(row.getByRole("cell")).toHaveText(["no", "yes"]);
  await expect(
    story(page)
      .getByRole("row", { name: /^Centralised SGD/ })
      .getByRole("cell")
      .nth(1),
  ).toHaveText("1");
  await story(page).getByText("Cite", { exact: true }).click();
  await expect(story(page).locator("pre")).toHaveText(BIBTEX);
  // Of every figure there is a record.
  const figures = page.locator("#main-controls .choice select");
  for (const { id } of presets.filter(({ group }) => group !== "lesson")) {
    await figures.selectOption({ value: id });
    await expect(page.locator("#headline")).toContainText(/^Figure \d/);
    await expect(story(page).getByRole("group", { name: "Does it hold?" })).toBeVisible();
  }
});

test("a figure that is run again in the page gives the recorded values, bit for bit", async ({ page }) => {
  await openFigure(page, "figure-4-dense");
  await story(page).getByRole("button", { name: "Run it again, bit for bit" }).click();
  await expect(status(page)).toContainText("all 505 values are the recorded ones, bit for bit", { timeout: 120_000 });
  // That is a run beside the page's own.
  await expect(page.locator("#changed")).toBeHidden();
});

test("running it again can be cancelled, and ends when another figure is chosen", async ({ page }) => {
  await openFigure(page, "figure-3-scaled-ring");
  const before = page.workers().length;
  const start = story(page).getByRole("button", { name: "Run it again, bit for bit" });
  await start.press("Enter");
  const cancel = story(page).getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();
  await cancel.press("Enter");
  await expect(status(page)).toHaveText("Cancelled.");
  await expect(start).toBeFocused();
  await start.press("Enter");
  await page.locator("#main-controls .choice select").selectOption({ value: "figure-4-dense" });
  await expect(page.locator("#headline")).toContainText("Figure 4");
  await expect(status(page)).toHaveText("");
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before);
});
