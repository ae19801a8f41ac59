import { choose, done, frames, settled } from "./app.ts";
import { begunIn, endless, expect, finishedIn, fragment, frameOf, small, test } from "./paper.ts";

const gap = '<p style="height: 3000px"></p>';

test("a frame plays its experiment, tells its height and its state, and leaves focus, scroll and address alone", async ({
  page,
  paper,
  site,
}) => {
  await paper.open(
    `<input id="field" autofocus><p style="height: 300px"></p><iframe id="auto" src="${site}embed.html${await fragment(small)}"></iframe>${gap}`,
  );
  await page.locator("#field").focus();
  await page.evaluate(() => scrollTo(0, 100));
  const address = await frameOf(page, "auto")
    .locator("html")
    .evaluate(() => location.href);
  await expect
    .poll(async () => (await paper.messages()).findLast(({ type }) => type === "state")?.phase, { timeout: 30_000 })
    .toBe("finished");
  const messages = await paper.messages();
  const states = messages.filter(({ type }) => type === "state");
  expect(states[0]!.phase).toBe("waiting");
  expect(states.at(-1)).toMatchObject({ source: "suda", version: 1, iteration: 200, iterations: 200, message: "" });
  const told = messages.findLast(({ type }) => type === "height")!.height;
  const inner = await frameOf(page, "auto")
    .locator("html")
    .evaluate((html) => ({ needed: html.scrollHeight, seen: innerHeight, address: location.href }));
  expect(inner).toEqual({ needed: told, seen: told, address });
  expect(await page.evaluate(() => [document.activeElement?.id, scrollY, history.length])).toEqual(["field", 100, 2]);
});

test("a frame adds nothing to its host’s history, be it the whole page", async ({ page, paper, site }) => {
  for (const address of ["embed.html#show=all", "index.html"]) {
    await paper.open(`<iframe id="a" height="700" src="${site}${address}"></iframe>`);
    const frame = frameOf(page, "a");
    await finishedIn(frame);
    const before = await page.evaluate(() => history.length);
    const said = await frame.locator("#headline").textContent();
    await choose(frame, "When it blows up");
    await expect(frame.locator("#headline")).not.toHaveText(said!);
    expect(await page.evaluate(() => history.length)).toBe(before);
  }
});

test("of three frames those play that are seen, and only while they are", async ({ page, paper, site }) => {
  const address = `${site}embed.html${await fragment(endless)}`;
  await paper.open(
    ["a", "b", "c"].map((id) => `<iframe id="${id}" height="600" src="${address}"></iframe>${gap}`).join(""),
  );
  const [a, b] = [frameOf(page, "a"), frameOf(page, "b")];
  await begunIn(a);
  expect((await paper.messages()).filter(({ phase }) => phase === "waiting")).toHaveLength(3);

  await page.locator("#b").scrollIntoViewIfNeeded();
  await begunIn(b);
  const rested = await settled(() => done(a));

  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => done(a)).toBeGreaterThan(rested);

  // One that its reader has paused stays so.
  await a.getByRole("button", { name: "Pause" }).click();
  await page.locator("#b").scrollIntoViewIfNeeded();
  await frames(page);
  await page.evaluate(() => scrollTo(0, 0));
  await frames(page);
  await expect(a.getByRole("button", { name: "Play" })).toBeVisible();
});

