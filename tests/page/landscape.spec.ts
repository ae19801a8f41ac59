// Two unknowns: the map of f with the agents on it, and their own minima, which can be taken and moved.
import type { Page } from "@playwright/test";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { documentOf, finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const flat: ExperimentDocument = {
  ...small,
  trials: 1,
  iterations: 120,
  problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 5, heterogeneity: 1 },
};

const map = (page: Page) => page.locator("#graph .view-contours canvas");

/** The table's rows: agent, the two methods, own minimum, which is not told while data are built, and the three pulls of each method. */
async function rows(page: Page): Promise<string[][]> {
  const table = page.locator("#graph .view-contours details", { hasText: "Data table" });
  if ((await table.getAttribute("open")) === null) await table.locator("summary").click();
  await expect(table.locator("td").first()).toBeVisible();
  let list: string[][] = [];
  const read = async () => {
    list = await table
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? "")));
    return list[0]?.length;
  };
  await expect.poll(read).toBe(10);
  return list;
}

const numbersIn = (text: string): number[] =>
  text
    .replaceAll("−", "-")
    .match(/-?[\d.]+/g)!
    .map(Number);

async function opened(page: Page): Promise<void> {
  await open(page, flat, { left: "agents" });
  await finished(page, 120);
  await expect(map(page)).toBeVisible();
  await rows(page);
}

test("two methods stand side by side, with the agents' own minima and their network", async ({ page }) => {
  await opened(page);
  const head = page.locator("#graph .view-contours thead th");
  const pulls = ["DSGD", "Exact-Diffusion / D², (I+W)/2"].flatMap((name) =>
    ["its own pull", "its neighbours’ pull", "what it remembers"].map((pull) => `${name}: ${pull}`),
  );
  await expect(head).toHaveText(["agent", "DSGD", "Exact-Diffusion / D², (I+W)/2", "own minimum", ...pulls]);
  // Exact-Diffusion's agents agree, and DSGD's lie on the way to their own minima.
  const told = (await rows(page)).map((row) => row.slice(1).map(numbersIn));
  const spread = (column: number): number => {
    const [x, y] = [0, 1].map((axis) => told.map((row) => row[column]![axis]!));
    return Math.max(...x!) - Math.min(...x!) + Math.max(...y!) - Math.min(...y!);
  };
  expect(spread(1)).toBeLessThan(spread(0) / 3);
  expect(spread(0)).toBeLessThan(spread(2));
});

/** Where one of the crosses is on the left map, in pixels of the page. */
async function crossOf(page: Page): Promise<{ x: number; y: number }> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const { x: left, y: top, width } = (await map(page).boundingBox())!;
  // The pointer turns into a hand near a cross; further in it is certainly on it.
  for (let dy = 40; dy < 300; dy += 6)
    for (let dx = 60; dx < width / 2 - 20; dx += 6) {
      await page.mouse.move(left + dx, top + dy);
      if ((await map(page).evaluate((canvas) => canvas.style.cursor)) === "grab")
        return { x: left + dx + 2, y: top + dy + 6 };
    }
  throw new Error("there is no cross");
}

test("a minimum that is dragged writes data into the document; both methods react; one step of the history takes it back", async ({
  page,
}) => {
  await opened(page);
  const before = await rows(page);
  const { x, y } = await crossOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) await page.mouse.move(x + 12 * i, y + 6 * i);
  await page.mouse.up();
  await finished(page, 120);
  /** The others' data are listed in fewer digits. */
  const isMoved = (row: string[], i: number) => {
    const [[x0, y0], [x1, y1]] = [numbersIn(before[i]![3]!), numbersIn(row[3]!)] as [number[], number[]];
    return Math.hypot(x1! - x0!, y1! - y0!) > 0.05;
  };
  await expect.poll(async () => (await rows(page)).filter(isMoved).length).toBe(1);
  const moved = (await rows(page)).findIndex(isMoved);
  // The table follows the new run.
  for (const column of [1, 2])
    await expect.poll(async () => (await rows(page))[moved]![column]).not.toBe(before[moved]![column]);
  const { problem } = await documentOf(page);
  expect(problem).toMatchObject({ kind: "leastSquares", data: { kind: "explicit" } });
  await openPanel(page, "Problem");
  // What data are drawn by has nothing to say of a list.
  const spread = page.getByRole("slider", { name: /^Heterogeneity/ });
  await expect(spread).toHaveCount(0);
  // Points drawn from a shape have labels, and these costs need targets.
  const kinds = page.getByRole("combobox", { name: "Data", exact: true }).locator("option");
  expect(await kinds.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))).toEqual([
    "explicit",
  ]);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  expect((await documentOf(page)).problem).toEqual(flat.problem);
  await expect(spread.first()).toBeAttached();
});

test("keys choose an agent's minimum and move it, and say where it is", async ({ page }) => {
  await opened(page);
  const before = await rows(page);
  await map(page).focus();
  await map(page).press("PageDown");
  await map(page).press("PageDown");
  const said = page.locator("#graph .view-contours [aria-live=assertive]");
  await expect(said).toHaveText(/^Minimum of agent 1 at \(.*\)$/);
  await map(page).press("ArrowRight");
  await map(page).press("Shift+ArrowUp");
  await finished(page, 120);
  // Both moves are taken, also where the page is slower than the keys.
  const [x0, y0] = numbersIn(before[1]![3]!) as [number, number];
  let [x1, y1] = [x0, y0];
  const moved = async () => {
    [x1, y1] = numbersIn((await rows(page))[1]![3]!) as [number, number];
    return y1;
  };
  await expect.poll(moved).not.toBe(y0);
  expect(x1).toBeGreaterThan(x0);
  expect(y1 - y0).toBeGreaterThan(2 * (x1 - x0));
  await map(page).press("Escape");
  await map(page).press("ArrowLeft");
  await expect(said).toHaveText(/^Minimum of agent 0 /);
});
