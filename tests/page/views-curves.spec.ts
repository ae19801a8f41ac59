// The curves view in a browser: what is hard to draw, and what the reader does.
import { chromium, type Page } from "@playwright/test";
import { expect, test } from "./views-harness.ts";

/** Shows curves of the named course; switches and choices are noted down. */
async function show(page: Page, course: "sound" | "tiny" | "zero" | "diverging", points = 401): Promise<void> {
  await page.evaluate(
    async ([name, count]) => {
      const { kit } = window;
      const courses = {
        sound: (k: number, m: number) => 10 ** -(3 * (1 - Math.exp(-k / 80)) + m),
        tiny: (k: number, m: number) => 10 ** -((30 * k) / (count - 1) + m / 10),
        zero: (k: number, m: number) => (k === 0 || m === 0 ? 0 : 1e-3 / (k + m)),
        diverging: (k: number, m: number) => (m === 2 ? (k > 200 ? NaN : 0.1 * 10 ** (k / 4)) : 0.1 / (1 + k)),
      };
      const data = kit.curves(courses[name], count);
      if (name === "diverging") data.series[2]!.divergedAt = 201;
      const view = kit.createCurvesView(kit.host, kit.light, {
        onMetric: (id) => kit.events.push(id),
        onAxis: (id) => kit.events.push(id),
        onLogY: (on) => kit.events.push(on),
      });
      view.update(data);
      kit.curvesView = view;
      kit.curvesShown = data;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    },
    [course, points] as const,
  );
}

/** The texts of the exported figure: ticks, titles, labels. */
async function texts(page: Page): Promise<string[]> {
  const svg = await page.evaluate(async () =>
    window.kit.figureToSvg((await window.kit.curvesView!.figure())!, "#ffffff"),
  );
  return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!);
}

/** Share of the plotting area's pixels that are neither ground, grid nor rule. */
function coloured(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".view-curves canvas");
    if (canvas === null) return 0;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (
        data[i + 3]! > 100 &&
        Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!) > 40
      )
        count++;
    return count / (data.length / 4);
  });
}

test("a log axis that reaches 1e-30 is drawn at once, in decades", async ({ page }) => {
  const start = Date.now();
  await show(page, "tiny");
  expect(Date.now() - start).toBeLessThan(3000);
  const labels = (await texts(page)).filter((text) => /^10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+$/.test(text));
  expect(labels).toContain("10⁻³⁰");
  expect(labels).toContain("10⁰");
  expect(labels.length).toBeLessThanOrEqual(16);
  expect(await coloured(page)).toBeGreaterThan(0.002);
});

test("the curves appear in a browser whose language is en-US@posix", async ({ site }) => {
  const { launchOptions } = test.info().project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    env: { ...process.env, LC_ALL: "C", LANG: "C", LANGUAGE: "" },
  });
  try {
    const page = await browser.newPage({ baseURL: site });
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    // Whatever this build of the browser makes of the environment, the page sees a language that `Intl` refuses.
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix", configurable: true });
    });
    await page.goto("tests/page/fixtures/views.html");
    await page.locator("html[data-ready]").waitFor();
    await show(page, "sound");
    expect(await coloured(page)).toBeGreaterThan(0.002);
    expect(await page.evaluate(() => navigator.language)).toBe("en-US@posix");
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("zeros on a log axis: a curve that starts there begins later, one that stays there is named", async ({ page }) => {
  await show(page, "zero");
  expect(await texts(page)).toContain("PSGD = 0");
  expect(await coloured(page)).toBeGreaterThan(0.002);
  const over = (await page.locator(".view-plot").boundingBox())!;
  await page.mouse.move(over.x + 1, over.y + 50);
  await expect(page.locator(".view-tooltip")).toContainText("iteration k = 0");
  await expect(page.locator(".view-tooltip tr").filter({ hasText: "PSGD" }).locator("td").first()).toHaveText("0");
  await page.evaluate(() => {
    const { kit } = window;
    const nothing = kit.curves(() => 0, 5);
    kit.curvesView!.update({ ...nothing, series: nothing.series.slice(0, 1) });
    kit.curvesView!.update({ ...nothing, series: [] });
    kit.curvesView!.update(kit.curves(() => 0, 0));
    kit.curvesView!.update(kit.curves(() => 1, 1));
  });
});

