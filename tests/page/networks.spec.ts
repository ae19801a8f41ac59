// Networks that change, weights on links, modes of W, and what is warned of.
import type { Page } from "@playwright/test";
import { documentOf, finished, numbers, open, openPanel, openReady, setup, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const ring16 = { kind: "ring", agents: 16 };
const changing = (changes: object, topology: object = ring16) => ({
  ...small,
  gradient: { noise: "none" },
  network: { topology, weights: { rule: "metropolis" }, changes },
});

/** The links that are said to be in use, and in which iteration. */
async function inUse(page: Page): Promise<{ iteration: number; links: [number, number][] }> {
  const summary = page.locator("#graph .view-graph [aria-live=polite]").first();
  const found = /In iteration (\d+), \d+ of \d+ links are in use: ([^.]*)\./;
  await expect(summary).toContainText(found, { timeout: 15_000 });
  const [, iteration, text] = found.exec((await summary.textContent())!)!;
  const links = text!.split(", ").map((link) => link.split(" – ").map(Number) as [number, number]);
  return { iteration: Number(iteration), links };
}

test("pairs that meet are a maximal matching, another one in each iteration, and the same when one goes back", async ({
  page,
}) => {
  await open(page, changing({ kind: "randomMatching" }));
  await finished(page);
  await page.getByRole("button", { name: "Reset to iteration 0" }).click();
  const step = page.getByRole("button", { name: /^Step/ });
  const seen = new Map<number, string>();
  for (const k of [0, 1, 2]) {
    await expect.poll(async () => (await inUse(page)).iteration, { timeout: 20_000 }).toBe(k);
    const { links } = await inUse(page);
    const taken = links.flat();
    expect(new Set(taken).size).toBe(taken.length);
    // No two neighbours are left over, which could still meet.
    for (let i = 0; i < 16; i++) expect(taken.includes(i) || taken.includes((i + 1) % 16)).toBe(true);
    seen.set(k, JSON.stringify(links));
    await step.click();
  }
  expect(new Set(seen.values()).size).toBeGreaterThan(1);
  const time = page.getByRole("slider", { name: "Iteration shown" });
  await time.focus();
  await page.keyboard.press("Home");
  await expect.poll(async () => (await inUse(page)).iteration, { timeout: 20_000 }).toBe(0);
  expect(JSON.stringify((await inUse(page)).links)).toBe(seen.get(0));
});

test("every way of changing is had by its control, with what it needs", async ({ page }) => {
  await open(page, { ...small, network: { topology: ring16, weights: { rule: "metropolis" } } });
  await openPanel(page, "A changing network");
  const way = page.locator("#panels").getByLabel("Changes", { exact: true });
  const network = async () => (await documentOf(page)).network;
  for (const kind of ["linkFailures", "randomMatching", "oneLink"]) {
    await way.selectOption(kind);
    await finished(page);
    expect((await network()).changes).toMatchObject({ kind });
  }
  await way.selectOption("linkFailures");
  await setup(page)
    .getByRole("textbox", { name: /^Links fail with/ })
    .fill("0.7");
  await page.keyboard.press("Enter");
  await finished(page);
  expect((await network()).changes).toEqual({ kind: "linkFailures", probability: 0.7 });
  // Pairs across the dimensions of a hypercube want one, of as many agents.
  await way.selectOption("onePeer");
  await finished(page);
  expect(await network()).toMatchObject({
    topology: { kind: "hypercube", dimension: 4 },
    changes: { kind: "onePeer" },
  });
  await setup(page).getByRole("combobox", { name: "Network" }).selectOption("ring");
  await finished(page);
  expect((await network()).changes).toBeUndefined();
  await way.selectOption("cycle");
  await finished(page);
  await page.getByRole("button", { name: "Add a network" }).click();
  await finished(page);
  await page.getByRole("group", { name: "Network 3 of the cycle" }).getByLabel("Then").selectOption("complete");
  await finished(page);
  expect((await network()).changes).toMatchObject({
    kind: "cycle",
    networks: [{ topology: { kind: "star", agents: 16 } }, { topology: { kind: "complete", agents: 16 } }],
  });
  await page.getByRole("group", { name: "Network 2 of the cycle" }).getByRole("button", { name: "Remove" }).click();
  await finished(page);
  await way.selectOption("none");
  await finished(page);
  expect((await network()).changes).toBeUndefined();
});

test("of a network that changes the theory gives no verdict, and says what holds of its mean", async ({ page }) => {
  await open(page, changing({ kind: "linkFailures", probability: 0.3 }));
  await finished(page);
  await expect(page.locator("#graph .view-facts")).toContainText("λ of E[Wₖ] = ");
  await openPanel(page, "Will it converge?");
  const theory = page.locator("#theory-validity");
  await expect(theory.locator(".verdict")).toContainText("The theory here assumes a fixed W.");
  await expect(theory).toContainText("What holds of Wₖ, in closed form");
  // λ of E[W_k] is 1 - 0.7 (1 - λ), and a ring of 16 uses 0.7 × 16 links in the mean.
  const lambda = 1 - 0.7 * (2 / 3) * (1 - Math.cos(Math.PI / 8));
  await expect(theory.getByRole("row", { name: /^λ of E/ })).toContainText(lambda.toFixed(4));
  await expect(theory.getByRole("row", { name: /^links in use/ })).toContainText("11.2");
  for (const [title, id] of [
    ["Bounds", "bound"],
    ["Rates and transient times", "tables"],
  ] as const) {
    await openPanel(page, title);
    await expect(page.locator(`#theory-${id}`)).toContainText("assume a fixed W");
    await expect(page.locator(`#theory-${id} table:visible`)).toHaveCount(0);
  }
});

test("networks that together leave parts are warned of", async ({ page }) => {
  const part = (edges: number[][]) => ({
    topology: { kind: "explicit", agents: 4, edges },
    weights: { rule: "metropolis" },
  });
  const network = { ...part([[0, 1]]), changes: { kind: "cycle", networks: [part([[2, 3]])] } };
  await open(page, { ...small, network });
  await finished(page);
  await expect(page.locator("#advice")).toContainText("All networks together leave 2 parts");
});

test("all warnings are listed, worst first, the fourth and more on request", async ({ page }) => {
  // A W that does not average, with a negative weight: every method is affected.
  const network = { topology: { kind: "ring", agents: 8 }, weights: { rule: "laplacian", epsilon: 0.9 } };
  await open(page, { ...small, network });
  const lines = page.locator("#advice li");
  await expect(lines.first()).toHaveClass("urgent");
  const more = page.locator("#advice summary");
  await expect(more).toHaveText(/^\d more notes?$/);
  await more.click();
  await expect(lines.last()).toBeVisible();
  await expect(page.locator("#advice")).toContainText("W has negative weights");
  await expect(page.locator("#advice")).toContainText("Gossip with W does not average");
  const severities = await lines.evaluateAll((all) => all.map((line) => line.className));
  expect(severities).toEqual([...severities].sort().reverse());
  expect(severities.length).toBeGreaterThan(3);
});

test("a method that diverges on a network that changes is warned of, and its cure takes a press", async ({ page }) => {
  await openReady(page, "pairs-that-meet");
  await finished(page, 1500);
  await expect(page.locator("#advice")).toContainText(
    /^Exact-Diffusion, W diverges as this network changes: .* about 1\.\d+-fold an iteration, estimated/,
  );
  await page.locator("#advice").getByRole("button", { name: "Use (I + W)/2" }).click();
  await finished(page, 1500);
  await expect(page.locator("#advice")).toHaveText("");
});

test("the step's slider has a mark where each method's stable range ends, and says so", async ({ page }) => {
  await open(page, { ...small, stepSize: { kind: "constant", value: 0.5 } });
  await finished(page);
  const bar = page.locator("#panels-setup .field", { has: page.getByRole("slider", { name: "Step size, slider" }) });
  await expect(bar.locator(".tick")).toHaveCount(3);
  await expect(bar.getByRole("slider")).toHaveAccessibleDescription(/DSGD is stable up to (about )?[\d.]+\./);
  const [, range] = /DSGD is stable up to (?:about )?([\d.]+)\./.exec(
    (await bar.locator(".visually-hidden").textContent())!,
  )!;
  await openPanel(page, "Will it converge?");
  const row = page.locator("#theory-validity").getByRole("row", { name: /^0\.5 stable/ });
  // Of centralised SGD, then of DSGD.
  await expect(row.nth(1)).toContainText(range!);
});

test("the modes of W: the least is chosen by a button, by the slider's end, and at the plot by key; all shares are told", async ({
  page,
}) => {
  await open(page, {
    ...small,
    network: { topology: { kind: "grid", rows: 4, columns: 4 }, weights: { rule: "metropolis" } },
  });
  await finished(page);
  await openPanel(page, "Transition matrix");
  const modes = page.locator(".modes");
  const name = modes.getByRole("status");
  await expect(name).toContainText("the slow wave");
  await modes.getByRole("button", { name: "λₘᵢₙ" }).click();
  await expect(name).toContainText("λₘᵢₙ: it flips from round to round");
  const slider = modes.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(name).toContainText("the slow wave");
  await page.keyboard.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", /λₘᵢₙ/);
  await page.keyboard.press("Home");
  const plot = page.locator("#theory-transition .view-spectrum canvas");
  await plot.focus();
  // From the largest modulus on: until it is the one of the least eigenvalue.
  for (let i = 0; i < 40 && !(await name.textContent())!.includes("λₘᵢₙ"); i++) await page.keyboard.press("ArrowRight");
  await expect(name).toContainText("λₘᵢₙ");
  await expect(modes.locator(".amounts p")).toHaveCount(3);
  await expect(modes.locator(".amounts p").nth(1)).toContainText(/% of/);
});

test("weights are shown on the links when asked for", async ({ page }) => {
  await open(page, small);
  await finished(page);
  const button = page.getByRole("button", { name: "Weights", exact: true });
  const picture = page.locator("#graph .view-graph canvas");
  const before = await picture.screenshot();
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => before.equals(await picture.screenshot())).toBe(false);
});

