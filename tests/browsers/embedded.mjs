// What must work in every browser of the demo in other pages: frames and elements.
import assert from "node:assert/strict";
import { small } from "../documents.mjs";
import { fragment } from "./page.mjs";

/** `works(what, body)` makes a test of it; `hosts()` are those of hosts.mjs. */
export function embedded(works, hosts) {
  works("frames run in another page, also sandboxed and under a strict policy", async (page) => {
    const address = `${hosts().site("/strict/")}embed.html${fragment(small)}`;
    for (const sandbox of ["", 'sandbox="allow-scripts"']) {
      await page.open(hosts().paper(`<iframe width="800" height="700" ${sandbox} src="${address}"></iframe>`));
      await page.until(() => messages.some(({ phase, iteration }) => phase === "finished" && iteration === 200));
      assert.ok(await page.run(() => messages.some(({ type, height }) => type === "height" && height > 300)));
      await page.isWhole();
    }
  });

  works("the element runs, tells its state and takes the height that it needs", async (page) => {
    await page.open(
      hosts().paper(
        `<script type="module" src="${hosts().site("/site/")}element.js"></script>
        <suda-demo id="demo" show="curves,run" document='${JSON.stringify(small)}'></suda-demo>`,
      ),
    );
    await page.until(() => phases.demo === "finished");
    const [element, told, wide] = await page.run(() => {
      const { height, width } = document.querySelector("suda-demo").getBoundingClientRect();
      return [height, messages.findLast(({ type }) => type === "height").height, width > innerWidth / 2];
    });
    assert.equal(element, told);
    assert.ok(wide);
    await page.isWhole();
  });

  works("the element is as wide as there is room, under a policy, and its events leave a shadow root", async (page) => {
    const { origin } = new URL(hosts().site("/"));
    const demo = `<suda-demo show="curves,run" document='${JSON.stringify(small)}'></suda-demo>`;
    await page.open(
      hosts().paper(
        `<script type="module" src="${hosts().site("/site/")}element.js"></script><link rel="stylesheet" href="probe.css">
        <div class="row">${demo}<p>aside</p></div><div class="column">${demo}</div><div class="grid">${demo}</div>
        <div class="margin">${demo}</div><div class="narrow">${demo}</div><div class="shadow"><template shadowrootmode="open">${demo}</template></div>`,
        { "Content-Security-Policy": `default-src 'self'; script-src 'self' ${origin}; frame-src ${origin}` },
      ),
    );
    const widths = await page.until(() => {
      const demos = [...document.querySelectorAll("suda-demo")];
      return (
        demos.every(({ shadowRoot }) => shadowRoot) &&
        demos.map((demo) => [
          demo.parentElement.className,
          demo.parentElement.clientWidth,
          demo.shadowRoot.querySelector("iframe").getBoundingClientRect().width,
        ])
      );
    });
    // What probe.css leaves to them.
    const left = { row: -200, column: 0, grid: 0, margin: -80, narrow: 0 };
    for (const [parent, room, width] of widths) assert.equal(width, room + left[parent], parent);
    await page.run(() => document.querySelector(".shadow").scrollIntoView());
    await page.until(() => phases.shadow === "finished");
    assert.deepEqual(await page.run(() => problems), []);
  });

  works("elements come through a time in which they are hidden", async (page) => {
    const demo = (id) => `<suda-demo id="${id}" show="curves,run" document='${JSON.stringify(small)}'></suda-demo>`;
    await page.open(
      hosts().paper(
        // What the elements do once a second they do when the test says so.
        `<script>window.ticks = []; window.setInterval = (act) => ticks.push(act);</script>
        <script type="module" src="${hosts().site("/site/")}element.js"></script>
        <details id="list"><summary>More</summary>${demo("later")}</details><div id="tab">${demo("hidden")}</div>`,
      ),
    );
    await page.until(() => /finished|running/.test(phases.hidden));
    await page.await(async () => {
      tab.hidden = true;
      document.getElementById("hidden").setAttribute("show", "curves");
      document.getElementById("later").setAttribute("show", "curves");
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      // Longer than a frame in sight has for its answer.
      for (let second = 0; second < 11; second++) for (const tick of ticks) tick();
    });
    await page.run(() => {
      tab.hidden = false;
      list.open = true;
    });
    await page.until(() => phases.later && phases.later !== "waiting");
    await page.until(() => {
      const [one, other] = ["later", "hidden"].map((id) => document.getElementById(id).getBoundingClientRect().height);
      return one === other && one > 200;
    });
    assert.deepEqual(
      await page.run(() =>
        [...document.querySelectorAll("suda-demo")].map((one) => one.shadowRoot.querySelector("p").textContent),
      ),
      ["", ""],
    );
    await page.isWhole();
  });
}
