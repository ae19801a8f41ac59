// The version: on the page, and in what it saves.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { finished, fragment, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const { version } = JSON.parse(readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8")) as {
  version: string;
};

test("the page, its frames and its files say their version", async ({ page }) => {
  test.setTimeout(90_000);
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(`embed.html${await fragment(small)}`);
  await expect(page.locator(".source")).toContainText(`SUDA ${version}`);
  await finished(page);
  await open(page, small);
  await expect(page.locator("footer")).toContainText(`SUDA ${version}`);
  await finished(page);
  await openPanel(page, "Files");
  for (const [row, format] of [
    ["Curves", "CSV"],
    ["Curves", "PNG"],
    ["Experiment", "JSON"],
    ["Curves", "SVG"],
  ] as const) {
    const coming = page.waitForEvent("download");
    await page.getByRole("group", { name: row, exact: true }).getByRole("button", { name: format }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`\\.suda-${version.replaceAll(".", "\\.")}\\.${format.toLowerCase()}$`),
    );
    if (format === "SVG")
      expect(/<metadata>(.*)<\/metadata>/.exec(readFileSync(await download.path(), "utf8"))![1]).toMatch(
        new RegExp(`^SUDA ${version.replaceAll(".", "\\.")}, experiment [0-9a-f]{64}$`),
      );
  }
});