test("a frame shows the warnings too", async ({ page }) => {
  await page.goto("./embed.html#preset=fastest-weights");
  await expect(page.locator("#advice li").first()).toContainText("W has negative weights");
});

test("fastest weights are sought once: a worker that was given them computes the same bits", async ({ page }) => {
  // One trial of two methods is shared out by methods: one worker seeks the weights, the other is given them.
  const methods = [
    { kind: "dsgd", label: "sought" },
    { kind: "dsgd", label: "given" },
  ];
  const network = { topology: { kind: "star", agents: 9 }, weights: { rule: "fastest" }, laziness: 0.2 };
  const changes = {
    kind: "cycle",
    networks: [{ topology: { kind: "path", agents: 9 }, weights: { rule: "fastest" } }],
  };
  await open(page, { ...small, trials: 1, network: { ...network, changes }, methods });
  await finished(page);
  const rows = (await numbers(page)).split(/\r?\n/).map((row) => row.split(","));
  const [sought, given] = ["sought", "given"].map((label) =>
    rows.filter(([, method]) => method === label).map(([k, , ...rest]) => [k, ...rest]),
  );
  expect(sought!.length).toBeGreaterThan(100);
  expect(given).toEqual(sought);
});

test("while fastest weights are sought, how far that is stands in the bar, and it can be cancelled", async ({
  page,
}) => {
  const topology = { kind: "erdosRenyi", agents: 200, probability: 0.04, seed: "1" };
  await open(page, { ...small, network: { topology, weights: { rule: "fastest" } } });
  await expect(page.locator("#transport .count")).toHaveText(/^computing the weights … \d+ %$/);
  await page.locator("#transport").getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("#banners")).toContainText("Cancelled.");
  await setup(page).getByRole("combobox", { name: "Network" }).selectOption("ring");
  await finished(page);
});
