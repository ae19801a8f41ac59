// Files that a reader brings: each is shown before it is used, in every way in which it can come.
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { documentOf, drop, finished, open, openPanel, preview, small, useIt } from "./app.ts";
import { expect, test } from "./harness.ts";

const taken = (page: Page) => preview(page).locator(".taken");
const facts = (page: Page) => preview(page).locator(".facts");
const notes = (page: Page) => preview(page).locator(".notes");
const wrong = (page: Page) => preview(page).locator(".wrong");
const field = (page: Page, name: string) => preview(page).getByLabel(name, { exact: true });

interface Data {
  kind: string;
  data?: Record<string, unknown>;
}
const problem = async (page: Page) => (await documentOf(page)).problem as unknown as Data;

/** Opens the page at rest, with its document in sight. */
async function begin(page: Page): Promise<void> {
  await open(page, small);
  await finished(page);
  await documentOf(page);
}

test("every kind of file is shown, and used when the reader says so", async ({ page }) => {
  await begin(page);

  await drop(page, "friends.txt", "# a triangle with a tail\n0 1\n1 2\n2 0\n2 3\n");
  await expect(taken(page)).toContainText("network, a list of links, because each line has two nodes");
  await expect(facts(page)).toHaveText(/^4 agents; 4 links; λ = 0\.\d+ with Metropolis’ weights\.$/);
  expect(await documentOf(page)).toEqual(small);
  await useIt(page);
  const edges = [
    [0, 1],
    [1, 2],
    [0, 2],
    [2, 3],
  ];
  await expect
    .poll(async () => (await documentOf(page)).network)
    .toEqual({ topology: { kind: "explicit", agents: 4, edges }, weights: { rule: "metropolis" } });
  await finished(page);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect.poll(() => documentOf(page)).toEqual(small);

  const matrix = [
    [0.6, 0.4, 0],
    [0.4, 0.3, 0.3],
    [0, 0.3, 0.7],
  ];
  await drop(page, "W.csv", matrix.map((row) => row.join(",")).join("\n"));
  // (3 + √13)/10.
  await expect(facts(page)).toHaveText("3 agents; 2 links; λ = 0.6606.");
  await useIt(page);
  await expect.poll(async () => (await documentOf(page)).network.weights).toEqual({ rule: "explicit", matrix });
  await finished(page);

  const libsvm = Array.from({ length: 12 }, (_, i) => `${i % 2 ? "+1" : "-1"} 1:${i / 12} 2:${(i * 7) % 5}`).join("\n");
  await drop(page, "digits.libsvm", libsvm);
  await expect(facts(page)).toContainText("12 rows of 2 features");
  await useIt(page);
  await expect.poll(() => problem(page)).toEqual({ kind: "leastSquares", data: { kind: "libsvm", text: libsvm } });
  await finished(page);

  const csv = `class,age\n${Array.from({ length: 12 }, (_, i) => `${i % 2 ? 1 : -1},${20 + i}`).join("\n")}\n`;
  await drop(page, "people.csv", csv);
  await expect(field(page, "Predicted")).toHaveValue("0");
  await useIt(page);
  await expect
    .poll(() => problem(page))
    .toEqual({
      kind: "leastSquares",
      data: { kind: "csv", header: true, labelColumn: "class", constant: true, text: csv },
    });

  await drop(page, "experiment.json", JSON.stringify(small));
  await expect(taken(page)).toContainText("experiment, because it is a JSON object");
  await expect(facts(page)).toContainText("3 methods on leastSquares; 200 iterations; 2 trials");
  await useIt(page);
  await expect.poll(() => documentOf(page)).toEqual(small);
  await finished(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("any other reading is chosen beside what the file is taken for", async ({ page }) => {
  await begin(page);
  await drop(page, "ring.txt", "0 1 5\n1 0 2\n2 1 3\n3 2 4\n4 3 5\n5 0 4\n");
  await expect(taken(page)).toContainText("lists of neighbours");
  await expect(facts(page)).toHaveText("6 agents; 6 links; λ = 0.6667 with Metropolis’ weights.");
  await field(page, "Read as").selectOption({ label: "network: a list of links" });
  await expect(facts(page)).toHaveText(/6 agents; 6 links|6 agents; 5 links/);
  await expect(notes(page)).toContainText("The third column, as of weights, is not used.");
  await field(page, "Read as").selectOption({ label: "data: a table (CSV)" });
  await expect(taken(page)).toContainText("data, a table (CSV)");
  await expect(preview(page).locator("table th").last()).toContainText("predicted");
  await field(page, "Read as").selectOption({ label: "network: a matrix W" });
  await expect(wrong(page)).toContainText("Row 1 of 6, line 1, has 3 numbers");
  await expect(preview(page).getByRole("button", { name: "Use it" })).toBeDisabled();
  await preview(page).getByRole("button", { name: "Leave it" }).click();
  await expect(preview(page)).toHaveCount(0);
  expect(await documentOf(page)).toEqual(small);
});

test("names of nodes are kept: in the document, the pictures’ words and tables", async ({ page }) => {
  await begin(page);
  await drop(page, "friends.txt", "ann bob\nbob cy\ncy ann\n");
  await expect(notes(page)).toContainText("The nodes have names, which are kept: ann, bob, cy.");
  await useIt(page);
  await expect
    .poll(async () => (await documentOf(page)).network.topology)
    .toMatchObject({ agents: 3, names: ["ann", "bob", "cy"] });
  await finished(page);
  const table = page.locator("#graph details", { hasText: "Data table" }).first();
  await table.locator("summary").click();
  await expect(table.locator("tbody tr").first()).toContainText(/^ann.*bob, cy$/);
});

test("W may have negative entries, and what few digits lack of 1 goes to the diagonal by one press", async ({
  page,
}) => {
  await begin(page);
  const star = [
    [-0.2, 0.4, 0.4, 0.4],
    [0.4, 0.6, 0, 0],
    [0.4, 0, 0.6, 0],
    [0.4, 0, 0, 0.6],
  ];
  await drop(page, "star.json", JSON.stringify(star));
  await expect(facts(page)).toHaveText("4 agents; 3 links; λ = 0.6000.");
  await useIt(page);
  await expect.poll(async () => (await documentOf(page)).network.weights).toEqual({ rule: "explicit", matrix: star });
  await finished(page);

  await drop(page, "third.txt", "[[0.333 0.333 0.333]\n [0.333 0.333 0.333]\n [0.333 0.333 0.333]]");
  await expect(wrong(page)).toContainText("must sum to 1, got 0.999");
  await preview(page)
    .getByRole("button", { name: /Complete each row to 1/ })
    .click();
  await expect(notes(page)).toContainText("The diagonal completes each row to 1");
  await expect(facts(page)).toContainText("3 agents; 3 links");
  await page.keyboard.press("Escape");
});

test("whether the first line of links names the columns is settled in the preview", async ({ page }) => {
  await begin(page);
  await drop(page, "friends.csv", "person,friend\nann,bob\nbob,cy\n");
  await expect(notes(page)).toContainText("person and friend, was taken for a link; neither comes again");
  await field(page, "The first line names the columns").check();
  await expect(facts(page)).toContainText("3 agents; 2 links");
  await useIt(page);
  await expect
    .poll(async () => (await documentOf(page)).network.topology)
    .toMatchObject({ agents: 3, names: ["ann", "bob", "cy"] });
});

test("of a table the reader settles what is predicted, what are features, and how cells are cut", async ({ page }) => {
  await begin(page);
  const rows = Array.from(
    { length: 16 },
    (_, i) => `${i};${i % 2};${20 + i},5;${i % 3 === 0 ? 1 : 0};${["Oslo", "Rome"][i % 2]}`,
  );
  const text = `;y;age;smoker;city\n${rows.join("\n")}\n`;
  await drop(page, "people.csv", text);
  await expect(field(page, "Between cells")).toHaveValue(";");
  await expect(field(page, "Decimal sign")).toHaveValue(",");
  await expect(field(page, "The first row has names")).toBeChecked();
  await expect(field(page, "Predicted")).toHaveValue("1");
  await expect(notes(page)).toContainText(
    "Left out: column 0 (without a name), since it only counts the rows; city, since it holds text, as “Oslo”.",
  );
  await expect(facts(page)).toContainText("16 rows of 2 features");
  await field(page, "Problem").selectOption("logistic");
  await expect(facts(page)).toContainText("0 stands for −1 (8 rows), 1 for +1 (8 rows)");
  await field(page, "Predicted").selectOption({ label: "smoker" });
  await expect(facts(page)).toContainText("0 stands for −1 (10 rows), 1 for +1 (6 rows)");
  await field(page, "age is a feature").uncheck();
  await field(page, "Standardise features").check();
  await field(page, "Rows go to agents").selectOption("byLabel");
  await expect(facts(page)).toContainText("16 rows of 1 feature");
  expect(await documentOf(page)).toEqual(small);
  await useIt(page);
  await expect
    .poll(() => problem(page))
    .toEqual({
      kind: "logistic",
      regularization: 0.001,
      data: {
        kind: "csv",
        delimiter: ";",
        decimal: ",",
        header: true,
        labelColumn: "smoker",
        columns: ["y"],
        standardize: true,
        constant: true,
        split: { kind: "byLabel" },
        text,
      },
    });
  await finished(page);
});

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

test("a file that is refused cannot be used, and a count from 0 is mended by one press", async ({ page }) => {
  await begin(page);
  for (const [text, reason] of [
    ["+1 2:1 1:1\n-1 1:1\n", /Line 1: the index 1 follows 2/],
    ["\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", /no text/],
    ['{"version": 1,\n "trails": 1}', /trails: is not known here|is missing/],
  ] as const) {
    await drop(page, "data", text);
    await expect(wrong(page), text.slice(0, 30)).toContainText(reason);
    await expect(preview(page).locator("button.primary:enabled")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(preview(page)).toHaveCount(0);
  }
  const zero = Array.from({ length: 8 }, (_, i) => `${i % 2 ? "+1" : "-1"} 0:${i} 2:1`).join("\n");
  await drop(page, "zero.libsvm", zero);
  await expect(wrong(page)).toContainText("Line 1: has the index 0");
  await preview(page)
    .getByRole("button", { name: /raise every index by one/ })
    .click();
  await expect(facts(page)).toContainText("8 rows of 3 features");
  await useIt(page);
  await expect
    .poll(() => problem(page))
    .toMatchObject({ data: { text: zero.replaceAll("2:1", "3:1").replaceAll("0:", "1:") } });
});

test("files are chosen, pasted and typed; several come one after the other", async ({
  page,
  browserName,
}, testInfo) => {
  test.skip(browserName !== "chromium", "pastes by events of Chromium");
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

  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "a\tb\nb\tc\nc\td\nd\ta\n");
    // Spreadsheets give a picture of their cells, too.
    clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(facts(page)).toContainText("4 agents; 4 links");
  await page.keyboard.press("Escape");

  await openPanel(page, "Files");
  await page.getByRole("button", { name: "Paste text …" }).press("Enter");
  await page.getByLabel("Text of a network").fill("0.5 0.5\n0.5 0.5\n");
  await preview(page).getByRole("button", { name: "Look at it" }).click();
  await expect(facts(page)).toHaveText("2 agents; 1 link; λ = 0.");
  await useIt(page);
  await expect.poll(async () => (await documentOf(page)).network.weights).toMatchObject({ rule: "explicit" });
});
