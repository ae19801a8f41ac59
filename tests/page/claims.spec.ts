// What each lesson claims is seen in its picture, without reading a number: on the canvases as they are drawn.
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { finished, frames } from "./app.ts";
import {
  above,
  colours,
  distance,
  drawing,
  levelOf,
  lightness,
  maps,
  plot,
  rgbOf,
  watchDrawing,
  type Dot,
  type Plot,
} from "./drawn.ts";
import { expect, test } from "./harness.ts";

interface Entry {
  id: string;
  group: string;
}
const lessons = (JSON.parse(readFileSync("src/presets.json", "utf8")) as { presets: Entry[] }).presets.filter(
  ({ group }) => group === "lesson",
);

/** In pixels: what lies further apart is seen as two, what lies nearer as one. */
const [APART, TOGETHER] = [12, 5];

const ED = "Exact-Diffusion, (I+W)/2";
const [C, GT] = ["Centralised SGD", "Gradient tracking"];

async function shown(page: Page, id: string): Promise<void> {
  await page.goto(`./#lesson=${id}`);
  await expect(page.locator("#lesson-note")).not.toBeEmpty();
  const total = await page.waitForFunction(() => {
    const words = document.querySelector("#transport .count")?.textContent ?? "";
    const total = /of ([\d\s,\u202f]+)/.exec(words)?.[1]?.replace(/\D/g, "");
    return total ? Number(total) : null;
  });
  await finished(page, (await total.jsonValue())!);
}

const isWide = (page: Page) => page.viewportSize()!.width > 700;

