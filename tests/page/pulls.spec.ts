// The pulls on the agents of a map: what the arrows tell, of whom, and how much longer than the moves they are.
import type { Page } from "@playwright/test";
import { documentOf, finished, open, openReady, small } from "./app.ts";
import { drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";
import { drawnTexts, rememberTexts } from "./layout.ts";

const flat = {
  ...small,
  trials: 1,
  problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 5, heterogeneity: 1 },
};
const MAP = "#graph .view-contours";
const [OWN, NEIGHBORS, REMEMBERED] = [0, 1, 2];

/** The pulls on each agent, by method, as the table tells them: [method][own, neighbours, remembered][agent]. */
async function pulls(page: Page): Promise<[number, number][][][]> {
  const table = page.locator(`${MAP} details`, { hasText: "Data table" });
  if ((await table.getAttribute("open")) === null) await table.locator("summary").click();
  await expect(table.locator("tbody tr").first().locator("td")).toHaveCount(10);
  const cells = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? "")));
  const pair = (text: string) =>
    text
      .replaceAll("−", "-")
      .replace(/×10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, minus: string, power: string) => {
        const digits = Array.from(power, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit));
        return `e${minus && "-"}${digits.join("")}`;
      })
      .match(/-?[\d.]+(e-?\d+)?/g)!
      .map(Number) as [number, number];
  return [0, 1].map((method) => [0, 1, 2].map((kind) => cells.map((row) => pair(row[4 + 3 * method + kind]!))));
}

/** The step's experiment, in the laboratory, where its numbers are. */
async function opened(page: Page): Promise<void> {
  await openReady(page, "pulled-apart");
  await finished(page);
}

const size = (all: [number, number][]) => Math.max(...all.map(([x, y]) => Math.hypot(x, y)));
const sum = (one: [number, number][], other: [number, number][]) =>
  one.map(([x, y], i): [number, number] => [x + other[i]![0], y + other[i]![1]]);

test("with DSGD own data and neighbours hold each other; Exact-Diffusion takes its own pull out; at the start nothing is remembered", async ({
  page,
}) => {
  await opened(page);
  const [dsgd, corrected] = (await pulls(page)) as [[number, number][][], [number, number][][]];
  // What is left over is the gradients' noise.
  expect(size(sum(dsgd[OWN]!, dsgd[NEIGHBORS]!))).toBeLessThan(0.1 * size(dsgd[OWN]!));
  expect(size(sum(corrected[OWN]!, corrected[REMEMBERED]!))).toBeLessThan(0.05 * size(corrected[OWN]!));
  expect(size(corrected[NEIGHBORS]!)).toBeLessThan(0.05 * size(corrected[OWN]!));
  expect(size(dsgd[REMEMBERED]!)).toBe(0);
  const told = page.locator(`${MAP} [aria-live=polite]`);
  await expect(told).toHaveText(
    /What pulls agent \d, the one furthest out: DSGD its own pull [\d.]+, its neighbours’ pull/,
  );
  // Also where the run has been.
  await page.getByRole("slider", { name: "Iteration shown" }).fill("0");
  await expect.poll(async () => size((await pulls(page))[1]![REMEMBERED]!)).toBe(0);
  const [early] = await pulls(page);
  expect(size(sum(early![OWN]!, early![NEIGHBORS]!))).toBeGreaterThan(0.2 * size(early![OWN]!));
});

test("the arrows of the agent that is pointed at are strong, and none leaves its map", async ({ page }) => {
  await watchDrawing(page);
  await opened(page);
  const strong = async () => {
    const { dots, strokes } = await drawing(page, MAP);
    // The keys have arrows too, which begin at no dot.
    const isAtDot = ([x0, y0]: readonly [number, number]) => dots.some(({ x, y }) => Math.hypot(x - x0, y - y0) < 1);
    return strokes.filter(({ width, points }) => width === 2.5 && isAtDot(points[0]!));
  };
  const { dots, width } = await drawing(page, MAP);
  const agents = dots.filter(({ x, rim, radius }) => !rim && radius > 4 && radius < 5 && x < width / 2);
  const box = (await page.locator(`${MAP} canvas`).boundingBox())!;
  for (const { x, y } of agents) {
    await page.mouse.move(box.x + x, box.y + y);
    await expect.poll(async () => (await strong())[0]!.points[0]![0]).toBeCloseTo(x, 0);
  }
  for (const { points } of await strong())
    for (const [x, y] of points) expect(x > 30 && x < width && y > 20 && y < box.height, `(${x}, ${y})`).toBe(true);
});

test("arrows that would be too small say by how much they are longer, at one length through a run", async ({
  page,
}) => {
  await rememberTexts(page);
  await open(page, { ...flat, stepSize: { kind: "constant", value: 0.01 } }, { left: "agents" });
  await finished(page);
  await pulls(page);
  const said = async () =>
    (await drawnTexts(page.locator(`${MAP} canvas`))).filter((text) => text.startsWith("arrows × "));
  await expect.poll(async () => (await said()).length).toBe(1);
  const [end] = await said();
  expect(Number(end!.slice(9))).toBeGreaterThanOrEqual(5);
  await page.getByRole("slider", { name: "Iteration shown" }).fill("100");
  await page.waitForTimeout(300);
  expect(await said()).toEqual([end]);
});

test("of more than a hundred agents there are no arrows", async ({ page }) => {
  const network = { topology: { kind: "ring", agents: 101 }, weights: { rule: "metropolis" } };
  await open(page, { ...flat, iterations: 20, network }, { left: "agents" });
  await finished(page, 20);
  const head = page.locator(`${MAP} thead th`);
  await page.locator(`${MAP} summary`, { hasText: "Data table" }).click();
  await expect(head).toHaveText(["agent", "DSGD", "Exact-Diffusion / D², (I+W)/2", "own minimum"]);
  expect((await documentOf(page)).network).toEqual(network);
});
