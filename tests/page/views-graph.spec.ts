// The network view in a browser: pointer, keyboard, what it reports, what it shows.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect, test } from "./views-harness.ts";

/** Shows a ring; edits are noted down and, with `follow`, answered with the edited graph. */
async function showRing(page: Page, agents = 8, follow = false): Promise<void> {
  await page.evaluate(
    ([n, answer]) => {
      const { kit } = window;
      let data = kit.ring(n);
      const view = kit.createGraphView(kit.host, kit.light, {
        onEdit(edit) {
          kit.events.push(edit);
          const edited = answer ? kit.applyEdit(data, edit) : null;
          if (!edited) return;
          data = kit.graph("explicit", edited.agents, edited.edges);
          view.update(data);
        },
        onQuantity: (id) => kit.events.push(id),
      });
      view.update(data);
      kit.graphView = view;
    },
    [agents, follow] as const,
  );
  await nextFrame(page);
}

function nextFrame(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Where an agent of a ring of 8 stands on the page. */
async function placeOf(page: Page, agent: number): Promise<{ x: number; y: number }> {
  const canvas = page.locator("canvas");
  await canvas.focus();
  for (const key of ["Home", ...Array.from({ length: agent }, () => "PageDown")]) await page.keyboard.press(key);
  const shown = page.locator(".view-tooltip");
  await expect(shown).toContainText(`Agent ${agent}`);
  const place = await drawnAt(page, agent);
  await canvas.blur();
  return place;
}

function drawnAt(page: Page, agent: number): Promise<{ x: number; y: number }> {
  return page.evaluate((i) => {
    const { positions } = window.kit.layoutOf({ family: "ring", agents: 8, edges: [] });
    const box = document.querySelector("canvas")!.getBoundingClientRect();
    const side = Math.min(box.width - 40, box.height - 36 - 40);
    return {
      x: box.left + box.width / 2 + (positions[2 * i]! - 0.5) * side,
      y: box.top + (box.height - 36) / 2 + (positions[2 * i + 1]! - 0.5) * side,
    };
  }, agent);
}

const events = (page: Page): Promise<unknown[]> => page.evaluate(() => window.kit.events);

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

test("hovering tells an agent's numbers and neighbours", async ({ page }) => {
  await showRing(page);
  const at = await placeOf(page, 3);
  await page.mouse.move(at.x, at.y);
  await expect(page.locator(".view-tooltip")).toContainText("Agent 3");
  await expect(page.locator(".view-tooltip")).toContainText("2, 4");
  await page.mouse.move(1, 1);
  await expect(page.locator(".view-tooltip")).toBeHidden();
});

test("dragging moves an agent and changes no graph", async ({ page }) => {
  await showRing(page);
  const [from, to] = [await placeOf(page, 0), await placeOf(page, 4)];
  const target = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  await drag(page, from, target);
  expect(await events(page)).toEqual([]);
  await page.mouse.move(1, 1);
  await page.mouse.move(target.x, target.y);
  await expect(page.locator(".view-tooltip")).toContainText("Agent 0");
});

test("while editing, a drag links, a click cuts, a free spot adds, the button removes", async ({ page }) => {
  await showRing(page, 8, true);
  const [a, b, c] = [await placeOf(page, 0), await placeOf(page, 3), await placeOf(page, 1)];
  await page.getByRole("button", { name: "Edit network" }).click();
  await drag(page, a, b);
  await expect.poll(() => events(page)).toEqual([{ type: "addEdge", edge: [0, 3] }]);
  await expect(page.getByText("Links (9)")).toBeVisible();
  await page.mouse.click((a.x + c.x) / 2, (a.y + c.y) / 2);
  expect((await events(page)).at(-1)).toEqual({ type: "removeEdge", edge: [0, 1] });
  await expect(page.getByText("Links (8)")).toBeVisible();
  const box = (await page.locator("canvas").boundingBox())!;
  await page.mouse.click(box.x + 30, box.y + 30);
  expect((await events(page)).at(-1)).toMatchObject({ type: "addAgent" });
  await expect(page.getByText("Links (9)")).toBeVisible();
  await page.mouse.click(b.x, b.y);
  await page.getByRole("button", { name: "− agent" }).click();
  await expect.poll(async () => (await events(page)).at(-1)).toEqual({ type: "removeAgent", agent: 3 });
  expect(await events(page)).toHaveLength(4);
  await page.getByRole("button", { name: "Done" }).click();
  await drag(page, a, c);
  expect(await events(page)).toHaveLength(4);
});

test("edits are seen at once, those made before the answer to the first too, and so is the chosen agent", async ({
  page,
}) => {
  await page.evaluate(() => {
    const { kit } = window;
    const data = kit.ring(8);
    // The page answers with the latest graph alone.
    let later = 0;
    const view = kit.createGraphView(kit.host, kit.light, {
      onEdit(edit, edited) {
        kit.events.push(edit);
        clearTimeout(later);
        later = window.setTimeout(() => view.update(kit.graph("explicit", edited.agents, edited.edges)), 300);
      },
    });
    view.update(data);
    kit.graphView = view;
  });
  await nextFrame(page);
  const [a, b] = [await placeOf(page, 2), await placeOf(page, 5)];
  await page.getByRole("button", { name: "Edit network" }).click();
  await page.mouse.click(b.x, b.y);
  const [add, remove] = [page.getByRole("button", { name: "+ agent" }), page.getByRole("button", { name: "− agent" })];
  await expect(remove).toBeEnabled();
  await page.evaluate(() => {
    const [more] = [...document.querySelectorAll("button")].filter(({ textContent }) => textContent === "+ agent");
    more!.click();
    more!.click();
  });
  await drag(page, a, b);
  await expect
    .poll(() => events(page))
    .toEqual([
      { type: "addAgent", neighbors: [5] },
      { type: "addAgent", neighbors: [5] },
      { type: "addEdge", edge: [2, 5] },
    ]);
  await expect(page.getByText("Links (11)")).toBeVisible();
  await expect(add).toBeEnabled();
  await remove.click();
  await expect.poll(async () => (await events(page)).at(-1)).toEqual({ type: "removeAgent", agent: 5 });
  await expect(page.getByText("Links (6)")).toBeVisible();
  await expect(remove).toBeDisabled();
});

test("the keyboard alone walks, links, cuts, adds and removes", async ({ page }) => {
  await showRing(page, 8, true);
  await page.getByRole("button", { name: "Edit network" }).press("Enter");
  await page.locator("canvas").focus();
  for (const key of ["Home", "Enter", "PageDown", "PageDown", "Enter"]) await page.keyboard.press(key);
  await expect.poll(() => events(page)).toEqual([{ type: "addEdge", edge: [0, 2] }]);
  await expect(page.getByText("Links (9)")).toBeVisible();
  for (const key of ["Home", "Enter", "PageDown", "PageDown", "Enter"]) await page.keyboard.press(key);
  expect((await events(page)).at(-1)).toEqual({ type: "removeEdge", edge: [0, 2] });
  for (const key of ["Home", "+", "End", "Delete"]) await page.keyboard.press(key);
  expect((await events(page)).slice(2)).toEqual([
    { type: "addAgent", neighbors: [0] },
    { type: "removeAgent", agent: 8 },
  ]);
  await page.getByText("Links (8)").click();
  await page.getByRole("button", { name: /Cut link 2 – 3/ }).press("Delete");
  expect((await events(page)).at(-1)).toEqual({ type: "removeEdge", edge: [2, 3] });
  await expect(page.getByRole("button", { name: /Cut link/ })).toHaveCount(7);
});

test("arrows go to the agent that lies there", async ({ page }) => {
  await showRing(page);
  await page.locator("canvas").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".view-tooltip")).toContainText("Agent 1");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".view-tooltip")).toContainText("Agent 2");
  await expect(page.locator("[aria-live=assertive]")).toContainText("Agent 2");
});

