// The story: how it starts and ends, the ways through it, what is changed in a step, and the door to the laboratory.
import type { Page } from "@playwright/test";
import { done, finished, frames, placeOf, press, setup, steps, tell } from "./app.ts";
import { expect, test } from "./harness.ts";

const where = (page: Page) => page.locator("#way .where");
const changed = (page: Page) => page.locator("#changed");
const hash = (page: Page) => new URL(page.url()).hash;

/** Waits for the step at this place, counted from 1. */
const isAt = (page: Page, place: number) => expect(where(page)).toHaveText(`${place} of ${steps.length}`);
const isIn = (page: Page, room: "story" | "laboratory") =>
  expect(page.locator("html")).toHaveAttribute("data-room", room);

test("it starts by itself from the beginning, ends with “Play again”, and only start and end are read out", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const noted = { counts: [] as number[], said: [] as string[] };
    Object.assign(globalThis, { noted });
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        const k = document
          .querySelector<HTMLElement>(".time-line input")
          ?.ariaValueText?.match(/iteration (.+) of/)?.[1];
        if (k) noted.counts.push(Number(k.replace(/\D/g, "")));
        for (const live of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
          const words = live.textContent!.trim();
          if (words !== "" && !noted.said.includes(words)) noted.said.push(words);
        }
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
  });
  await page.goto("./");
  await isAt(page, 1);
  await finished(page);
  expect(await page.evaluate(() => performance.getEntriesByName("suda:first-curve").length)).toBe(1);
  await expect(page.locator("#reading [role=status]", { hasText: "After 200 iterations" })).toBeAttached();
  const { counts, said } = await page.evaluate(
    () => (globalThis as unknown as { noted: { counts: number[]; said: string[] } }).noted,
  );
  // Its way was seen, from the start on, and never back.
  expect(counts[0]).toBeLessThan(20);
  expect(counts.filter((k) => k < 40).length).toBeGreaterThan(5);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  // The step's words, the start, the end, and each picture as it was at first and at last.
  expect(said.length, said.join("\n")).toBeLessThan(11);
  expect(said.filter((words) => /^After \d+ iterations/.test(words))).toHaveLength(1);
  await page.getByRole("button", { name: "Play again" }).click();
  await expect.poll(() => done(page)).toBeLessThan(150);
  await finished(page);
});

test("keys, the browser’s Back and Forward, and a reload lead from step to step, with what was changed in each", async ({
  page,
}) => {
  await page.goto("./#lesson=lambda-neighbours");
  const place = placeOf("lambda-neighbours");
  await isAt(page, place);
  await press(page, /^Neighbours/, "Home");
  await expect(changed(page)).toContainText("34 → 2");
  // At once, before the address has followed.
  await page.locator("#way .next").click();
  await isAt(page, place + 1);
  await expect(changed(page)).toBeHidden();
  await page.goBack();
  await isAt(page, place);
  await expect(changed(page)).toContainText("34 → 2");
  await expect.poll(() => hash(page)).toMatch(/^#v=1&z=.*room=story.*&lesson=lambda-neighbours$/);
  await page.reload();
  await isIn(page, "story");
  await isAt(page, place);
  await expect(changed(page)).toContainText("34 → 2");
  await expect(changed(page).getByRole("button", { name: "Undo" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.locator("#way .next").click();
  await isAt(page, place + 1);
  // Through the door, back by the browser, and over a reload.
  await page.locator("#tools .door").click();
  await isIn(page, "laboratory");
  const agents = setup(page).getByRole("textbox", { name: /^Agents/ });
  await agents.fill("9");
  await agents.press("Enter");
  await expect.poll(() => hash(page)).toMatch(/^#v=1&z=.*lesson=/);
  await page.goBack();
  await isIn(page, "story");
  await expect(page.locator("#panels")).toBeHidden();
  await page.goForward();
  await isIn(page, "laboratory");
  await expect(agents).toHaveValue("9");
  await page.reload();
  await isIn(page, "laboratory");
  await expect(agents).toHaveValue("9");
});

test("keys go on and back, play and pause, open and close the contents, and reach the numbers of the pictures", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./#lesson=beliefs&play=no");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeVisible();
  const contents = page.locator("#tools .contents > summary");
  await contents.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("#tools .menu button").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("#tools .menu")).toBeHidden();
  await expect(contents).toBeFocused();
  await page.locator("#words").click();
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press(" ");
  await expect(play).toBeVisible();
  // Also with the focus on a button that it would press.
  await page.locator("#way .next").focus();
  await page.keyboard.press(" ");
  await isAt(page, 2);
  await page.locator("#words").click();
  await page.keyboard.press("ArrowRight");
  await isAt(page, 3);
  await page.keyboard.press("ArrowLeft");
  await isAt(page, 2);
  await finished(page);
  // On the line of time they are its own.
  await page.getByRole("slider", { name: "Iteration shown" }).press("ArrowLeft");
  await expect.poll(() => done(page)).toBeLessThan(200);
  await isAt(page, 2);
  const table = page.locator("#curves .view-curves .view-foot summary");
  await table.press("Enter");
  await expect(page.locator("#curves .view-curves table")).toBeInViewport();
});

test("what there is more to say of a step opens below, each with its own words, and the step stays where it is", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const [story, more] = [page.locator("#story"), page.locator("#more")];
  await tell(page, "lambda-ring");
  await expect(story).toBeHidden();
  await more.click();
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await expect(story).toBeInViewport();
  const words = async () => (await story.textContent())!;
  await expect.poll(async () => (await words()).length).toBeGreaterThan(200);
  const first = await words();
  // It stays open, and is of the step that is shown.
  await page.locator("#way .next").click();
  await expect.poll(async () => (await words()) !== first && (await words()).length > 200).toBe(true);
  await more.click();
  await expect(story).toBeHidden();
});

test("a step runs whatever was shown before it, and however fast the reader goes on", async ({ page }) => {
  await tell(page, "pulled-apart");
  // Where the agents' own minima are shown, and then models that have none that are known.
  for (const pause of [0, 1, 5]) {
    for (const way of [".back", ".next", ".back"]) {
      await page.locator(`#way ${way}`).click();
      for (let frame = 0; frame < pause; frame++) await frames(page);
    }
    await isAt(page, 1);
    await finished(page);
    await page.locator("#way .next").click();
    await finished(page);
  }
});
