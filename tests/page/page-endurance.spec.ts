import type { Page } from "@playwright/test";
import { done, open, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test.describe.configure({ timeout: 180_000 });

/** A generator of its own, so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** Does what a reader may do to the controls on the screen, without a pause for thought. */
async function fiddle(page: Page, draws: number[]): Promise<void> {
  await page.evaluate(async (draws) => {
    const draw = () => draws.pop() ?? 0;
    const seen = <T extends HTMLElement>(selector: string) =>
      [...document.querySelectorAll<T>(selector)].filter((element) => element.checkVisibility());
    const pick = <T>(list: T[]) => list[draw() % list.length];
    const tell = (element: HTMLElement, ...events: string[]) => {
      for (const name of events) element.dispatchEvent(new Event(name, { bubbles: true }));
    };
    while (draws.length > 0) {
      switch (draw() % 6) {
        case 0: {
          const slider = pick(seen<HTMLInputElement>("#panels-setup input[type=range]"));
          // The lower two thirds: what takes minutes is no gesture that another can follow.
          if (slider) slider.value = String(draw() % Math.ceil(Number(slider.max) * 0.66));
          if (slider) tell(slider, "input");
          break;
        }
        case 1: {
          const field = pick(seen<HTMLInputElement>("#panels-setup input.number"));
          if (field) field.value = pick(["0", "1", "7", "-1", "1e-3", "NaN", "1e99", "", "x", "0,5"])!;
          if (field) tell(field, "change");
          break;
        }
        case 2: {
          const select = pick(
            seen<HTMLSelectElement>("#panels-setup select, #graph select, #curves select, #transport select"),
          );
          if (select) select.selectedIndex = draw() % select.options.length;
          if (select) tell(select, "input", "change");
          break;
        }
        case 3:
          pick(
            seen("#transport button, #chips button, .sides button, #curve-tools button, #tools button.icon"),
          )?.click();
          break;
        case 4:
          pick([...document.querySelectorAll<HTMLElement>("#tools .menu li button")])?.click();
          break;
        case 5:
          document.querySelector<HTMLElement>(draw() % 2 ? '[aria-label^="Undo"]' : '[aria-label="Redo"]')?.click();
      }
      if (draw() % 4 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, draws);
}

async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

test("five hundred random gestures leave a page that works, and whose memory is steady", async ({ page }) => {
  const draw = generator(20_211_014);
  await open(page, small);
  const gestures = async (count: number) => {
    // A gesture takes about four draws.
    for (let i = 0; i < count; i += 25)
      await fiddle(
        page,
        Array.from({ length: 100 }, () => draw(1e6)),
      );
    // To the same place each time.
    await page.getByLabel("Speed").selectOption("full");
    await open(page, small);
    await expect.poll(() => done(page), { timeout: 30_000 }).toBe(200);
    return heap(page);
  };
  const early = await gestures(200);
  const late = await gestures(300);
  expect(late).toBeLessThan(early * 1.3 + 2e6);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  // What ran beside it ends with its next sign of life.
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(Math.max(2, cores));
});
