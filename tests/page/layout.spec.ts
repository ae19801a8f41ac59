// Every lesson at every size: nothing lies on anything else, nothing is cut, and the first screen has what it is about.
import type { Locator, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { finished, frames, open, openPanels, small } from "./app.ts";
import { expect, test } from "./harness.ts";
import { drawnTexts, faults, rememberTexts } from "./layout.ts";

const SIZES = [
  [1366, 650],
  [1440, 900],
  [2560, 1440],
  [820, 1180],
  [390, 844],
  [360, 740],
  [844, 390],
] as const;

interface Preset {
  id: string;
  group: string;
  chapter?: string;
}

const { presets } = JSON.parse(readFileSync("src/presets.json", "utf8")) as { presets: Preset[] };
const lessons = presets.filter(({ group }) => group === "lesson");

/** What is still wrong when the pictures have their new sizes and all words have come. */
async function lastFaults(page: Page): Promise<string[]> {
  let found: string[] = [];
  const look = async () => {
    await frames(page);
    found = await faults(page);
    return found.length;
  };
  await expect
    .poll(look, { timeout: 2_000 })
    .toBe(0)
    .catch(() => {});
  return found;
}

for (const chapter of new Set(lessons.map(({ chapter }) => chapter))) {
  test(`nothing is cut or covered: ${chapter}`, async ({ page }) => {
    await rememberTexts(page);
    const told: string[] = [];
    for (const { id } of lessons.filter((lesson) => lesson.chapter === chapter)) {
      await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
      await page.goto("about:blank");
      await page.goto(`./#lesson=${id}`);
      await page.getByRole("button", { name: "Play again" }).waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        told.push(...(await lastFaults(page)).map((fault) => `${id}, ${width} × ${height}: ${fault}`));
      }
    }
    expect(told).toEqual([]);
  });

  test(`on a phone the first screen has the picture and the curves, down to their axis: ${chapter}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await rememberTexts(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const told: string[] = [];
    for (const { id } of lessons.filter((lesson) => lesson.chapter === chapter)) {
      await show(page, id);
      const inSight = async (selector: string): Promise<{ top: number; bottom: number; height: number }> => {
        const part = (await page.locator(selector).filter({ visible: true }).boundingBox())!;
        const bar = (await page.locator("#bar").boundingBox())!;
        const [top, bottom] = [part.y, part.y + part.height];
        if (top < 0 || bottom > bar.y) told.push(`${id}: ${selector} from ${top} to ${bottom}, the bar at ${bar.y}`);
        return { top, bottom, height: part.height };
      };
      const picture = await inSight("#graph .view-box");
      const curves = await inSight("#curves .view-curves .view-box");
      const plot = await inSight("#curves .view-plot");
      if (picture.bottom > curves.top) told.push(`${id}: the curves begin above the picture's end`);
      if (plot.height < 150) told.push(`${id}: the curves are ${plot.height} high`);
      // The canvas of maps has 30 px for a name, 36 px for the key, and twice 5 px around the ring.
      if (id.startsWith("beliefs") && picture.height - 76 < 230)
        told.push(`${id}: the ring is ${picture.height - 76} high`);
      const words = await drawnTexts(page.locator("#curves .view-curves canvas"));
      if (!words.some((word) => /^(DSGD|1 round|Yours)/.test(word))) told.push(`${id}: no names at the curves' ends`);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
    expect(told).toEqual([]);
  });
}

