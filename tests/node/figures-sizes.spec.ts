// @vitest-environment happy-dom
// All figures: drawn at any size, also while a page is laid out anew and nobody sees it; well-formed files; nothing left behind.
import { expect, test } from "vitest";
import { createCurvesView } from "../../www/src/views/curves/view";
import { createFloorsView } from "../../www/src/views/floors";
import { createGraphView } from "../../www/src/views/graph/view";
import { createSpectrumView } from "../../www/src/views/spectrum";
import { createContourView } from "../../www/src/views/state/contours";
import { createHeatMapView } from "../../www/src/views/state/heatmap";
import { createLandscapeView } from "../../www/src/views/state/landscape";
import type { View } from "../../www/src/views/types";
import { beliefs, curves, graph, ring, STYLES } from "../page/fixtures/samples";
import { drawn, light, place, resize, svgOf, textsIn } from "./figures";

/** In CSS pixels. */
const SIDES = [0, 1, 7, 23, 38, 52, 67, 81, 110, 160, 240, 400];

const [method, other] = [STYLES[1]!, STYLES[2]!];

/** All kinds of figures, with what is hard to draw. */
function all(): View<never>[] {
  const show = <Data>(make: (host: HTMLElement, theme: typeof light) => View<Data>, data: Data) => {
    const view = make(place(), light);
    view.update(data);
    return view as unknown as View<never>;
  };
  const points = [[1, 1, true] as const, [10, 0.1, true] as const];
  const iterates = [0.1, 0.2, 0.5, 0.5, 0.9, 0.4];
  const sample = curves((k, row) => 10 ** (-k / (9 + row)), 40);
  const series = sample.series.map((one, row) => ({ ...one, divergedAt: row === 1 ? 20 : null }));
  return [
    ...["ring", "complete"].flatMap((family) => {
      const maps = beliefs(16, family);
      return [show(createGraphView, maps), show(createGraphView, { ...maps, panels: maps.panels.slice(1), beat: 300 })];
    }),
    show(createGraphView, { ...ring(12), beat: 300 }),
    show(createGraphView, graph("explicit", 5, [0, 1, 1, 2, 3, 4])),
    show(createGraphView, { ...ring(2000), family: "path" }),
    show(createCurvesView, { ...sample, series, before: sample.series, shown: 11 }),
    show(createHeatMapView, { agents: 3, dimension: 2, iterates, method }),
    show(createLandscapeView, {
      x: [-1, 0, 1],
      f: [1, 0, 1],
      methods: [method, other].map((one) => ({ method: one, iterates: [0.5, -0.5] })),
    }),
    show(createContourView, {
      f: Float64Array.from({ length: 25 }, (_, at) => (at % 5) + Math.floor(at / 5)),
      rows: 5,
      columns: 5,
      xRange: [0, 1],
      yRange: [0, 1],
      panels: [method, other].map((one, id) => ({ id: String(id), method: one, iterates, path: [0, 0, 0.5, 0.4] })),
      edges: [0, 1, 1, 2],
      optima: [0.2, 0.2, 0.4, 0.6, 0.9, 0.9],
      movable: true,
      minimizer: [0.5, 0.4],
    }),
    show(createSpectrumView, { network: [0.5], methods: [{ method, re: [0.5], im: [0.1], of: [0] }] }),
    show(createFloorsView, {
      xTitle: "n",
      yTitle: "floor",
      series: [{ method, points }],
      current: 10,
      guide: { slope: -1, through: points[0]!, label: "slope −1" },
    }),
  ];
}

test("no figure throws at any size, and none leaves anything behind", async () => {
  const views = all();
  for (const width of SIDES) for (const height of SIDES) resize(width, height);
  await drawn();
  for (const view of views) view.destroy();
  expect([...document.querySelectorAll("body > div")].every(({ childElementCount }) => childElementCount === 0)).toBe(
    true,
  );
});

test("files say what is shown, quote hostile names, and hold numbers only", async () => {
  const hostile = `<img src=x onerror="alert(1)"> & 'q' "d" ]]>`;
  const data = curves((k, m) => 10 ** (-m - k / 100), 101);
  data.series[0]!.method = { ...data.series[0]!.method, label: hostile };
  const named = createCurvesView(place(), light);
  named.update(data);
  const network = ring(8);
  network.quantities[0]!.label = hostile;
  const graphed = createGraphView(place(), light);
  graphed.update(network);
  const files = await Promise.all([named, graphed].map((view) => svgOf(view as View<never>)));
  for (const file of files) {
    const parsed = new DOMParser().parseFromString(file, "image/svg+xml");
    expect(parsed.querySelector("parsererror")).toBeNull();
    expect(parsed.querySelectorAll("img, script, foreignObject, a, [onerror]")).toHaveLength(0);
    expect([...parsed.querySelectorAll("text")].map(({ textContent }) => textContent)).toContain(hostile);
  }
  expect(files[0]).toMatch(/<desc>[^<]*largest first/);
  expect(files[1]).toContain("<desc>Ring: 8 agents, degree 2. 8 links.");
  for (const view of all()) {
    const file = await svgOf(view);
    expect(file).not.toMatch(/NaN|Infinity|undefined/);
    expect(textsIn(file).length).toBeGreaterThan(0);
  }
});
