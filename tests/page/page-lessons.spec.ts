// The lessons and figures: which one is shown, what of it the reader has changed, and its short address.
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { count, documentOf, finished, fragment, frames, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

interface Entry {
  id: string;
  group: string;
  chapter?: string;
  step?: string;
  title?: string;
  note: string;
}
const { presets } = JSON.parse(readFileSync("src/presets.json", "utf8")) as { presets: Entry[] };
const lessons = presets.filter(({ group }) => group === "lesson");

/** Steps of which the same is to be said as of those before them. */
const ALIKE = ["lambda-grid", "lambda-ring", "agents-16", "agents-64", "pairs-that-meet"];

const title = (page: Page) => page.locator("#lesson-title");
const chapter = (page: Page) => page.locator(".lesson[aria-current]");
const step = (page: Page) => page.locator(".step[aria-current]");
const changes = (page: Page) => page.locator("#lesson-changes");
const undo = (page: Page) => page.getByRole("button", { name: "Undo my changes" });

/** What the page loads is there: a page that is left cuts off what it still loads. */
async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
  await expect(page.locator("#methods-text")).not.toBeEmpty();
}

async function type(page: Page, name: RegExp, value: string): Promise<void> {
  const field = page.locator("#main-controls").getByRole("textbox", { name });
  await field.fill(value);
  await field.press("Enter");
}

test("“Next” goes through all lessons and then all figures, each with its own words and address", async ({ page }) => {
  await page.goto("./");
  const next = page.getByRole("button", { name: "Next", exact: true });
  for (const [i, { id, group, chapter: name, step: part, title: own, note }] of presets.entries()) {
    await expect(title(page)).toHaveText(name ?? own!);
    await expect(page.locator("#lesson-note")).toHaveText(note);
    await expect(page.locator("#figure-list")).toHaveValue(group === "lesson" ? "" : id);
    await expect(chapter(page)).toHaveText(name ? [name] : []);
    await expect(step(page)).toHaveText(part ? [part] : []);
    if (i > 0) await expect.poll(() => new URL(page.url()).hash).toBe(group === "lesson" ? `#lesson=${id}` : `#${id}`);
    await next.click();
  }
  await expect(title(page)).toHaveText(presets[0]!.chapter!);
});

test("a lesson runs whatever was shown before it, and however fast the reader goes on", async ({ page }) => {
  const choose = (name: string) => page.locator("#lesson-list").getByRole("button", { name, exact: true }).click();
  await page.goto("./#lesson=pulled-apart");
  await finished(page);
  // Where the agents' own minima are shown, and then models that have none that are known.
  for (const pause of [0, 0, 20, 60, 150, 400]) {
    // As readers do who look for so long.
    const look = () => page.waitForTimeout(pause);
    await choose("What each agent believes");
    await look();
    await choose("Pulled apart");
    await look();
    await choose("What each agent believes");
    await finished(page);
    await choose("Pulled apart");
    await finished(page);
  }
  await page.goto("about:blank");
  await page.goto("./#lesson=beliefs&quantity=localOptimum");
  await finished(page);
});

test("a lesson chosen again shows all of its agents anew, also where one worker prepares the others’ network", async ({
  page,
}) => {
  await page.goto("./#lesson=fastest-weights");
  await finished(page, 80);
  await page.locator(".step[aria-current]").click();
  await finished(page, 80);
  // The description follows once the figure is at rest.
  await page.waitForTimeout(1_000);
  await expect(page.locator("#graph .view-hidden").first()).toContainText(
    / DSGD: .* between .* Exact-Diffusion.*: .* between /,
  );
});

test("every chapter leads to its first step, by its name", async ({ page }) => {
  await page.goto("./");
  for (const name of new Set(lessons.map((lesson) => lesson.chapter!))) {
    await page.locator("#lesson-list").getByRole("button", { name, exact: true }).click();
    await expect(page.locator("#lesson-note")).toHaveText(lessons.find((lesson) => lesson.chapter === name)!.note);
  }
});