test("a graph that falls apart says so", async ({ page }) => {
  await page.evaluate(() => {
    const { kit } = window;
    kit.createGraphView(kit.host, kit.light).update(kit.graph("explicit", 5, [0, 1, 1, 2, 3, 4]));
  });
  await expect(page.locator(".view-caption")).toHaveText(/Disconnected: two parts, of 3 and 2 agents\./);
});

test("λ, λₘᵢₙ and the gap stand under the network, and in its summary", async ({ page }) => {
  await page.evaluate(() => {
    const { kit } = window;
    const spectrum = { mixingRate: 0.98717, smallestEigenvalue: -1 / 3, spectralGap: 0.01283 };
    kit.createGraphView(kit.host, kit.light).update({ ...kit.ring(32), spectrum });
  });
  const facts = "λ = 0.9872, λₘᵢₙ = −0.333, 1 − λ = 0.0128";
  await expect(page.locator(".view-facts")).toHaveText(facts);
  await expect(page.locator("[aria-live=polite]")).toContainText(facts);
});

test("λ = 0 is told without what rounding left of it", async ({ page }) => {
  await page.evaluate(() => {
    const { kit } = window;
    const spectrum = { mixingRate: 1.1e-15, smallestEigenvalue: -7.7e-16, spectralGap: 1 };
    kit.createGraphView(kit.host, kit.light).update({ ...kit.graph("complete", 3, [0, 1, 0, 2, 1, 2]), spectrum });
  });
  await expect(page.locator(".view-facts")).toHaveText("λ = 0, λₘᵢₙ = 0, 1 − λ = 1");
});

