// What the page says of the document, on the screen and on paper, and that nothing around it moves while it does.
import { finished, open, slowDown, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const phone = { width: 360, height: 740 };
const pl = (heterogeneity: number) => ({
  ...small,
  problem: { kind: "pl", heterogeneity },
  stepSize: { kind: "constant", value: 0.02 },
});

test("from the network to the agents and back nothing below moves, also while their code is slow to come", async ({
  page,
}) => {
  await slowDown(page, "**/assets/agents-*.js", 300);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, pl(0.2));
  await finished(page);
  const places = await page.evaluate(async () => {
    const [network, agents] = [...document.querySelectorAll<HTMLElement>(".side")];
    const place = () => document.getElementById("curves")!.getBoundingClientRect().top + scrollY;
    const seen = new Set([place()]);
    for (const side of [agents!, network!, agents!]) {
      side.click();
      for (const end = performance.now() + 700; performance.now() < end; ) {
        await new Promise(requestAnimationFrame);
        seen.add(place());
      }
    }
    return [...seen];
  });
  expect(places).toHaveLength(1);
  await expect(page.locator("#graph .view:visible")).toHaveCount(1);
  await expect(page.locator("#graph .view-graph")).toBeHidden();
});

test("whose agents are seen is asked where it makes a difference, on one line", async ({ page }) => {
  await page.setViewportSize(phone);
  const long = { kind: "extra", laziness: 0.5, label: "EXTRA with quite a long name, (I+W)/2" };
  await open(page, { ...small, methods: [long, { kind: "dsgd" }] }, { left: "network", method: "0" });
  await finished(page);
  const [sides, whose] = [page.locator(".sides:not(.right-sides)"), page.locator(".whose")];
  // Two networks have their methods above them; where there is room for one, there is a switch.
  await expect(whose).toBeHidden();
  await expect(page.getByRole("group", { name: "Method seen" })).toBeVisible();
  expect(await sides.evaluate((row) => [row.scrollWidth <= row.clientWidth, row.clientHeight < 40])).toEqual([
    true,
    true,
  ]);
  await page.getByRole("button", { name: "Agents", exact: true }).click();
  await expect(whose).toContainText(/^of/);
  await page.getByRole("button", { name: "Network", exact: true }).click();
  await expect(whose).toBeHidden();
});
