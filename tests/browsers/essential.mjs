// What must work in every browser: the page, its ways into other pages, and the same bits as everywhere.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Key } from "selenium-webdriver";
import { small } from "../documents.mjs";
import { root } from "../node/support.mjs";
import { absence, openBrowser } from "./drive.mjs";
import { openHosts } from "./hosts.mjs";
import { embedded } from "./embedded.mjs";
import { fragment, pageOf, placeOf, rowsOf } from "./page.mjs";
import { placed } from "./places.mjs";

/** A test with all that it does ends after this time, in ms, on a machine that does other work. */
const LONGEST = 120_000;

export function essential(name) {
  const missing = absence(name);
  if (missing) {
    test(name, { skip: missing }, () => {});
    return;
  }

  let hosts;
  let browser;
  before(async () => {
    hosts = await openHosts();
    browser = await openBrowser(name);
  });
  after(async () => {
    browser?.close();
    hosts?.close();
  });

  /** One thing that must work. A driver that hangs or dies, as WebKit's does at times, is started anew, once. */
  function works(what, body) {
    test(`${name}: ${what}`, { timeout: 2 * LONGEST }, async (t) => {
      try {
        await limited(body(pageOf(browser.driver), t));
      } catch (error) {
        if (
          !(error instanceof Hung) &&
          !/^(ECONN|NoSuchSession|SessionNotCreated|socket)/.test(error.code ?? error.name)
        )
          throw error;
        t.diagnostic(`the driver was started anew: ${error.message}`);
        browser.close();
        browser = await openBrowser(name);
        await limited(body(pageOf(browser.driver), t));
      }
    });
  }

  works("the page starts with the first step of its story, and the next follows", async (page) => {
    await page.open(hosts.site("/site/"));
    await page.until(() => window.k() > 0);
    const finding = await page.run(() => document.querySelector("#headline").textContent);
    await page.press("#way .next");
    await page.until((before) => document.querySelector("#headline").textContent !== before && window.k() > 0, finding);
    await page.isWhole();
  });

  works("a run ends, and its curves are drawn", async (page) => {
    await page.open(hosts.site("/site/") + fragment(small));
    await page.finished();
    await page.until(() => {
      const canvas = [...document.querySelectorAll("#curves canvas")].find(({ offsetWidth }) => offsetWidth > 0);
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 20;
    });
    await page.isWhole();
  });

  works("the network is edited by pointer and by keys", async (page) => {
    await page.open(hosts.site("/site/") + fragment(small));
    await page.finished();
    await page.press("#graph button", "Edit network");
    await page.until(() => [...document.querySelectorAll("#graph button")].some((one) => one.textContent === "Done"));
    const canvas = await page.find("#graph canvas");
    const [from, to] = [await placeOf(page, 0), await placeOf(page, 3)];
    const hand = page.driver.actions();
    await hand.move(from).press().move(to).release().perform();
    await page.until(() => window.links() === 9);
    await page.run((canvas) => canvas.focus(), canvas);
    await canvas.sendKeys(Key.HOME, Key.ENTER, Key.PAGE_DOWN, Key.PAGE_DOWN, Key.PAGE_DOWN, Key.ENTER);
    await page.until(() => window.links() === 8);
    await page.finished();
    await page.isWhole();
  });

  works("all panels open, and none is wider than the page", async (page) => {
    await page.open(hosts.site("/site/") + fragment(small));
    await page.finished();
    await page.openPanels();
    await page.until(() => document.querySelector("#panels .verdict")?.textContent.includes("stable"));
    const wide = await page.run(() =>
      document.documentElement.scrollWidth <= innerWidth
        ? []
        : [...document.querySelectorAll("body *")]
            .filter((one) => one.getBoundingClientRect().right > innerWidth)
            .filter((one) => {
              for (let at = one.parentElement; at; at = at.parentElement)
                if (at !== document.body && getComputedStyle(at).overflowX !== "visible") return false;
              return true;
            })
            .map((one) => `${one.localName}#${one.id}.${one.className} ${one.getBoundingClientRect().right}`),
    );
    assert.deepEqual(wide, []);
    await page.isWhole();
  });

  works("the study measures that DSGD’s transient time grows faster", async (page) => {
    await page.open(hosts.site("/site/") + fragment(small));
    await page.finished();
    await page.openPanel("#instrument-study");
    await page.until(() => document.querySelector("#instrument-study select"));
    await page.run(() => {
      const quantity = document.querySelector("#instrument-study select");
      quantity.value = "table-1";
      quantity.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.press("#instrument-study button", "Measure");
    await page.until(() =>
      [...document.querySelectorAll("#instrument-study [role=status]")].some(({ textContent }) =>
        textContent.includes("DSGD’s is steeper"),
      ),
    );
    await page.isWhole();
  });

  works("pictures, numbers and experiments are saved, the numbers to the last digit", async (page) => {
    await page.open(hosts.site("/site/") + fragment(small));
    await page.finished();
    await page.openPanel("#files");
    await page.run(() => {
      window.saved = [];
      // What a click on such a link would save, and where to.
      HTMLAnchorElement.prototype.click = async function () {
        const bytes = new Uint8Array(await (await fetch(this.href)).arrayBuffer());
        window.saved.push({
          name: this.download,
          head: String.fromCharCode(...bytes.slice(0, 300)),
          bytes: [...bytes],
        });
      };
    });
    const save = async (row, format) => {
      const before = await page.run(() => saved.length);
      await page.press(`#files [aria-label="${row}"] button`, format);
      await page.until((count) => saved.length > count, before);
      return page.run(() => saved.at(-1));
    };
    const png = await save("Curves", "PNG");
    assert.match(png.name, /\.png$/);
    assert.match(png.head, /^\x89PNG\r\n/);
    const svg = await save("Curves", "SVG");
    assert.match(svg.name, /\.svg$/);
    assert.match(svg.head, /^(<\?xml[^>]*>\s*)?<svg/);
    const csv = await save("Curves", "CSV");
    assert.match(csv.name, /\.csv$/);
    const [, ...rows] = Buffer.from(csv.bytes).toString().trim().split("\n");
    // The last column names the experiment.
    assert.deepEqual(rows.map((row) => row.replace(/,[^,]*$/, "")).sort(), await rowsOf(small));
    const json = await save("Experiment", "JSON");
    assert.deepEqual(JSON.parse(Buffer.from(json.bytes)).methods, small.methods);
    await page.isWhole();
  });

  works("a link is copied, and shows the same when it is opened", async (page) => {
    await page.open(hosts.site("/site/") + fragment(small));
    await page.finished();
    await browser.allowCopying();
    await page.press("#tools button", "Share");
    await page.until(() =>
      [...document.querySelectorAll("#tools button")].some((one) => one.textContent === "Link copied"),
    );
    assert.equal(await page.run(() => document.querySelector("dialog")), null);
    await page.run(() => {
      const field = document.createElement("textarea");
      field.id = "pasted";
      document.body.prepend(field);
    });
    await (await page.find("#pasted")).sendKeys(Key.chord(Key.CONTROL, "v"));
    const link = await page.until(() => document.querySelector("#pasted").value);
    assert.ok(link.startsWith(`${hosts.site("/site/")}#v=1&z=`), link);
    await page.open(link);
    await page.finished();
    await page.openPanels();
    const text = await page.until(() => document.querySelector("textarea[aria-label='The document as JSON']")?.value);
    assert.deepEqual(JSON.parse(text), small);
    await page.isWhole();
  });

  placed(works, () => hosts);
  embedded(works, () => hosts);

  works("documents give the same bits", async (page) => {
    const expected = JSON.parse(readFileSync(join(root, "tests/bits/digests.json"), "utf8"));
    await page.open(hosts.paper(""));
    const found = await page.await(
      async (lib, bits) => {
        const { default: init, Experiment } = await import(`${lib}suda.js`);
        const { digests } = await import(`${bits}digests.mjs`);
        await init();
        const cases = await (await fetch(`${bits}experiments.json`)).json();
        return Object.fromEntries(
          cases.map(({ name, document }) => [name, digests(Experiment, document, [document.trials])]),
        );
      },
      hosts.site("/site/lib/"),
      hosts.site("/bits/"),
    );
    assert.deepEqual(found, expected);
  });
}

class Hung extends Error {}

/** The driver did not answer: neither the page nor the test can help it. */
function limited(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Hung(`no end after ${LONGEST} ms`)), LONGEST);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