test("what a reader has changed is named, the claim steps back, and one press brings all back", async ({ page }) => {
  await page.goto("./#lesson=local-data");
  await expect(count(page)).toContainText("of 400");
  await expect(undo(page)).toBeHidden();
  const colour = () => page.locator("#lesson-note").evaluate((note) => getComputedStyle(note).color);
  const before = await colour();
  await type(page, /^Step size/, "0.5");
  await page.locator("#main-controls").getByRole("combobox", { name: "Network" }).selectOption("complete");
  await expect(changes(page)).toHaveText("Changed: network Ring → Complete graph, α 1.5 → 0.5.");
  expect(await colour()).not.toBe(before);
  await expect(title(page)).toHaveText("Pulled apart");
  await undo(page).click();
  await expect(undo(page)).toBeHidden();
  await expect(changes(page)).toHaveText("");
  expect(await colour()).toBe(before);
  // What leads back to it by hand is no change.
  await type(page, /^Agents/, "30");
  await expect(changes(page)).toHaveText("Changed: n 32 → 30.");
  await type(page, /^Agents/, "32");
  await expect(undo(page)).toBeHidden();
});

test("a reload keeps the lesson that was changed, what differs, and the way back to it", async ({ page }) => {
  for (const [id, name] of [
    ["local-data", "Pulled apart"],
    ["figure-2-left-ours", "Figure 2, left: ours"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`./#${id.startsWith("figure") ? id : `lesson=${id}`}`);
    await loaded(page);
    await type(page, /^Step size/, "0.5");
    await expect.poll(() => new URL(page.url()).hash).toMatch(new RegExp(`^#v=1&z=.*&lesson=${id}$`));
    await page.reload();
    await expect(title(page)).toHaveText(name);
    await expect(changes(page)).toHaveText("Changed: α 1.5 → 0.5.");
    await undo(page).click();
    await expect(undo(page)).toBeHidden();
    await expect(page.locator("#main-controls").getByRole("textbox", { name: /^Step size/ })).toHaveValue("1.5");
    await loaded(page);
  }
  // A name that no ready experiment has says nothing.
  await page.goto("about:blank");
  await page.goto(`./${await fragment(small)}&lesson=no-such`);
  await expect(title(page)).toHaveText("An experiment of your own");
});

test("Back and Forward go from experiment to experiment, each as it was left, also after a reload", async ({
  page,
}) => {
  await page.goto("about:blank");
  await page.goto("./");
  await loaded(page);
  await page.locator("#lesson-steps").getByRole("button", { name: "Shared unevenly" }).click();
  await type(page, /^Step size/, "0.05");
  // At once, before the address has followed.
  await page.getByRole("button", { name: "When it blows up" }).click();
  await page.goBack();
  await expect(step(page)).toHaveText("Shared unevenly");
  await expect(changes(page)).toHaveText(/α .* → 0\.05\.$/);
  await page.goBack();
  await expect(step(page)).toHaveText("One class each");
  await expect(changes(page)).toHaveText("");
  await page.goForward();
  await page.goForward();
  await expect(title(page)).toHaveText("When it blows up");
  await expect.poll(() => new URL(page.url()).hash).toBe("#lesson=blow-up");
  await page.goBack();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/&lesson=beliefs-split$/);
  await page.reload();
  await loaded(page);
  await page.goForward();
  await expect(title(page)).toHaveText("When it blows up");
  await page.goBack();
  await expect(changes(page)).toHaveText(/α .* → 0\.05\.$/);
  await page.goBack();
  await expect(step(page)).toHaveText("One class each");
  expect(new URL(page.url()).hash).toBe("");
  await page.goBack();
  await expect(page).toHaveURL("about:blank");
});

test("all that a reader has changed can be read, also where it takes two lines", async ({ page }) => {
  await page.goto("./");
  await finished(page, 200);
  await page.getByRole("button", { name: "A tenth of the step" }).click();
  const words = "Changed: DSGD → DSGD, α = 0.05, K 200 → 8000.";
  // So that the earlier curves are seen beside the longer ones.
  await expect(page.getByRole("checkbox", { name: "Logarithmic horizontal axis" })).toBeChecked();
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 650 });
    await expect(changes(page)).toHaveText(words);
    expect(
      await changes(page).evaluate((line) => [line.scrollWidth - line.clientWidth, getComputedStyle(line).overflow]),
    ).toEqual([0, "visible"]);
    await expect(undo(page)).toBeInViewport();
  }
});

