// The controls, the methods' looks and names, and the document as text.
import { documentOf, done, finished, frames, open, openPanel, openPanels, openReady, setup, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test.describe.configure({ timeout: 90_000 });

test("metrics keep their order, whichever is left out and taken in again; one is always measured", async ({ page }) => {
  const metrics = ["gradientNorm", "consensus", "averageGradient"];
  await open(page, { ...small, metrics });
  await openPanel(page, "Metrics");
  const boxes = page.getByRole("group", { name: "Metrics recorded" });
  const first = boxes.getByRole("checkbox", { name: "‖∇f(x̄)‖²" });
  await first.uncheck();
  expect((await documentOf(page)).metrics).toEqual(metrics.slice(1));
  await first.check();
  expect((await documentOf(page)).metrics).toEqual(metrics);
  for (const box of await boxes
    .getByRole("checkbox", { checked: true })
    .all()
    .then((all) => all.reverse()))
    await box.click();
  expect((await documentOf(page)).metrics).toEqual(["gradientNorm"]);
  await finished(page);
});

test("fields have the names of what they set, and sliders the names of their fields", async ({ page }) => {
  await open(page, small);
  await openPanel(page, "Problem");
  await page.locator("#panels").getByRole("combobox", { name: "Start", exact: true }).selectOption("value");
  await expect(page.locator("#panels").getByRole("textbox", { name: "Point x⁰" })).toHaveValue("1, 1, 1");
  await expect(page.locator("#panels").getByRole("slider", { name: "Samples per agent, slider" })).toBeVisible();
  // d is the problem's; a hypercube's dimension is another.
  await expect(page.locator("#panels").getByRole("textbox", { name: "Dimension d", exact: true })).toHaveValue("3");
  await setup(page).getByRole("combobox", { name: "Network" }).selectOption("hypercube");
  await expect(setup(page).getByRole("textbox", { name: "Dimension", exact: true })).toBeVisible();
});

test("a slider is moved on and on, by keys and by hand, whatever its marks do meanwhile", async ({ page }) => {
  // A lesson whose step size has marks, which follow each step.
  await openReady(page, "local-data");
  await finished(page, 400);
  const slider = setup(page).getByRole("slider", { name: /^Step size/ });
  await expect(setup(page).locator(".tick").first()).toBeAttached();
  const at = async () => Number(await slider.inputValue());
  const from = await at();
  await slider.focus();
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press("ArrowLeft");
    await frames(page);
  }
  expect(await at()).toBe(from - 12);
  await expect(slider).toBeFocused();
  const { x, y, width, height } = (await slider.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(x + width / 2 + (step * width) / 20, y + height / 2);
    await frames(page);
  }
  const end = await at();
  await page.mouse.up();
  const steps = Number(await slider.getAttribute("max"));
  expect(end / steps).toBeGreaterThan(0.8);
});

test("another kind keeps what the two have in common", async ({ page }) => {
  await open(page, { ...small, network: { ...small.network, topology: { kind: "ring", agents: 36 } } });
  const network = setup(page).getByRole("combobox", { name: "Network" });
  await network.selectOption("grid");
  expect((await documentOf(page)).network.topology).toEqual({ kind: "grid", rows: 6, columns: 6 });
  await network.selectOption("erdosRenyi");
  expect((await documentOf(page)).network.topology).toMatchObject({ kind: "erdosRenyi", agents: 36 });
});

test("every kind that the controls offer runs, or says why not", async ({ page }) => {
  test.setTimeout(180_000);
  const iterations = 20;
  await open(page, { ...small, trials: 1, iterations });
  for (const name of ["Network", "Weights", "Problem", "Gradients", "Step size", "Start"]) {
    await openPanel(page, name === "Gradients" || name === "Start" ? "Problem" : name);
    const select = setup(page).getByRole("combobox", { name, exact: true });
    for (const kind of await select
      .locator("option")
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))) {
      await select.selectOption(kind);
      await expect(select).toHaveValue(kind);
      // Until the next frame the count is that of the run before.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await expect
        .poll(() => done(page), { message: `${name}: ${kind}`, timeout: 20_000, intervals: [50] })
        .toBe(iterations);
    }
    await select.selectOption({ index: 0 });
  }
  await openPanel(page, "Methods");
  const add = page.getByRole("combobox", { name: "Add a method" });
  for (const kind of await add
    .locator("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))) {
    if (kind !== "") await add.selectOption(kind);
  }
  await finished(page, iterations);
  expect((await documentOf(page)).methods).toHaveLength(14);
});

