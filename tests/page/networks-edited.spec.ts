// What an edit of the network leaves of the way in which it changes, what is said of it, and the way back.
import type { Page } from "@playwright/test";
import { choose, documentOf, drop, finished, open, openPanel, openReady, preview, setup, small, useIt } from "./app.ts";
import { drawing, watchDrawing, type Dot } from "./drawn.ts";
import { expect, test } from "./harness.ts";

const weights = { rule: "metropolis" };
const matching = (edges: number[][]) => ({ topology: { kind: "explicit", agents: 8, edges }, weights });
const star = { topology: { kind: "star", agents: 8 }, weights, laziness: 0.2 };
const ring = { topology: { kind: "ring", agents: 8 }, weights };
const cube = { topology: { kind: "hypercube", dimension: 3 }, weights };

const note = (page: Page) => page.locator(".fitted");
const network = async (page: Page) => (await documentOf(page)).network;

async function begin(page: Page, document: object): Promise<void> {
  // A page of its own, and not the last one with another address.
  await page.goto("about:blank");
  await open(page, { ...small, network: document });
  await finished(page);
}

async function cut(page: Page, link: string): Promise<void> {
  const list = page.locator("#graph details", { hasText: /^Links \(/ });
  if (!(await list.evaluate((details: HTMLDetailsElement) => details.open))) await list.locator("summary").click();
  await list.getByRole("button", { name: new RegExp(`^Cut link ${link},`) }).click();
  await finished(page);
}

async function addAgent(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit network" }).click();
  await page.getByRole("button", { name: "+ agent" }).click();
  await finished(page);
}

/** Undoes it by the note's own button. */
async function undo(page: Page): Promise<void> {
  await note(page).getByRole("button", { name: "Undo" }).click();
  await expect(note(page)).toBeHidden();
  await finished(page);
}

test("the pairs across a hypercube that is edited are a cycle of its dimensions, and undo brings them back", async ({
  page,
}) => {
  const pairs = { ...cube, laziness: 0.1, changes: { kind: "onePeer" } };
  await begin(page, pairs);
  await expect(page.locator("#graph .view-facts")).toContainText("disagreement × ");
  await cut(page, "0 – 2");
  await expect(note(page)).toContainText("The hypercube’s pairs are a cycle of 3 networks now");
  const across = (bit: number) =>
    Array.from({ length: 8 }, (_, i) => [i, i | bit]).filter(([i, j]) => i !== j && !(bit === 2 && i === 0));
  expect(await network(page)).toEqual({
    ...matching(across(1)),
    laziness: 0.1,
    changes: {
      kind: "cycle",
      networks: [
        { ...matching(across(2)), laziness: 0.1 },
        { ...matching(across(4)), laziness: 0.1 },
      ],
    },
  });
  await undo(page);
  expect(await network(page)).toEqual(pairs);
});

test("an edit of a cycle is made in all of its networks, and a link that is drawn in the first", async ({ page }) => {
  const cycle = { ...ring, changes: { kind: "cycle", networks: [star, matching([[0, 1]])] } };
  await begin(page, cycle);
  await cut(page, "0 – 1");
  await expect(note(page)).toContainText("Of the cycle’s 3 networks a new link joins the first");
  const leaves = [2, 3, 4, 5, 6, 7].map((leaf) => [0, leaf]);
  const others = [{ ...matching(leaves), laziness: 0.2 }, matching([])];
  const cutRing = [[0, 7], ...[1, 2, 3, 4, 5, 6].map((i) => [i, i + 1])];
  expect(await network(page)).toEqual({ ...matching(cutRing), changes: { kind: "cycle", networks: others } });
  // By keys: from agent 1 to agent 5.
  await page.getByRole("button", { name: "Edit network" }).click();
  const picture = page.locator("#graph .view-graph canvas");
  await picture.focus();
  for (const key of ["Home", "PageDown", "Enter", ...Array.from({ length: 4 }, () => "PageDown"), "Enter"])
    await page.keyboard.press(key);
  await finished(page);
  const { changes, ...first } = await network(page);
  expect(changes).toEqual({ kind: "cycle", networks: others });
  expect(first.topology).toMatchObject({ edges: [...cutRing, [1, 5]] });
  await page.getByRole("button", { name: "+ agent" }).click();
  await finished(page);
  const grown = await network(page);
  const all = [grown, ...(grown.changes?.kind === "cycle" ? grown.changes.networks : [])];
  expect(all.length).toBe(3);
  for (const one of all) expect(one.topology).toMatchObject({ agents: 9 });
});

test("links that fail and pairs that meet go on in a network that is edited, without a word", async ({ page }) => {
  for (const changes of [{ kind: "linkFailures", probability: 0.3 }, { kind: "randomMatching" }, { kind: "oneLink" }]) {
    await begin(page, { ...ring, changes });
    await cut(page, "0 – 1");
    expect((await network(page)).changes).toEqual(changes);
    await addAgent(page);
    expect((await network(page)).changes).toEqual(changes);
    await expect(note(page)).toBeHidden();
    await expect(page.locator("#graph .view-facts")).toContainText("λ of E[Wₖ]");
  }
});

test("another graph, for which a way of changing is not made, says that it is given up", async ({ page }) => {
  const pairs = { ...cube, changes: { kind: "onePeer" } };
  await begin(page, pairs);
  const choice = setup(page).getByRole("combobox", { name: "Network" });
  await choice.selectOption("ring");
  await finished(page);
  await expect(note(page)).toContainText("Pairs across dimensions need a hypercube");
  await undo(page);
  expect(await network(page)).toEqual(pairs);

  const cycle = { ...ring, changes: { kind: "cycle", networks: [star] } };
  await begin(page, cycle);
  const agents = setup(page).getByRole("textbox", { name: /^Agents/ });
  await agents.fill("11");
  await agents.press("Enter");
  await finished(page);
  await expect(note(page)).toContainText("All 2 networks of the cycle have as many agents now.");
  expect(await network(page)).toMatchObject({
    topology: { kind: "ring", agents: 11 },
    changes: { kind: "cycle", networks: [{ topology: { kind: "star", agents: 11 }, laziness: 0.2 }] },
  });
  await undo(page);
  expect(await network(page)).toEqual(cycle);

  await begin(page, { ...ring, changes: { kind: "cycle", networks: [matching([[0, 4]])] } });
  await agents.fill("11");
  await agents.press("Enter");
  await finished(page);
  await expect(note(page)).toContainText("The cycle’s other networks have another number of agents");
  expect((await network(page)).changes).toBeUndefined();
  await openPanel(page, "A changing network");
  await page.locator("#panels").getByLabel("Changes", { exact: true }).selectOption("onePeer");
  await expect(note(page)).toContainText("One peer at a time needs a hypercube: the network is one of 8 agents now.");
  // A step that is chosen is no edit of what was there.
  await choose(page, "Networks as they are");
  await expect(note(page)).toBeHidden();
});

test("a matrix that was given is said to be given up with its links", async ({ page }) => {
  const matrix = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 0.5 : 0.25)));
  const complete = { topology: { kind: "complete", agents: 3 }, weights: { rule: "explicit", matrix } };
  await begin(page, complete);
  await cut(page, "0 – 1");
  await expect(note(page)).toContainText("The matrix W fitted the links as they were");
  await undo(page);
  expect(await network(page)).toEqual(complete);
});

