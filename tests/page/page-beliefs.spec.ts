// Agents that learn, on the page: what is seen of their models, in which networks, and what is worked out for it.
import type { Page } from "@playwright/test";
import { finished, frames, goBelow, open } from "./app.ts";
import { learning } from "./documents.ts";
import { drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";

/** Notes down, in the page, what it asks of its workers about models, and what they answer. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: { asked: unknown; answered: number[] } = { asked: null, answered: [] };
    Object.assign(window, { heard });
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      constructor(...parts: ConstructorParameters<typeof Plain>) {
        super(...parts);
        this.addEventListener("message", ({ data }) => {
          for (const { method, fields } of data.report?.sights ?? []) if (fields) heard.answered.push(method);
        });
      }
      override postMessage(message: { type: string; watch?: { fields?: unknown } }): void {
        if (message.type === "watch") heard.asked = message.watch?.fields ?? null;
        super.postMessage(message);
      }
    };
  });
}

const heard = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { heard: { asked: { methods: number[] } | null; answered: number[] } }).heard,
  );

const names = (page: Page) => page.locator("#graph .view-name:visible select");
const shownNames = (page: Page) =>
  names(page).evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).selectedOptions[0]!.text));

test("on a phone one network is seen, with a switch to the other", async ({ page }) => {
  await listen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, learning);
  await finished(page, 60);
  await expect.poll(() => shownNames(page)).toEqual(["DSGD"]);
  await expect.poll(async () => (await heard(page)).asked!.methods).toEqual([1]);
  const turns = page.getByRole("group", { name: "Method seen" });
  await turns.getByRole("button", { name: "Exact-Diffusion / D², (I+W)/2" }).click();
  await expect.poll(() => shownNames(page)).toEqual(["Exact-Diffusion / D², (I+W)/2"]);
  await expect(turns.getByRole("button", { name: "Exact-Diffusion / D², (I+W)/2" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect.poll(async () => (await heard(page)).asked!.methods).toEqual([2]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("while the first step runs, what neighbours tell each other is seen on its way from map to map", async ({
  page,
}) => {
  await watchDrawing(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./");
  // One dash each way on each of the sixteen links, in both networks, over their paper rims.
  const dashes = async () => {
    const { strokes } = await drawing(page, "#graph .view-graph");
    return strokes.filter(({ points, color }) => points.length === 4 * 16 && color === "#1c1c1a");
  };
  await expect.poll(async () => (await dashes()).length).toBe(2);
  const along = async () => (await dashes())[0]?.points[0]?.[0] ?? NaN;
  const seen = new Set<number>();
  let [low, high] = [Infinity, -Infinity];
  await expect
    .poll(
      async () => {
        const at = await along();
        if (!Number.isNaN(at)) [low, high] = [Math.min(low, at), Math.max(high, at)];
        return seen.add(at).size > 4 ? high - low : 0;
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(12);
  await page.getByRole("button", { name: "Play again" }).waitFor();
  expect(await dashes()).toEqual([]);
});

test("maps are asked for again when the pictures are back in sight, also where both are told at once", async ({
  page,
}) => {
  await listen(page);
  await page.addInitScript(() => {
    const Plain = window.IntersectionObserver;
    const held = { now: false, heard: 0, release: () => {} };
    Object.assign(window, { held });
    window.IntersectionObserver = class extends Plain {
      constructor(told: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const waiting: IntersectionObserverEntry[] = [];
        super((entries, self) => {
          waiting.push(...entries);
          held.heard += 1;
          const tell = () => waiting.length > 0 && told(waiting.splice(0), self);
          const { release } = held;
          if (held.now) held.release = () => [release(), tell()];
          else tell();
        }, options);
      }
    };
  });
  await open(page, learning);
  await finished(page, 60);
  const asked = () => page.evaluate(() => (window as unknown as { heard: { asked: unknown } }).heard.asked);
  await expect.poll(asked).toMatchObject({ methods: [1, 2] });
  // What is below comes by itself; until then the page is no higher than the window.
  await goBelow(page);
  await page.locator("footer").scrollIntoViewIfNeeded();
  await expect.poll(asked).toBeNull();
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(asked).toMatchObject({ methods: [1, 2] });
  await page.evaluate(async () => {
    const { held } = window as unknown as { held: { now: boolean; heard: number; release(): void } };
    const stage = document.getElementById("stage")!;
    held.now = true;
    for (const display of ["none", ""]) {
      const { heard } = held;
      stage.style.display = display;
      while (held.heard === heard) await new Promise(requestAnimationFrame);
    }
    held.now = false;
    held.release();
  });
  await frames(page);
  await expect.poll(asked).toMatchObject({ methods: [1, 2] });
});