test("the document can be edited; an error names its place and changes nothing", async ({ page }) => {
  await open(page, small);
  const document = await documentOf(page);
  const text = page.getByLabel("The document as JSON");
  await text.fill(JSON.stringify({ ...document, methods: [{ kind: "dsgd" }, { kind: "extra", laziness: 1.5 }] }));
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("#json-note")).toHaveText("methods[1].laziness: must be in [0, 1), got 1.5");
  expect(
    await text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionStart + 10)),
  ).toBe('"laziness"');
  await text.fill("{ not JSON");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("#json-note")).toHaveText("not JSON: line 1, column 3: key must be a string, found not");
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(2);
  await text.fill(JSON.stringify({ ...document, iterations: 150 }));
  await text.press("Control+Enter");
  await finished(page, 150);
});

test("the editor says why a document that it gave cannot be run, and follows what others change", async ({ page }) => {
  await open(page, small);
  const document = await documentOf(page);
  const text = page.getByLabel("The document as JSON");
  const parted = {
    kind: "explicit",
    agents: 3,
    edges: [
      [0, 1],
      [1, 7],
    ],
  };
  await text.fill(JSON.stringify({ ...document, network: { ...document.network, topology: parted } }));
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("#json-note")).toHaveText("network.topology.edges[1]: must join agents from 0 to 2, got 7");
  await expect(page.getByRole("button", { name: "Apply" })).toBeDisabled();
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await finished(page);
  await expect(page.locator("#json-note")).toHaveText("");
  expect(JSON.parse(await text.inputValue())).toEqual(small);
});

test("methods keep their looks while others come, go and change places", async ({ page }) => {
  const methods = [
    { kind: "dsgd" },
    { kind: "dsgd", variant: "combineThenAdapt" },
    { kind: "extra", laziness: 0.5 },
    { kind: "extra", laziness: 0.75, label: "EXTRA, lazier" },
  ];
  await open(page, { ...small, methods });
  const looks = () =>
    page
      .locator("#chips .chip")
      .evaluateAll((chips) =>
        Object.fromEntries(
          chips.map((chip) => [
            (chip as HTMLElement).title.replace(/^.* the curve of /, ""),
            [...chip.querySelectorAll("[stroke]")]
              .map((line) => `${line.getAttribute("stroke")} ${line.getAttribute("stroke-dasharray")}`)
              .join(),
          ]),
        ),
      );
  const chips = page.locator("#chips .chip");
  await expect(chips).toHaveCount(4);
  const first = await looks();
  expect(new Set(Object.values(first)).size).toBe(4);
  await openPanel(page, "Methods");
  const add = page.getByRole("combobox", { name: "Add a method" });
  for (const kind of ["abc", "suda", "uda", "psgd"]) await add.selectOption(kind);
  await expect(chips).toHaveCount(8);
  expect(await looks()).toMatchObject(first);
  await page
    .locator(".method-list fieldset")
    .nth(0)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await page
    .locator(".method-list fieldset")
    .nth(1)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(chips).toHaveCount(6);
  const fewer = await looks();
  for (const label of ["DSGD, combine then adapt", "EXTRA, lazier"]) expect(fewer[label], label).toBe(first[label]);
  const document = await documentOf(page);
  await page
    .getByLabel("The document as JSON")
    .fill(JSON.stringify({ ...document, methods: document.methods.toReversed() }));
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(chips.last()).toHaveText("DSGD, combine then adapt");
  expect(await looks()).toEqual(fewer);
});