for (const [width, height] of [
  [1366, 650],
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const)
  test(`text a tenth wider and taller is neither cut nor covered, and nothing jumps, at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await rememberTexts(page);
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 17.6px !important }");
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const tops = new Set<string>();
      Object.assign(globalThis, { tops });
      const look = () => {
        // Of a run that is under way: what was there before it is not yet this one's.
        const words = document.querySelector("#transport .count")?.textContent ?? "";
        if (document.querySelector("#transport [aria-label=Pause]") && /k = [1-9]/.test(words)) {
          const parts = ["#stage", "#graph .view-box", "#curves .view-box", "#curves .view-bar-end", "#legend"];
          const places = parts.map((part) => document.querySelector(part)!.getBoundingClientRect().top);
          tops.add(places.map(Math.round).join(" "));
        }
        requestAnimationFrame(look);
      };
      addEventListener("DOMContentLoaded", look);
    });
    await page.setViewportSize({ width, height });
    for (const id of ["beliefs", "local-data", "lambda-ring"]) {
      await page.goto("about:blank");
      await page.goto(`./#lesson=${id}`);
      await page.getByRole("button", { name: "Play again" }).waitFor();
      expect(await lastFaults(page), id).toEqual([]);
      // The first is before the words about the run have come.
      const tops = await page.evaluate(() => [...(globalThis as unknown as { tops: Set<string> }).tops]);
      expect(tops.slice(1).length, `${id}: ${tops.join(" | ")}`).toBeLessThan(2);
    }
  });

test("on a phone what else there is to say of the network, and its tools, are one press away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await finished(page);
  const edit = page.getByRole("button", { name: "Edit network" });
  const more = page.getByRole("button", { name: "More", exact: true });
  await expect(edit).toBeHidden();
  await expect(page.locator("#graph .view-facts")).toBeHidden();
  await more.click();
  await expect(page.locator("#graph .view-facts")).toBeVisible();
  await edit.click();
  // Who edits keeps the tools.
  await more.click();
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(edit).toBeHidden();
});

for (const width of [360, 390, 820, 1366]) {
  test(`nothing is cut or covered in the panels of a page ${width} wide`, async ({ page }) => {
    await rememberTexts(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./#lesson=local-data");
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await openPanels(page);
    // All of it on one screen.
    await page.setViewportSize({ width, height: 15_000 });
    await page.evaluate(() => scrollTo(0, 0));
    expect(await lastFaults(page)).toEqual([]);
  });
}

test("the widest tables of numbers have their last columns in sight on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await finished(page);
  await openPanels(page);
  for (const host of ["#theory-transition", "#theory-validity"]) {
    const tables = page.locator(`${host} .scroll`);
    await expect(tables.last()).toBeVisible();
    for (const table of await tables.all())
      expect(await table.evaluate((part) => part.scrollWidth - part.clientWidth), host).toBeLessThanOrEqual(0);
  }
});

test("on a phone what is read off the curves leaves them free, and beside them their axis and names", async ({
  page,
}) => {
  await page.goto("./#lesson=local-data");
  await page.getByRole("button", { name: "Play again" }).waitFor();
  const tooltip = page.locator("#curves .view-tooltip");
  for (const [width, height] of [
    [1366, 650],
    [390, 844],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator("#curves").evaluate((curves) => curves.scrollIntoView({ block: "center" }));
    await frames(page);
    const plot = (await page.locator("#curves .view-plot").boundingBox())!;
    const box = (await page.locator("#curves .view-box").boundingBox())!;
    for (const share of [0.05, 0.5, 0.95]) {
      await page.mouse.move(plot.x + share * plot.width, plot.y + plot.height / 3);
      await expect(tooltip).toContainText("DSGD");
      const { x, y, width: wide, height: high } = (await tooltip.boundingBox())!;
      const isBeside = x >= plot.x - 1 && x + wide <= plot.x + plot.width + 1;
      const isOutside = y + high <= box.y + 1 || y >= box.y + box.height - 1;
      expect(isOutside || (isBeside && width > 400), `${width} × ${height}, at ${share}`).toBe(true);
    }
  }
});

test("a refusal is in sight, also where its control was swiped out of it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const topology = { kind: "wattsStrogatz", agents: 8, neighbors: 4, rewiring: 0.1 };
  await open(page, { ...small, network: { ...small.network, topology } });
  const neighbours = page.locator("#main-controls").getByRole("textbox", { name: /^Neighbo/ });
  await neighbours.evaluate((input: HTMLInputElement) => {
    document.getElementById("main-controls")!.scrollLeft = 10_000;
    input.value = "3";
    input.dispatchEvent(new Event("change"));
  });
  await expect(page.locator("#main-controls .note", { hasText: "must be even" })).toBeInViewport({ ratio: 1 });
});

