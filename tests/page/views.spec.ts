// What only a browser can tell of the figures: pixels, layout, speed, files.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, frames, show, test } from "./views-harness.ts";

test("canvases have as many pixels as the screen shows, also when the zoom changes; their text grows with the page's type", async ({
  page,
}) => {
  await show(page, "ring");
  const pixels = (): Promise<number[]> =>
    page.evaluate(() => {
      const canvas = document.querySelector("canvas")!;
      return [canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight, devicePixelRatio].map((x) =>
        Number(x.toFixed(2)),
      );
    });
  const session = await page.context().newCDPSession(page);
  for (const deviceScaleFactor of [1, 1.5, 3]) {
    const width = 1050 / deviceScaleFactor;
    await session.send("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor, mobile: false });
    await expect.poll(pixels).toEqual([deviceScaleFactor, deviceScaleFactor, deviceScaleFactor]);
  }
  const sizes = await page.evaluate(async () => {
    document.documentElement.style.fontSize = "24px";
    const drawn = new Set<number>();
    const paint = CanvasRenderingContext2D.prototype;
    const { fillText } = paint;
    paint.fillText = function (this: CanvasRenderingContext2D, ...text) {
      drawn.add(Math.round((parseFloat(this.font) * this.getTransform().d) / devicePixelRatio));
      fillText.apply(this, text);
    };
    const { kit } = window;
    kit.createCurvesView(kit.host, kit.light).update(kit.curves((k, m) => 10 ** (-m - k / 100), 101));
    kit.createGraphView(kit.host, kit.light).update(kit.ring(8));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [...drawn];
  });
  // 12 px, and a little less in the network's legend, at 16 px a rem.
  expect(sizes.sort()).toEqual([17, 18]);
});

test("each map has the colours of what its own model says, where it says so; the higher y stands above", async ({
  page,
}) => {
  type Color = [number, number, number];
  /** The colour at (dx, dy) radii from the middle of an agent's map, of the network `panel`; y downwards. */
  const colorAt = (panel: number, agent: number, dx: number, dy: number): Promise<Color> =>
    page.evaluate(
      ([panel, agent, dx, dy]) => {
        const { kit } = window;
        const data = kit.beliefs(16);
        const canvas = document.querySelector("canvas")!;
        const size = { width: canvas.clientWidth, height: canvas.clientHeight };
        const at = kit.placementOf(data, kit.layoutOf(data), kit.boxesOf(data, size)[panel]!);
        const ratio = canvas.width / size.width;
        const [x, y] = [at.x(agent) + dx * at.radius, at.y(agent) + dy * at.radius].map((u) => Math.round(u * ratio));
        return [...canvas.getContext("2d")!.getImageData(x!, y!, 1, 1).data.slice(0, 3)] as Color;
      },
      [panel, agent, dx, dy] as const,
    );
  const isBlue = ([red, , blue]: Color): boolean => blue > 110 && red < 60;
  const isOrange = ([red, , blue]: Color): boolean => red > 200 && blue < 110;
  await show(page, "beliefs");
  // Without the samples' dots, which lie elsewhere.
  expect(isOrange(await colorAt(0, 2, 0, 0))).toBe(true);
  expect(isBlue(await colorAt(0, 12, 0, -0.75))).toBe(true);
  for (const agent of [2, 12]) {
    expect(isOrange(await colorAt(1, agent, 0.93, 0))).toBe(true);
    expect(isBlue(await colorAt(1, agent, 0, 0))).toBe(true);
  }
  await page.evaluate(() => {
    const { kit } = window;
    const data = kit.beliefs(16);
    const beliefs = { fields: kit.fields(17, 24, (_, x, y) => 5 * (y + 0.3 * x)) };
    const { samples, ...rest } = data;
    kit.graphView!.update({ ...rest, panels: data.panels.map((panel) => ({ ...panel, beliefs })) });
  });
  await frames(page);
  expect(isBlue(await colorAt(0, 5, 0, -0.8))).toBe(true);
  expect(isOrange(await colorAt(0, 5, 0, 0.8))).toBe(true);
  // Where F = 0 a dark line runs.
  expect(Math.max(...(await colorAt(0, 5, 0, 0)))).toBeLessThan(140);
});

test("in windows of any width what is read stands beside its place, within the picture", async ({ page }) => {
  for (const width of [340, 480, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    await show(page, "curves");
    const over = (await page.locator(".view-plot").boundingBox())!;
    const picture = (await page.locator(".view-box").boundingBox())!;
    const tooltip = page.locator(".view-tooltip");
    for (const share of [0.1, 0.45, 0.5, 0.55, 0.9]) {
      const x = over.x + share * over.width;
      await page.mouse.move(x, over.y + 60);
      await expect(tooltip).toContainText("PSGD");
      await frames(page);
      const { left, right } = await tooltip.evaluate((panel) => panel.getBoundingClientRect());
      expect(left > x + 5 || right < x - 5, `from ${left} to ${right}, beside ${x}`).toBe(true);
      expect(left).toBeGreaterThanOrEqual(picture.x - 1);
      expect(right).toBeLessThanOrEqual(picture.x + picture.width + 1);
    }
  }
  for (const width of [360, 520]) {
    await page.setViewportSize({ width, height: 800 });
    await show(page, "ring");
    await page.evaluate(() => {
      const { kit } = window;
      kit.graphView!.update(kit.graph("star", 500, Array.from({ length: 499 }, (_, i) => [0, i + 1]).flat()));
    });
    await page.locator("canvas").focus();
    await page.keyboard.press("Home");
    const panel = page.locator(".view-tooltip");
    await expect(panel).toContainText("… (499)");
    const name = panel.getByRole("rowheader", { name: "neighbours", includeHidden: true });
    const [outer, inner] = [(await panel.boundingBox())!, (await panel.locator("td").last().boundingBox())!];
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    // In one line: its row is as high as the lines of the neighbours beside it.
    expect(await name.evaluate((cell) => cell.scrollWidth <= cell.clientWidth + 1)).toBe(true);
    expect(outer.height).toBeLessThan(220);
  }
});

test("large data are drawn within a few frames", async ({ page }) => {
  const each = await page.evaluate(async () => {
    const { kit } = window;
    const time = async (update: (again: number) => void): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < 10; i++) {
        const start = performance.now();
        update(i);
        await new Promise((done) => requestAnimationFrame(done));
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const network = kit.createGraphView(kit.host, kit.light);
    const edges = Array.from({ length: 500 }, (_, i) => [1, 2, 3, 4].flatMap((step) => [i, (i + step * step) % 500]));
    const dense = kit.graph("ring", 500, edges.flat());
    const maps = kit.beliefs(32);
    const curves = kit.createCurvesView(kit.host, kit.light);
    const long = kit.curves((k, m) => 10 ** -(3 * (1 - Math.exp(-k / 80)) + m), 20_001);
    return [
      await time(() => network.update({ ...dense, panels: dense.panels.map((panel) => ({ ...panel })) })),
      await time(() => {
        const panels = maps.panels.map((panel) => ({ ...panel, beliefs: { fields: { ...panel.beliefs!.fields } } }));
        network.update({ ...maps, panels });
      }),
      await time(() => curves.update({ ...long })),
    ];
  });
  expect(Math.max(...each)).toBeLessThan(150);
});

test("PNG has twice the size of the picture, and shows the same as SVG; a file has its name; what cannot be copied is shown", async ({
  page,
}) => {
  const { sizes, difference } = await page.evaluate(async () => {
    const { kit } = window;
    const view = kit.createGraphView(kit.host, kit.light);
    view.update(kit.ring(8));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const figure = (await view.figure())!;
    const bitmap = await createImageBitmap(await kit.figureToPng(figure, "#ffffff"));
    const picture = new Image(bitmap.width, bitmap.height);
    picture.src = `data:image/svg+xml,${encodeURIComponent(kit.figureToSvg(figure, "#ffffff"))}`;
    await picture.decode();
    const pixels = (source: CanvasImageSource): Uint8ClampedArray => {
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d")!;
      context.drawImage(source, 0, 0, bitmap.width, bitmap.height);
      return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    };
    const [a, b] = [pixels(bitmap), pixels(picture)];
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
    return { sizes: [bitmap.width / figure.width, bitmap.height / figure.height], difference: sum / a.length };
  });
  for (const size of sizes) expect(size).toBeCloseTo(2, 2);
  expect(difference).toBeLessThan(1);

  const started = page.waitForEvent("download");
  await page.evaluate(() => window.kit.saveFile("curves.csv", "iteration,method\n", "text/csv"));
  expect((await started).suggestedFilename()).toBe("curves.csv");
  await page.evaluate(() => window.kit.showText("https://example.org/#v1", "Here is the link:"));
  await expect(page.getByRole("textbox")).toHaveValue("https://example.org/#v1");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("all views pass axe, in light and dark", async ({ page }) => {
  await page.evaluate(() => {
    const { kit } = window;
    for (const theme of [kit.light, kit.dark]) {
      const place = (): HTMLElement => {
        const section = document.createElement("section");
        section.style.background = theme.paper;
        kit.host.append(section);
        return section;
      };
      kit.createGraphView(place(), theme, { onEdit: () => true }).update(kit.graph("explicit", 5, [0, 1, 1, 2, 3, 4]));
      kit.createCurvesView(place(), theme).update(kit.curves((k, m) => 10 ** (-m - k / 50), 100));
      const method = kit.STYLES[1]!;
      kit.createHeatMapView(place(), theme).update({ agents: 3, dimension: 2, iterates: [1, 2, 3, 4, 5, 6], method });
      kit
        .createLandscapeView(place(), theme)
        .update({ x: [-1, 0, 1], f: [1, 0, 1], methods: [{ method, iterates: [0.5, -0.5] }] });
      kit
        .createSpectrumView(place(), theme)
        .update({ network: [0.5], methods: [{ method, re: [0.5], im: [0.1], of: [0] }] });
    }
  });
  for (const details of await page.locator("details").all()) await details.locator("summary").click();
  await page.addScriptTag({
    content: readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
  });
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // The heading and title of a page are the page's.
    const { violations } = await axe.run("#host", { rules: { "page-has-heading-one": { enabled: false } } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  });
  expect(found).toEqual([]);
});