test("a method that diverges is marked in words and leaves the scale to the others", async ({ page }) => {
  await show(page, "diverging");
  const shown = await texts(page);
  expect(shown).toContain("Exact-Diffusion diverged at k = 201");
  expect(shown).not.toContain("10⁵");
  await expect(page.locator("[aria-live=polite]")).toContainText("Exact-Diffusion diverged at iteration 201");
});

test("the names of methods that diverge at once stand one above another", async ({ page }) => {
  await page.evaluate(() => {
    const { kit } = window;
    // All leave through the top, two a little below the third.
    const data = kit.curves((k, m) => 10 ** (k / 2 - (m === 0 ? 0 : 0.05 * m)), 12);
    for (const series of data.series) series.divergedAt = 12;
    kit.curvesView = kit.createCurvesView(kit.host, kit.light);
    kit.curvesView.update({ ...data, xEnd: 400 });
  });
  const svg = await page.evaluate(async () =>
    window.kit.figureToSvg((await window.kit.curvesView!.figure())!, "#ffffff"),
  );
  // Behind the names in the key.
  const heights = [...svg.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>[^<]*diverged/g)]
    .slice(-3)
    .map(([, y]) => Number(y))
    .sort((a, b) => a - b);
  expect(heights.length).toBe(3);
  expect(heights[1]! - heights[0]!).toBeGreaterThan(12);
  expect(heights[2]! - heights[1]!).toBeGreaterThan(12);
});

test("the summary waits for the first numbers, and does not miss them", async ({ page }) => {
  const said = () => page.locator("[aria-live=polite]").textContent();
  await page.evaluate(() => {
    const { kit } = window;
    kit.curvesView = kit.createCurvesView(kit.host, kit.light);
    kit.curvesView.update(kit.curves(() => 1, 0));
  });
  expect(await said()).toBe("");
  await page.evaluate(() => window.kit.curvesView!.update(window.kit.curves(() => 1, 5)));
  await expect.poll(said).toContain("PSGD 1");
});

test("the reading at the cursor names all methods, largest first, and follows the run", async ({ page }) => {
  await show(page, "sound");
  const over = (await page.locator(".view-plot").boundingBox())!;
  await page.mouse.move(over.x + over.width / 2, over.y + 60);
  const tooltip = page.locator(".view-tooltip");
  await expect(tooltip).toContainText("iteration k = 200");
  expect(await tooltip.locator("th").allTextContents()).toEqual(["PSGD", "DSGD", "Exact-Diffusion"]);
  const before = await tooltip.textContent();
  await page.evaluate(() => {
    const { kit } = window;
    kit.curvesView!.update(kit.curves((k, m) => 10 ** (-m - k / 100), 401));
  });
  await expect(tooltip).not.toHaveText(before!);
  await expect(tooltip).toContainText("0.0100");
  await page.mouse.move(1, 1);
  await expect(tooltip).toBeHidden();
});

for (const width of [340, 480, 1000]) {
  test(`in a window ${width} wide the reading stands beside the cursor's line, within the picture`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await show(page, "sound");
    const over = (await page.locator(".view-plot").boundingBox())!;
    const picture = (await page.locator(".view-box").boundingBox())!;
    const tooltip = page.locator(".view-tooltip");
    for (const share of [0.1, 0.45, 0.5, 0.55, 0.9]) {
      const x = over.x + share * over.width;
      await page.mouse.move(x, over.y + 60);
      await expect(tooltip).toContainText("PSGD");
      const { left, right } = await tooltip.evaluate((panel) => panel.getBoundingClientRect());
      expect(left > x + 5 || right < x - 5, `from ${left} to ${right}, beside ${x}`).toBe(true);
      expect(left).toBeGreaterThanOrEqual(picture.x - 1);
      expect(right).toBeLessThanOrEqual(picture.x + picture.width + 1);
    }
  });
}