test("who goes to a table of the paper by its address finds it at the top of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./#table-1");
  const study = page.locator("#panels details", { has: page.locator("#instrument-study") });
  await expect(study).toContainText("Computed beforehand");
  await expect.poll(async () => Math.abs((await study.boundingBox())!.y)).toBeLessThan(10);
});

test("the network stays in its place when it is edited", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto("./#lesson=local-data");
  await finished(page, 400);
  const top = async () => (await page.locator("#graph canvas").first().boundingBox())!.y;
  const before = await top();
  await page.getByRole("button", { name: "Edit network" }).click();
  await expect(page.locator("#graph .view-caption").first()).toContainText("Drag to link");
  expect(await top()).toBe(before);
});

test("who goes to a slider by keys stays with the pictures", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto("./");
  await page.getByRole("button", { name: "Play again" }).waitFor();
  const slider = page.locator("#main-controls").getByRole("slider", { name: /^Step size/ });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("#lessons")).toHaveClass(/changed/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("nothing is cut or covered by a network in summary, nor by agents that are far out", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await rememberTexts(page);
  await open(page, {
    ...small,
    iterations: 20,
    network: { topology: { kind: "erdosRenyi", agents: 600, probability: 0.02 }, weights: { rule: "metropolis" } },
  });
  await finished(page, 20);
  expect(await faults(page)).toEqual([]);
  await expect(page.locator("#graph .view-name:visible")).toHaveCount(0);
  await page.evaluate(() => (location.hash = "#lesson=pulled-apart"));
  await finished(page, 200);
  const step = page.locator("#main-controls").getByRole("textbox", { name: /^Step size/ });
  await step.fill("5");
  await step.press("Enter");
  const map = page.locator("#graph .view-contours canvas");
  const isFar = (canvas: HTMLCanvasElement) => {
    const { textsOf } = globalThis as unknown as { textsOf(canvas: HTMLCanvasElement): { text: string }[] };
    return textsOf(canvas).some(({ text }) => text.includes("×10"));
  };
  await expect.poll(() => map.evaluate(isFar)).toBe(true);
  expect((await faults(page)).filter((fault) => fault.includes("border"))).toEqual([]);
});

test("on paper headings have room above, and names of settings are whole", async ({ page }) => {
  await page.goto("./#lesson=lambda-ring");
  await page.getByRole("button", { name: "Play again" }).waitFor();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#story-text")).not.toBeEmpty();
  // The width of A4 within its margins.
  await page.locator("body").evaluate((body) => (body.style.width = "680px"));
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const [story, heading] = [await boxOf("#story"), await boxOf("#text h2")];
  expect(heading.y - story.y - story.height).toBeGreaterThan(20);
  const cut = await page
    .locator("#main-controls label:visible")
    .evaluateAll((labels) => labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length);
  expect(cut).toBe(0);
});

/** What is chosen, of choices that are narrower than its words. */
const cutChoices = (selects: Locator) =>
  selects.evaluateAll((all) =>
    (all as HTMLSelectElement[])
      .filter((select) => select.checkVisibility({ visibilityProperty: true }))
      .filter((select) => {
        const whole = select.cloneNode(true) as HTMLSelectElement;
        whole.selectedIndex = select.selectedIndex;
        whole.style.cssText = "position: absolute; width: auto; min-width: 0; max-width: none; field-sizing: content";
        select.after(whole);
        const wide = whole.offsetWidth;
        whole.remove();
        return wide > select.offsetWidth + 1;
      })
      .map((select) => select.selectedOptions[0]!.text),
  );

