// Networks, as only a browser can tell: workers that share a run, files that are dropped, what is in sight.
import type { Page } from "@playwright/test";
import {
  documentOf,
  drop,
  finished,
  numbers,
  open,
  openPanel,
  openReady,
  preview,
  setup,
  small,
  useIt,
} from "./app.ts";
import { expect, test } from "./harness.ts";

const weights = { rule: "metropolis" };
const network = async (page: Page) => (await documentOf(page)).network;

async function begin(page: Page, document: object): Promise<void> {
  // A page of its own, and not the last one with another address.
  await page.goto("about:blank");
  await open(page, { ...small, network: document });
  await finished(page);
}

test("the step's slider has a mark where each method's stable range ends, and says so", async ({ page }) => {
  await open(page, { ...small, stepSize: { kind: "constant", value: 0.5 } });
  await finished(page);
  const bar = page.locator("#panels-setup .field", { has: page.getByRole("slider", { name: "Step size, slider" }) });
  await expect(bar.locator(".tick")).toHaveCount(3);
  await expect(bar.getByRole("slider")).toHaveAccessibleDescription(/Stable for DSGD: below (about )?[\d.]+\./);
  const [, range] = /Stable for DSGD: below (?:about )?([\d.]+)\./.exec(
    (await bar.locator(".visually-hidden").textContent())!,
  )!;
  await openPanel(page, "Will it converge?");
  const row = page.locator("#theory-validity").getByRole("row", { name: /^0\.5 stable/ });
  // Of centralised SGD, then of DSGD.
  await expect(row.nth(1)).toContainText(range!);
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

test("a network from a file changes as the one before where it can, and its preview says so", async ({ page }) => {
  await begin(page, {
    topology: { kind: "ring", agents: 8 },
    weights,
    changes: { kind: "linkFailures", probability: 0.3 },
  });
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
  await begin(page, { topology: { kind: "hypercube", dimension: 3 }, weights, changes: { kind: "onePeer" } });
  await drop(page, "links.txt", "0 1\n1 2\n2 3\n3 0\n0 2\n");
  await expect(preview(page)).toContainText("The network stays the same in every iteration");
  await useIt(page);
  await finished(page);
  expect((await network(page)).changes).toBeUndefined();
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
