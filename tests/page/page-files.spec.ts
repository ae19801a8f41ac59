// Files that a reader brings, in every way in which they can come; what is shown of them is tested in tests/node/files.spec.ts.
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { documentOf, drop, finished, open, openPanel, preview, small, useIt } from "./app.ts";
import { expect, test } from "./harness.ts";

const facts = (page: Page) => preview(page).locator(".facts");

/** Opens the page at rest, with its document in sight. */
async function begin(page: Page): Promise<void> {
  await open(page, small);
  await finished(page);
  await documentOf(page);
}

test("the browser asks before data are left that no link holds", async ({ page }) => {
  await begin(page);
  const row = (i: number) => [1, 2, 3].map((k) => (Math.sin(i * 12.9898 * k) * 43758.5453) % 1).join(",");
  await drop(page, "rows.csv", Array.from({ length: 6_000 }, (_, i) => `${row(i)},${i % 2}`).join("\n"));
  await useIt(page);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("");
  const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await asks()).toBe(true);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect.poll(asks).toBe(false);
});

test("files are chosen, pasted and typed; several come one after the other", async ({ page }, testInfo) => {
  await begin(page);
  await openPanel(page, "Files");
  const names = ["a.txt", "b.txt"].map((name, i) => {
    writeFileSync(testInfo.outputPath(name), `0 1\n1 2\n${i === 0 ? "" : "2 3\n"}`);
    return testInfo.outputPath(name);
  });
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files …" }).press("Enter");
  await (await chooser).setFiles(names);
  await expect(preview(page)).toContainText("File 1 of 2");
  await expect(facts(page)).toContainText("3 agents; 2 links");
  await expect(preview(page).getByRole("button", { name: "Use it" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(preview(page)).toContainText("File 2 of 2");
  await expect(facts(page)).toContainText("4 agents; 3 links");
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);
  await expect.poll(async () => (await documentOf(page)).network.topology).toMatchObject({ agents: 3 });

  // What comes meanwhile waits its turn.
  await drop(page, "first.txt", "0 1\n1 2\n");
  await expect(facts(page)).toContainText("3 agents; 2 links");
  await drop(page, "second.txt", "0 1\n1 2\n2 3\n");
  await expect(preview(page)).toContainText("File 1 of 2");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "second.txt" })).toBeVisible();
  await expect(facts(page)).toContainText("4 agents; 3 links");
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);

  await drop(page, "a.txt", "0 1\n", ["b.txt", "1 2\n"], ["c.txt", "2 3\n"]);
  await preview(page).getByRole("button", { name: "Leave all" }).click();
  await expect(preview(page)).toHaveCount(0);

  const paste = (text: string) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      // Spreadsheets give a picture of their cells, too.
      clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste("a\tb\nb\tc\nc\td\nd\ta\n");
  await expect(facts(page)).toContainText("4 agents; 4 links");
  await page.keyboard.press("Escape");
  await paste('const x = {"version": 1, "methods": []};');
  await expect(preview(page)).toContainText("an experiment with other text around it");
  await page.keyboard.press("Escape");

  await openPanel(page, "Files");
  await page.getByRole("button", { name: "Paste text …" }).press("Enter");
  await page.getByLabel("Text of a network").fill("0.5 0.5\n0.5 0.5\n");
  await preview(page).getByRole("button", { name: "Look at it" }).click();
  await expect(facts(page)).toHaveText("2 agents; 1 link; λ = 0.");
  await useIt(page);
  await expect.poll(async () => (await documentOf(page)).network.weights).toMatchObject({ rule: "explicit" });
});