test("a network from a file changes as the one before where it can, and its preview says so", async ({ page }) => {
  await begin(page, { ...ring, changes: { kind: "linkFailures", probability: 0.3 } });
  await drop(page, "links.txt", "0 1\n1 2\n2 3\n3 0\n0 2\n");
  await expect(preview(page)).toContainText(
    "The network changes from iteration to iteration, as the previous one did.",
  );
  await useIt(page);
  await finished(page);
  expect(await network(page)).toMatchObject({
    topology: { agents: 4 },
    changes: { kind: "linkFailures", probability: 0.3 },
  });
  await begin(page, { ...cube, changes: { kind: "onePeer" } });
  await drop(page, "links.txt", "0 1\n1 2\n2 3\n3 0\n0 2\n");
  await expect(preview(page)).toContainText("The network stays the same in every iteration");
  await useIt(page);
  await finished(page);
  expect((await network(page)).changes).toBeUndefined();
});

for (const [lesson, agents] of [
  ["local-data", 32],
  ["beliefs", 16],
] as const)
  test(`a click where a link of “${lesson}” is drawn cuts it, and one on an agent takes that`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 650 });
    await watchDrawing(page);
    await openReady(page, lesson);
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await page.getByRole("button", { name: "Edit network" }).click();
    // Agents are the discs of which there are as many, in each of the two networks.
    const { dots } = await drawing(page, "#graph .view-graph");
    const rims = dots.filter(({ rim }) => rim);
    const alike = (one: Dot) => rims.filter(({ radius }) => Math.abs(radius - one.radius) < 1e-3);
    const ring = alike(rims.find((rim) => alike(rim).length === 2 * agents)!).slice(0, agents);
    const picture = page.locator("#graph .view-graph canvas");
    const remove = page.getByRole("button", { name: "− agent" });
    const { x, y, radius } = ring[3]!;
    for (const toEdge of [0, 0.9 * radius]) {
      await picture.click({ position: { x: x + toEdge * Math.SQRT1_2, y: y + toEdge * Math.SQRT1_2 } });
      await expect(remove).toBeEnabled({ enabled: toEdge === 0 });
    }
    for (const [i, one] of ring.entries()) {
      const other = ring[(i + 1) % agents]!;
      await picture.click({ position: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } });
    }
    await expect(page.locator("#graph summary", { hasText: "Links (0)" })).toBeVisible();
  });

