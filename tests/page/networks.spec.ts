// Networks, as only a browser can tell: workers that share a run, what is in sight.
import { finished, numbers, open, openReady, setup, small } from "./app.ts";
import { expect, test } from "./harness.ts";

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