for (const width of [360, 520])
  test(`in a window ${width} wide, the many neighbours of an agent are told within the panel`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => {
      const { kit } = window;
      kit
        .createGraphView(kit.host, kit.light)
        .update(kit.graph("star", 500, Array.from({ length: 499 }, (_, i) => [0, i + 1]).flat()));
    });
    await page.locator("canvas").focus();
    await page.keyboard.press("Home");
    const panel = page.locator(".view-tooltip");
    await expect(panel).toContainText("… (499)");
    const name = panel.getByRole("rowheader", { name: "neighbours", includeHidden: true });
    const [outer, inner, line] = [
      (await panel.boundingBox())!,
      (await panel.locator("td").last().boundingBox())!,
      (await name.boundingBox())!,
    ];
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    // In one line: its row is as high as the lines of the neighbours beside it.
    expect(await name.evaluate((cell) => cell.scrollWidth <= cell.clientWidth + 1)).toBe(true);
    expect(outer.height).toBeLessThan(220);
    expect(line.width).toBeGreaterThan(50);
  });

test("where agents are no longer drawn one by one, nothing offers to edit them", async ({ page }) => {
  await showRing(page, 500, true);
  await page.getByRole("button", { name: "Edit network" }).click();
  await page.getByRole("button", { name: "+ agent" }).click();
  await expect(page.locator(".view-caption")).toContainText("501 agents");
  for (const name of ["+ agent", "− agent", "Done"]) await expect(page.getByRole("button", { name })).toBeHidden();
});

test("a choice of colour is reported and a legend drawn", async ({ page }) => {
  await showRing(page);
  await page.getByRole("combobox", { name: "Colour of the agents" }).selectOption("degree");
  expect(await events(page)).toEqual(["degree"]);
  const svg = await page.evaluate(async () =>
    window.kit.figureToSvg((await window.kit.graphView!.figure())!, "#ffffff"),
  );
  for (const text of ["‖xᵢ − x̄‖", ">0.001<", ">1<"]) expect(svg).toContain(text);
});

test("500 agents draw within a frame or two; more are summed up, but for a ring of 1000", async ({ page }) => {
  const [drawing, text, ring] = await page.evaluate(async () => {
    const { kit } = window;
    const edges = Array.from({ length: 500 }, (_, i) =>
      [1, 2, 3, 4].flatMap((step) => [i, (i + step * step) % 500]),
    ).flat();
    const data = kit.graph("ring", 500, edges);
    const view = kit.createGraphView(kit.host, kit.light);
    view.update(data);
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const start = performance.now();
    for (let i = 0; i < 10; i++) {
      view.update({ ...data, panels: data.panels.map((panel) => ({ ...panel })) });
      await frame();
    }
    const each = (performance.now() - start) / 10;
    const svgOf = async (shown: typeof data): Promise<string> => {
      view.update(shown);
      return kit.figureToSvg((await view.figure())!, "#ffffff");
    };
    const ring = kit.ring(1000);
    return [each, await svgOf({ ...ring, family: "erdosRenyi" }), await svgOf(ring)] as const;
  });
  expect(drawing).toBeLessThan(150);
  expect(ring).not.toContain("Links between blocks of agents");
  // Each agent is a disc of two arcs.
  expect(ring.match(/<path/g)!.length).toBeGreaterThan(1000);
  expect(text).toContain("Links between blocks of agents");
  expect(text).toContain("agent 0 … 999");
});