test("the list of links and the tables open in sight, above the bar", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await openReady(page, "local-data");
  await page.getByRole("button", { name: "Play again" }).waitFor();
  for (const fold of await page.locator("#graph .view-graph details, #curves details").all()) {
    await page.evaluate(() => scrollTo(0, 0));
    await fold.locator("summary").click();
    const under = () =>
      fold.evaluate(
        (details) =>
          details.getBoundingClientRect().bottom - document.getElementById("bar")!.getBoundingClientRect().top,
      );
    await expect.poll(under).toBeLessThanOrEqual(0);
    await fold.locator("summary").click();
  }
});

test("a network that is too large to be edited says so", async ({ page }) => {
  await open(page, {
    ...small,
    iterations: 20,
    network: { topology: { kind: "ring", agents: 1000 }, weights: { rule: "metropolis" } },
  });
  await expect(page.locator("#graph .view-caption")).toContainText("Networks of up to 500 agents can be edited.");
  await expect(page.getByRole("button", { name: "Edit network" })).toBeHidden();
});

test("an agent's numbers leave the colours' scale free", async ({ page }) => {
  await open(page, {
    ...small,
    network: { topology: { kind: "grid", rows: 4, columns: 4 }, weights: { rule: "metropolis" } },
  });
  await finished(page);
  await page.locator("#graph .view-graph canvas").focus();
  // The last agent stands at the foot.
  await page.keyboard.press("End");
  const tooltip = page.locator("#graph .view-graph .view-tooltip");
  await expect(tooltip).toBeVisible();
  const [numbers, whole] = [
    (await tooltip.boundingBox())!,
    (await page.locator("#graph .view-graph .view-box").boundingBox())!,
  ];
  expect(numbers.y + numbers.height).toBeLessThanOrEqual(whole.y + whole.height - 36 + 1);
});
