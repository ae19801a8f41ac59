// What each step claims of its agents is seen in its pictures, without reading a number: on the canvases as they are drawn.
import type { Page } from "@playwright/test";
import { light } from "../../www/src/views/theme.ts";
import { tell } from "./app.ts";
import { drawing, watchDrawing, type Dot } from "./drawn.ts";
import { coloursOf, levelOf, lightness, maps, plot, rgbOf } from "./pixels.ts";
import { expect, test } from "./harness.ts";

/** In pixels: what lies further apart is seen as two, what lies nearer as one. */
const TOGETHER = 5;
const ED = "Exact-Diffusion, (I+W)/2";
const GT = "Gradient tracking";

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const size = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** The agents' dots of the left and the right network. */
async function agents(page: Page): Promise<[Dot[], Dot[]]> {
  const { dots, width } = await drawing(page, "#graph .view-graph");
  const discs = dots.filter(({ rim, radius }) => !rim && radius > 2.5);
  return [discs.filter(({ x }) => x < width / 2), discs.filter(({ x }) => x >= width / 2)];
}

/** The maps of the left and the right network. */
async function bothMaps(page: Page) {
  const all = await maps(page);
  const middle = (Math.min(...all.map(({ x }) => x)) + Math.max(...all.map(({ x }) => x))) / 2;
  return [all.filter(({ x }) => x < middle), all.filter(({ x }) => x >= middle)] as const;
}

type Maps = Awaited<ReturnType<typeof maps>>;

/** Of all pairs of agents, how much of the plane they colour alike. */
function agreement(all: Maps): number {
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
  return mean(pairs.map(([a, b]) => mean(a.signs.map((sign, at) => Number(sign === b.signs[at])))));
}

const oneColour = (all: Maps): number => all.filter(({ whole }) => whole < 0.1 || whole > 0.9).length;
const circles = (all: Maps): number => all.filter(({ inner, outer }) => inner > 0.6 && outer < 0.35).length;

test.beforeEach(({ page }) => watchDrawing(page));

