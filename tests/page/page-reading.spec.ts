// What the page says of the document, on the screen and on paper, and that nothing around it moves while it does.
import { finished, goBelow, open, openPanel, openReady, setup, slowDown, small, tell } from "./app.ts";
import { expect, test } from "./harness.ts";

const phone = { width: 360, height: 740 };
const pl = (heterogeneity: number) => ({
  ...small,
  problem: { kind: "pl", heterogeneity },
  stepSize: { kind: "constant", value: 0.02 },
});

test("what is said of the agents' costs and methods is true of those that are set", async ({ page }) => {
  const [problem, network] = [page.locator("#problem-text"), page.locator("#network-text")];
  await open(page, { ...pl(0.2), methods: [{ kind: "dsgd" }, { kind: "extra", laziness: 0.25 }] });
  await goBelow(page);
  await expect(problem).toContainText("each with a cost of its own");
  await expect(problem).toContainText("which pull the agents apart");
  // A method that makes W lazier than the network's says so beside its recursion.
  const methods = page.locator("#methods-text .method");
  await expect(methods.nth(0)).not.toContainText("θ");
  await expect(methods.nth(1)).toContainText("θ = 0.25");
  await openPanel(page, "Problem");
  const differs = setup(page).getByRole("textbox", { name: /^Heterogeneity/ });
  await differs.fill("0");
  await differs.press("Enter");
  await expect(problem).toContainText("All agents have the same cost");
  await expect(network).toContainText("which is zero here");
  // Data of one source still differ from agent to agent.
  await open(page, { ...small, problem: { ...small.problem, heterogeneity: 0 } });
  await goBelow(page);
  await expect(problem).toContainText("differ by the chance of the draw alone");
  await expect(network).not.toContainText("which is zero here");
});

test("on a narrow phone no formula is cut, and none has to be scrolled", async ({ page }) => {
  await page.setViewportSize(phone);
  await openReady(page, "beliefs");
  await goBelow(page);
  await expect(page.locator("#methods-text")).not.toBeEmpty();
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("#text .formula")]
      .filter((line) => line.scrollWidth > line.clientWidth)
      .map((line) => line.textContent),
  );
  expect(cut).toEqual([]);
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

test("what is said is of the methods that are seen", async ({ page }) => {
  await openReady(page, "local-data");
  await finished(page, 400);
  const said = page.locator("#reading-text");
  await expect(said).toContainText("DSGD is at 46");
  const chips = page.locator("#chips button.chip");
  await chips.filter({ hasText: "DSGD" }).click();
  await expect(said).toContainText("Gradient tracking is at");
  await expect(said).not.toContainText("DSGD");
  for (const chip of await chips.all()) if ((await chip.getAttribute("aria-pressed")) === "true") await chip.click();
  await expect(said).toHaveText("All methods are hidden.");
});

/** How many pixels of the curves are of light's ink; dark's paper is bluish. `event`: told before they are counted. */
const inked = (canvas: HTMLCanvasElement, event?: string) => {
  if (event) dispatchEvent(new Event(event));
  const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  if (event) dispatchEvent(new Event("afterprint"));
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (data[i]! < 50 && data[i + 1]! < 50 && data[i + 2]! <= data[i]! && data[i + 3] === 255) count++;
  return count;
};

test("a step is printed as its words, its figures and what there is more to say, dark on white, without what is pressed", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1366, height: 650 });
  await tell(page, "local-data");
  const curves = page.locator("#curves .view-curves canvas");
  expect(await curves.evaluate(inked)).toBeLessThan(20);
  // From the browser's menu no frame comes before the page is printed.
  expect(await curves.evaluate(inked, "beforeprint")).toBeGreaterThan(50);
  await expect.poll(() => curves.evaluate(inked)).toBeLessThan(20);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => curves.evaluate(inked)).toBeGreaterThan(50);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  for (const seen of ["#headline", "#note", "#graph canvas", "#curves canvas", "#reading-text", "footer"])
    await expect(page.locator(seen).first()).toBeVisible();
  await expect(page.locator("#story")).toContainText(/\S{4}.{200}/);
  for (const pressed of ["#tools", "#transport", "#way", "#main-controls input[type=range]", "#more"])
    await expect(page.locator(pressed).first()).toBeHidden();
  // A page is narrower than the screen: the pictures shrink with it, and keep their shape.
  const [isWithin, shape] = await curves.evaluate((canvas: HTMLCanvasElement) => {
    document.body.style.width = "600px";
    const box = canvas.getBoundingClientRect();
    return [box.right <= 600, (box.width / box.height) * (canvas.height / canvas.width)] as const;
  });
  expect(isWithin).toBe(true);
  expect(shape).toBeCloseTo(1, 2);
  await page.emulateMedia({ media: "screen" });
  await expect.poll(() => curves.evaluate(inked)).toBeLessThan(20);
});

test("the laboratory is printed as its text and figures, with the methods’ keys in the colours of paper", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  await finished(page);
  await expect(page.locator("#methods-text line")).not.toHaveCount(0);
  const keys = (event?: string) =>
    page.evaluate((event) => {
      if (event) dispatchEvent(new Event(event));
      return [...document.querySelectorAll("#chips line, #methods-text line")].map((line) =>
        line.getAttribute("stroke"),
      );
    }, event);
  const onScreen = await keys();
  const printed = await keys("beforeprint");
  await keys("afterprint");
  await expect.poll(() => keys()).toEqual(onScreen);
  await page.emulateMedia({ media: "print" });
  expect(printed).not.toEqual(onScreen);
  await expect.poll(() => keys()).toEqual(printed);
  await expect(page.locator("#problem-text")).toContainText("8 agents");
  for (const seen of ["#graph canvas", "#curves canvas", "#chips", "#reading", "#methods-text", "footer"])
    await expect(page.locator(seen).first()).toBeVisible();
  for (const pressed of ["#tools", "#transport", "#panels-files"])
    await expect(page.locator(pressed).first()).toBeHidden();
});
