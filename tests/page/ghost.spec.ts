// The run before stays in the background, as long as it can be compared with what is on the screen.
import type { Page } from "@playwright/test";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import type { Scene } from "../../www/src/scene/figures.ts";
import { LastRun } from "../../www/src/scene/previous-run.ts";
import { difference } from "../../www/src/text/difference.ts";
import type { Latest } from "../../www/src/text/reading.ts";
import { documentOf, done, finished, frames, goBelow, open, openPanel, small } from "./app.ts";
import { colours, drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";
import { drawnTexts, rememberTexts } from "./layout.ts";

/** What the key beside the curves says of the run before. */
const key = (page: Page) => page.locator("#curves .view-key");

const hold = (page: Page) => page.getByRole("checkbox", { name: "hold “before”" });

/** Takes another step size by its box in the bar. */
async function step(page: Page, value: string): Promise<void> {
  await page
    .locator("#bar")
    .getByRole("textbox", { name: /^Step size/ })
    .fill(value);
  await page
    .locator("#bar")
    .getByRole("textbox", { name: /^Step size/ })
    .press("Enter");
  await frames(page);
  await finished(page);
}

/** The curves as an SVG file. */
async function picture(page: Page): Promise<string> {
  await openPanel(page, "Files");
  const download = page.waitForEvent("download");
  await page.getByRole("group", { name: "Curves", exact: true }).getByRole("button", { name: "SVG" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** With a step at which centralised SGD comes to its end, which ratios need. */
const settling = { ...small, stepSize: { kind: "constant", value: 0.15 } };

/** What DSGD's ratio was before, and is now, as the page says. */
async function ratios(page: Page): Promise<RegExpMatchArray> {
  const words = page.locator("#reading-text");
  await expect(words).toContainText(/DSGD \S+\s× → /);
  return (await words.textContent())!.match(/DSGD (\S+\s×) → (\S+\s×)/)!;
}

test("after a change the run before stays, by itself, in picture, words and file, until the problem changes", async ({
  page,
}) => {
  await open(page, settling);
  await finished(page);
  await expect(hold(page)).toBeHidden();
  expect(await picture(page)).not.toContain(">before<");
  await step(page, "0.2");
  await page.locator("#stage").scrollIntoViewIfNeeded();
  await expect(hold(page)).toBeVisible();
  await expect(page.locator("#reading-text")).toContainText(/DSGD \S+\s× → \S+\s×/);
  expect(await picture(page)).toContain(">before<");
  await page
    .locator("#bar")
    .getByRole("textbox", { name: /^Heterogeneity/ })
    .fill("3");
  await page
    .locator("#bar")
    .getByRole("textbox", { name: /^Heterogeneity/ })
    .press("Enter");
  await finished(page);
  await page.locator("#stage").scrollIntoViewIfNeeded();
  await expect(hold(page)).toBeHidden();
  await expect(page.locator("#reading-text")).not.toContainText("Before");
  expect(await picture(page)).not.toContain(">before<");
});

test("what is undone is the run before, and one that is held stays", async ({ page }) => {
  await open(page, settling);
  await finished(page);
  await step(page, "0.2");
  const there = await ratios(page);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect(page.locator("#reading-text")).toContainText(`DSGD ${there[2]} → ${there[1]}`);
  await hold(page).check();
  await step(page, "0.3");
  await expect(page.locator("#reading-text")).toContainText(`DSGD ${there[2]} → `);
  await goBelow(page);
});

test("values that are typed, and ways of a slider, are changes of their own, however fast they follow", async ({
  page,
}) => {
  await open(page, settling);
  await finished(page);
  await step(page, "0.2");
  const [, , before] = await ratios(page);
  await step(page, "0.3");
  expect((await ratios(page))[1]).toBe(before);
  const typed = page.locator("#bar").getByRole("textbox", { name: /^Step size/ });
  const values = [await typed.inputValue()];
  const box = (await page
    .locator("#bar")
    .getByRole("slider", { name: /^Step size/i })
    .boundingBox())!;
  for (const share of [0.4, 0.1]) {
    await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
    values.push(await typed.inputValue());
  }
  expect(new Set(values).size).toBe(3);
  for (const value of [values[1]!, values[0]!, "0.2", "0.15"]) {
    await page.getByRole("button", { name: "Undo the last change" }).click();
    await expect(typed).toHaveValue(value);
  }
});

test("a curve that failed stays beside the one that is cured", async ({ page }) => {
  await watchDrawing(page);
  await rememberTexts(page);
  await page.goto("./#preset=blow-up");
  await finished(page, 400);
  const failed = (await colours(page))["Exact-Diffusion"]!;
  const highest = async () =>
    Math.min(
      ...(await drawing(page, "#curves")).strokes
        .filter(({ color, points }) => color === failed && points.length > 5)
        .flatMap(({ points }) => points.map(([, y]) => y)),
    );
  const top = await highest();
  await page
    .locator("#advice")
    .getByRole("button", { name: /I \+ W/ })
    .click();
  await finished(page, 400);
  await expect(hold(page)).toBeVisible();
  // The cured one was there already, and is there once.
  expect((await documentOf(page)).methods.filter(({ kind }) => kind === "exactDiffusion")).toEqual([
    { kind: "exactDiffusion", label: "Exact-Diffusion, (I+W)/2", laziness: 0.5 },
  ]);
  expect(Object.values(await colours(page))).not.toContain(failed);
  await expect.poll(highest).toBeLessThan(top + 5);
  await expect(key(page)).toHaveText("before: Exact-Diffusion diverged");
});

test("the run before is always named, in the key beside the curves, on the page and in pictures", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await rememberTexts(page);
  const changes: [string, string, () => Promise<void>][] = [
    ["beliefs", "before", () => step(page, "0.3")],
    ["pulled-apart", "before", () => step(page, "0.1")],
    [
      "blow-up",
      "before: Exact-Diffusion diverged",
      () =>
        page
          .locator("#advice")
          .getByRole("button", { name: /I \+ W/ })
          .first()
          .click(),
    ],
    [
      "local-data",
      "before",
      async () => {
        await page.locator("#graph summary", { hasText: "Links (32)" }).click();
        await page.getByRole("button", { name: "Cut link 3 – 4" }).click();
      },
    ],
  ];
  for (const [lesson, name, change] of changes) {
    await page.goto("about:blank");
    await page.goto(`./#lesson=${lesson}`);
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await expect(key(page)).toBeEmpty();
    await change();
    await expect(key(page), lesson).toHaveText(name);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(key(page), lesson).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await expect(key(page), lesson).toHaveText(name);
    expect(await drawnTexts(page.locator("#curves .view-curves canvas"))).not.toContain(name);
    expect(await picture(page), lesson).toContain(`>${name}<`);
  }
});

test("a run that was left on its way is drawn, but its end, which it has not seen, is compared with nothing", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, small);
  await page.getByLabel("Speed").selectOption({ label: "10 iterations/s" });
  await expect.poll(() => done(page)).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Pause" }).click();
  expect(await done(page)).toBeLessThan(200);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await step(page, "0.2");
  await expect(hold(page)).toBeVisible();
  await expect(page.locator("#reading-text")).toContainText("After 200 iterations");
  await expect(page.locator("#reading-text")).not.toContainText("Before");
});

const at = (document: ExperimentDocument, points = 10, isOver = true) =>
  ({
    document,
    run: { finished: isOver, recording: { iterations: Array.from({ length: points }) } },
  }) as unknown as Scene;

test("while a slider moves, the run from before it moved stays; runs that have shown nothing are passed over", () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((iterations) => ({ ...small, iterations })) as [
    ExperimentDocument,
    ExperimentDocument,
    ExperimentDocument,
    ExperimentDocument,
  ];
  const last = new LastRun();
  last.see(at(a), null);
  expect(last.ghost).toBeNull();
  // One gesture from a over b to c.
  for (const document of [b, c]) {
    last.see(at(document), a);
    expect(last.ghost?.document).toBe(a);
  }
  last.see(at(d, 1), c);
  expect(last.ghost?.document).toBe(c);
  last.see(at(a), d);
  expect(last.ghost?.document).toBe(c);
  // A run that is over is not given up for one of the same document that has begun anew.
  last.see(at(a, 5, false), d);
  last.see(at(b), a);
  expect(last.ghost?.run.finished).toBe(true);
  last.see(at({ ...a, seed: "8" }), b);
  expect(last.ghost).toBeNull();
});

