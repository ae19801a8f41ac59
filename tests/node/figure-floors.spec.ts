// @vitest-environment happy-dom
// The plot of floors: dots that hide none, rings of what is on its way, the line that the theory has.
import { expect, test } from "vitest";
import { createFloorsView, type FloorsData } from "../../www/src/views/floors";
import { light, methodColor } from "../../www/src/views/theme";
import { STYLES } from "../page/fixtures/samples";
import { place, svgOf, textsIn } from "./figures";

const floors = (points: (row: number) => FloorsData["series"][number]["points"]): FloorsData => ({
  xTitle: "1/(1 − λ)",
  yTitle: "where each settles",
  series: STYLES.map((method, row) => ({ method, points: points(row) })),
  current: 10,
});

/** The filled discs of a picture: middle, radius and colour, in the order in which they are drawn. */
function discsIn(svg: string): { x: number; y: number; radius: number; color: string }[] {
  const arcs = svg.matchAll(/<path d="M([\d.]+),([\d.]+)A([\d.]+),[^"]*" fill="(#\w+)"/g);
  return [...arcs].map(([, x, y, radius, color]) => ({
    x: Number(x) - Number(radius),
    y: Number(y),
    radius: Number(radius),
    color: color!,
  }));
}

test("where floors coincide each method's dot is seen around the next; of what is on its way there is a ring", async () => {
  const view = createFloorsView(place(), light);
  view.update(floors((row) => [[10, 1e-3, row !== 2]]));
  const found = discsIn(await svgOf(view));
  expect(found.map(({ color }) => color)).toEqual([
    methodColor(STYLES[0]!, light),
    methodColor(STYLES[1]!, light),
    light.paper,
  ]);
  for (const [i, dot] of found.entries())
    for (const under of found.slice(0, i))
      expect(under.radius - dot.radius - Math.hypot(dot.x - under.x, dot.y - under.y)).toBeGreaterThan(2);
  expect((await view.figure())!.description).toContain("Rings: the curve was still on its way.");
});

test("axes are whole decades that hold all points; the guide and the methods have their names", async () => {
  const view = createFloorsView(place(), light);
  const data = floors((row) => [
    [3, 10 ** -(row + 2), true],
    [70, 10 ** -(row + 1), true],
  ]);
  view.update({ ...data, guide: { slope: 2, through: data.series[1]!.points[1]!, label: "slope 2: DSGD’s bound" } });
  const texts = textsIn(await svgOf(view));
  expect(texts.filter((text) => text.startsWith("10"))).toEqual(["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹", "10²"]);
  expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^slope 2/), "DSGD", "Exact-Diffusion"]));
});