test("a method's slider, fold and focus stay while its name follows what is set", async ({ page }) => {
  await open(page, {
    ...small,
    methods: [...small.methods, { kind: "dsgd", laziness: 0.25 }, { kind: "gradientTracking" }],
  });
  await openPanel(page, "Methods");
  const rows = page.locator(".method-list fieldset");
  const lazy = rows.nth(3);
  await expect(lazy.locator("summary")).toHaveText("DSGD, θ = 0.25");
  await lazy.locator("summary").click();
  const slider = lazy.getByRole("slider", { name: "Laziness, slider" });
  await slider.focus();
  const from = Number(await slider.inputValue());
  for (let press = 1; press <= 20; press++) {
    await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveValue(String(from + press));
    await expect(slider).toBeFocused();
  }
  const { laziness } = (await documentOf(page)).methods[3] as { laziness: number };
  expect(laziness).toBeGreaterThan(0.25);
  await expect(lazy.locator("summary")).toHaveText(`DSGD, θ = ${laziness}`);
  await expect(slider).toBeVisible();
  const tracking = rows.nth(4);
  await tracking.locator("summary").click();
  const variant = tracking.getByRole("combobox", { name: "Variant" });
  await variant.focus();
  const other = await variant.locator("option").last().getAttribute("value");
  await variant.selectOption(other);
  await expect(tracking.locator("summary")).toContainText(/, /);
  await expect(variant).toBeFocused();
  await expect(lazy.locator("details")).toHaveAttribute("open", "");
  const label = tracking.getByRole("textbox", { name: "Label" });
  await label.fill("Mine");
  await page.keyboard.press("Enter");
  await expect(tracking.locator("summary")).toHaveText("Mine");
  await expect(label).toBeFocused();
  // Its row, its fold and the focus go with a method that is moved.
  await tracking.getByRole("button", { name: "Move up Mine" }).click();
  await expect(rows.nth(3).locator("summary")).toHaveText("Mine");
  await expect(rows.nth(3).getByRole("button", { name: "Move up Mine" })).toBeFocused();
  await expect(rows.nth(3).locator("details")).toHaveAttribute("open", "");
});

test("labels are shown as one short line, whatever they hold", async ({ page }) => {
  const labels = ["W".repeat(1_000), "two\nlines", "\u202eturned about", " \u200b "];
  await open(page, { ...small, methods: labels.map((label) => ({ kind: "dsgd", label })) });
  await finished(page);
  await expect(page.locator("#chips .chip")).toHaveText([`${"W".repeat(60)}…`, "two lines", "turned about", "DSGD"]);
  await openPanel(page, "Methods");
  const [inner, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(inner).toBeLessThanOrEqual(room!);
});

test("numbers are taken as people type them, and what may be two is refused with both", async ({ page }) => {
  await open(page, small);
  await openPanels(page);
  const panels = page.locator("#panels");
  const iterations = panels.getByRole("textbox", { name: "Iterations K", exact: true }).first();
  const step = panels.getByRole("textbox", { name: "Step size α", exact: true }).first();
  const type = async (field: typeof step, text: string) => {
    await field.fill(text);
    await field.press("Enter");
  };
  for (const [text, value] of [
    ["1,000", 1_000],
    ["2 000", 2_000],
    ["3\u202f000", 3_000],
    ["1e3", 1_000],
  ] as const) {
    await type(iterations, text);
    expect((await documentOf(page)).iterations, text).toBe(value);
  }
  for (const [text, value] of [
    ["2×10⁻³", 0.002],
    ["0,05", 0.05],
    ["1e-3", 0.001],
  ] as const) {
    await type(step, text);
    expect((await documentOf(page)).stepSize, text).toEqual({ kind: "constant", value });
  }
  await type(step, "1,000");
  await expect(page.getByText("“1,000” may be 1000 or 1: write one of these.")).toBeVisible();
  expect((await documentOf(page)).stepSize).toEqual({ kind: "constant", value: 0.001 });
});
