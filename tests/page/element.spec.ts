import type { Page } from "@playwright/test";
import { begunIn, expect, finishedIn, fragment, small, test, type Paper } from "./paper.ts";

/** A page of another origin than the element's module, which notes the element's events. */
async function openWith(paper: Paper, site: string, body: string): Promise<void> {
  await paper.open(`
    <script>
      window.states = [];
      addEventListener("suda-state", (event) => states.push([event.target.id, event.detail]));
    </script>
    <script type="module" src="${site}element.js"></script>${body}`);
}

const states = (page: Page) =>
  page.evaluate(
    () =>
      (
        window as unknown as {
          states: [string, { phase: string; message: string; iteration: number; iterations: number }][];
        }
      ).states,
  );
const demo = (page: Page, id: string) => page.locator(`#${id}`).locator("iframe").contentFrame();

test("the element plays its preset, with all that it loads from its module's origin, and takes the height that its content needs", async ({
  page,
  paper,
  site,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => /^https?:/.test(request.url()) && requests.push(request.url()));
  await openWith(
    paper,
    site,
    '<suda-demo id="one" preset="figure-2-left-ours" theme="dark" show="curves,run" label="Figure 2"></suda-demo>',
  );
  const frame = demo(page, "one");
  await begunIn(frame);
  await expect(page.getByTitle("Figure 2")).toBeVisible();
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(frame.locator("#graph")).toBeHidden();
  const [needed, given] = [
    await frame.locator("html").evaluate((html) => html.scrollHeight),
    (await page.locator("#one").boundingBox())!.height,
  ];
  expect(given).toBe(needed);
  const host = page.url();
  expect(requests.filter((url) => !url.startsWith(site) && url !== host && !url.endsWith("favicon.ico"))).toEqual([]);
  const core = requests.filter((url) => url.startsWith(site) && url.endsWith(".wasm"));
  expect(core).toHaveLength(1);
});

test("a document, a link or a preset say what is shown, a change of them at once, and without a step in the history", async ({
  page,
  paper,
  site,
}) => {
  const link = `https://example.org/suda/${await fragment({ ...small, iterations: 250 })}`;
  await openWith(
    paper,
    site,
    `<script type="module" src="${site}element.js?again"></script><p><suda-demo id="one" show="run" link="${link.replaceAll("&", "&amp;")}"></suda-demo></p><div id="end"></div>`,
  );
  const frame = demo(page, "one");
  await finishedIn(frame, 250);
  // It tells its state by events that bubble.
  await expect
    .poll(async () => (await states(page)).at(-1), { timeout: 30_000 })
    .toEqual(["one", { phase: "finished", message: "", iteration: 250, iterations: 250 }]);
  expect((await states(page))[0]).toMatchObject(["one", { phase: "waiting" }]);
  const before = await page.evaluate(() => history.length);
  await page
    .locator("#one")
    .evaluate((element, text) => element.setAttribute("document", text), JSON.stringify({ ...small, iterations: 150 }));
  await finishedIn(frame, 150);
  await page.locator("#one").evaluate((element) => {
    for (const name of ["document", "link"]) element.removeAttribute(name);
    element.setAttribute("preset", "valley");
  });
  await expect(frame.locator("#transport .count")).toContainText(/of 600$/, { timeout: 30_000 });
  expect(await page.evaluate(() => history.length)).toBe(before);
  // Elements may move and go, others come, and the module may be loaded twice.
  await page.evaluate(() => document.getElementById("end")!.append(document.getElementById("one")!));
  await begunIn(frame);
  await page.evaluate(() => {
    document.getElementById("one")!.remove();
    const next = document.createElement("suda-demo");
    next.id = "two";
    next.setAttribute("show", "run");
    next.setAttribute("preset", "valley");
    document.body.append(next);
  });
  await begunIn(demo(page, "two"));
  expect(page.frames()).toHaveLength(2);
});

test("a document that is none is said where it is used, by an event", async ({ page, paper, site }) => {
  const wrong = JSON.stringify({ ...small, iterations: -1 });
  await openWith(
    paper,
    site,
    `<suda-demo id="text" document="not JSON"></suda-demo><suda-demo id="wrong" show="curves" document='${wrong}'></suda-demo>`,
  );
  await expect
    .poll(() => states(page))
    .toContainEqual([
      "text",
      {
        phase: "refused",
        message: expect.stringContaining("its document is not JSON: line 1, column 1: expected value, found not"),
        iteration: 0,
        iterations: 0,
      },
    ]);
  await expect(demo(page, "text").getByRole("alert")).toContainText("its document is not JSON: line 1, column 1");
  // A demo starts when it comes into view.
  await page.locator("#wrong").scrollIntoViewIfNeeded();
  await expect(demo(page, "wrong").getByRole("alert")).toContainText("iterations: must be", { timeout: 20_000 });
});

test("a frame that does not answer is spoken of, and no more when it does", async ({ page, paper, site, problems }) => {
  let letThrough = () => {};
  const through = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/embed.html", async (route) => {
    await through;
    await route.continue();
  });
  await openWith(paper, site, `<suda-demo id="one" show="run" document='${JSON.stringify(small)}'></suda-demo>`);
  const note = page.locator("#one").getByRole("alert");
  await expect(note).toContainText("The demo has not answered for 10 s");
  expect((await states(page)).at(-1)).toMatchObject(["one", { phase: "failed" }]);
  letThrough();
  await finishedIn(demo(page, "one"));
  await expect(note).toBeHidden();
  problems.length = 0;
});

test("without an address of its own the module says what it needs", async ({ page, paper, site }) => {
  const code = await (await page.request.get(`${site}element.js`)).text();
  for (const address of [
    `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`,
    `" + URL.createObjectURL(new Blob([atob("${Buffer.from(code).toString("base64")}")], { type: "text/javascript" })) + "`,
  ]) {
    await paper.open(`<script type="module">await import("${address}");</script><suda-demo></suda-demo>`);
    await expect(page.getByRole("alert")).toContainText("must be loaded from its own address");
    await expect(page.locator("iframe")).toBeHidden();
  }
});