test("the bar has room for what is chosen and typed, on one line with the run’s own", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const data = {
    kind: "explicit",
    features: [1, 2, 3, 4].map((x) => [[x, 0.5]]),
    labels: [[1], [-1], [1], [-1]],
  };
  await open(page, {
    ...small,
    network: { topology: { kind: "ring", agents: 4 }, weights: { rule: "metropolis" } },
    problem: { kind: "logistic", regularization: 0.1, data },
    gradient: { noise: "gaussian", variance: 0.0001 },
  });
  await finished(page);
  const bar = page.locator("#main-controls");
  await expect(bar.getByRole("combobox", { name: "Data" }).locator(":checked")).toHaveText("Numbers in the document");
  expect(await cutChoices(bar.locator("select"))).toEqual([]);
  const noise = bar.getByRole("textbox", { name: /^Noise/ });
  expect(await noise.evaluate((input: HTMLInputElement) => input.scrollWidth <= input.clientWidth)).toBe(true);
  const tops = await page
    .locator("#transport .count, #main-controls label:visible")
    .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
});

async function show(page: Page, id: string): Promise<void> {
  // What is being loaded would be told of as lost.
  await page.waitForLoadState("networkidle");
  await page.goto("about:blank");
  await page.goto(`./#lesson=${id}`);
  await page.getByRole("button", { name: "Play again" }).waitFor();
}

test("what is said of a network has one line above it, and one below", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  for (const id of ["lambda-random", "fastest-weights", "pairs-that-meet", "one-peer"]) {
    await show(page, id);
    for (const line of [".view-caption", ".view-foot"]) {
      const { height } = (await page.locator(`#graph .view-graph ${line}`).boundingBox())!;
      expect(height, `${id}: ${line}`).toBeLessThan(28);
    }
  }
});

for (const [width, height] of [
  [1366, 650],
  [1440, 900],
  [2560, 1440],
] as const) {
  test(`the floors stand beside the curves on the same lines, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await rememberTexts(page);
    await page.goto("./#lesson=lambda-ring");
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await expect(page.locator(".view-floors canvas")).toBeVisible();
    /** The middle of a text in the picture, or of an element, from the top of the page. */
    const middle = async (where: string, text?: RegExp) => {
      const read = () =>
        page.locator(where).evaluate((element, text) => {
          const { top, bottom, width } = element.getBoundingClientRect();
          if (!text) return (top + bottom) / 2;
          type Drawn = { text: string; top: number; bottom: number };
          const { textsOf } = globalThis as unknown as { textsOf(canvas: HTMLCanvasElement): Drawn[] };
          const canvas = element as HTMLCanvasElement;
          const found = textsOf(canvas).find((drawn) => new RegExp(text).test(drawn.text));
          return found ? top + ((found.top + found.bottom) / 2) * (width / canvas.width) : NaN;
        }, text?.source);
      await expect.poll(read).toBeGreaterThan(0);
      return read();
    };
    const [curves, floors] = ["#curves .view-curves", "#curves .view-floors"];
    // Numbers below the axes, titles below them and above.
    expect(await middle(`${floors} canvas`, /^10²$/)).toBeCloseTo(await middle(`${curves} canvas`, /^10²$/), -1);
    const end = await middle(`${curves} .view-bar-end .view-select`);
    expect(Math.abs((await middle(`${floors} canvas`, /^1\/\(1/)) - end)).toBeLessThan(3);
    const top = await middle(`${curves} .view-bar .view-select >> nth=0`);
    expect(Math.abs((await middle(`${floors} canvas`, /^floor of/)) - top)).toBeLessThan(3);
  });
}

test("panels show their choices in full, and buttons as wide as their words", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto("./");
  await openPanels(page);
  await expect(page.locator("#instrument-polynomials button").first()).toBeVisible();
  await expect(page.locator("#instrument-study select").first()).toBeVisible();
  expect(await cutChoices(page.locator("#panels select"))).toEqual([]);
  const add = page.getByRole("button", { name: "Add a method of your own" });
  expect((await add.boundingBox())!.width).toBeLessThan(250);
});

test("on a tablet every control of the bar and every part of the page is in sight", async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("./");
  for (const { id } of lessons) {
    await show(page, id);
    for (const control of await page.locator("#main-controls .field:visible").all())
      await expect(control, id).toBeInViewport({ ratio: 1 });
  }
  for (const part of ["Set up", "Theory", "Instruments", "Files"])
    await expect(page.locator("#tools").getByRole("button", { name: part, exact: true })).toBeInViewport({ ratio: 1 });
});
