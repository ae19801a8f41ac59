// @vitest-environment happy-dom
// Two unknowns: the map of f with the agents on it, their own minima, which can be moved, and what pulls them.
import { expect, test, vi } from "vitest";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { small } from "../page/documents.ts";
import { field, numbersIn, one, openPanel, press, ranDocument, rowsOf, summary, timeLine } from "./laboratory.ts";
import { click, finished, open, openPage, set, text } from "./page.ts";

const flat: ExperimentDocument = {
  ...small,
  trials: 1,
  iterations: 120,
  problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 5, heterogeneity: 1 },
};
const MAP = "#graph .view-contours";
const said = () => text(`${MAP} [aria-live=assertive]`);

/** The table's rows: agent, the two methods, own minimum, which is not told while data are built, and three pulls of each method. */
const rows = () =>
  vi.waitUntil(
    () => {
      const all = one(MAP) ? rowsOf(MAP) : [];
      return all[0]?.length === 10 && all;
    },
    { timeout: 30_000 },
  );

async function opened() {
  const app = await open(flat, { left: "agents" });
  await finished();
  return { app, before: await rows() };
}

test("two methods stand side by side, with the agents' own minima, their network and what pulls them", async () => {
  const { before } = await opened();
  const names = ["DSGD", "Exact-Diffusion / D², (I+W)/2"];
  const pulls = names.flatMap((name) =>
    ["its own pull", "its neighbours’ pull", "what it remembers"].map((pull) => `${name}: ${pull}`),
  );
  const heads = [...document.querySelectorAll(`${MAP} thead th`)].map((head) => head.textContent);
  expect(heads).toEqual(["agent", ...names, "own minimum", ...pulls]);
  // Exact-Diffusion's agents agree, and DSGD's lie on the way to their own minima.
  const spread = (column: number): number => {
    const [x, y] = [0, 1].map((axis) => before.map((row) => numbersIn(row[column]!)[axis]!));
    return Math.max(...x!) - Math.min(...x!) + Math.max(...y!) - Math.min(...y!);
  };
  expect(spread(2)).toBeLessThan(spread(1) / 3);
  expect(spread(1)).toBeLessThan(spread(3));
  // Of more than a hundred agents there are no arrows.
  const network = { topology: { kind: "ring", agents: 101 }, weights: { rule: "metropolis" } };
  await open({ ...flat, iterations: 20, network }, { left: "agents" });
  await finished();
  await vi.waitUntil(() => one(MAP) && rowsOf(MAP).length > 100);
  expect(rowsOf(MAP)[0]).toHaveLength(4);
});

test("keys choose an agent's minimum and move it, in the data of the document; undo takes it back", async () => {
  const { app, before } = await opened();
  const map = one(`${MAP} canvas`);
  press(map, "PageDown", "PageDown");
  expect(said()).toMatch(/^Minimum of agent 1 at \(.*\)$/);
  press(map, "ArrowRight", "Shift+ArrowUp");
  // Both moves are taken, also where the page is slower than the keys.
  const places = before.map((row) => numbersIn(row[3]!));
  const moved = () =>
    rowsOf(MAP).flatMap((row, i) => {
      const [x, y] = numbersIn(row[3]!);
      const [dx, dy] = [x! - places[i]![0]!, y! - places[i]![1]!];
      // The others' data are listed in fewer digits.
      return Math.hypot(dx, dy) > 0.01 ? [{ i, dx, dy }] : [];
    });
  await expect.poll(moved).toHaveLength(1);
  const [{ i, dx, dy }] = moved() as [{ i: number; dx: number; dy: number }];
  expect(i).toBe(1);
  expect(dx).toBeGreaterThan(0);
  expect(dy).toBeGreaterThan(2 * dx);
  await finished();
  for (const column of [1, 2]) expect((await rows())[1]![column]).not.toBe(before[1]![column]);
  expect((await ranDocument(app)).problem).toMatchObject({ kind: "leastSquares", data: { kind: "explicit" } });
  press(map, "Escape", "ArrowLeft");
  expect(said()).toMatch(/^Minimum of agent 0 /);
  // What data are drawn by has nothing to say of a list.
  await openPanel("Problem");
  await expect.poll(() => field(/^Heterogeneity/)).toBeUndefined();
  click("Undo");
  await finished();
  expect((await ranDocument(app)).problem).toEqual(flat.problem);
  expect(field(/^Heterogeneity/)).toBeDefined();
});

const size = (all: number[][]) => Math.max(...all.map(([x, y]) => Math.hypot(x!, y!)));
const sum = (a: number[][], b: number[][]) => a.map(([x, y], i) => [x! + b[i]![0]!, y! + b[i]![1]!]);

test("with DSGD own data and neighbours hold each other; Exact-Diffusion takes its own pull out; at the start nothing is remembered", async () => {
  await openPage("#preset=pulled-apart&room=laboratory");
  await finished();
  /** [own, neighbours, remembered] of a method's agents. */
  const pulls = async (method: number) => {
    const all = await rows();
    return [0, 1, 2].map((kind) => all.map((row) => numbersIn(row[4 + 3 * method + kind]!))) as [
      number[][],
      number[][],
      number[][],
    ];
  };
  const [[own, neighbours, remembered], [pull, others, memory]] = [await pulls(0), await pulls(1)];
  // What is left over is the gradients' noise.
  expect(size(sum(own, neighbours))).toBeLessThan(0.1 * size(own));
  expect(size(remembered)).toBe(0);
  expect(size(sum(pull, memory))).toBeLessThan(0.05 * size(pull));
  expect(size(others)).toBeLessThan(0.05 * size(pull));
  await expect
    .poll(() => summary(MAP))
    .toMatch(/What pulls agent \d, the one furthest out: DSGD its own pull [\d.]+, its neighbours’ pull/);
  // Also where the run has been.
  set(timeLine(), "0");
  await expect.poll(async () => size((await pulls(1))[2])).toBe(0);
  const [early, against] = await pulls(0);
  expect(size(sum(early, against))).toBeGreaterThan(0.2 * size(early));
});
