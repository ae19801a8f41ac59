// A page that is isolated from others shows the frame of a host that allows it to, as docs/embedding.md has it.
import { readFileSync } from "node:fs";
import { expect, finishedIn, fragment, frameOf, small, test } from "./paper.ts";

const guide = readFileSync("docs/embedding.md", "utf8");
const headers = Object.fromEntries(
  [...guide.matchAll(/^(Cross-Origin-(?:Embedder|Resource)-Policy): (.*)$/gm)].map(([, name, value]) => [name, value]),
);

test.use({ host: { headers } });

test("a frame runs in an isolated page, in workers, and so does the element of any host that is credentialless", async ({
  page,
  paper,
  site,
}) => {
  expect(Object.keys(headers)).toHaveLength(2);
  const isolated = { "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin" };
  await paper.open(`<iframe id="a" height="600" src="${site}embed.html${await fragment(small)}"></iframe>`, isolated);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await finishedIn(frameOf(page, "a"));
  expect(page.workers().length).toBeGreaterThan(0);
  await paper.open(
    `<script type="module" src="${site}element.js"></script><suda-demo id="one" credentialless show="run" document='${JSON.stringify(small)}'></suda-demo>`,
    isolated,
  );
  await finishedIn(page.locator("#one").locator("iframe").contentFrame());
});
