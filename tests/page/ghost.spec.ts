// The run before stays in the background, as long as it can be compared with what is on the screen.
import { test as pure, type Page } from "@playwright/test";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import type { Scene } from "../../www/src/scene/figures.ts";
import { LastRun } from "../../www/src/scene/previous-run.ts";
import { difference } from "../../www/src/text/difference.ts";
import type { Latest } from "../../www/src/text/reading.ts";
import { documentOf, done, finished, frames, open, openPanel, openReady, setup, small } from "./app.ts";
import { colours, drawing, watchDrawing } from "./drawn.ts";
import { expect, test } from "./harness.ts";

/** What the key beside the curves says of the run before. */
const key = (page: Page) => page.locator("#curves .view-key");
const said = (page: Page) => page.locator("#reading-text");
const hold = (page: Page) => page.getByRole("checkbox", { name: "hold “before”" });
const stepSize = (page: Page) => setup(page).getByRole("textbox", { name: /^Step size/ });

/** Takes another step size by its box. */
async function step(page: Page, value: string): Promise<void> {
  await stepSize(page).fill(value);
  await stepSize(page).press("Enter");
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
  await expect(said(page)).toContainText(/DSGD \S+\s× → /);
  return (await said(page).textContent())!.match(/DSGD (\S+\s×) → (\S+\s×)/)!;
}

test("after a change the run before stays, by itself, in picture, words and file, until the problem changes", async ({
  page,
}) => {
  await open(page, settling);
  await finished(page);
  await expect(hold(page)).toBeHidden();
  expect(await picture(page)).not.toContain(">before<");
  await step(page, "0.2");
  await expect(hold(page)).toBeVisible();
  await expect(key(page)).toHaveText("before");
  await expect(said(page)).toContainText(/DSGD \S+\s× → \S+\s×/);
  expect(await picture(page)).toContain(">before<");
  await openPanel(page, "Problem");
  const differs = setup(page).getByRole("textbox", { name: /^Heterogeneity/ });
  await differs.fill("3");
  await differs.press("Enter");
  await frames(page);
  await finished(page);
  await expect(hold(page)).toBeHidden();
  await expect(key(page)).toBeEmpty();
  await expect(said(page)).not.toContainText("Before");
  expect(await picture(page)).not.toContain(">before<");
});

test("what is undone is the run before; values typed and ways of a slider are changes of their own; one that is held stays", async ({
  page,
}) => {
  await open(page, settling);
  await finished(page);
  await step(page, "0.2");
  const there = await ratios(page);
  await step(page, "0.3");
  expect((await ratios(page))[1]).toBe(there[2]);
  const values = [await stepSize(page).inputValue()];
  const box = (await setup(page)
    .getByRole("slider", { name: /^Step size/i })
    .boundingBox())!;
  for (const share of [0.4, 0.1]) {
    await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
    values.push(await stepSize(page).inputValue());
  }
  expect(new Set(values).size).toBe(3);
  for (const value of [values[1]!, values[0]!, "0.2", "0.15"]) {
    await page.getByRole("button", { name: "Undo the last change" }).click();
    await expect(stepSize(page)).toHaveValue(value);
  }
  await expect(said(page)).toContainText(`DSGD ${there[2]} → ${there[1]}`);
  await hold(page).check();
  await step(page, "0.3");
  await expect(said(page)).toContainText(`DSGD ${there[2]} → `);
});

test("a curve that failed stays beside the one that is cured", async ({ page }) => {
  await watchDrawing(page);
  await openReady(page, "blow-up");
  await finished(page, 400);
  await expect(page.locator("#chips .chip").first()).toBeVisible();
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
  await frames(page);
  await finished(page, 400);
  await expect(hold(page)).toBeVisible();
  // The cured one was there already, and is there once.
  const { methods } = await documentOf(page);
  expect(methods.filter(({ kind, laziness }) => kind === "exactDiffusion" && laziness === 0.5)).toHaveLength(1);
  expect(methods.filter(({ kind }) => kind === "exactDiffusion")).toHaveLength(1);
  expect(Object.values(await colours(page))).not.toContain(failed);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(highest).toBeLessThan(top + 5);
  await expect(key(page)).toHaveText("before: Exact-Diffusion diverged");
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
  await expect(key(page)).toHaveText("before");
  await expect(said(page)).toContainText("After 200 iterations");
  await expect(said(page)).not.toContainText("Before");
});

const at = (document: ExperimentDocument, points = 10, isOver = true) =>
  ({
    document,
    run: { finished: isOver, recording: { iterations: Array.from({ length: points }) } },
  }) as unknown as Scene;

pure("while a slider moves, the run from before it moved stays; runs that have shown nothing are passed over", () => {
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

pure("a step of a lesson that changes the network and the noise at once is compared with nothing", () => {
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

pure("the difference is told as ratios to the centralised method, or as shares, where it is worth a word", () => {
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
