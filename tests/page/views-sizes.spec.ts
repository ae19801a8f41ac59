// A picture of any size is drawn, also while a page is laid out anew and nobody sees it: none may throw, as for every test.
import { test } from "./views-harness.ts";

/** In CSS pixels. */
const SIDES = [0, 1, 7, 23, 38, 52, 67, 81, 110, 160, 240, 400];

test("no figure throws at any size", async ({ page }) => {
  await page.evaluate(async (sides) => {
    const { kit } = window;
    kit.host.style.display = "flow-root";
    const place = (): HTMLElement => kit.host.appendChild(document.createElement("div"));
    const [method, other] = [kit.STYLES[1]!, kit.STYLES[2]!];
    const points = [[1, 1, true] as const, [10, 0.1, true] as const];
    const map = Float64Array.from({ length: 25 }, (_, at) => (at % 5) + Math.floor(at / 5));
    const iterates = [0.1, 0.2, 0.5, 0.5, 0.9, 0.4];
    for (const family of ["ring", "complete"]) {
      const maps = kit.beliefs(16, family);
      kit.createGraphView(place(), kit.light).update(maps);
      kit.createGraphView(place(), kit.light).update({ ...maps, panels: maps.panels.slice(1), beat: 300 });
    }
    kit.createGraphView(place(), kit.light).update({ ...kit.ring(12), beat: 300 });
    kit.createGraphView(place(), kit.light).update(kit.graph("explicit", 5, [0, 1, 1, 2, 3, 4]));
    kit.createGraphView(place(), kit.light).update({ ...kit.ring(2000), family: "path" });
    const curves = kit.curves((k, row) => 10 ** (-k / (9 + row)), 40);
    const series = curves.series.map((one, row) => ({ ...one, divergedAt: row === 1 ? 20 : null }));
    kit.createCurvesView(place(), kit.light).update({ ...curves, series, before: curves.series, shown: 11 });
    kit.createHeatMapView(place(), kit.light).update({ agents: 3, dimension: 2, iterates, method });
    kit.createLandscapeView(place(), kit.light).update({
      x: [-1, 0, 1],
      f: [1, 0, 1],
      methods: [method, other].map((one) => ({ method: one, iterates: [0.5, -0.5] })),
    });
    kit.createContourView(place(), kit.light).update({
      f: map,
      rows: 5,
      columns: 5,
      xRange: [0, 1],
      yRange: [0, 1],
      panels: [method, other].map((one, id) => ({ id: String(id), method: one, iterates, path: [0, 0, 0.5, 0.4] })),
      edges: [0, 1, 1, 2],
      optima: [0.2, 0.2, 0.4, 0.6, 0.9, 0.9],
      movable: true,
      minimizer: [0.5, 0.4],
    });
    kit.createSpectrumView(place(), kit.light).update({
      network: [0.5],
      methods: [{ method, re: [0.5], im: [0.1], of: [0] }],
    });
    kit.createFloorsView(place(), kit.light).update({
      xTitle: "n",
      yTitle: "floor",
      series: [{ method, points }],
      current: 10,
      guide: { slope: -1, through: points[0]!, label: "slope −1" },
    });
    for (const width of sides)
      for (const height of sides) {
        kit.host.style.width = `${width}px`;
        kit.host.style.setProperty("--view-height", `${height}px`);
        // What has changed its size is drawn before the next frame is shown.
        await new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
      }
  }, SIDES);
});
