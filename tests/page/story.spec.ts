// The story: how it starts and ends, the ways through it, what is changed in a step, and the door to the laboratory.
import type { Page } from "@playwright/test";
import {
  addressOf,
  done,
  documentOf,
  finished,
  fragment,
  open,
  placeOf,
  presets,
  press,
  setup,
  steps,
  tell,
} from "./app.ts";
import { expect, test } from "./harness.ts";

const headline = (page: Page) => page.locator("#headline");
const where = (page: Page) => page.locator("#way .where");
const changed = (page: Page) => page.locator("#changed");
const hash = (page: Page) => new URL(page.url()).hash;

/** Waits for the step at this place, counted from 1. */
const isAt = (page: Page, place: number) => expect(where(page)).toHaveText(`${place} of ${steps.length}`);
const isIn = (page: Page, room: "story" | "laboratory") =>
  expect(page.locator("html")).toHaveAttribute("data-room", room);

/** The headline of a step's first ready experiment, which a figure of the paper has for its title. */
function opening(place: number): string {
  const { headline, title } = presets.find(({ id }) => id === steps[place - 1]!.presets[0])!;
  return headline ?? title!;
}

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
  await expect(headline(page)).toHaveText(opening(1));
  await finished(page);
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

test("next, back, keys, swipes, the contents, and the browser’s Back and Forward lead from step to step", async ({
  page,
}) => {
  await page.goto("./");
  for (let place = 1; place <= steps.length; place++) {
    await isAt(page, place);
    await expect(headline(page)).toHaveText(opening(place));
    if (place > 1) await expect.poll(() => hash(page)).toBe(addressOf(steps[place - 1]!.presets[0]!));
    // It says what comes next.
    if (place < steps.length) await expect(page.locator("#way .next")).toHaveAttribute("title", steps[place]!.name);
    await page.locator("#way .next").click();
  }
  await isAt(page, 1);
  await expect(page.locator("#way .back")).toBeDisabled();
  await page.goBack();
  await isAt(page, steps.length);
  await page.locator("#way .back").click();
  await isAt(page, steps.length - 1);
  await page.goBack();
  await isAt(page, steps.length);
  await page.goForward();
  await isAt(page, steps.length - 1);

  const contents = page.locator(".contents > summary");
  await contents.click();
  await expect(page.locator(".contents ol button")).toHaveText(steps.map(({ name }) => name));
  await page.locator(".contents").getByRole("button", { name: steps[2]!.name }).click();
  await isAt(page, 3);
  await expect(page.locator(".contents")).not.toHaveAttribute("open");
  await contents.click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".contents")).not.toHaveAttribute("open");
  await expect(contents).toBeFocused();

  await page.locator("#words").click();
  for (const [key, place] of [
    ["ArrowRight", 4],
    ["ArrowRight", 5],
    ["ArrowLeft", 4],
  ] as const) {
    await page.keyboard.press(key);
    await isAt(page, place);
  }
  await page.getByRole("button", { name: "Play again" }).waitFor();
  const end = await done(page);
  // In a field, on the line of time and in a picture they are the field's own.
  await page.getByRole("slider", { name: "Iteration shown" }).press("ArrowLeft");
  await isAt(page, 4);
  await expect.poll(() => done(page)).toBeLessThan(end);

  const swipe = (by: number) =>
    page.locator("#note").evaluate((words, by) => {
      const touch = (x: number) => [new Touch({ identifier: 1, target: words, clientX: x, clientY: 100 })];
      words.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: touch(200) }));
      words.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: touch(200 + by) }));
    }, by);
  await swipe(-90);
  await isAt(page, 5);
  await swipe(90);
  await isAt(page, 4);
  await swipe(20);
  await isAt(page, 4);
});

test("space plays and pauses, also with the focus on a button that it would press", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./#lesson=beliefs&play=no");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.locator("#words").click();
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.locator("#way .next").focus();
  await page.keyboard.press(" ");
  await isAt(page, 2);
});

test("every short address opens its experiment in its step, with its own words", async ({ page }) => {
  await page.goto("./");
  for (const { id, headline: found, title, note } of presets) {
    await page.evaluate((address) => (location.hash = address), addressOf(id));
    await isAt(page, placeOf(id));
    await expect(headline(page)).toHaveText(found ?? title!);
    await expect(page.locator("#note")).toHaveText(note);
    await expect(changed(page)).toBeHidden();
    const { choice } = steps[placeOf(id) - 1]!;
    if (choice) await expect(page.locator("#main-controls .choice select")).toHaveValue(id);
  }
  await isIn(page, "story");
  await expect.poll(() => hash(page)).toBe(addressOf(presets.at(-1)!.id));
  await page.goto("about:blank");
  await page.goto("./#lesson=no-such");
  await expect(page.getByRole("alert")).toContainText("no-such");
  await isAt(page, 1);
});

