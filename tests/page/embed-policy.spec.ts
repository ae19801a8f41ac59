// Frames on a host whose policy is strict.
import { answered as view, digits } from "./documents.ts";
import { expect, finishedIn, fragment, frameOf, small, test } from "./paper.ts";

test.use({
  host: {
    headers: {
      "Content-Security-Policy":
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'",
    },
  },
});

test("a frame works under a strict policy, without a violation", async ({ page, paper, site }) => {
  await paper.open(`<iframe id="a" height="900" src="${site}embed.html${await fragment(small)}&show=all"></iframe>`);
  const frame = frameOf(page, "a");
  await finishedIn(frame);
  expect(page.workers().map((worker) => worker.url())).toContainEqual(expect.stringMatching(/^http/));
  await frame.getByRole("button", { name: "Agents", exact: true }).click();
  await expect(frame.locator("#graph canvas:visible")).toHaveCount(1);
});

test("so does a sandboxed one, which then has no workers, with images of digits", async ({
  page,
  paper,
  site,
  problems,
}) => {
  await paper.open(
    `<iframe id="a" height="700" sandbox="allow-scripts" src="${site}embed.html${await fragment(digits, view)}"></iframe>`,
  );
  await finishedIn(frameOf(page, "a"), 100);
  await expect(frameOf(page, "a").locator("#graph .view-answers [aria-live=polite]")).toHaveText(
    /^\d: Centralised \d+ of 10 agents/,
  );
  // That workers from a blob are forbidden here can only be found out by trying.
  expect(problems.filter((problem) => !problem.includes("blob:"))).toEqual([]);
  problems.length = 0;
});