test("a step of a lesson that changes the network and the noise at once is compared with nothing", () => {
  const last = new LastRun();
  const network = { topology: { kind: "complete", agents: 8 }, weights: { rule: "metropolis" } };
  const gradient = { noise: "none" };
  for (const [change, isCompared] of [
    [{ network }, true],
    [{ gradient }, true],
    [{ network, gradient }, false],
  ] as const) {
    last.see(at(small), null);
    last.see(at({ ...small, ...change } as ExperimentDocument), small);
    expect(last.ghost !== null).toBe(isCompared);
  }
});

test("the difference is told as ratios to the centralised method, or as shares, where it is worth a word", () => {
  const row = (label: string, value: number, divergedAt: number | null = null): Latest => ({
    place: 0,
    label,
    kind: label === "C" ? "psgd" : label,
    communication: label === "C" ? "center" : "neighbors",
    value,
    low: NaN,
    high: NaN,
    divergedAt,
    settled: true,
    yardstick: label === "C",
  });
  const told = (before: Latest[], now: Latest[], share = false) =>
    difference(before, now, share).replaceAll(/\s/g, " ");
  const first = [row("C", 1), row("D", 46), row("E", 1)];
  expect(told(first, [row("C", 1), row("D", 16), row("E", 1.01)])).toBe("Before and now: D 46 × → 16 ×.");
  // What the yardstick has come to is what the change was about.
  expect(told(first, [row("C", 0.25), row("D", 11.5), row("E", 0.25)])).toBe(
    "C’s floor fell from 1.0 to 0.25, and the others’ with it.",
  );
  expect(told(first, [row("C", 0.25), row("D", 4), row("E", 0.25)])).toBe(
    "C’s floor fell from 1.0 to 0.25; as multiples of it, D 46 × → 16 ×.",
  );
  // Many methods are one clause.
  const [many, fewer] = [46, 5].map((by) => [
    row("C", 1),
    ...["D", "E", "F"].map((name, i) => row(name, by / (i + 1))),
  ]);
  expect(told(many!, [...fewer!.slice(0, 2), row("E", 20), row("F", 10)])).toBe(
    "Before and now: D 46 × → 5.0 ×; 2 others fell too, by less.",
  );
  expect(told([row("C", 1), row("D", 0.5), row("E", 1)], [row("C", 1), row("D", 0.91), row("E", 1)], true)).toBe(
    "Before and now: D 50 % → 91 %.",
  );
  expect(told([row("D", NaN, 7), row("E", 1e-3)], [row("D", 1e-3), row("E", 1e-4)])).toBe(
    "Before and now: D diverged → 0.0010, E 0.0010 → 1.0×10⁻⁴.",
  );
  expect(told([row("C", 1), row("D", 2)], [row("C", 1), row("D", 2.1)])).toBe("");
  // What has lost its yardstick, or has another one, is told by the errors: none fell that rose.
  const lost = [{ ...row("C", 70), yardstick: false }, row("D", 60), row("E", 65)];
  expect(told(first, lost)).toBe("Before and now: C 1.0 → 70; 2 others rose too, by less.");
  expect(told(first, [row("C", 70), row("D", 60), row("E", 65)])).toBe(
    "Before and now: C 1.0 → 70; 2 others rose too, by less.",
  );
  const up = [row("C", 5), row("D", 60), row("E", 2.5), row("F", 4)];
  expect(told([...first, row("F", 1)], up)).toBe(
    "C’s floor rose from 1.0 to 5.0; as multiples of it, D 46 × → 12 ×; 2 others changed, by less.",
  );
  // Who diverged is told first, and is not the greatest of those that did not.
  const four = ["D", "E", "F"].map((name) => row(name, 1));
  expect(told([row("X", NaN, 9), ...four], [row("X", 2), row("D", 1.5), row("E", 21), row("F", 0.5)])).toBe(
    "Before and now: X diverged → 2.0, E 1.0 → 21; 2 others changed, by less.",
  );
  expect(told(four, [row("D", NaN, 3), row("E", NaN, 3), row("F", 2)])).toBe(
    "Before and now: D and E now diverge, F 1.0 → 2.0.",
  );
});