test("the canvas has as many pixels as the screen shows, also when the zoom changes", async ({ page }) => {
  await showRing(page);
  const pixels = (): Promise<number[]> =>
    page.evaluate(() => {
      const canvas = document.querySelector("canvas")!;
      return [canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight, devicePixelRatio].map((x) =>
        Number(x.toFixed(2)),
      );
    });
  const session = await page.context().newCDPSession(page);
  for (const deviceScaleFactor of [1, 1.5, 3]) {
    const width = 1050 / deviceScaleFactor;
    await session.send("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor, mobile: false });
    await expect.poll(pixels).toEqual([deviceScaleFactor, deviceScaleFactor, deviceScaleFactor]);
  }
});

test("the wheel over the picture scrolls the page", async ({ page }) => {
  await showRing(page);
  await page.evaluate(() => (document.body.style.minHeight = "3000px"));
  const box = (await page.locator("canvas").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("nothing is left behind", async ({ page }) => {
  await showRing(page);
  await page.evaluate(() => window.kit.graphView!.destroy());
  expect(await page.evaluate(() => window.kit.host.childElementCount)).toBe(0);
});

test("all views pass axe, in light and dark", async ({ page }) => {
  await page.evaluate(() => {
    const { kit } = window;
    for (const theme of [kit.light, kit.dark]) {
      const place = (): HTMLElement => {
        const section = document.createElement("section");
        section.style.background = theme.paper;
        kit.host.append(section);
        return section;
      };
      kit.createGraphView(place(), theme, { onEdit: () => true }).update(kit.graph("explicit", 5, [0, 1, 1, 2, 3, 4]));
      kit.createCurvesView(place(), theme).update(kit.curves((k, m) => 10 ** (-m - k / 50), 100));
      const method = kit.STYLES[1]!;
      kit.createHeatMapView(place(), theme).update({ agents: 3, dimension: 2, iterates: [1, 2, 3, 4, 5, 6], method });
      kit
        .createLandscapeView(place(), theme)
        .update({ x: [-1, 0, 1], f: [1, 0, 1], methods: [{ method, iterates: [0.5, -0.5] }] });
      kit
        .createSpectrumView(place(), theme)
        .update({ network: [0.5], methods: [{ method, re: [0.5], im: [0.1], of: [0] }] });
    }
  });
  for (const details of await page.locator("details").all()) await details.locator("summary").click();
  await page.addScriptTag({
    content: readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
  });
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // The heading and title of a page are the page's.
    const { violations } = await axe.run("#host", { rules: { "page-has-heading-one": { enabled: false } } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  });
  expect(found).toEqual([]);
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true });

  test("a swipe on an agent moves it, anywhere else it scrolls the page", async ({ page }) => {
    await showRing(page);
    await page.evaluate(() => (document.body.style.minHeight = "3000px"));
    const session = await page.context().newCDPSession(page);
    const swipe = async (x: number, y: number, distance: number): Promise<void> => {
      const at = (dy: number) => [{ x, y: y + dy }];
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
      for (let step = 1; step <= 8; step++)
        await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at((distance * step) / 8) });
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    const agent = await placeOf(page, 4);
    await swipe(agent.x, agent.y, -100);
    await nextFrame(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.touchscreen.tap(agent.x, agent.y - 100);
    await expect(page.locator(".view-tooltip")).toContainText("Agent 4");
    const box = (await page.locator("canvas").boundingBox())!;
    await swipe(box.x + 20, box.y + box.height / 2, -100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
    expect(await events(page)).toEqual([]);
  });
});
