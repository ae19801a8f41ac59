// Long files: the page goes on while they are read, used, undone, linked and saved. What its own tasks take of the processor
// is measured, which other programs on the machine do not lengthen.
import type { Page } from "@playwright/test";
import { drop, finished, open, openPanel, preview, small, useIt } from "./app.ts";
import { expect, test } from "./harness.ts";
import { busiestTask } from "./trace.ts";

const facts = (page: Page) => preview(page).locator(".facts");

/** No task of the page's own thread may take longer, in ms. */
const LIMIT = 100;

interface Window {
  large: File;
}

/** Makes a file in the page; returns its length. `kind`: sparse LIBSVM, or a dense table with the label first. */
const make = (page: Page, kind: "libsvm" | "csv", rows: number, columns: number) =>
  page.evaluate(
    ([kind, rows, columns]) => {
      const line = (i: number) => {
        const cells: (string | number)[] = [];
        if (kind === "csv") for (let j = 1; j <= columns; j++) cells.push((i * 31 + j * 7) % 5 ? 0 : (i * j) % 256);
        else for (let j = 1 + (i % 7); j <= columns; j += 9) cells.push(`${j}:${((i * j) % 97) / 97}`);
        return kind === "csv" ? `${i % 2},${cells.join(",")}` : `${i % 2 ? "+1" : "-1"} ${cells.join(" ")}`;
      };
      const text = Array.from({ length: rows }, (_, i) => line(i)).join("\n");
      Object.assign(window, { large: new File([text], `large.${kind}`) });
      return text.length;
    },
    [kind, rows, columns] as const,
  );

const bring = (page: Page) =>
  page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add((window as unknown as Window).large);
    // In a task of the page's own.
    setTimeout(() =>
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true })),
    );
  });

/** Waits until the page's thread has nothing to do, twice: what it was to do in between is done. */
const rested = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((idle) => requestIdleCallback(idle));
  });

const files: [name: string, kind: "libsvm" | "csv", rows: number, columns: number, bytes: number, said: string][] = [
  ["as a9a, sparse", "libsvm", 32_561, 123, 4e6, "32\u202f561 rows of 123 features"],
  ["as a9a, dense", "csv", 32_561, 123, 9e6, "32\u202f561 rows of 123 features"],
  ["two digits of MNIST", "csv", 12_000, 784, 20e6, "12\u202f000 rows of 784 features"],
];

for (const [name, kind, rows, columns, bytes, said] of files)
  test(`a long file does not hold the page: ${name}`, async ({ browser, page }) => {
    test.slow();
    await open(page, { ...small, iterations: 2, trials: 1 });
    await finished(page, 2);
    await openPanel(page, "Files");
    await openPanel(page, "Document");
    const length = await make(page, kind, rows, columns);
    expect(length).toBeGreaterThan(bytes);
    const look = async () => {
      await bring(page);
      await expect(facts(page)).toContainText(said, { timeout: 150_000 });
    };
    const longest: Record<string, number> = {};
    const measured = async (stage: string, work: () => Promise<void>) => {
      longest[stage] = await busiestTask(browser, page, async () => {
        await work();
        await rested(page);
      });
    };
    await measured("reading", look);
    await measured("use", async () => {
      await useIt(page);
      await finished(page, 2);
    });
    await expect(page.getByLabel("The document as JSON")).toHaveValue(/MB of data, not shown here/);
    await measured("undo", () => page.getByRole("button", { name: "Undo the last change" }).click());
    await measured("redo", () => page.getByRole("button", { name: "Redo" }).click());
    await measured("link", async () => {
      await page.getByRole("button", { name: "Share" }).click();
      await expect(page.getByText("too large for an address")).toBeVisible();
    });
    const save = page.getByRole("group", { name: "Experiment", exact: true }).getByRole("button", { name: "JSON" });
    await measured("saving", async () => {
      const download = page.waitForEvent("download");
      await save.click();
      const pieces: Buffer[] = [];
      for await (const piece of await (await download).createReadStream()) pieces.push(piece as Buffer);
      const saved = JSON.parse(Buffer.concat(pieces).toString("utf8")) as { problem: { data: { text: string } } };
      expect(saved.problem.data.text.length).toBe(length);
    });
    for (const [stage, time] of Object.entries(longest)) {
      test.info().annotations.push({ type: `longest task, ${stage}`, description: `${Math.round(time)} ms` });
      expect(time, `${name}, ${stage}`).toBeLessThan(LIMIT);
    }
  });

test("a long file can be left while it is read, and tells how far it is", async ({ page }) => {
  await open(page);
  await finished(page);
  await make(page, "csv", 12_000, 784);
  await bring(page);
  await expect(preview(page).getByRole("progressbar", { name: "Reading the file" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);
  await drop(page, "next.txt", "0 1\n1 2\n");
  await expect(facts(page)).toContainText("3 agents; 2 links");
});
