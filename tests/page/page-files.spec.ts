// Files dropped on the page: each kind becomes the experiment that it stands for.
import type { Page } from "@playwright/test";
import { documentOf, finished, open, small } from "./app.ts";
import { expect, test } from "./harness.ts";

/** What a reader does who lets go of a file over the page. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const taken = await page.evaluate(
    ([name, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content!], name!));
      return ["dragover", "drop"].map(
        (kind) => !document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })),
      );
    },
    [name, content],
  );
  // Or else the browser would leave the page to show the file.
  expect(taken).toEqual([true, true]);
}

test("every kind of file is taken where it is dropped, and run", async ({ page }) => {
  await open(page, small);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await finished(page);
  const problem = async () => (await documentOf(page)).problem as { kind: string; data?: unknown };
  await documentOf(page);

  await drop(page, "friends.txt", "# a triangle with a tail\n0 1\n1 2\n2 0\n2 3\n");
  const edges = [
    [0, 1],
    [1, 2],
    [0, 2],
    [2, 3],
  ];
  await expect
    .poll(async () => (await documentOf(page)).network)
    .toMatchObject({ topology: { kind: "explicit", agents: 4, edges }, weights: { rule: "metropolis" } });
  await finished(page);

  const matrix = [
    [0.6, 0.4, 0],
    [0.4, 0.3, 0.3],
    [0, 0.3, 0.7],
  ];
  await drop(page, "W.csv", matrix.map((row) => row.join(",")).join("\n"));
  await expect.poll(async () => (await documentOf(page)).network.weights).toEqual({ rule: "explicit", matrix });
  await finished(page);
  // (3 + √13)/10.
  await expect(page.locator("#network-text")).toContainText(/λ\s*= 0\.6606/);

  const libsvm = Array.from({ length: 12 }, (_, i) => `${i % 2 ? "+1" : "-1"} 1:${i / 12} 2:${(i * 7) % 5}`).join("\n");
  await drop(page, "digits.libsvm", libsvm);
  await expect.poll(problem).toMatchObject({ kind: "leastSquares", data: { kind: "libsvm" } });
  await finished(page);

  const csv = `class,age\n${Array.from({ length: 12 }, (_, i) => `${i % 2 ? 1 : -1},${20 + i}`).join("\n")}\n`;
  await drop(page, "people.csv", csv);
  await expect.poll(problem).toMatchObject({ data: { kind: "csv", text: csv } });
  await expect(page.locator("#transport .count")).toContainText("of 200");

  await drop(page, "experiment.json", JSON.stringify(small));
  await expect.poll(() => documentOf(page)).toEqual(small);
  await finished(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a dropped file that makes no sense changes nothing; one that cannot be run says where, and is undone", async ({
  page,
}) => {
  await open(page, small);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await finished(page);
  await documentOf(page);
  const words = page.getByRole("alert").locator("p");
  await drop(page, "parts.txt", "0 1\n2 2");
  await expect(words).toHaveText(/^parts\.txt: line 2: agent 2 is linked to itself/);
  expect(await documentOf(page)).toEqual(small);
  await drop(page, "W.csv", "0.5,0.5,0\n0.2,0.5,0.3\n0,0.3,0.7");
  await expect(words).toHaveText(/network\.weights\.matrix\[0\]\[1\]: /);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await finished(page);
  await expect(words).toHaveCount(0);
  expect(await documentOf(page)).toEqual(small);
});
