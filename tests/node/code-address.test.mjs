// Where the page's link to its code leads: what the publisher has set, or else where the crate's source will be.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { codeAddress, siteAddress } from "../../scripts/lib/code-address.mjs";

test("the link to the code is the repository, or else the homepage, or else the crate's source", () => {
  const version = "1.2.3";
  const docs = "https://docs.rs/crate/suda/1.2.3/source/";
  for (const [fields, address] of [
    [{}, docs],
    [{ repository: "someone/suda" }, "https://github.com/someone/suda"],
    [{ repository: "github:someone/suda" }, "https://github.com/someone/suda"],
    [{ repository: { type: "git", url: "git+https://example.org/suda.git" } }, "https://example.org/suda"],
    [{ repository: "git://example.org/suda.git", homepage: "https://example.org/" }, "https://example.org/suda"],
    [{ homepage: "https://example.org/suda/" }, "https://example.org/suda/"],
    // None of these is an address that a browser opens.
    [{ repository: { url: "git@example.org:suda.git" } }, docs],
    [{ repository: "javascript:alert(1)", homepage: 'https://example.org/"><b>' }, docs],
  ])
    assert.equal(codeAddress({ ...fields, version }), address);
});

test("the site is where package.json has its homepage, or where its publisher says", () => {
  for (const [homepage, site, address] of [
    [undefined, undefined, null],
    ["https://example.org/suda", undefined, "https://example.org/suda/"],
    ["https://example.org/suda/#readme", undefined, "https://example.org/suda/"],
    ["https://example.org/suda/", "https://else.org/", "https://else.org/"],
    ["javascript:alert(1)", undefined, null],
  ])
    assert.equal(siteAddress({ homepage }, site), address);
});

test("the picture's size is the one that the page names", async () => {
  const [html, card] = [await readFile("www/index.html", "utf8"), await readFile("www/public/card.jpg")];
  // The frame header of a JPEG: its height, then its width.
  const frame = card.indexOf(Buffer.from([0xff, 0xc0]));
  const [height, width] = [card.readUInt16BE(frame + 5), card.readUInt16BE(frame + 7)];
  assert.match(html, new RegExp(`"og:image:width" content="${width}"`));
  assert.match(html, new RegExp(`"og:image:height" content="${height}"`));
});
