// What must work in every browser wherever the page is: on other hosts, under a policy, on a disk, and while its host is down.
import assert from "node:assert/strict";
import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { small } from "../documents.mjs";
import { folder, root } from "../node/support.mjs";
import { fragment } from "./page.mjs";

/** `works(what, body)` makes a test of it; `hosts()` are those of hosts.mjs. */
export function placed(works, hosts) {
  for (const [what, place] of [
    ["from a sub-folder", "/deep/down/suda/"],
    ["from a host that sends WebAssembly as text", "/plain/"],
    ["under a strict policy, without a violation", "/strict/"],
  ])
    works(`the page runs ${what}`, async (page) => {
      await page.open(hosts().site(place) + fragment(small));
      await page.finished();
      await page.openPanels();
      await page.until(() => document.querySelector("#panels .verdict")?.textContent.includes("stable"));
      await page.isWhole();
    });

  works("the page in one file runs from a disk", async (page, t) => {
    const copy = folder(t)("suda 1.html");
    copyFileSync(join(root, "dist/suda.html"), copy);
    await page.open(pathToFileURL(copy).href + fragment(small));
    await page.finished();
  });

  works("while the host is down all that is there works, and what is not comes when the host is back", async (page) => {
    await page.open(hosts().site("/site/") + fragment(small));
    await page.finished();
    await page.run(() => document.querySelector("#panels").scrollIntoView());
    await page.until(() => {
      const title = [...document.querySelectorAll("#panels h3")].find(({ textContent }) => textContent === "Document");
      if (title) title.parentElement.id = "document-panel";
      return title;
    });
    hosts().goDown(true);
    try {
      await page.run((hash) => location.assign(hash), fragment({ ...small, iterations: 300 }));
      await page.until(() => window.k() === 300);
      await page.press("#document-panel");
      await page.until(() => document.querySelector(".banner")?.textContent.includes("could not be fetched"));
    } finally {
      hosts().goDown(false);
    }
    await page.press("#document-panel");
    await page.press("#document-panel");
    await page.until(() => document.querySelector("textarea[aria-label='The document as JSON']")?.value);
    assert.deepEqual(await page.run(() => [...document.querySelectorAll(".banner")].map((one) => one.textContent)), []);
  });

  works(
    "the page of the site, opened from a disk or without its script, says that it has not started",
    async (page, t) => {
      const copy = folder(t)("site");
      cpSync(join(root, "dist/site"), copy, { recursive: true });
      await page.open(pathToFileURL(join(copy, "index.html")).href);
      const isSaid = () => {
        const words = document.getElementById("not-started");
        return getComputedStyle(words).visibility === "visible" && words.getBoundingClientRect().height > 10;
      };
      await page.until(isSaid);
      await page.open(hosts().site("/missing/"));
      await page.until(isSaid);
    },
  );
}