test("who answers by keys whether it is fair to DSGD, or goes through a lesson, keeps the focus there", async ({
  page,
}) => {
  await page.goto("./");
  await finished(page, 200);
  const even = page.locator("#lesson-steps").getByRole("button", { name: "Shared unevenly" });
  await even.focus();
  await page.keyboard.press("Enter");
  await expect(even).toHaveAttribute("aria-current", "true");
  await expect(even).toBeFocused();
  await page.goBack();
  const denser = page.locator("#reading").getByRole("button", { name: "A denser network" });
  await denser.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main-controls").getByRole("combobox", { name: "Network" })).toHaveValue("exponential");
  await expect(page.locator("#reading")).toBeFocused();
});

test("whether it is fair to DSGD is asked where DSGD is behind", async ({ page }) => {
  const fair = page.getByText("Is that fair to DSGD?");
  await page.goto("./");
  await finished(page, 200);
  await expect(fair).toBeVisible();
  await page.locator("#main-controls").getByRole("combobox", { name: "Whose points" }).selectOption("even");
  await frames(page);
  await finished(page, 200);
  await expect(page.locator("#reading-text")).toContainText("After 200 iterations");
  await expect(fair).toBeHidden();
});

test("undo and redo know which lesson a document was made from", async ({ page }) => {
  await page.goto("./#lesson=agents-4");
  await type(page, /^Step size/, "0.7");
  await page.getByRole("button", { name: "When it blows up" }).click();
  await expect(title(page)).toHaveText("When it blows up");
  const back = page.getByRole("button", { name: "Undo the last change" });
  await back.click();
  await expect(title(page)).toHaveText("More agents, less noise");
  await expect(changes(page)).toHaveText("Changed: α 1.5 → 0.7.");
  await back.click();
  await expect(undo(page)).toBeHidden();
});

test("a figure with the document of a lesson stays the figure, and has its own address", async ({ page }) => {
  await page.goto("./#lesson=local-data");
  await page.getByRole("combobox", { name: "Figures of the paper" }).selectOption("figure-2-left-ours");
  await expect(title(page)).toHaveText("Figure 2, left: ours");
  await expect(chapter(page)).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toBe("#figure-2-left-ours");
  await loaded(page);
  await page.reload();
  await expect(title(page)).toHaveText("Figure 2, left: ours");
});

