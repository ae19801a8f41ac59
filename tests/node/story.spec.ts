// @vitest-environment happy-dom
// The story: its steps and the ways through them, what is changed in a step, the run before, and the door.
import { expect, test } from "vitest";
import { presets, steps } from "../page/presets.ts";
import { choose, click, field, finished, open, openPage, press, screen, text } from "./page.ts";

const where = () => text("#way .where");
const headline = () => text("#headline");
const isAt = (place: number) => expect.poll(where).toBe(`${place} of ${steps.length}`);
const room = () => document.documentElement.dataset["room"];
const key = () => text("#curves .view-key");
const changed = () => {
  const line = document.querySelector<HTMLElement>("#changed")!;
  return line.hidden ? "" : line.textContent!.replaceAll(/\s+/g, " ");
};
const slider = (name: RegExp) => screen.getByRole<HTMLInputElement>("slider", { name });

/** The headline of a step's first ready experiment, which a figure of the paper has for its title. */
function opening(place: number): string {
  const { headline, title } = presets.find(({ id }) => id === steps[place - 1]!.presets[0])!;
  return headline ?? title!;
}

/** Moves a slider to one of its ends. */
function move(name: RegExp, to: "min" | "max"): void {
  const input = slider(name);
  input.value = input[to];
  for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
}

test("next, back, keys, swipes and the contents lead from step to step", async () => {
  await openPage("#play=no");
  for (let place = 1; place <= steps.length; place++) {
    await isAt(place);
    expect(headline()).toBe(opening(place));
    const next = document.querySelector<HTMLElement>("#way .next")!;
    // It says what comes next.
    if (place < steps.length) expect(next.title).toBe(steps[place]!.name);
    next.click();
  }
  await isAt(1);
  expect(document.querySelector<HTMLButtonElement>("#way .back")!.disabled).toBe(true);
  const contents = document.querySelector<HTMLDetailsElement>(".contents")!;
  contents.open = true;
  const names = [...contents.querySelectorAll("ol button")].map(({ textContent }) => textContent);
  expect(names).toEqual(steps.map(({ name }) => name));
  click(steps[2]!.name, contents);
  await isAt(3);
  expect(contents.open).toBe(false);
  for (const [name, place] of [
    ["ArrowRight", 4],
    ["ArrowLeft", 3],
  ] as const) {
    press(document.body, name);
    await isAt(place);
  }
  // In a field they are the field's own.
  press(slider(/^Iteration shown/), "ArrowRight");
  await isAt(3);
  for (const [by, place] of [
    [-90, 4],
    [90, 3],
    [20, 3],
  ] as const) {
    swipe(by);
    await isAt(place);
  }
});

/** Over the words, by so many pixels. */
function swipe(by: number): void {
  const words = document.getElementById("note")!;
  const touch = (x: number) => [{ clientX: x, clientY: 100 }];
  for (const [type, touches] of [
    ["touchstart", { touches: touch(200) }],
    ["touchend", { changedTouches: touch(200 + by) }],
  ] as const)
    words.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), touches));
}

test("what a reader has changed is one line with a way back, kept in the address", async () => {
  await openPage("#lesson=lambda-neighbours");
  await finished();
  expect(changed()).toBe("");
  move(/^Neighbours/, "min");
  await expect.poll(changed).toContain("34 → 2");
  expect(headline()).toBe(presets.find(({ id }) => id === "lambda-neighbours")!.headline);
  await expect.poll(() => location.hash).toMatch(/^#v=1&z=.*room=story.*&lesson=lambda-neighbours$/);
  await openPage(location.hash);
  expect(room()).toBe("story");
  await isAt(steps.findIndex((step) => step.presets.includes("lambda-neighbours")) + 1);
  await expect.poll(changed).toContain("34 → 2");
  click("Undo", document.getElementById("changed")!);
  await expect.poll(changed).toBe("");
  expect(document.activeElement?.id).toBe("reading");
  // What leads back to it by hand is no change.
  move(/^Neighbours/, "min");
  await expect.poll(changed).not.toBe("");
  move(/^Neighbours/, "max");
  await expect.poll(changed).toBe("");
});

test("the run before is compared within a step, and never with one of another step", async () => {
  await openPage("#lesson=lambda-neighbours");
  await finished();
  expect(key()).toBe("");
  move(/^Neighbours/, "min");
  await finished();
  await expect.poll(key).toBe("before");
  await expect.poll(() => text("#reading-text")).toContain("Before and now");
  for (const way of [".next", ".back"]) {
    document.querySelector<HTMLElement>(`#way ${way}`)!.click();
    await finished();
    await expect.poll(() => [key(), text("#reading-text").includes("Before")]).toEqual(["", false]);
  }
  // Another problem is not comparable; another network is.
  await openPage("#lesson=local-data");
  await finished();
  move(/^Heterogeneity/, "min");
  await finished();
  expect(key()).toBe("");
});

test("the door: the laboratory opens with the step's experiment, and nothing is lost there or back", async () => {
  const { conductor } = await openPage("#lesson=local-data");
  await finished();
  move(/^Heterogeneity/, "min");
  click("Laboratory");
  await expect.poll(room).toBe("laboratory");
  await finished();
  expect(conductor.run!.document.problem).toMatchObject({ heterogeneity: 0 });
  // What is tried there is there when one comes back, and the step is as it was left.
  choose(await screen.findByRole("combobox", { name: "Network" }), "complete");
  click("Back to the story");
  await expect.poll(room).toBe("story");
  await expect.poll(changed).toContain("1 → 0");
  await expect.poll(() => conductor.run!.document.network.topology.kind).toBe("ring");
  click("Laboratory");
  await expect.poll(room).toBe("laboratory");
  await expect.poll(() => conductor.run!.document.network.topology.kind).toBe("complete");
});

test("whether it is fair to DSGD is asked where it is behind, and answered by a press", async () => {
  await openPage("#lesson=beliefs");
  await finished();
  document.getElementById("more")!.click();
  const fair = () => document.querySelector<HTMLElement>("#story .fair");
  await expect.poll(fair).not.toBeNull();
  click("A denser network", fair()!);
  await expect.poll(changed).not.toBe("");
  await expect.poll(() => document.activeElement?.id).toBe("story");
  await finished();
  await expect.poll(key).toBe("before");
  choose(screen.getByRole("combobox", { name: /^Data/ }), "beliefs-dense");
  await finished();
  await expect.poll(fair).toBeNull();
});

test("what is shared is the step as it is, and what is in no step leads to the first", async () => {
  let copied = "";
  const clipboard = {
    write: async ([item]: [ClipboardItem]) => (copied = await (await item.getType("text/plain")).text()),
  };
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { ...clipboard, writeText: async (words: string) => (copied = words) },
  });
  await openPage("#lesson=equal-source");
  await finished();
  move(/^Heterogeneity/, "max");
  click("Share");
  await expect.poll(() => copied).toContain("room=story");
  await openPage(new URL(copied).hash);
  expect(room()).toBe("story");
  await expect.poll(changed).toMatch(/ 0 → [1-9]/);
  await open();
  click("Back to the story");
  await isAt(1);
  await field(/^Agents/);
});
