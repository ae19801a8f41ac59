// @vitest-environment happy-dom
// The map of f: minima that are dragged, arrows of what pulls an agent, the way of the mean.
import { expect, test } from "vitest";
import { createContourView } from "../../www/src/views/state/contours";
import { light } from "../../www/src/views/theme";
import type { ContourData } from "../../www/src/views/types";
import { STYLES } from "../page/fixtures/samples";
import { drag, drawn, place, point, press, screenOf, svgOf, text, textsIn } from "./figures";

const pulls = { own: [0.2, 0, 0, 0.1, 0, 0], neighbors: [-0.2, 0, 0, -0.1, 0, 0], remembered: [0, 0, 0, 0, 0, 0] };
const data: ContourData = {
  f: Float64Array.from({ length: 25 }, (_, at) => ((at % 5) - 2) ** 2 + (Math.floor(at / 5) - 2) ** 2),
  rows: 5,
  columns: 5,
  xRange: [0, 1],
  yRange: [0, 1],
  panels: STYLES.slice(1).map((method, id) => ({
    id: String(id),
    method,
    iterates: [0.2, 0.2, 0.5, 0.5, 0.8, 0.4],
    path: [0, 0, 0.3, 0.5, 0.5, 0.4],
  })),
  edges: [0, 1, 1, 2],
  optima: [0.1, 0.8, 0.4, 0.7, 0.9, 0.9],
  minimizer: [0.5, 0.4],
};

/** Where a point is in the figure, on the left map, which lies between 44 and 388, and from 34 on downwards. */
const at = (x: number, y: number, bottom = 438): [number, number] => [44 + 344 * x, bottom - (bottom - 34) * y];

test("a minimum is dragged and moved by keys where that can be, within the map, and says where it is", async () => {
  const moved: [number, readonly [number, number]][] = [];
  const host = place();
  const view = createContourView(host, light, { onOptimum: (agent, where) => moved.push([agent, where]) });
  view.update({ ...data, movable: true });
  await drawn();
  const canvas = host.querySelector("canvas")!;
  point(canvas, "pointermove", ...at(0.4, 0.7));
  expect(canvas.style.cursor).toBe("grab");
  await drag(canvas, at(0.4, 0.7), at(0.6, 1.4));
  const [agent, [x, y]] = moved.at(-1)!;
  expect(agent).toBe(1);
  expect([x, y]).toEqual([expect.closeTo(0.6, 2), 1]);
  press(canvas, "Escape", "PageDown", "ArrowRight");
  expect(moved.at(-1)).toEqual([0, [expect.closeTo(0.12, 6), 0.8]]);
  expect(text(host, "[aria-live=assertive]")).toBe("Minimum of agent 0 at (0.12, 0.8)");
  view.update({ ...data, movable: false });
  const count = moved.length;
  await drag(canvas, at(0.4, 0.7), at(0.6, 0.8));
  expect([moved.length, canvas.getAttribute("role")]).toEqual([count, "img"]);
});

test("agents in one place, whose dots and arrows hide each other, are counted there", async () => {
  const view = createContourView(place(), light);
  const apart = { ...data.panels[0]!, pulls };
  const iterates = [0.5, 0.4, 0.502, 0.4, 0.5, 0.401];
  view.update({ ...data, panels: [apart, { ...apart, iterates }] });
  expect((await svgOf(view)).match(/all 3 agents/g)).toHaveLength(1);
  view.update({ ...data, panels: [apart] });
  expect(await svgOf(view)).not.toContain("all 3");
});

test("the arrows of the agent that is pointed at are strong, none leaves its map, and it is said how much longer they are", async () => {
  const host = place();
  const view = createContourView(host, light);
  view.update({ ...data, panels: data.panels.map((panel) => ({ ...panel, pulls })), arrows: 5 });
  const canvas = host.querySelector("canvas")!;
  // The keys take their part of the height; the axis has its title 31 below it.
  const title = /<text[^>]* y="([\d.]+)"[^>]*>x₁</.exec(await svgOf(view))!;
  const bottom = Number(title[1]) - 31 - 0.35 * 12;
  for (const [x, y] of [
    [0.2, 0.2],
    [0.5, 0.5],
  ] as const) {
    point(canvas, "pointermove", ...at(x, y, bottom));
    const strong = [
      ...(await screenOf(host)).matchAll(/<path d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)"[^>]*stroke-width="2.5"/g),
    ];
    const lines = strong.map(([, ...ends]) => ends.map(Number) as [number, number, number, number]);
    const [left, top] = at(x, y, bottom);
    // Of the left map; the keys have arrows too.
    const own = lines.filter(([u, v]) => Math.hypot(u - left, v - top) < 1);
    expect(own.length).toBeGreaterThan(1);
    for (const [, , u, v] of own) expect(u >= 44 && u <= 388 && v >= 34 && v <= bottom).toBe(true);
  }
  expect(textsIn(await svgOf(view))).toEqual(expect.arrayContaining(["arrows × 5", "best for all data"]));
});

test("the way of the mean is drawn on each map, until it is no number", async () => {
  const view = createContourView(place(), light);
  const lines = async () => [...(await svgOf(view)).matchAll(/<path d="(M[^"Z]*)"[^>]*stroke-opacity="0.55"/g)];
  view.update(data);
  expect((await lines()).map(([, d]) => d!.match(/[ML]/g)!.length)).toEqual([3, 3]);
  view.update({ ...data, panels: data.panels.map((panel) => ({ ...panel, path: [0, 0, 0.3, 0.5, NaN, 1] })) });
  expect((await lines()).map(([, d]) => d!.match(/[ML]/g)!.length)).toEqual([2, 2]);
});