test("what a reader has changed is one line with a way back, kept in the address, in the history, and over a reload", async ({
  page,
}) => {
  await page.goto("about:blank");
  await tell(page, "lambda-neighbours");
  await expect(changed(page)).toBeHidden();
  await press(page, /^Neighbours/, "Home");
  await expect(changed(page)).toContainText("34 → 2");
  await expect(headline(page)).toHaveText(presets.find(({ id }) => id === "lambda-neighbours")!.headline!);
  await expect.poll(() => hash(page)).toMatch(/^#v=1&z=.*room=story.*&lesson=lambda-neighbours$/);
  await page.reload();
  await isIn(page, "story");
  const place = placeOf("lambda-neighbours");
  await isAt(page, place);
  await expect(changed(page)).toContainText("34 → 2");
  // At once, before the address has followed.
  await page.locator("#way .next").click();
  await isAt(page, place + 1);
  await expect(changed(page)).toBeHidden();
  await page.goBack();
  await isAt(page, place);
  await expect(changed(page)).toContainText("34 → 2");
  const undo = changed(page).getByRole("button", { name: "Undo" });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await undo.press("Enter");
  await expect(changed(page)).toBeHidden();
  await expect(page.locator("#reading")).toBeFocused();
  // What leads back to it by hand is no change.
  await press(page, /^Neighbours/, "ArrowLeft");
  await expect(changed(page)).toContainText("34 → 32");
  await press(page, /^Neighbours/, "End");
  await expect(changed(page)).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("the run before is compared within a step, and never with one of another step", async ({ page }) => {
  const key = page.locator("#curves .view-key");
  await tell(page, "local-data");
  await press(page, /^Heterogeneity/, "Home");
  await finished(page, 400);
  // Another problem is not comparable; another network is.
  await expect(key).toBeEmpty();
  await tell(page, "lambda-neighbours");
  await expect(key).toBeEmpty();
  await press(page, /^Neighbours/, "Home");
  await finished(page, 400);
  await expect(key).toHaveText("before");
  await expect(page.locator("#reading-text")).toContainText("Before and now");
  for (const way of [".next", ".back"]) {
    await page.locator(`#way ${way}`).click();
    await finished(page, 400);
    await expect(key).toBeEmpty();
    await expect(page.locator("#reading-text")).not.toContainText("Before");
  }
  await page.goBack();
  await finished(page, 400);
  await expect(key).toBeEmpty();
});

test("the door: the laboratory opens with the step’s experiment, and nothing is lost there or back", async ({
  page,
}) => {
  const door = page.locator("#tools .door");
  await tell(page, "local-data");
  await press(page, /^Heterogeneity/, "Home");
  await finished(page, 400);
  await door.click();
  await isIn(page, "laboratory");
  expect((await documentOf(page)).problem).toMatchObject({ heterogeneity: 0 });
  // What is tried there is there when one comes back, and the step is as it was left.
  const agents = setup(page).getByRole("textbox", { name: /^Agents/ });
  await agents.fill("9");
  await agents.press("Enter");
  await finished(page, 400);
  await door.click();
  await isIn(page, "story");
  await isAt(page, placeOf("local-data"));
  await expect(changed(page)).toContainText("1 → 0");
  await expect(changed(page)).not.toContainText("n 32");
  await expect(page.locator("#panels")).toBeHidden();
  await door.click();
  await isIn(page, "laboratory");
  await expect(agents).toHaveValue("9");
  // So does the browser's Back, and after a reload.
  await page.goBack();
  await isIn(page, "story");
  await expect(changed(page)).not.toContainText("n 32");
  await page.goForward();
  await isIn(page, "laboratory");
  await expect(agents).toHaveValue("9");
  await expect.poll(() => hash(page)).toMatch(/^#v=1&z=[\w-]*&lesson=/);
  await page.reload();
  await isIn(page, "laboratory");
  await expect(agents).toHaveValue("9");
});

test("a link to a document opens the laboratory; one that is shared from the story opens there", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const shared = async () => {
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await open(page);
  await isIn(page, "laboratory");
  await finished(page);
  // It is in none of the steps: back in the story one begins at the beginning.
  await page.locator("#tools .door").click();
  await isAt(page, 1);
  await finished(page);
  expect(new URL(await shared()).hash).toBe("#lesson=beliefs");
  await tell(page, "equal-source");
  await press(page, /^Heterogeneity/, "End");
  const link = await shared();
  expect(link).toContain("room=story");
  await page.goto("about:blank");
  await page.goto(link);
  await isIn(page, "story");
  await isAt(page, placeOf("equal-source"));
  await expect(changed(page)).toContainText(/ 0 → [1-9]/);
  // A document that says what a step says is that step's.
  await page.goto("about:blank");
  await page.goto("./#lesson=agents-16&room=laboratory");
  await finished(page, 400);
  const document = await documentOf(page);
  await page.goto("about:blank");
  await page.goto(`./${await fragment(document)}`);
  await expect(headline(page)).toHaveText(presets.find(({ id }) => id === "agents-16")!.headline!);
});

test("a link says where the run stands and whether it plays, and what it says that is not known is named", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./#lesson=local-data&play=no");
  await expect.poll(() => done(page)).toBe(0);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.goto("about:blank");
  await page.goto("./#lesson=local-data&k=50");
  await expect.poll(() => done(page)).toBe(50);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.locator("#reading-text")).toContainText("After 50 iterations");
  await page.goto("about:blank");
  await page.goto("./#lesson=local-data&k=often&sped=1");
  for (const name of ["k", "sped"])
    await expect(page.getByRole("alert").filter({ hasText: new RegExp(`\\b${name}: `) })).toBeVisible();
  await finished(page, 400);
});

test("what there is more to say of a step opens below, each with its own words, and the step stays where it is", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const story = page.locator("#story");
  const more = page.locator("#more");
  await tell(page, "lambda-ring");
  await expect(story).toBeHidden();
  await more.click();
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await expect(story).toBeInViewport();
  const length = async () => (await story.textContent())!.length;
  await expect.poll(length).toBeGreaterThan(200);
  const words = (await story.textContent())!;
  // It stays open, and is of the step that is shown.
  await page.locator("#way .next").click();
  await expect(story).not.toHaveText(words);
  await expect.poll(length).toBeGreaterThan(200);
  await more.click();
  await expect(story).toBeHidden();
});

test("whether it is fair to DSGD is asked where it is behind, and answered by a press that keeps the focus", async ({
  page,
}) => {
  await tell(page, "beliefs");
  await page.locator("#more").click();
  const fair = page.locator("#story .fair");
  await expect(fair).toBeVisible();
  await tell(page, "beliefs-dense");
  await expect(fair).toBeHidden();
  await tell(page, "beliefs");
  await fair.getByRole("button", { name: "A denser network" }).press("Enter");
  await expect(changed(page)).toBeVisible();
  await expect(page.locator("#story")).toBeFocused();
  await finished(page);
  await expect(page.locator("#curves .view-key")).toHaveText("before");
});

test("a step runs whatever was shown before it, and however fast the reader goes on", async ({ page }) => {
  await tell(page, "pulled-apart");
  // Where the agents' own minima are shown, and then models that have none that are known.
  for (const pause of [0, 20, 150]) {
    for (const way of [".back", ".next", ".back"]) {
      await page.locator(`#way ${way}`).click();
      // As readers do who look for so long.
      await page.waitForTimeout(pause);
    }
    await isAt(page, 1);
    await finished(page);
    await page.locator("#way .next").click();
    await finished(page);
  }
});

test("what is told of the pictures to who does not see them is of the step and the iteration that they show", async ({
  page,
}) => {
  await page.goto("about:blank");
  for (const [id, network] of [
    ["local-data", "Ring: 32 agents"],
    ["lambda-grid", "Grid: 36 agents"],
  ] as const) {
    await tell(page, id);
    await expect(page.locator("#graph .view-graph [aria-live=polite]")).toContainText(network);
    await expect(page.locator("#curves .view-curves [aria-live=polite]")).toContainText("400");
    // The tables are reached by keys.
    const table = page.locator("#curves .view-curves .view-foot summary");
    await table.focus();
    await table.press("Enter");
    await expect(page.locator("#curves .view-curves table")).toBeInViewport();
    await table.press("Enter");
  }
});
