// The page in a browser, as the tests in essential.mjs and embedded.mjs use it.
import assert from "node:assert/strict";
import { By } from "selenium-webdriver";
import init, { Experiment } from "../../dist/lib/suda.js";
import { wasmBytes } from "../node/support.mjs";

/** What a page is waited for, in ms. */
const PATIENCE = 60_000;

/** The address's part that holds the document. */
export const fragment = (document) => `#v=1&j=${Buffer.from(JSON.stringify(document)).toString("base64url")}`;

/** The rows of an experiment's curves as CSV, in their alphabet's order, as Node.js computes them here. */
export async function rowsOf(document) {
  await init(wasmBytes());
  const experiment = new Experiment(document);
  experiment.advance(document.iterations);
  const { iterations, series } = experiment.curves();
  experiment.free();
  return series
    .flatMap(({ method, metric, mean, low, high }) =>
      Array.from(mean, (value, i) => [iterations[i], method, metric, value, low[i], high[i]].join()),
    )
    .sort();
}

/** Where an agent stands in the window: where the page says so of it when the pointer comes by. */
export async function placeOf(page, agent) {
  const place = await page.run((agent) => {
    const canvas = document.querySelector("#graph canvas");
    const box = canvas.getBoundingClientRect();
    for (let y = box.top + 4; y < box.bottom; y += 6)
      for (let x = box.left + 4; x < box.right; x += 6) {
        canvas.dispatchEvent(
          new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true, pointerType: "mouse" }),
        );
        const told = document.querySelector("#graph .view-tooltip:not([hidden])")?.textContent ?? "";
        if (new RegExp(`Agent ${agent}\\b`).test(told)) return { x: Math.round(x + 3), y: Math.round(y + 3) };
      }
    return null;
  }, agent);
  assert.ok(place, `agent ${agent} is nowhere`);
  return place;
}

/** What the tests do to a page. */
export function pageOf(driver) {
  const page = {
    driver,
    find: (selector) => driver.findElement(By.css(selector)),
    run: (script, ...given) => driver.executeScript(`return (${script})(...arguments)`, ...given),
    /** As `run`, of an asynchronous function. */
    async await(script, ...given) {
      const { value, error } = await driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1];
        (${script})(...[...arguments].slice(0, -1)).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        ...given,
      );
      if (error) throw new Error(error);
      return value;
    },
    /** Waits until the function gives something in the page, and returns that. */
    async until(script, ...given) {
      for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
        const value = await page.run(script, ...given);
        if (value) return value;
      }
      const state = await page.run(() => [window.problems, document.body.textContent.slice(0, 1_000)]);
      throw new assert.AssertionError({ message: `in vain: ${script}\n${JSON.stringify(state)}` });
    },
    async open(address) {
      // An address that differs in its fragment alone would load nothing.
      await driver.get("about:blank");
      await driver.get(address);
      await page.run(() => {
        window.k = () =>
          Number(
            /(?:k =|iteration) ([^o]+) of/
              .exec(document.querySelector("#transport .count")?.textContent ?? "")?.[1]
              .replace(/\D/g, ""),
          );
        window.links = () => Number(/Links \((\d+)\)/.exec(document.querySelector("#graph").textContent)?.[1]);
      });
    },
    finished: () => page.until(() => window.k() === 200),
    /** Presses the button that says `words`, as a reader does, once it is there. */
    async press(selector, words = null) {
      const button = await page.until(
        (selector, words) =>
          [...document.querySelectorAll(selector)].find((one) => words === null || one.textContent.trim() === words),
        selector,
        words,
      );
      // What is loaded above it moves it.
      await page.until((button) => {
        const before = button.getBoundingClientRect().top;
        button.scrollIntoView({ block: "center" });
        const isStill = window.lastTop === before;
        window.lastTop = button.getBoundingClientRect().top;
        return isStill && before === window.lastTop;
      }, button);
      return button.click();
    },
    /** Opens the panel that holds the element. */
    async openPanel(selector) {
      await page.run(() => document.querySelector("#panels").scrollIntoView());
      await page.until((wanted) => document.querySelector(wanted), selector);
      await page.run((wanted) => document.querySelector(wanted).closest("details").setAttribute("open", ""), selector);
    },
    async openPanels() {
      await page.run(() => document.querySelector("#panels").scrollIntoView());
      await page.until(() => document.querySelector("#panels details"));
      await page.run(() => {
        for (const details of document.querySelectorAll("#panels details")) details.open = true;
      });
    },
    /** Nothing has gone wrong so far. */
    async isWhole() {
      assert.deepEqual(await page.run(() => window.problems), []);
      assert.deepEqual(
        await page.run(() => [...document.querySelectorAll(".banner")].map((one) => one.textContent)),
        [],
      );
    },
  };
  return page;
}
