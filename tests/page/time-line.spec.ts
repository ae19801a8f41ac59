// The line of time: a run that is over, or under way, can be gone back and forth in.
import type { Page } from "@playwright/test";
import { iterationAt, placeOf } from "../../www/src/simulation/pace.ts";
import { count, done, endless, finished, heldAt, open, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const line = (page: Page) => page.getByRole("slider", { name: "Iteration shown" });

async function goTo(page: Page, k: number, total: number): Promise<void> {
  await line(page).fill(String(placeOf(k, total)));
  await expect(line(page)).toHaveAttribute("aria-valuetext", `iteration ${k} of ${total}`);
}

test("who asks for little motion sees the end at once; keys go back and forth by one iteration where there are few, by pages, and to the ends", async ({
  page,
}) => {
  await open(page, small);
  await finished(page);
  expect(await heldAt(page)).toBe(200);
  await goTo(page, 10, 200);
  expect(await heldAt(page)).toBe(10);
  await line(page).focus();
  await line(page).press("Home");
  const told = (k: number) => expect(line(page)).toHaveAttribute("aria-valuetext", `iteration ${k} of 200`);
  await told(0);
  await line(page).press("ArrowRight");
  await line(page).press("ArrowUp");
  await told(2);
  await line(page).press("ArrowLeft");
  await told(1);
  await page.getByRole("button", { name: /^Step/ }).click();
  await told(2);
  await line(page).press("PageUp");
  await expect(line(page)).not.toHaveAttribute("aria-valuetext", "iteration 2 of 200");
  await line(page).press("End");
  await told(200);
});

test("the handle is dragged, and a part of the run that is not there yet is run up to", async ({ page }) => {
  await open(page, { ...small, iterations: 4_000, record: { every: 10 } });
  await finished(page, 4_000);
  await page.getByRole("button", { name: /^Reset/ }).click();
  await expect.poll(() => done(page)).toBe(0);
  const box = (await line(page).boundingBox())!;
  const [left, middle, y] = [box.x + 7, box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(left, y);
  await page.mouse.down();
  await page.mouse.move(middle, y, { steps: 5 });
  const k = iterationAt(Number(await line(page).inputValue()), 4_000);
  await page.mouse.up();
  // The middle of the line.
  expect(k).toBeGreaterThan(400);
  expect(k).toBeLessThan(600);
  await expect.poll(() => done(page)).toBe(k);
  await page.mouse.move(box.x + (7 * box.width) / 16, y);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => done(page)).toBeLessThan(k);
});

test("a run that is over is played again without being run again, and again and again where that is asked for", async ({
  page,
}) => {
  await open(page, small);
  await finished(page);
  const started = await page.evaluateHandle(() => {
    const posted: string[] = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { type: string }) {
      posted.push(message.type);
      post.call(this, message);
    };
    return posted;
  });
  await page.getByLabel("Speed").selectOption({ label: "6 s a run" });
  await page.getByRole("button", { name: "Play again" }).click();
  await expect.poll(() => done(page)).toBeLessThan(100);
  await page.getByRole("button", { name: "Pause" }).click();
  await heldAt(page);
  await page.getByRole("button", { name: "Loop" }).click();
  await page.getByRole("button", { name: /^Play/ }).click();
  await expect.poll(() => done(page)).toBe(200);
  await expect.poll(() => done(page)).toBeLessThan(150);
  await page.getByRole("button", { name: "Loop" }).click();
  await finished(page);
  // At its end it is played again as soon as that is asked for.
  await page.getByRole("button", { name: "Loop" }).click();
  await expect.poll(() => done(page)).toBeLessThan(150);
  await page.getByRole("button", { name: "Loop" }).click();
  await finished(page);
  expect(await started.jsonValue()).not.toContain("start");
});

test("a run that goes on is gone back in, and goes on from there", async ({ page }) => {
  await open(page, endless);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await expect.poll(() => done(page)).toBeGreaterThan(1_000);
  await line(page).focus();
  await line(page).press("Home");
  await expect(count(page)).toHaveText(/^k = 0 of/);
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(1_000);
});
