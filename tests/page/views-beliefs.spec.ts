// What agents believe, as maps on the network: the colours, the reader's ways to one of them, the pictures to keep.
import type { Page } from "@playwright/test";
import { expect, test } from "./views-harness.ts";

type Color = [number, number, number];

/** Two networks of maps: on the left each agent says its own class, on the right all draw the circle. */
async function show(page: Page, agents = 16, family = "ring"): Promise<void> {
  await page.evaluate(
    async ([n, kind]) => {
      const { kit } = window;
      kit.host.style.setProperty("--view-height", "420px");
      kit.host.style.width = "800px";
      const view = kit.createGraphView(kit.host, kit.light, { onMethod: (panel, id) => kit.events.push([panel, id]) });
      view.update(kit.beliefs(n, kind));
      kit.graphView = view;
    },
    [agents, family] as const,
  );
  await settled(page);
}

function settled(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** The colour at (dx, dy) radii from the middle of an agent's map, of the network `panel`; y downwards. */
function colorAt(page: Page, panel: number, agent: number, dx: number, dy: number): Promise<Color> {
  return page.evaluate(
    ([panel, agent, dx, dy]) => {
      const { kit } = window;
      const data = kit.beliefs(16);
      const canvas = document.querySelector("canvas")!;
      const size = { width: canvas.clientWidth, height: canvas.clientHeight };
      const at = kit.placementOf(data, kit.layoutOf(data), kit.boxesOf(data, size)[panel]!);
      const ratio = canvas.width / size.width;
      const x = (at.x(agent) + dx * at.radius) * ratio;
      const y = (at.y(agent) + dy * at.radius) * ratio;
      return [...canvas.getContext("2d")!.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3)] as Color;
    },
    [panel, agent, dx, dy] as const,
  );
}

/** The colour in the middle of a network. */
function middleAt(page: Page, panel: number, dy = 0): Promise<Color> {
  return page.evaluate(
    ([panel, dy]) => {
      const { kit } = window;
      const canvas = document.querySelector("canvas")!;
      const size = { width: canvas.clientWidth, height: canvas.clientHeight };
      const box = kit.boxesOf(kit.beliefs(16), size)[panel]!;
      const ratio = canvas.width / size.width;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2 + dy];
      return [
        ...canvas
          .getContext("2d")!
          .getImageData(x * ratio, y * ratio, 1, 1)
          .data.slice(0, 3),
      ] as Color;
    },
    [panel, dy] as const,
  );
}

const isBlue = ([red, , blue]: Color): boolean => blue > 110 && red < 60;
const isOrange = ([red, , blue]: Color): boolean => red > 200 && blue < 110;

test("each disc has the colours of what its own model says, where it says so", async ({ page }) => {
  await show(page);
  // Without the samples' dots, which lie elsewhere.
  expect(isOrange(await colorAt(page, 0, 2, 0, 0))).toBe(true);
  expect(isBlue(await colorAt(page, 0, 12, 0, -0.75))).toBe(true);
  for (const agent of [2, 12]) {
    expect(isOrange(await colorAt(page, 1, agent, 0.93, 0))).toBe(true);
    expect(isBlue(await colorAt(page, 1, agent, 0, 0))).toBe(true);
  }
});

test("right is right and up is up: the higher y stands above", async ({ page }) => {
  await page.evaluate(async () => {
    const { kit } = window;
    kit.host.style.setProperty("--view-height", "420px");
    kit.host.style.width = "800px";
    const data = kit.beliefs(16);
    const beliefs = { fields: kit.fields(17, 24, (_, x, y) => 5 * (y + 0.3 * x)) };
    const { samples, ...rest } = data;
    const view = kit.createGraphView(kit.host, kit.light);
    view.update({ ...rest, panels: data.panels.map((panel) => ({ ...panel, beliefs })) });
  });
  await settled(page);
  expect(isBlue(await colorAt(page, 0, 5, 0, -0.8))).toBe(true);
  expect(isOrange(await colorAt(page, 0, 5, 0, 0.8))).toBe(true);
  // Where F = 0 a dark line runs.
  const line = await colorAt(page, 0, 5, 0, 0);
  expect(Math.max(...line)).toBeLessThan(140);
});

test("the two classes are told apart in grey, and a model that is unsure is the palest", async ({ page }) => {
  const greys = await page.evaluate(() => {
    const { beliefColor, MARKS, light, dark } = window.kit;
    const grey = (color: string): number =>
      [0.2126, 0.7152, 0.0722].reduce(
        (sum, share, i) => sum + share * parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16),
        0,
      );
    return [light, dark].map((theme) => ({
      sure: [grey(beliefColor(9, theme)), grey(beliefColor(-9, theme))],
      unsure: grey(beliefColor(0, theme)),
      marks: [grey(MARKS.positive.fill), grey(MARKS.negative.fill)],
    }));
  });
  for (const { sure, unsure, marks } of greys) {
    expect(Math.abs(sure[0]! - sure[1]!)).toBeGreaterThan(60);
    expect(unsure).toBeGreaterThan(Math.max(...sure) + 30);
    expect(Math.abs(marks[0]! - marks[1]!)).toBeGreaterThan(120);
  }
});