test("short addresses hold how it is looked at, survive a reload, and follow back and forward", async ({ page }) => {
  await page.goto("./#figure-3-ring-ours");
  await expect(title(page)).toHaveText("Figure 3, ring: ours");
  await finished(page, 400);
  await page.getByRole("combobox", { name: "What is plotted" }).selectOption("consensus");
  await expect.poll(() => new URL(page.url()).hash).toBe("#figure-3-ring-ours&metric=consensus");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "What is plotted" })).toHaveValue("consensus");
  await page.evaluate(() => (location.hash = "#lesson=valley"));
  await expect(title(page)).toHaveText("A valley and smaller steps");
  await expect(page.getByRole("button", { name: "Agents", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(title(page)).toHaveText("Figure 3, ring: ours");
  await page.goForward();
  await expect(title(page)).toHaveText("A valley and smaller steps");
  // What a lesson is looked at as by itself is no part of its address; what differs is.
  await page.getByRole("button", { name: "Network", exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#lesson=valley&left=network");
  await page.goto("about:blank");
  await page.goto("./#lesson=no-such");
  await expect(page.getByRole("alert").locator("p")).toContainText("no preset “no-such”");
});

test("a copied link of an untouched lesson is its name", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  await finished(page, 200);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/#lesson=beliefs$/);
});

test("a document that says what a lesson says is that lesson; another is the reader's own", async ({ page }) => {
  await page.goto("./#lesson=agents-16");
  await finished(page, 400);
  const document = await documentOf(page);
  await page.goto("about:blank");
  await open(page, document);
  await expect(step(page)).toHaveText("16 agents");
  await page.evaluate((hash) => (location.hash = hash), await fragment(small));
  await expect(title(page)).toHaveText("An experiment of your own");
  await type(page, /^Agents/, "9");
  await expect(changes(page)).toHaveText("Changed: n 8 → 9.");
  await undo(page).click();
  await expect(page.locator("#main-controls").getByRole("textbox", { name: /^Agents/ })).toHaveValue("8");
});

test("under the figures stands what belongs to the lesson at hand, and what it names opens", async ({ page }) => {
  await page.goto("./#lesson=lambda-ring");
  await page.locator("#story").scrollIntoViewIfNeeded();
  await expect(page.locator("#story")).toContainText("λ is the share of disagreement");
  await expect(page.locator("#story-title")).toHaveText("The price of a sparse network");
  await page.locator("#story").getByRole("button", { name: "Transition matrix" }).click();
  const panel = page.locator("#panels-theory details", {
    has: page.getByRole("heading", { name: "Transition matrix" }),
  });
  await expect(panel).toHaveAttribute("open", "");
  await expect(panel.locator("> summary")).toBeFocused();
  // Each step of a lesson has its own; the reader's experiment has none.
  const told = new Set<string>();
  const panels = await page.locator("#panels summary h3").allTextContents();
  for (const { id, chapter: name } of lessons) {
    await page.evaluate((hash) => (location.hash = hash), `#lesson=${id}`);
    await page.locator("#story").scrollIntoViewIfNeeded();
    await expect(page.locator("#story-title")).toHaveText(name!);
    await expect
      .poll(async () => told.has((await page.locator("#story-text").textContent())!))
      .toBe(ALIKE.includes(id));
    told.add((await page.locator("#story-text").textContent())!);
    expect(panels).toEqual(expect.arrayContaining(await page.locator("#story-text button.inline").allTextContents()));
  }
  for (const text of told) expect(text.length).toBeGreaterThan(200);
  // Of a figure it says what the panel says.
  for (const [id, found] of [
    ["figure-1-left", "As printed, the claim shows."],
    ["figure-2-left-ours", "The printed settings do not show all of the claim; ours do."],
    ["figure-3-random", "As printed, the claim shows."],
  ] as const) {
    await page.evaluate((hash) => (location.hash = hash), `#${id}`);
    await page.locator("#story").scrollIntoViewIfNeeded();
    await expect(page.locator("#story-text")).toContainText(found);
  }
  await page.evaluate((hash) => (location.hash = hash), await fragment(small));
  await expect(page.locator("#story")).toBeHidden();
});

test("an edit of the network says what became of λ and why; eight shortcuts come at once, and go at once", async ({
  page,
}) => {
  // Shortcuts are drawn at random; now and then they help little.
  await page.addInitScript(() => {
    let state = 1;
    Math.random = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  });
  await page.goto("./#lesson=local-data");
  await finished(page, 400);
  const said = page.locator(".edited");
  await expect(said).toBeHidden();
  await page.getByRole("button", { name: "Edit network" }).click();
  await page.locator("#graph canvas").focus();
  // From agent 0 to agent 12: under Metropolis weights the chord makes λ larger.
  for (const key of ["Home", "Enter", ...Array<string>(12).fill("PageDown"), "Enter"]) await page.keyboard.press(key);
  await expect(said).toContainText(/^1 link more: λ 0\.9872 → 0\.988\d?\. The agents at the link’s ends .* costs more/);
  const agents = page.locator("#network-text");
  await said.getByRole("button", { name: "8 shortcuts at once" }).click();
  await expect(said).toContainText(/^8 links more: λ 0\.988\d? → 0\.9[0-7]\d*\. There are shorter ways now/);
  await expect(changes(page)).toHaveText("Changed: the network’s links.");
  await page.keyboard.press("Control+z");
  await expect(said).toContainText(/^8 links fewer: .* Fewer ways are left/);
  await page.keyboard.press("Control+Shift+z");
  await expect(said).toContainText(/^8 links more: /);
  await undo(page).click();
  await expect(said).toBeHidden();
  await expect(step(page)).toBeFocused();
  await expect(agents).toContainText(/λ\s*= 0\.9872/);
});

test("methods are ordered and doubled by keys, one line each", async ({ page }) => {
  await open(page, {
    ...small,
    methods: [{ kind: "psgd" }, { kind: "dsgd", label: "Ours" }, { kind: "gradientTracking" }],
  });
  await openPanel(page, "Methods");
  const kinds = async () => (await documentOf(page)).methods.map(({ kind }) => kind);
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const up = page.getByRole("button", { name: "Move up Ours", exact: true });
  const chips = page.locator("#chips .chip");
  await press("Move down Ours");
  // The focus goes along; at the end there is only the way back.
  await expect(chips.last()).toHaveText("Ours");
  await expect(up).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chips.nth(1)).toHaveText("Ours");
  await expect(up).toBeFocused();
  expect(await kinds()).toEqual(["psgd", "dsgd", "gradientTracking"]);
  await press("Duplicate Ours");
  expect(await kinds()).toEqual(["psgd", "dsgd", "dsgd", "gradientTracking"]);
  await expect(chips).toHaveText([/Centralised/, "Ours", "Ours (2)", /tracking/]);
  await press("Remove Ours (2)");
  expect(await kinds()).toEqual(["psgd", "dsgd", "gradientTracking"]);
  const list = (await page.locator(".method-list").boundingBox())!;
  expect(list.height).toBeLessThan(3 * 48);
});

test("the frame that is copied shows what is shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#figure-3-ring-ours");
  await finished(page, 400);
  await page.getByRole("button", { name: "Copy a frame of this" }).click();
  await expect(page.getByRole("button", { name: "Frame copied" })).toBeVisible();
  const source = await page.evaluate(async () => {
    const holder = document.createElement("template");
    holder.innerHTML = await navigator.clipboard.readText();
    return holder.content.querySelector("iframe")!.getAttribute("src")!;
  });
  expect(source).toMatch(/\/embed\.html#figure-3-ring-ours&height=640$/);
});

