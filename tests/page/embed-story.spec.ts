// Frames of the story: one step, several, a figure of which some may be touched; where it stands, how it looks.
import type { FrameLocator } from "@playwright/test";
import { expect, finishedIn, frameOf, test, type Paper } from "./paper.ts";

/** Opens a frame of this address on another's page, with the height that it asks for. */
async function frameAt(paper: Paper, site: string, hash: string, style = ""): Promise<void> {
  await paper.open(`<div style="${style}"><iframe id="auto" src="${site}embed.html#${hash}"></iframe></div>`);
}

/** What can be changed in a frame, but for its link to the whole page: pictures can be read by keys, too. */
const touchable = (frame: FrameLocator) =>
  frame.locator("body").evaluate((body) =>
    [...body.querySelectorAll<HTMLElement>("button, select, input, textarea, summary, a, [tabindex='0']")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".source, .view-foot"))
      .filter((one) => !/^(application|img)$/.test(one.role ?? "") && getComputedStyle(one).clipPath === "none")
      .map(
        (one) =>
          one.getAttribute("aria-label") ?? (one as HTMLInputElement).labels?.[0]?.textContent ?? one.textContent,
      ),
  );

const count = (frame: FrameLocator) => frame.locator("#transport .count");

test("a story of two steps goes on by its button and comes back, within the frame", async ({ page, paper, site }) => {
  await frameAt(paper, site, "steps=beliefs,pulled-apart");
  const frame = frameOf(page, "auto");
  await finishedIn(frame);
  const [where, headline] = [frame.locator("#way .where"), frame.locator("#headline")];
  await expect(where).toHaveText("1 of 2");
  const first = await headline.textContent();
  const before = await page.evaluate(() => history.length);
  await frame.locator("#way .next").click();
  await expect(where).toHaveText("2 of 2");
  await expect(headline).not.toHaveText(first!);
  await finishedIn(frame);
  await frame.getByRole("button", { name: "The step before" }).click();
  await expect(headline).toHaveText(first!);
  expect(await page.evaluate(() => history.length)).toBe(before);
  // There is no way to the laboratory, nor to other steps.
  await expect(frame.locator("#tools")).toBeHidden();
  await expect(frame.getByRole("alert")).toHaveCount(0);
});

test("one step alone leads nowhere; of a figure that may be played and have other neighbours, nothing else can be touched", async ({
  page,
  paper,
  site,
}) => {
  const frame = frameOf(page, "auto");
  await frameAt(paper, site, "steps=pulled-apart");
  await finishedIn(frame);
  for (const part of ["#headline", "#note", "#graph canvas:visible", "#curves canvas:visible", "#reading-text"])
    await expect(frame.locator(part).first(), part).toBeVisible();
  await expect(frame.locator("#main-controls").getByRole("slider", { name: /^Neighbours/ })).toBeVisible();
  await expect(frame.locator("#way")).toHaveCount(0);
  await frameAt(paper, site, "preset=lambda-neighbours&only=neighbors,play");
  await finishedIn(frame, 400);
  const field = frame.locator("#main-controls").getByRole("textbox", { name: /^Neighbours/ });
  const names = await touchable(frame);
  expect(names.filter((name) => !/Neighbours|Play again|Iteration shown/.test(name ?? ""))).toEqual([]);
  expect(names.length).toBeLessThanOrEqual(4);
  await frame
    .locator("#main-controls")
    .getByRole("slider", { name: /^Neighbours/ })
    .press("Home");
  await expect(field).toHaveValue("2");
  await finishedIn(frame, 400);
});

test("a figure of which nothing may be touched plays by itself", async ({ page, paper, site }) => {
  for (const only of ["", "none"]) {
    await frameAt(paper, site, `preset=pulled-apart&only=${only}`);
    await expect
      .poll(async () => (await paper.messages()).findLast(({ type }) => type === "state")?.phase, { timeout: 30_000 })
      .toBe("finished");
    const frame = frameOf(page, "auto");
    await expect(frame.locator("#graph canvas:visible").first()).toBeVisible();
    expect(await touchable(frame), only).toEqual([]);
    await expect(frame.getByRole("alert")).toHaveCount(0);
  }
});

