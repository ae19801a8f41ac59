// What is laid out on one page at a time: what moves, what lines up, and what fits any width.
import type { Page } from "@playwright/test";
import { finished, frames, open, openPanels, small, tell } from "./app.ts";
import { expect, test } from "./harness.ts";
import { faults, lastFaults, rememberTexts, SIZES, storyFaults } from "./layout.ts";

test("text a tenth wider and taller is neither cut nor covered", async ({ page }) => {
  await rememberTexts(page);
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 17.6px !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  const told: string[] = [];
  for (const id of ["beliefs", "local-data", "lambda-ring", "one-recursion"]) {
    await tell(page, id);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      // A phone whose reader wants larger type is scrolled.
      const look = width < 700 ? faults : storyFaults;
      told.push(...(await lastFaults(page, look)).map((fault) => `${id}, ${width} × ${height}: ${fault}`));
    }
  }
  expect(told).toEqual([]);
});

test("nothing moves while a run is shown, nor when it ends", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const tops = new Set<string>();
    Object.assign(globalThis, { tops });
    const look = () => {
      // Of a run that is under way: what was there before it is not yet this one's.
      if (/iteration [1-9]/.test(document.querySelector(".time-line input")?.getAttribute("aria-valuetext") ?? "")) {
        const parts = ["#stage", "#graph .view-box", "#curves .view-box", "#reading", "#bar", "#way"];
        const places = parts.map((part) => document.querySelector(part)!.getBoundingClientRect());
        tops.add(places.map(({ top, left, height }) => [top, left, height].map(Math.round).join("/")).join(" "));
      }
      requestAnimationFrame(look);
    };
    addEventListener("DOMContentLoaded", look);
  });
  for (const [[width, height], id] of [
    [SIZES[0], "local-data"],
    [SIZES[2], "lambda-ring"],
    [SIZES[3], "beliefs"],
  ] as const) {
    await page.goto("about:blank");
    await page.setViewportSize({ width, height });
    await tell(page, id);
    // The first may be from before the figures have their data.
    const tops = await page.evaluate(() => [...(globalThis as unknown as { tops: Set<string> }).tops]);
    expect(tops.slice(1).length, `${id}: ${tops.join(" | ")}`).toBeLessThan(2);
  }
});

test("where floors stand beside the curves their axes are nearly on the same lines", async ({ page }) => {
  await rememberTexts(page);
  await tell(page, "lambda-ring");
  await expect(page.locator(".view-floors canvas")).toBeVisible();
  for (const [width, height] of [SIZES[0], [2560, 1440]] as const) {
    await page.setViewportSize({ width, height });
    /** The middle of the lowest of the powers of ten below an axis, from the top of the page. */
    const below = async (where: string) => {
      const read = () =>
        page.locator(where).evaluate((element) => {
          const { top, width } = element.getBoundingClientRect();
          type Drawn = { text: string; top: number; bottom: number };
          const { textsOf } = globalThis as unknown as { textsOf(canvas: HTMLCanvasElement): Drawn[] };
          const canvas = element as HTMLCanvasElement;
          const powers = textsOf(canvas).filter(({ text }) => /^10[¹²³]$/.test(text));
          return top + Math.max(...powers.map((one) => (one.top + one.bottom) / 2)) * (width / canvas.width);
        });
      await expect.poll(read).toBeGreaterThan(0);
      return read();
    };
    await frames(page);
    const apart = (await below("#curves .view-curves canvas")) - (await below("#curves .view-floors canvas"));
    expect(Math.abs(apart)).toBeLessThan(14);
  }
});

test("what is read off the curves leaves them free on a phone, and their names beside them", async ({ page }) => {
  await tell(page, "local-data");
  const tooltip = page.locator("#curves .view-tooltip");
  for (const [width, height] of [SIZES[0], SIZES[3]]) {
    await page.setViewportSize({ width, height });
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
      expect(x >= 0 && y >= 0 && x + wide <= width && y + high <= height, `${width} × ${height}, at ${share}`).toBe(
        true,
      );
    }
  }
});

/** What does not fit the window's width. */
async function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const parts = [
      document.documentElement,
      ...document.querySelectorAll("main button, main select, main input, main p, main h2"),
    ];
    /** What is swiped sideways in a line of its own. */
    const isSwiped = (element: Element) =>
      [".swiped", "#main-controls"].some((name) => {
        const line = element.closest(name);
        return line !== null && getComputedStyle(line).overflowX === "auto";
      });
    const sticksOut = (element: Element) => {
      const box = element.getBoundingClientRect();
      return (
        element.checkVisibility() &&
        !element.closest(".scroll, .view-table, .formula") &&
        !isSwiped(element) &&
        box.width > 1 &&
        (box.right > room + 1 || box.left < 0)
      );
    };
    const wide = document.documentElement.scrollWidth > room ? ["the page scrolls sideways"] : [];
    return [...wide, ...parts.filter(sticksOut).map((element) => element.outerHTML.slice(0, 80))];
  });
}

test("from 320 to 3840 pixels wide nothing sticks out, whatever is open, and no formula has to be scrolled", async ({
  page,
}) => {
  for (const room of ["story", "laboratory"]) {
    await page.goto("about:blank");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`./#preset=beliefs&room=${room}`);
    await finished(page, 200);
    if (room === "story") await page.getByRole("button", { name: "More about this" }).click();
    else {
      await openPanels(page);
      for (const table of await page.locator(".view-table > summary:visible").all()) await table.click();
    }
    for (const [width, height] of [
      [320, 640],
      [360, 740],
      [768, 1024],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => outside(page), { message: `${room}, ${width} × ${height}` }).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const cut = () =>
    page
      .locator("#text .formula")
      .evaluateAll((lines) => lines.filter((line) => line.scrollWidth > line.clientWidth).length);
  await expect(page.locator("#text .formula")).not.toHaveCount(0);
  expect(await cut()).toBe(0);
});

test("a network that is edited stays in its place", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await open(page, small);
  await finished(page);
  const top = async () => (await page.locator("#graph canvas").first().boundingBox())!.y;
  const before = await top();
  await page.getByRole("button", { name: "Edit network" }).click();
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  expect(await top()).toBe(before);
});