test("what is told of the pictures to who does not see them is of the lesson and the iteration that they show", async ({
  page,
}) => {
  await page.goto("./#lesson=local-data");
  for (const [id, network] of [
    ["local-data", "Ring: 32 agents"],
    ["lambda-grid", "Grid: 36 agents"],
    ["agents-16", "Ring: 16 agents"],
  ] as const) {
    await page.evaluate((id) => (location.hash = `#lesson=${id}`), id);
    await expect(page.locator("#graph .view-caption, #graph .view-bar").first()).toContainText(network);
    await finished(page, 400);
    // Half a second at rest, and as much again for a busy machine; nothing tells that a description does not change again.
    await page.waitForTimeout(1_000);
    const told = await page
      .locator("#graph .view-graph [aria-live=polite], #curves .view-curves [aria-live=polite]")
      .allTextContents();
    expect(told[0]).toContain(network);
    expect(told[1]).toContain("iterations k = 400");
  }
});

test("of another network is told soon, while the run is still under way", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./#lesson=lambda-random");
  await page.getByLabel("Speed").selectOption({ label: "2 iterations/s" });
  const told = page.locator("#graph .view-graph [aria-live=polite]");
  await expect(told).toContainText("Erdős–Rényi");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(told).toContainText("Grid", { timeout: 5_000 });
});

test("on a phone no lesson makes the page scroll sideways", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of [...new Set(lessons.map(({ chapter }) => chapter!))]) {
    const { id } = lessons.findLast(({ chapter }) => chapter === name)!;
    await page.goto("about:blank");
    await page.goto(`./#lesson=${id}`);
    await expect(title(page)).toHaveText(name);
    await expect(page.locator("#reading-text")).not.toHaveText("");
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, id).toBeLessThanOrEqual(0);
    // A page that is left cuts off what it still loads.
    await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
  }
});