test("it waits for its reader where it is not to play, and stands at the iteration that is asked for", async ({
  page,
  paper,
  site,
}) => {
  for (const [option, k] of [
    ["play=no", 0],
    ["k=50", 50],
  ] as const) {
    await frameAt(paper, site, `preset=pulled-apart&only=play&${option}`);
    const frame = frameOf(page, "auto");
    await expect(count(frame)).toHaveText(`iteration ${k} of 200`);
    const play = frame.getByRole("button", { name: "Play", exact: true });
    await expect(play).toBeVisible();
    expect((await paper.messages()).filter(({ phase }) => phase === "finished")).toEqual([]);
    await play.click();
    await finishedIn(frame);
  }
});

test("the height that is given is kept, and in a column of text of 700 pixels two rings stand beside each other", async ({
  page,
  paper,
  site,
}) => {
  for (const [hash, width, rings] of [
    ["preset=beliefs", 700, 2],
    ["preset=beliefs&only=play&height=560", 700, 2],
    ["steps=beliefs,pulled-apart&height=560", 700, 2],
    ["preset=lambda-ring&right=floors&height=560", 900, 2],
  ] as const) {
    await frameAt(paper, site, hash, `width: ${width}px`);
    const frame = frameOf(page, "auto");
    await expect(frame.getByRole("button", { name: "Play again" })).toBeVisible({ timeout: 60_000 });
    const names = frame.locator("#graph .view-name:visible");
    await expect(names, hash).toHaveCount(rings);
    const [left, right] = [(await names.first().boundingBox())!, (await names.last().boundingBox())!];
    expect(Math.abs(left.y - right.y)).toBeLessThan(4);
    expect(right.x).toBeGreaterThan(left.x + left.width);
    const heights = () =>
      frame.locator("html").evaluate((html) => [html.scrollWidth <= innerWidth, html.scrollHeight, innerHeight]);
    const told = (await paper.messages()).findLast(({ type }) => type === "height")!.height;
    if (hash.endsWith("560")) expect(told).toBe(560);
    await expect.poll(heights, hash).toEqual([true, told, told]);
  }
});

test("colours and font are those of the page around, by the address and by the element’s attributes", async ({
  page,
  paper,
  site,
}) => {
  const looks = { accent: "#aa0033", background: "#fffbe6", font: "Georgia, serif" };
  const attributes = Object.entries(looks).map(([name, value]) => `${name}="${value}"`);
  await paper.open(
    `<iframe id="auto" src="${site}embed.html#preset=pulled-apart&${new URLSearchParams(looks).toString()}"></iframe>
     <script type="module" src="${site}element.js"></script><suda-demo preset="pulled-apart" ${attributes.join(" ")}></suda-demo>`,
  );
  for (const frame of [frameOf(page, "auto"), page.locator("suda-demo").locator("iframe").contentFrame()]) {
    await frame.locator("body").scrollIntoViewIfNeeded();
    await finishedIn(frame);
    await expect(frame.locator("body")).toHaveCSS("background-color", "rgb(255, 251, 230)");
    // Over which the tests bring their own.
    await expect(frame.locator("html")).toHaveAttribute("style", /--sans: Georgia, serif/);
    await expect(frame.locator(".source a")).toHaveCSS("color", "rgb(170, 0, 51)");
    // What is drawn stands on it, too.
    const ground = await frame
      .locator("#curves .view")
      .first()
      .evaluate(
        (view) => getComputedStyle(view).getPropertyValue("--view-paper") || getComputedStyle(view).backgroundColor,
      );
    expect(["#fffbe6", "rgba(0, 0, 0, 0)", "rgb(255, 251, 230)"]).toContain(ground.trim());
  }
});
