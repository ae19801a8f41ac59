// Where the page's link to its code leads: what the publisher has set, or else where the crate's source will be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardAddress, codeAddress } from "../../scripts/lib/code-address.mjs";

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

test("the picture's address is whole where the site's is named, or package.json has a homepage", () => {
  for (const [homepage, site, address] of [
    [undefined, undefined, "card.jpg"],
    ["https://example.org/suda", undefined, "https://example.org/suda/card.jpg"],
    ["https://example.org/suda/#readme", undefined, "https://example.org/suda/card.jpg"],
    ["https://example.org/suda/", "https://else.org/", "https://else.org/card.jpg"],
    ["javascript:alert(1)", undefined, "card.jpg"],
  ])
    assert.equal(cardAddress({ homepage }, site), address);
});