test("a sandboxed frame of opaque origin runs in workers, and shows what it may neither copy nor save", async ({
  page,
  paper,
  site,
  problems,
}) => {
  await paper.open(
    `<iframe id="a" height="1200" sandbox="allow-scripts" src="${site}embed.html${await fragment(small)}&show=all"></iframe>`,
  );
  const frame = frameOf(page, "a");
  expect(await frame.locator("html").evaluate(() => origin)).toBe("null");
  await finishedIn(frame);
  expect(page.workers().map((worker) => worker.url().slice(0, 5))).toContain("blob:");

  await frame.getByRole("button", { name: "Share" }).click();
  await expect(frame.getByRole("dialog").getByRole("textbox")).toHaveValue(new RegExp(`^${site}index.html#v=1&z=`));
  await frame.getByRole("button", { name: "Close" }).click();

  await frame.locator("#panels summary", { hasText: "Files" }).click();
  const curves = frame.getByRole("group", { name: "Curves", exact: true });
  await curves.getByRole("button", { name: "CSV" }).click();
  await expect(frame.getByRole("dialog").getByRole("textbox")).toHaveValue(
    /^iteration,method,metric,mean,low,high,experiment\n0,/,
  );
  await frame.getByRole("button", { name: "Close" }).click();
  await curves.getByRole("button", { name: "PNG" }).click();
  const picture = frame.getByRole("dialog").locator("img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000);
  // The browser says that the clipboard is closed to the frame.
  expect(problems.filter((problem) => !/clipboard/i.test(problem))).toEqual([]);
  problems.length = 0;
});

test("a frame of its host’s own origin that may not download shows what it cannot save", async ({
  page,
  paper,
  site,
}) => {
  await paper.open(
    `<iframe id="a" height="2700" sandbox="allow-scripts allow-same-origin" src="${site}embed.html${await fragment(small)}&show=all"></iframe>`,
  );
  const frame = frameOf(page, "a");
  await finishedIn(frame);
  await frame.locator("#panels summary", { hasText: "Files" }).click();
  await frame.getByRole("group", { name: "Curves", exact: true }).getByRole("button", { name: "CSV" }).click();
  // Where the click was, however high the frame.
  await expect(frame.getByRole("dialog")).toBeInViewport();
  await expect(frame.getByRole("dialog").getByRole("textbox")).toHaveValue(/^iteration,method,metric,mean,low,high/);
});

test("theme, parts and height are as asked for, and change as the host asks", async ({ page, paper, site }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const experiment = await fragment(small);
  await paper.open(
    `<iframe id="auto" src="${site}embed.html${experiment}&theme=dark&show=curves,run&height=480"></iframe>`,
  );
  const frame = frameOf(page, "auto");
  await finishedIn(frame);
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(frame.locator("body")).toHaveCSS("background-color", "rgb(22, 24, 27)");
  for (const [id, visible] of Object.entries({
    curves: true,
    transport: true,
    graph: false,
    legend: false,
    lessons: false,
    panels: false,
    tools: false,
  })) {
    await expect(frame.locator(`#${id}`)).toBeVisible({ visible });
  }
  await expect(frame.locator("footer")).toBeHidden();
  expect((await paper.messages()).findLast(({ type }) => type === "height")!.height).toBe(480);
  expect(await frame.locator("html").evaluate((html) => html.scrollHeight)).toBe(480);
  // The host changes them without starting the experiment anew.
  const to = (change: string) =>
    page
      .locator("#auto")
      .evaluate(
        (element: HTMLIFrameElement, address) => element.contentWindow!.location.replace(address),
        `${site}embed.html${change}`,
      );
  await to(`${experiment}&show=curves,run,controls`);
  const agents = frame.getByRole("textbox", { name: /^Agents/ });
  await agents.fill("5");
  await agents.press("Enter");
  await finishedIn(frame);
  await to(`${experiment}&theme=dark&show=network,controls`);
  await expect(frame.locator("#graph")).toBeVisible();
  await expect(agents).toHaveValue("5");
  await to(`${await fragment({ ...small, iterations: 300 })}&show=run`);
  await finishedIn(frame, 300);
});

test("a name alone is that of an experiment; what is asked for in vain is said, with what there is, and the rest works", async ({
  page,
  paper,
  site,
}) => {
  await paper.open(
    [
      "hello",
      "fastest-weights",
      "lesson=local-data&metric=nope&left=foo",
      "preset=figure-9&theme=pink&show=curves,curve,run",
      "steps=beliefs,believes&speed=3&only=neighbours,play&accent=reddish&k=soon",
    ]
      .map((asked, i) => `<iframe id="f${i}" src="${site}embed.html#${asked}"></iframe>`)
      .join(""),
  );
  const alerts = (id: string) => frameOf(page, id).getByRole("alert");
  await expect(alerts("f0")).toContainText("There is no preset “hello”.");
  await expect(alerts("f2")).toContainText("metric: must be one of gradientNorm, consensus,");
  await expect(alerts("f2")).toContainText("left: must be one of network, agents, answers, polynomials, got “foo”.");
  for (const words of ["There is no preset “figure-9”.", "theme: must be one of", "show: must be all, or a list of"])
    await expect(alerts("f3").filter({ hasText: words })).toBeVisible();
  for (const words of [
    "steps: there is no believes.",
    "speed: is not known here",
    "only: there is no parameter neighbours here.",
    "accent: must be what CSS",
    "k: must be a whole number",
  ])
    await expect(alerts("f4").filter({ hasText: words })).toBeVisible();
  await begunIn(frameOf(page, "f3"));
  // A frame warns, too.
  await expect(frameOf(page, "f1").locator("#advice li").first()).toContainText("W has negative weights");
  await expect(alerts("f1")).toHaveCount(0);
});

test("where workers are refused, the frame computes on its own thread", async ({ page, paper, site }) => {
  await page.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new DOMException("no workers here", "SecurityError");
      }
    } as unknown as typeof Worker;
  });
  await paper.open(`<iframe id="a" height="600" src="${site}embed.html${await fragment(small)}"></iframe>`);
  await finishedIn(frameOf(page, "a"));
  expect(page.workers()).toHaveLength(0);
});

test("a frame whose address is broken says so in its place, and plays nothing else", async ({ page, paper, site }) => {
  const whole = await fragment(small);
  await paper.open(`<iframe id="a" height="600" src="${site}embed.html${whole.slice(0, 60)}"></iframe>`);
  const frame = frameOf(page, "a");
  await expect(frame.getByRole("alert")).toContainText("This link is cut short");
  await expect(frame.locator("#curves")).toBeHidden();
  const phase = async () => (await paper.messages()).findLast(({ type }) => type === "state")?.phase;
  await expect.poll(phase).toBe("refused");
  // The host mends it.
  await page.evaluate((address) => {
    (document.querySelector("#a") as HTMLIFrameElement).src = address;
  }, `${site}embed.html${whole}`);
  await finishedIn(frame, 200);
  await expect(frame.getByRole("alert")).toHaveCount(0);
});