test("an agent chosen by key shows its map large in both networks, M that of the mean, Escape none", async ({
  page,
}) => {
  await show(page);
  await page.locator("canvas").focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < 12; i++) await page.keyboard.press("PageDown");
  await settled(page);
  await expect(page.locator(".view-graph [aria-live=assertive]")).toHaveText(
    /^Agent 12: right 50\u202f% with DSGD, 100\u202f% with Exact-Diffusion; neighbours 11, 13$/,
  );
  // Above the samples' ring, within the large map: its own class at the left, the other at the right.
  expect(isBlue(await middleAt(page, 0, -106))).toBe(true);
  expect(isOrange(await middleAt(page, 1, -106))).toBe(true);
  await page.keyboard.press("m");
  await settled(page);
  await expect(page.locator(".view-graph [aria-live=assertive]")).toHaveText("The map of the mean model");
  // The mean of DSGD is unsure everywhere.
  expect(Math.min(...(await middleAt(page, 0, -106)))).toBeGreaterThan(170);
  expect(isOrange(await middleAt(page, 1, -106))).toBe(true);
  await page.keyboard.press("Escape");
  await settled(page);
  expect(isOrange(await middleAt(page, 1, -106))).toBe(false);
});

test("pointing at an agent of either network shows it in both; a finger's choice stays", async ({ page }) => {
  await show(page);
  const place = (panel: number, agent: number) =>
    page.evaluate(
      ([panel, agent]) => {
        const { kit } = window;
        const data = kit.beliefs(16);
        const canvas = document.querySelector("canvas")!;
        const { left, top } = canvas.getBoundingClientRect();
        const size = { width: canvas.clientWidth, height: canvas.clientHeight };
        const at = kit.placementOf(data, kit.layoutOf(data), kit.boxesOf(data, size)[panel]!);
        return { x: left + at.x(agent), y: top + at.y(agent) };
      },
      [panel, agent] as const,
    );
  for (const panel of [0, 1]) {
    const { x, y } = await place(panel, 12);
    await page.mouse.move(x, y);
    await expect.poll(async () => isBlue(await middleAt(page, 0, -106))).toBe(true);
    await page.mouse.move(x, 5);
    await expect.poll(async () => isBlue(await middleAt(page, 0, -106))).toBe(false);
  }
  const { x, y } = await place(0, 12);
  const tap = (type: string, x: number, y: number) =>
    page.locator("canvas").dispatchEvent(type, {
      clientX: x,
      clientY: y,
      pointerType: "touch",
      isPrimary: true,
      button: 0,
      pointerId: 7,
      bubbles: true,
    });
  for (const type of ["pointerdown", "pointerup", "pointerleave"]) await tap(type, x, y);
  await expect.poll(async () => isBlue(await middleAt(page, 0, -106))).toBe(true);
  await tap("pointerdown", x, y + 150);
  await expect.poll(async () => isBlue(await middleAt(page, 0, -106))).toBe(false);
});

test("the choice above a network tells which network shall show which method", async ({ page }) => {
  await show(page);
  await page.getByRole("combobox", { name: "Method" }).nth(1).selectOption({ label: "DSGD" });
  expect(await page.evaluate(() => window.kit.events)).toEqual([[1, "DSGD"]]);
});

for (const family of ["ring", "complete"])
  test(`SVG of a ${family} has both networks' names, findings and maps`, async ({ page }) => {
    await show(page, 8, family);
    const svg = await page.evaluate(async () => {
      const { kit } = window;
      return kit.figureToSvg((await kit.graphView!.figure())!, "#ffffff");
    });
    for (const text of ["DSGD", "Exact-Diffusion", "50 % right", "100 % right", "dots: what it has seen"])
      expect(svg).toContain(`>${text}<`);
    const { broken, bands, numbers } = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      const { kit } = window;
      const blue = kit.beliefColor(9, kit.light);
      return {
        broken: parsed.querySelector("parsererror") !== null,
        bands: [...parsed.querySelectorAll("path")].filter((path) => path.getAttribute("fill")?.startsWith("#")).length,
        numbers: !/NaN|Infinity|undefined/.test(text) && blue.length === 7,
      };
    }, svg);
    expect(broken).toBe(false);
    expect(numbers).toBe(true);
    // Thirteen colours at most for each of 18 maps.
    expect(bands).toBeGreaterThan(18 * 8);
    const description = await page.evaluate(async () => (await window.kit.graphView!.figure())!.description);
    expect(description).toContain("DSGD: 50 % right");
  });

test("maps of 2 × 32 agents are drawn within a frame or two", async ({ page }) => {
  await show(page, 32);
  const each = await page.evaluate(async () => {
    const { kit } = window;
    const data = kit.beliefs(32);
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      const panels = data.panels.map((panel) => ({ ...panel, beliefs: { fields: { ...panel.beliefs!.fields } } }));
      const start = performance.now();
      kit.graphView!.update({ ...data, panels });
      await new Promise((done) => requestAnimationFrame(done));
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  });
  expect(each).toBeLessThan(100);
});