test("the text of the figures grows with the page's type", async ({ page }) => {
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

test("a drag zooms, and Show all, a double click or Escape undo it", async ({ page }) => {
  await show(page, "sound");
  const over = (await page.locator(".view-plot").boundingBox())!;
  const reset = page.getByRole("button", { name: "Show all" });
  const zoom = async (): Promise<void> => {
    await page.mouse.move(over.x + over.width * 0.5, over.y + 80);
    await page.mouse.down();
    await page.mouse.move(over.x + over.width * 0.7, over.y + 80, { steps: 4 });
    await page.mouse.up();
    await expect(reset).toBeVisible();
  };
  await zoom();
  const shown = (await texts(page)).filter((text) => /^\d+$/.test(text)).map(Number);
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(200);
  expect(Math.max(...shown)).toBeLessThanOrEqual(280);
  await reset.click();
  await expect(reset).toBeHidden();
  await zoom();
  await page.mouse.dblclick(over.x + 100, over.y + 80);
  await expect(reset).toBeHidden();
  await page.locator(".view-box").focus();
  for (const key of ["+", "Escape"]) await page.keyboard.press(key);
  await expect(reset).toBeHidden();
});

test("choices of metric, axis and scale are reported", async ({ page }) => {
  await show(page, "sound");
  await page.getByRole("combobox", { name: "What is plotted" }).selectOption("consensus");
  await page.getByRole("combobox", { name: "Horizontal axis" }).selectOption("rounds");
  await page.getByRole("checkbox", { name: "Logarithmic vertical axis" }).uncheck();
  expect(await page.evaluate(() => window.kit.events)).toEqual(["consensus", "rounds", false]);
});

test("the keyboard reads the curves, and a table holds them", async ({ page }) => {
  await show(page, "sound");
  await page.locator(".view-box").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".view-tooltip")).toContainText("iteration k = 1");
  await expect(page.locator("[aria-live=assertive]")).toContainText("iteration k 1: PSGD");
  await page.getByText("Data table").click();
  await expect(page.locator(".view-table tbody tr")).toHaveCount(14);
  await expect(page.locator(".view-table tbody tr").last().locator("td").first()).toHaveText("400");
});

test("methods with their own abscissae share one plot; one that never moves is a level", async ({ page }) => {
  await page.evaluate(() => {
    const { kit } = window;
    const data = kit.curves((k, m) => 10 ** (-m - k / 100), 101);
    data.series[0]!.x = Array.from(data.series[0]!.x, () => 0);
    data.series[2]!.x = Array.from(data.series[2]!.x, (k) => 2 * k);
    kit.createCurvesView(kit.host, kit.light).update(data);
  });
  await expect.poll(() => coloured(page)).toBeGreaterThan(0.002);
  const over = (await page.locator(".view-plot").boundingBox())!;
  await page.mouse.move(over.x + over.width - 2, over.y + 60);
  await expect(page.locator(".view-tooltip tr").filter({ hasText: "PSGD" })).toContainText("0.100");
});

test("where curves lie on each other each of them is seen", async ({ page }) => {
  const colours = await page.evaluate(async () => {
    const { kit } = window;
    const view = kit.createCurvesView(kit.host, kit.light);
    const data = kit.curves((k) => 10 ** (-3 * (1 - Math.exp(-k / 80))), 401);
    view.update({ ...data, series: data.series.map(({ low, high, ...series }) => series) });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const canvas = document.querySelector<HTMLCanvasElement>(".view-curves canvas")!;
    const { data: pixels } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    return kit.STYLES.map((style) => {
      const own = [1, 3, 5].map((at) => Number.parseInt(kit.methodColor(style, kit.light).slice(at, at + 2), 16));
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4)
        if (own.every((part, channel) => Math.abs(part - pixels[i + channel]!) < 12)) count++;
      return count;
    });
  });
  // A third of the way each; the way is more than 600 pixels long.
  for (const count of colours) expect(count).toBeGreaterThan(100);
});

test("20,000 points of three methods are drawn within a few frames", async ({ page }) => {
  await show(page, "sound", 20001);
  const each = await page.evaluate(async () => {
    const { kit } = window;
    const start = performance.now();
    for (let i = 0; i < 10; i++) {
      kit.curvesView!.update({ ...kit.curvesShown! });
      await new Promise((done) => requestAnimationFrame(done));
    }
    return (performance.now() - start) / 10;
  });
  expect(each).toBeLessThan(150);
});

test("the wheel over the curves scrolls the page, and nothing is left behind", async ({ page }) => {
  await show(page, "sound");
  await page.evaluate(() => (document.body.style.minHeight = "3000px"));
  const over = (await page.locator(".view-plot").boundingBox())!;
  await page.mouse.move(over.x + 100, over.y + 100);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => window.kit.curvesView!.destroy());
  expect(await page.evaluate(() => window.kit.host.childElementCount)).toBe(0);
});