/** Shows a ready experiment on a laptop and on a phone, and looks at each until what is there is drawn. */
async function onScreens(page: Page, id: string, look: () => Promise<void>): Promise<void> {
  await tell(page, id);
  for (const viewport of [
    { width: 1366, height: 650 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(look).toPass({ timeout: 30_000 });
  }
}

test("what each agent believes: one class each at the left, the circle at the right", async ({ page }) => {
  await onScreens(page, "beliefs", async () => {
    const [left, right] = await bothMaps(page);
    expect([left.length, right.length]).toEqual([16, 16]);
    expect(oneColour(left)).toBeGreaterThanOrEqual(10);
    expect(circles(left)).toBe(0);
    expect([oneColour(right), circles(right)]).toEqual([0, 16]);
  });
  // With more neighbours plain averaging draws it, too.
  await onScreens(page, "beliefs-dense", async () => {
    for (const all of await bothMaps(page)) expect(circles(all)).toBe(16);
  });
  // And where data are shared unevenly the right ones agree more.
  await onScreens(page, "beliefs-split", async () => {
    const [uneven, alike] = await bothMaps(page);
    expect(agreement(alike)).toBeGreaterThan(agreement(uneven) + 0.1);
  });
  await onScreens(page, "beliefs-spirals", async () => {
    const [missing, whole] = await bothMaps(page);
    expect(agreement(whole)).toBeGreaterThan(0.85);
    // Beside each map that winds inwards there is one that does not: a part of the plane that is seen at a glance.
    const lacks = missing.map(({ signs }, i) => mean(signs.map((sign, at) => Number(sign !== whole[i]!.signs[at]))));
    expect(lacks.filter((share) => share > 0.08).length).toBeGreaterThanOrEqual(14);
  });
});

test("on a map DSGD’s agents hang apart, Exact-Diffusion’s meet in the star", async ({ page }) => {
  await onScreens(page, "pulled-apart", async () => {
    const { dots, width, height } = await drawing(page, "#graph .view-contours");
    // In the keys, below the maps, another stands for all.
    const isOnMap = ({ y }: Dot) => y < 0.85 * height;
    const agents = dots.filter((dot) => !dot.rim && dot.radius > 2 && dot.color === light.ink && isOnMap(dot));
    const spread = (all: Dot[]) => Math.max(size(all.map(({ x }) => x)), size(all.map(({ y }) => y)));
    const [dsgd, corrected] = [agents.filter(({ x }) => x < width / 2), agents.filter(({ x }) => x > width / 2)];
    expect([dsgd.length, corrected.length]).toEqual([7, 7]);
    expect(spread(dsgd)).toBeGreaterThan(25);
    expect(spread(corrected)).toBeLessThan(TOGETHER);
  });
});

test("of ten agents with one digit each a third are wrong with DSGD, none with Exact-Diffusion or with more neighbours", async ({
  page,
}) => {
  const filled = async (id: string, name: string) => {
    const { dots } = await drawing(page, "#graph .view-answers");
    return dots.filter(({ rim, radius, color }) => !rim && radius > 5 && color === coloursOf(id)[name]).length;
  };
  await tell(page, "digits");
  await expect.poll(() => filled("digits", ED)).toBe(10);
  const right = await filled("digits", "DSGD");
  expect(right).toBeGreaterThanOrEqual(6);
  expect(right).toBeLessThanOrEqual(7);
  await tell(page, "digits-dense");
  await expect.poll(() => filled("digits-dense", "DSGD")).toBe(10);
});

test("agents of DSGD, at the left, are further apart by their colours; where averaging overshoots, neighbours have other signs", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  for (const id of ["local-data", "lambda-ring", "links-that-fail", "several-rounds", "pairs-that-meet"]) {
    await tell(page, id);
    const [left, right] = (await agents(page)).map((dots) => mean(dots.map(({ color }) => lightness(color))));
    // There the corrected method without (I+W)/2 stands at the right.
    expect(id === "pairs-that-meet" ? right! - left! : left! - right!, id).toBeGreaterThan(60);
  }
  await tell(page, "blow-up");
  const [left, right] = await agents(page);
  const signed = left.map(({ color }) => rgbOf(color)[2] - rgbOf(color)[0]);
  expect(signed.length).toBe(36);
  // A checkerboard: whoever stands beside has the other colour.
  const links = signed.flatMap((_, i) => [...(i % 6 < 5 ? [[i, i + 1]] : []), ...(i < 30 ? [[i, i + 6]] : [])]);
  expect(links.filter(([i, j]) => signed[i!]! * signed[j!]! < 0).length).toBeGreaterThan(0.9 * links.length);
  expect(size(signed)).toBeGreaterThan(150);
  for (const { color } of right) expect(size(rgbOf(color))).toBeLessThan(20);
  // Links with negative weights have a colour of their own.
  await tell(page, "fastest-weights");
  const { strokes } = await drawing(page, "#graph .view-graph");
  const negative = strokes.filter(
    ({ color, points }) => points.length > 0 && rgbOf(color)[0] > 120 && rgbOf(color)[2] < 60,
  );
  expect(negative.length).toBeGreaterThan(0);
});

test("in the choices of a step a colour means the same, and links are as wide as they are strong", async ({ page }) => {
  const look = async (id: string) => {
    await tell(page, id);
    const { dots, strokes, width } = await drawing(page, "#graph .view-graph");
    const discs = dots.filter(({ rim, radius, x }) => !rim && radius > 2.5 && x < width / 2);
    const light = discs.map(({ color }) => lightness(color)).sort((a, b) => a - b);
    return { light: light[light.length >> 1]!, width: Math.max(...strokes.map((stroke) => stroke.width)) };
  };
  const pulled = [await look("local-data"), await look("equal-source"), await look("equal-data")];
  for (const [i, { light }] of pulled.slice(1).entries()) expect(pulled[i]!.light - light).toBeGreaterThan(15);
  const [ring, scaled] = [await look("lambda-ring"), await look("lambda-scaled-ring")];
  expect(scaled.light - ring.light).toBeGreaterThan(10);
  expect(scaled.width).toBeLessThan(0.6 * ring.width);
});

test("one recursion: three polynomials of three methods; theory ahead: means lie on the thin lines", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await tell(page, "one-recursion");
  const { strokes } = await drawing(page, "#graph .view-polynomials");
  const lines = strokes.filter(({ points }) => points.length > 100);
  expect(lines).toHaveLength(9);
  expect(new Set(lines.map(({ color }) => color)).size).toBe(3);

  await tell(page, "expected");
  const looks = coloursOf("expected");
  const thin = Object.entries(looks).map(([name, color]) => {
    const paler = rgbOf(color).map((channel, i) => Math.round(channel + (rgbOf("#1c1c1a")[i]! - channel) * 0.6));
    return [`${name}, thin`, `#${paler.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`];
  });
  const curves = await plot(page, { ...looks, ...(Object.fromEntries(thin) as Record<string, string>) });
  for (const name of ["DSGD", ED, GT])
    for (const part of [
      [0.25, 0.5],
      [0.5, 0.75],
      [0.75, 1],
    ] as const)
      expect(Math.abs(levelOf(curves, `${name}, thin`, part) - levelOf(curves, name, part))).toBeLessThan(4);
});
