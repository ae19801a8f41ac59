// Ways to drive the page that its tests share.
import type { Frame, FrameLocator, Page } from "@playwright/test";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { encodeLink } from "../../www/src/state/link.ts";
import { endless, small } from "./documents.ts";
import { expect } from "./harness.ts";
import { presets, steps } from "./presets.ts";

export { endless, presets, small, steps };

export async function fragment(document: unknown, view: Record<string, string> = {}): Promise<string> {
  return `#${await encodeLink(document as ExperimentDocument, view)}`;
}

/** Opens a document, in the laboratory. */
export async function open(page: Page, document: unknown = small, view: Record<string, string> = {}): Promise<void> {
  await page.goto(`./${await fragment(document, view)}`);
}

/** Opens a ready experiment in the laboratory. */
export const openReady = (page: Page, id: string) => page.goto(`./#preset=${id}&room=laboratory`);

/** Chooses another step, in the list of contents. */
export async function choose(page: Page | FrameLocator, name: string): Promise<void> {
  await page.locator("#tools .contents > summary").click();
  await page.locator("#tools .menu").getByRole("button", { name, exact: true }).click();
}

/** What can be set of the document in the laboratory; network and step size are open at first. */
export const setup = (page: Page) => page.locator("#panels-setup");

/** The address of a ready experiment. */
export const addressOf = (id: string) => (id.startsWith("figure-") ? `#${id}` : `#lesson=${id}`);

/** The place of a ready experiment's step in the story, counted from 1. */
export const placeOf = (id: string): number => steps.findIndex(({ presets }) => presets.includes(id)) + 1;

/** Shows a ready experiment, from the story's own address; without motion, at its end. */
export async function tell(page: Page, id: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(`./${addressOf(id)}`);
  else await page.evaluate((hash) => (location.hash = hash), addressOf(id));
  const place = placeOf(id);
  await expect(page.locator("#way .where")).toHaveText(`${place} of ${steps.length}`);
  if (steps[place - 1]!.choice) await expect(page.locator("#main-controls .choice select")).toHaveValue(id);
  await expect(page.locator("#curves canvas").first()).toBeVisible();
  // Until then the last one's run is shown.
  await frames(page);
  if (presets.find((preset) => preset.id === id)!.group !== "paper")
    await page.getByRole("button", { name: "Play again" }).waitFor();
}

/** What a step offers to be tried is moved by keys, which sliders take. */
export async function press(page: Page, slider: RegExp, ...keys: string[]): Promise<void> {
  const own = page.locator("#main-controls").getByRole("slider", { name: slider });
  await own.focus();
  for (const key of keys) {
    await own.press(key);
    // What comes within one picture is one change.
    await frames(page);
  }
}

export const count = (page: Page) => page.locator("#transport .count");

/** Iterations done, as the page says, or a frame. */
export async function done(page: Page | FrameLocator): Promise<number> {
  const text = (await page.locator("#transport .count").textContent()) ?? "";
  return Number(/(?:k =|iteration) ([\d\s,\u202f]+)/.exec(text)?.[1]?.replace(/\D/g, "") ?? NaN);
}

/** Waits until the run is over. */
export async function finished(page: Page, iterations = 200): Promise<void> {
  const isOver = (wanted: number) => {
    const words = document.querySelector("#transport .count")?.textContent ?? "";
    return (
      /Play again/.test(document.querySelector("#transport button")?.outerHTML ?? "") &&
      Number(/(?:k =|iteration) (.+) of/.exec(words)?.[1]?.replace(/\D/g, "")) === wanted
    );
  };
  // Looked for in the page itself: from here, every look would cost it as much as a frame.
  await page.waitForFunction(isOver, iterations, { polling: 30, timeout: 60_000 }).catch(async () => {
    expect([await done(page), await page.getByRole("button", { name: "Play again" }).isVisible()]).toEqual([
      iterations,
      true,
    ]);
  });
}

/** Two frames: what was asked for is begun and drawn. */
export const frames = (page: Page | Frame) =>
  page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))));

/** Has the files that match `glob` come no sooner than `ms` after they are asked for. */
export const slowDown = (page: Page, glob: string, ms: number) =>
  page.route(glob, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  });

/** A count that has stopped changing. */
export async function settled(count: () => Promise<number>): Promise<number> {
  let last = -1;
  const isSame = async () => {
    const before = last;
    last = await count();
    return last === before;
  };
  await expect.poll(isSame, { intervals: [200] }).toBe(true);
  return last;
}

/** Where a paused run stands, once its workers have all come equally far. */
export const heldAt = (page: Page) => settled(() => done(page));

/** Waits for what lies below the figures in the laboratory, which comes after the first curve. */
export async function goBelow(page: Page): Promise<void> {
  await expect(page.locator("#panels details").first()).toBeAttached();
}

export async function openPanel(page: Page, title: string): Promise<void> {
  await goBelow(page);
  const panel = page.locator("#panels details", { has: page.getByRole("heading", { name: title, exact: true }) });
  if (!(await panel.evaluate((details: HTMLDetailsElement) => details.open))) await panel.locator("> summary").click();
}

/** Opens all panels, and what they hold that opens. */
export async function openPanels(page: Page): Promise<void> {
  await goBelow(page);
  const closed = page.locator("#panels details:not([open]) > summary:visible");
  while ((await closed.count()) > 0) await closed.first().click();
}

/** The document as the editor shows it. */
export async function documentOf(page: Page): Promise<ExperimentDocument> {
  await openPanel(page, "Document");
  const text = page.getByLabel("The document as JSON");
  await expect(text).not.toHaveValue("");
  return JSON.parse(await text.inputValue()) as ExperimentDocument;
}

/** What a reader does who lets go of files over the page. */
export async function drop(
  page: Page,
  name: string,
  content: string | Buffer,
  ...more: [string, string][]
): Promise<void> {
  const files = [
    [name, Buffer.from(content).toString("base64")],
    ...more.map(([name, text]) => [name, Buffer.from(text).toString("base64")]),
  ];
  const taken = await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, base64] of files) {
      const bytes = Uint8Array.from(atob(base64!), (character) => character.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name!));
    }
    return ["dragover", "drop"].map(
      (kind) => !document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })),
    );
  }, files);
  // Or else the browser would leave the page to show the file.
  expect(taken).toEqual([true, true]);
}

/** What shows a file before it is used. */
export const preview = (page: Page) => page.locator("dialog.import[open]");

/** Uses the file that is shown. */
export async function useIt(page: Page): Promise<void> {
  await preview(page).getByRole("button", { name: "Use it" }).click();
  await expect(preview(page)).toHaveCount(0);
}

/** The numbers of the finished run, all digits: what the CSV holds, without the experiment's name. */
export async function numbers(page: Page): Promise<string> {
  await openPanel(page, "Files");
  const download = page.waitForEvent("download");
  await page.getByRole("group", { name: "Curves", exact: true }).getByRole("button", { name: "CSV" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString("utf8")
    .replaceAll(/,[^,\n]*$/gm, "");
}