/** The agents' dots of the left and the right network; on a phone there is one. */
async function agents(page: Page): Promise<[Dot[], Dot[]]> {
  const { dots, width } = await drawing(page, "#graph .view-graph");
  const discs = dots.filter(({ rim, radius }) => !rim && radius > 2.5);
  if (!isWide(page)) return [discs, []];
  return [discs.filter(({ x }) => x < width / 2), discs.filter(({ x }) => x >= width / 2)];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const size = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** That the agents of the left network, DSGD's, lie further apart by their colours, which show how far. */
async function lighterAtLeft(page: Page): Promise<void> {
  if (!isWide(page)) return;
  const [left, right] = (await agents(page)).map((dots) => dots.map(({ color }) => lightness(color))) as [
    number[],
    number[],
  ];
  expect(mean(left) - mean(right)).toBeGreaterThan(60);
}

type Part = readonly [number, number];

/** Over half of the run: on a phone five curves that take turns need the width to be seen each. */
function areTogether(of: Plot, names: readonly string[], reach = TOGETHER, part: Part = [0.5, 1]): void {
  for (const name of names.slice(1))
    expect(distance(of, names[0]!, name, part), `${names[0]} and ${name}`).toBeLessThan(reach);
}

/** On the first lessons' maps: the two networks' maps, on a phone one after the other. */
async function bothMaps(page: Page) {
  const first = await maps(page);
  if (isWide(page)) {
    const middle = (Math.min(...first.map(({ x }) => x)) + Math.max(...first.map(({ x }) => x))) / 2;
    return [first.filter(({ x }) => x < middle), first.filter(({ x }) => x >= middle)] as const;
  }
  await page.locator(".turns button[aria-pressed=false]").click();
  let second = first;
  const looks = (all: typeof first) => all.map(({ signs }) => signs.join("")).join();
  const isSettled = async () => {
    const before = second;
    second = await maps(page);
    return looks(second) === looks(before) && looks(second) !== looks(first);
  };
  await expect.poll(isSettled, { intervals: [200] }).toBe(true);
  return [first, second] as const;
}

/** How many agents are filled, of the left and of the right network, or of one after the other where there is room for one. */
async function bothAnswers(page: Page): Promise<[number, number]> {
  const looks = await colours(page);
  const filled = async (name: string) => {
    const { dots } = await drawing(page, "#graph .view-answers");
    return dots.filter(({ rim, radius, color }) => !rim && radius > 5 && color === looks[name]).length;
  };
  const dsgd = await filled("DSGD");
  const turn = page.locator(".turns button[aria-pressed=false]");
  if (await turn.isVisible()) await turn.click();
  await expect.poll(() => filled(ED)).toBeGreaterThan(0);
  return [dsgd, await filled(ED)];
}

type Maps = Awaited<ReturnType<typeof maps>>;

/** Of all pairs of agents, how much of the plane they colour alike. */
function agreement(all: Maps): number {
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
  return mean(pairs.map(([a, b]) => mean(a.signs.map((sign, at) => Number(sign === b.signs[at])))));
}

const oneColour = (all: Maps): number => all.filter(({ whole }) => whole < 0.1 || whole > 0.9).length;
const circles = (all: Maps): number => all.filter(({ inner, outer }) => inner > 0.6 && outer < 0.35).length;

/** Floors: of each method its points, from left to right, as heights above the lowest of them. */
async function floors(page: Page, steps: number): Promise<Record<string, number[]>> {
  await expect(page.locator(".view-floors canvas")).toBeVisible();
  const looks = await colours(page);
  const heights = async () => {
    const { dots } = await drawing(page, ".view-floors");
    const lowest = Math.max(...dots.map(({ y }) => y));
    return Object.fromEntries(
      Object.entries(looks).map(([name, color]) => [
        name,
        dots
          // A ring where the curve was still on its way.
          .filter((dot) => dot.color === color)
          .sort((a, b) => a.x - b.x)
          .map(({ y }) => lowest - y),
      ]),
    );
  };
  // Points of the steps before come by themselves.
  await expect.poll(async () => (await heights())[C]?.length, { timeout: 60_000 }).toBe(steps);
  return heights();
}

/** The pictures of “The price of a sparse network”, at its step. */
async function sparse(page: Page, step: number): Promise<void> {
  const { DSGD: dsgd, [C]: centralised, [ED]: corrected, [GT]: tracking } = await floors(page, step);
  // The two dense ones, nearly complete and random, are alike.
  for (let at = 2; at < step; at++) expect(dsgd![at]! - dsgd![at - 1]!).toBeGreaterThan(APART);
  // Before the scaled ring the corrected method stays on the floor.
  for (let at = 0; at < Math.min(step, 4); at++) expect(corrected![at]! - centralised![at]!).toBeLessThan(TOGETHER);
  const curves = await plot(page);
  if (step <= 2) areTogether(curves, [C, "DSGD", ED, "EXTRA", GT], 8);
  else expect(above(curves, "DSGD", C)).toBeGreaterThan(step === 3 ? 10 : 20);
  if (step === 3 || step === 4) areTogether(curves, [C, ED, "EXTRA"]);
  if (step === 4) expect(tracking![3]! - corrected![3]!).toBeGreaterThan(APART);
  if (step === 5)
    for (const slowed of [corrected!, tracking!]) expect(slowed[4]! - centralised![4]!).toBeGreaterThan(TOGETHER);
  if (step > 2) await lighterAtLeft(page);
}

/** The first of them, with its slider: every stop adds a point for each method, and the line of DSGD climbs. */
async function sparser(page: Page): Promise<void> {
  await sparse(page, 1);
  const slider = page.getByRole("slider", { name: "Neighbours, slider" });
  for (const [stop, neighbours] of [10, 4, 2].entries()) {
    await slider.fill(String((neighbours - 2) / 2));
    await page.locator("#curves").scrollIntoViewIfNeeded();
    const { DSGD: dsgd, [C]: centralised, [ED]: corrected } = await floors(page, stop + 2);
    expect(dsgd![stop + 1]! - dsgd![stop]!).toBeGreaterThan(APART);
    expect(corrected![stop + 1]! - centralised![stop + 1]!).toBeLessThan(TOGETHER);
  }
  await lighterAtLeft(page);
}

/** The pictures of “More agents, less noise”. */
async function speedup(page: Page, step: number): Promise<void> {
  const { DSGD: dsgd, [C]: centralised, [ED]: corrected } = await floors(page, step);
  // Over all of the floor: beside the floors the plot is small, and five curves take turns.
  areTogether(await plot(page), [C, ED, "EXTRA"], 8, [0.3, 1]);
  for (let at = 1; at < step; at++)
    for (const falling of [centralised!, corrected!]) expect(falling[at - 1]! - falling[at]!).toBeGreaterThan(APART);
  // A straight line on logarithmic axes: equal steps down for equal factors of n.
  if (step === 3) {
    const [first, second] = [centralised![0]! - centralised![1]!, centralised![1]! - centralised![2]!];
    expect(Math.abs(first - second) / first).toBeLessThan(0.25);
    expect(dsgd![2]! - centralised![2]!).toBeGreaterThan(TOGETHER);
  }
}

const claims: Record<string, (page: Page) => Promise<void>> = {
  async beliefs(page) {
    const [left, right] = await bothMaps(page);
    expect([left.length, right.length]).toEqual([16, 16]);
    expect(oneColour(left)).toBeGreaterThanOrEqual(10);
    expect(circles(left)).toBe(0);
    expect([oneColour(right), circles(right)]).toEqual([0, 16]);
    const curves = await plot(page);
    expect(above(curves, ED, "DSGD")).toBeGreaterThan(40);
  },
  async "beliefs-split"(page) {
    const curves = await plot(page);
    expect(above(curves, ED, "DSGD")).toBeGreaterThan(APART);
    const [left, right] = await bothMaps(page);
    expect(agreement(right)).toBeGreaterThan(agreement(left) + 0.1);
  },
  async "beliefs-spirals"(page) {
    const curves = await plot(page);
    expect(above(curves, ED, "DSGD")).toBeGreaterThan(8);
    const [left, right] = await bothMaps(page);
    expect(agreement(right)).toBeGreaterThan(0.85);
    // Beside each map that winds inwards there is one that does not: a part of the plane that is seen at a glance.
    const missing = left.map(({ signs }, i) => mean(signs.map((sign, at) => Number(sign !== right[i]!.signs[at]))));
    expect(missing.filter((share) => share > 0.08).length).toBeGreaterThanOrEqual(14);
  },
  async "beliefs-dense"(page) {
    for (const all of await bothMaps(page)) expect(circles(all)).toBe(16);
    areTogether(await plot(page), ["DSGD", ED]);
  },
  async digits(page) {
    const [dsgd, corrected] = await bothAnswers(page);
    expect(dsgd).toBeLessThanOrEqual(5);
    expect(corrected).toBe(10);
    expect(above(await plot(page), ED, "DSGD")).toBeGreaterThan(40);
  },
  async "digits-dense"(page) {
    for (const right of await bothAnswers(page)) expect(right).toBe(10);
    areTogether(await plot(page), ["DSGD", ED], 8);
  },
  async "digits-small-step"(page) {
    expect(Math.min(...(await bothAnswers(page)))).toBeGreaterThanOrEqual(7);
    expect(above(await plot(page), ED, "DSGD")).toBeGreaterThan(APART);
  },
  async "digits-two"(page) {
    for (const right of await bothAnswers(page)) expect(right).toBeGreaterThanOrEqual(4);
    expect(above(await plot(page), ED, "DSGD")).toBeGreaterThan(TOGETHER);
  },
  async "pulled-apart"(page) {
    const { dots, strokes, width } = await drawing(page, "#graph .view-contours");
    const looks = await colours(page);
    const of = (name: string) => dots.filter(({ rim, radius, color }) => !rim && radius > 3 && color === looks[name]);
    const spread = (all: Dot[]) => Math.max(size(all.map(({ x }) => x)), size(all.map(({ y }) => y)));
    const dsgd = of("DSGD");
    expect(dsgd.length).toBe(12);
    expect(spread(dsgd)).toBeGreaterThan(40);
    // Threads are long, from each dot to its cross: the paler strokes of a panel, a pair of points for each agent.
    const threads = strokes.filter(({ width: w, points }) => Math.abs(w - 0.9) < 0.01 && points.length === 24);
    expect(threads.length).toBe(isWide(page) ? 2 : 1);
    const lengths = threads[0]!.points.flatMap(([x, y], i, all) =>
      i % 2 === 0 ? [Math.hypot(all[i + 1]![0] - x, all[i + 1]![1] - y)] : [],
    );
    expect(lengths.filter((length) => length > 20).length).toBeGreaterThanOrEqual(6);
    if (!isWide(page)) await page.locator(".turns button[aria-pressed=false]").click();
    const correctedIn = ({ dots }: Pick<typeof now, "dots">) =>
      dots.filter(({ rim, radius, color }) => !rim && radius > 3 && color === looks[ED]);
    let now = await drawing(page, "#graph .view-contours");
    const count = async () => {
      now = await drawing(page, "#graph .view-contours");
      return correctedIn(now).length;
    };
    await expect.poll(count).toBe(12);
    const corrected = correctedIn(now);
    expect(spread(corrected)).toBeLessThan(TOGETHER);
    // They meet in the star.
    const stars = now.strokes.filter(
      ({ points, width: w }) => w === 1.5 && points.length > 4 && size(points.map(([x]) => x)) < 24,
    );
    const star = stars.at(-1)!.points;
    expect(Math.abs(mean(star.map(([x]) => x)) - mean(corrected.map(({ x }) => x)))).toBeLessThan(TOGETHER);
    expect(Math.abs(mean(star.map(([, y]) => y)) - mean(corrected.map(({ y }) => y)))).toBeLessThan(TOGETHER);
    expect(width).toBeGreaterThan(200);
  },
  async "local-data"(page) {
    const curves = await plot(page);
    expect(above(curves, "DSGD", C)).toBeGreaterThan(20);
    areTogether(curves, [C, ED, "EXTRA"]);
    await lighterAtLeft(page);
  },
  async "equal-source"(page) {
    const curves = await plot(page);
    for (const other of [C, ED, "EXTRA", GT]) expect(above(curves, "DSGD", other)).toBeGreaterThan(8);
  },
  async "equal-data"(page) {
    const curves = await plot(page);
    for (const part of [
      [0.2, 0.4],
      [0.4, 0.6],
      [0.75, 1],
    ] as const)
      areTogether(curves, [C, "DSGD", ED, "EXTRA", GT], TOGETHER, part);
  },
  "lambda-neighbours": sparser,
  "lambda-random": (page) => sparse(page, 2),
  "lambda-grid": (page) => sparse(page, 3),
  "lambda-ring": (page) => sparse(page, 4),
  "lambda-scaled-ring": (page) => sparse(page, 5),
  "agents-4": (page) => speedup(page, 1),
  "agents-16": (page) => speedup(page, 2),
  "agents-64": (page) => speedup(page, 3),
  async "one-recursion"(page) {
    const curves = await plot(page);
    for (const part of [
      [0.2, 0.5],
      [0.75, 1],
    ] as const) {
      areTogether(curves, [ED, "SUDA as Exact-Diffusion"], TOGETHER, part);
      areTogether(curves, [GT, "SUDA as gradient tracking"], TOGETHER, part);
    }
    expect(above(curves, GT, C)).toBeGreaterThan(APART);
    // The polynomials of all three that have any, in each of the three plots.
    const { strokes } = await drawing(page, "#graph .view-polynomials");
    const lines = strokes.filter(({ points }) => points.length > 100);
    expect(lines).toHaveLength(9);
    expect(new Set(lines.map(({ color }) => color)).size).toBe(3);
    if (!isWide(page)) return;
    // Agent by agent the same.
    await page.getByRole("button", { name: "Network", exact: true }).click();
    await expect(page.locator("#graph .view-graph")).toBeVisible();
    const [left, right] = await agents(page);
    expect(left.map(({ color }) => color)).toEqual(right.map(({ color }) => color));
    expect(new Set(left.map(({ color }) => color)).size).toBeGreaterThan(8);
  },
  async expected(page) {
    const looks = await colours(page);
    const thin = Object.fromEntries(
      Object.entries(looks).map(([name, color]) => [
        `${name}, thin`,
        `#${rgbOf(color)
          .map((channel, i) => Math.round(channel + (rgbOf("#1c1c1a")[i]! - channel) * 0.6))
          .map((channel) => channel.toString(16).padStart(2, "0"))
          .join("")}`,
      ]),
    );
    const curves = await plot(page, thin);
    for (const name of ["DSGD", ED, GT])
      for (const part of [
        [0.25, 0.5],
        [0.5, 0.75],
        [0.75, 1],
      ] as const)
        expect(Math.abs(levelOf(curves, `${name}, thin`, part) - levelOf(curves, name, part))).toBeLessThan(4);
    for (const other of [ED, "EXTRA"]) expect(above(curves, other, GT)).toBeGreaterThan(4);
    expect(above(curves, "DSGD", GT)).toBeGreaterThan(APART);
  },
  async "blow-up"(page) {
    const curves = await plot(page);
    const failed = curves.traces["Exact-Diffusion"]!.filter((row): row is number => row !== null);
    expect(Math.min(...failed)).toBeLessThan(6);
    expect(above(curves, "DSGD", ED)).toBeGreaterThan(APART);
    expect(levelOf(curves, ED) - Math.min(...failed)).toBeGreaterThan(60);
    const [left, right] = await agents(page);
    const signed = left.map(({ color }) => rgbOf(color)[2] - rgbOf(color)[0]);
    expect(signed.length).toBe(36);
    // A checkerboard: whoever stands beside has the other colour.
    const links = signed.flatMap((_, i) => [...(i % 6 < 5 ? [[i, i + 1]] : []), ...(i < 30 ? [[i, i + 6]] : [])]);
    expect(links.filter(([i, j]) => signed[i!]! * signed[j!]! < 0).length).toBeGreaterThan(0.9 * links.length);
    expect(Math.max(...signed) - Math.min(...signed)).toBeGreaterThan(150);
    if (!isWide(page)) return;
    for (const { color } of right) expect(size(rgbOf(color))).toBeLessThan(20);
  },
  async valley(page) {
    const looks = await colours(page);
    const { dots } = await drawing(page, "#graph .view-landscape");
    const on = (name: string) => dots.filter(({ color, rim, radius }) => !rim && radius >= 3 && color === looks[name]);
    // On the curve itself; those of the enlargement are above it.
    const ground = Math.max(...dots.map(({ y }) => y));
    const spread = (name: string) =>
      size(
        on(name)
          .filter(({ y }) => y > ground - 40)
          .map(({ x }) => x),
      );
    expect(spread("DSGD")).toBeGreaterThan(30);
    expect(spread(ED)).toBeLessThan(TOGETHER);
    const curves = await plot(page);
    for (const other of [ED, "EXTRA", GT]) expect(above(curves, "DSGD", other)).toBeGreaterThan(40);
    expect(above(curves, GT, ED, [0.3, 0.4])).toBeGreaterThan(APART);
    areTogether(curves, [GT, ED], 10);
    expect(levelOf(curves, GT) - levelOf(curves, ED)).toBeGreaterThan(2);
  },
  async stairs(page) {
    const curves = await plot(page);
    const ends = [
      [0.15, 0.24],
      [0.4, 0.49],
      [0.65, 0.74],
      [0.9, 0.99],
    ] as const;
    const level = (name: string) => ends.map((part) => levelOf(curves, name, part));
    const [centralised, dsgd, tracking] = [C, "DSGD", GT].map(level) as [number[], number[], number[]];
    for (let stair = 1; stair < 4; stair++)
      for (const falling of [centralised, dsgd])
        expect((falling[stair]! - falling[stair - 1]!) / curves.height).toBeGreaterThan(0.012);
    const gap = (other: number[], stair: number) => centralised[stair]! - other[stair]!;
    expect(gap(dsgd, 0)).toBeGreaterThan(20);
    expect(Math.abs(gap(dsgd, 3) - gap(dsgd, 0))).toBeLessThan(8);
    expect(gap(tracking, 0)).toBeGreaterThan(10);
    expect(gap(tracking, 3)).toBeLessThan(0.6 * gap(tracking, 0));
  },
  async "links-that-fail"(page) {
    const curves = await plot(page);
    for (const other of [ED, "EXTRA", GT]) expect(above(curves, "DSGD", other)).toBeGreaterThan(50);
    await lighterAtLeft(page);
  },
  async "pairs-that-meet"(page) {
    const curves = await plot(page);
    expect(above(curves, "DSGD", ED)).toBeGreaterThan(50);
    const failed = curves.traces["Exact-Diffusion, W"]!.filter((row): row is number => row !== null);
    expect(Math.min(...failed)).toBeLessThan(6);
    expect(levelOf(curves, "DSGD") - Math.min(...failed)).toBeGreaterThan(8);
    if (!isWide(page)) return;
    const [cured, wild] = (await agents(page)).map((dots) => mean(dots.map(({ color }) => lightness(color))));
    expect(wild! - cured!).toBeGreaterThan(60);
  },
  async "one-peer"(page) {
    areTogether(await plot(page), [C, "DSGD", ED, GT], 10);
  },
  async "fastest-weights"(page) {
    const drawn = await drawing(page, "#graph .view-graph");
    // Links with negative weights have a colour of their own.
    expect(
      drawn.strokes.filter(({ color, points }) => points.length > 0 && rgbOf(color)[0] > 120 && rgbOf(color)[2] < 60)
        .length,
    ).toBeGreaterThan(0);
    await page.getByRole("button", { name: "The same links by Metropolis’ rule" }).click();
    await frames(page);
    await finished(page, 80);
    // Nothing is drawn where nobody looks.
    await page.locator("#curves").scrollIntoViewIfNeeded();
    const { DSGD: color } = await colours(page);
    const gained = async () => {
      const { strokes } = await drawing(page, "#curves .view-curves");
      const ends = strokes.filter((stroke) => stroke.color === color && stroke.points.length > 20);
      const level = (alpha: (alpha: number) => boolean) => {
        const line = ends.filter((stroke) => alpha(stroke.alpha)).at(-1);
        return median(line?.points.slice(-5).map(([, y]) => y) ?? []);
      };
      return level((alpha) => alpha < 1) - level((alpha) => alpha === 1);
    };
    await expect.poll(gained).toBeGreaterThan(6);
  },
  async "several-rounds"(page) {
    const curves = await plot(page);
    expect(above(curves, "1 round", "5 rounds")).toBeGreaterThan(APART);
    expect(levelOf(curves, "5 rounds, Chebyshev") - levelOf(curves, "5 rounds")).toBeGreaterThan(APART);
    await lighterAtLeft(page);
  },
};

for (const viewport of [
  { width: 1366, height: 650 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });
    for (const { id } of lessons)
      test(`${id}: the claim is seen`, async ({ page }) => {
        expect(Object.keys(claims)).toContain(id);
        await watchDrawing(page);
        await shown(page, id);
        await claims[id]!(page);
      });
  });
}
