// Pictures and the clipboard, in a browser.
import { expect, test } from "./views-harness.ts";

const HOSTILE = `<img src=x onerror="alert(1)"> & 'q' "d" ]]>`;

test("SVG of curves and network is well-formed, says what is shown, and quotes hostile names", async ({ page }) => {
  const report = await page.evaluate(async (name) => {
    const { kit } = window;
    const data = kit.curves((k, m) => 10 ** (-m - k / 100), 101);
    data.series[0]!.method = { ...data.series[0]!.method, label: name };
    const graph = kit.ring(8);
    graph.quantities[0]!.label = name;
    const views = [kit.createCurvesView(kit.host, kit.light), kit.createGraphView(kit.host, kit.light)] as const;
    views[0].update(data);
    views[1].update(graph);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const figures = await Promise.all(views.map((view) => view.figure()));
    return figures.map((figure) => {
      const parsed = new DOMParser().parseFromString(kit.figureToSvg(figure!, "#ffffff"), "image/svg+xml");
      const texts = [...parsed.querySelectorAll("text")].map((node) => node.textContent);
      return {
        broken: parsed.querySelector("parsererror") !== null,
        foreign: parsed.querySelectorAll("img, script, foreignObject, a, [onerror]").length,
        named: texts.includes(name),
        described: parsed.querySelector("desc")!.textContent,
        paths: parsed.querySelectorAll("path").length,
        numbers: !/NaN|Infinity|undefined/.test(parsed.documentElement.outerHTML),
      };
    });
  }, HOSTILE);
  expect(report[0]).toMatchObject({ broken: false, foreign: 0, named: true, numbers: true });
  expect(report[1]).toMatchObject({ broken: false, foreign: 0, named: true, numbers: true });
  expect(report[0]!.described).toContain("largest first");
  expect(report[1]!.described).toContain("Ring: 8 agents, degree 2. 8 links.");
  expect(report[1]!.paths).toBeGreaterThan(9);
});

test("a picture of a network that changes says that the numbers on its links are mean weights", async ({ page }) => {
  const texts = await page.evaluate(async () => {
    const { kit } = window;
    const view = kit.createGraphView(kit.host, kit.light);
    const textsOf = async (changes?: string): Promise<string[]> => {
      const graph = kit.ring(8);
      view.update({ ...graph, weights: Array(8).fill(0.25), ...(changes === undefined ? {} : { changes }) });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const picture = kit.figureToSvg((await view.figure())!, "#ffffff");
      const nodes = new DOMParser().parseFromString(picture, "image/svg+xml").querySelectorAll("text");
      return [...nodes].map((node) => node.textContent);
    };
    const before = await textsOf("λ of E[Wₖ] = 0.9");
    [...kit.host.querySelectorAll("button")].find((button) => button.textContent === "Weights")!.click();
    return [before, await textsOf("λ of E[Wₖ] = 0.9"), await textsOf()];
  });
  const [hidden, changing, fixed] = texts as [string[], string[], string[]];
  expect(changing).toEqual(expect.arrayContaining(["0.25", "on the links: mean weights over the iterations"]));
  expect(fixed).toContain("0.25");
  for (const other of [hidden, fixed]) expect(other.join()).not.toContain("mean weights");
});

test("PNG has twice the size of the picture, and both formats show the same", async ({ page }) => {
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
  expect(sizes[0]).toBeCloseTo(2, 2);
  expect(sizes[1]).toBeCloseTo(2, 2);
  expect(difference).toBeLessThan(1);
});

test("what cannot be copied is shown, to copy by hand", async ({ page }) => {
  await page.evaluate(() => window.kit.showText("https://example.org/#v1", "Here is the link:"));
  const area = page.getByRole("textbox");
  await expect(area).toHaveValue("https://example.org/#v1");
  expect(await page.evaluate(() => getSelection()!.toString() || document.activeElement?.tagName)).toBeTruthy();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a file is handed over under its name", async ({ page }) => {
  const started = page.waitForEvent("download");
  await page.evaluate(() => window.kit.saveFile("curves.csv", "iteration,method\n", "text/csv"));
  const download = await started;
  expect(download.suggestedFilename()).toBe("curves.csv");
});
