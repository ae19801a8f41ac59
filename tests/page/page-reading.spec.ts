// What the page says, and that nothing around it moves while it does.
import { readFileSync } from "node:fs";
import { latest, sentence, type Latest } from "../../www/src/text/reading.ts";
import { catalog, initSync } from "../../www/pkg/suda.js";
import { warningLines } from "../../www/src/text/warnings.ts";
import type { Run } from "../../www/src/simulation/run.ts";
import { finished, goBelow, open, slowDown, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const phone = { width: 360, height: 740 };
const pl = (heterogeneity: number) => ({
  ...small,
  problem: { kind: "pl", heterogeneity },
  stepSize: { kind: "constant", value: 0.02 },
});

test("what is said of the agents' costs is true of the problem that is set", async ({ page }) => {
  const [problem, network] = [page.locator("#problem-text"), page.locator("#network-text")];
  await open(page, pl(0.2));
  await goBelow(page);
  await expect(problem).toContainText("each with a cost of its own");
  await expect(problem).toContainText("which pull the agents apart");
  await page
    .locator("#main-controls")
    .getByRole("textbox", { name: /^Heterogeneity/ })
    .fill("0");
  await page.keyboard.press("Enter");
  await expect(problem).toContainText("All agents have the same cost");
  await expect(network).toContainText("which is zero here");
  // Data of one source still differ from agent to agent.
  await open(page, { ...small, problem: { ...small.problem, heterogeneity: 0 } });
  await goBelow(page);
  await expect(problem).toContainText("differ by the chance of the draw alone");
  await expect(network).not.toContainText("which is zero here");
});

test("a method that makes W lazier than the network's says so beside its recursion", async ({ page }) => {
  await open(page, { ...small, methods: [{ kind: "dsgd" }, { kind: "extra", laziness: 0.25 }] });
  await goBelow(page);
  const methods = page.locator("#methods-text .method");
  await expect(methods.nth(0)).not.toContainText("θ");
  await expect(methods.nth(1)).toContainText("θ = 0.25");
});

test("on a narrow phone no formula is cut, and none has to be scrolled", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("./");
  await goBelow(page);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("#text .formula")]
      .filter((line) => line.scrollWidth > line.clientWidth)
      .map((line) => line.textContent),
  );
  expect(cut).toEqual([]);
});

test("the lesson's line has room for every step of the lesson, or every figure, at any width and in any font", async ({
  page,
}) => {
  const { presets } = JSON.parse(readFileSync("src/presets.json", "utf8")) as {
    presets: { id: string; group: string; chapter?: string; title?: string; note: string }[];
  };
  for (const chapter of new Set(presets.map(({ chapter }) => chapter))) {
    const steps = presets.filter((preset) => preset.chapter === chapter);
    const { id, group, title } = steps[0]!;
    // The page does not know what is written into it below.
    await page.goto("about:blank");
    await page.goto(group === "lesson" ? `./#lesson=${id}` : `./#${id}`);
    await expect(page.locator("#lesson-title")).toHaveText(chapter ?? title!);
    for (const [width, spacing] of [360, 700, 720, 950, 970, 1100, 1280].flatMap(
      (width) =>
        [
          [width, "0"],
          [width, "0.07em"],
        ] as const,
    )) {
      await page.setViewportSize({ width, height: 800 });
      // As a wider font would.
      await page.evaluate((spacing) => (document.body.style.letterSpacing = spacing), spacing);
      const heights = await page.evaluate((texts) => {
        const line = document.querySelector<HTMLElement>(".lesson-text")!;
        return texts.map(({ chapter, title, note }) => {
          document.getElementById("lesson-title")!.textContent = chapter ?? title!;
          document.getElementById("lesson-note")!.textContent = note;
          return line.offsetHeight;
        });
      }, steps);
      expect([chapter, width, spacing, new Set(heights).size]).toEqual([chapter, width, spacing, 1]);
    }
  }
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

test("a warning with a button has its room below the figures", async ({ page }) => {
  await page.goto("./");
  const top = () => page.locator("#below").evaluate((below) => below.getBoundingClientRect().top);
  await expect(page.locator("#bar")).toBeVisible();
  const before = await top();
  await page.getByRole("button", { name: "When it blows up" }).click();
  await expect(page.getByRole("button", { name: "Use (I + W)/2" })).toBeVisible();
  expect(await top()).toBe(before);
});

test("what is printed is the text and the figures, dark on white, without what is pressed", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page);
  await finished(page);
  /** How many pixels of the curves are of light's ink; dark's paper is bluish. */
  const inked = () =>
    page.locator("#curves canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i]! < 50 && data[i + 1]! < 50 && data[i + 2]! <= data[i]! && data[i + 3] === 255) count++;
      return count;
    });
  expect(await inked()).toBeLessThan(20);
  await expect(page.locator("#methods-text line")).not.toHaveCount(0);
  const keys = (event?: string) =>
    page.evaluate((event) => {
      if (event) dispatchEvent(new Event(event));
      return [...document.querySelectorAll("#chips line, #methods-text line")].map((line) =>
        line.getAttribute("stroke"),
      );
    }, event);
  const onScreen = await keys();
  // From the browser's menu no frame comes before the page is printed.
  const printed = await keys("beforeprint");
  await keys("afterprint");
  await expect.poll(() => keys()).toEqual(onScreen);
  await page.emulateMedia({ media: "print" });
  // Drawn anew with light's colours, as the legend is; on the screen, dark comes back.
  await expect.poll(inked).toBeGreaterThan(50);
  expect(printed).not.toEqual(onScreen);
  await expect.poll(() => keys()).toEqual(printed);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page.locator("#problem-text")).toContainText("8 agents");
  await expect(page.locator("body")).toHaveCSS("color", "rgb(28, 28, 26)");
  for (const seen of ["#graph canvas", "#curves canvas", "#chips", "#reading", "#methods-text", "footer"])
    await expect(page.locator(seen).first()).toBeVisible();
  for (const pressed of ["#tools", "#transport", "#lesson-list", "#main-controls input[type=range]", "#panels"])
    await expect(page.locator(pressed).first()).toBeHidden();
  await expect(page.locator("#main-controls").getByRole("textbox", { name: /^Agents/ })).toHaveValue("8");
  // A page is narrower than the screen: the pictures shrink with it, and keep their shape.
  const shape = await page.locator("#curves canvas").evaluate((canvas: HTMLCanvasElement) => {
    document.body.style.width = "600px";
    const box = canvas.getBoundingClientRect();
    return [box.right <= 600, (box.width / box.height) * (canvas.height / canvas.width)];
  });
  expect(shape[0]).toBe(true);
  expect(shape[1]).toBeCloseTo(1, 2);
  // Values under their names.
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const agents = "#main-controls .field:has-text('Agents')";
  expect(Math.abs((await boxOf(`${agents} input.number`)).x - (await boxOf(`${agents} label`)).x)).toBeLessThan(2);
  await page.emulateMedia({ media: "screen" });
  await expect.poll(inked).toBeLessThan(20);
});

test("the lesson’s explanation is printed also where nobody has scrolled to it, and left out where it is not here", async ({
  page,
}) => {
  const story = page.locator("#story");
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.route("**/stories-*.js", (route) => route.abort());
  await page.goto("./");
  await finished(page, 200);
  await expect(page.locator("#problem-text")).not.toBeEmpty();
  await page.emulateMedia({ media: "print" });
  await expect(story).toBeHidden();
  await page.unroute("**/stories-*.js");
  await page.reload();
  await finished(page, 200);
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("#story-text")).toBeEmpty();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#story-text")).not.toBeEmpty();
  await expect(story).toBeVisible();
});

test("what is printed is drawn before the browser looks at it: no frame comes between", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  await finished(page);
  const inked = await page.locator("#curves canvas").evaluate((canvas: HTMLCanvasElement) => {
    dispatchEvent(new Event("beforeprint"));
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    dispatchEvent(new Event("afterprint"));
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i]! < 50 && data[i + 1]! < 50 && data[i + 2]! <= data[i]! && data[i + 3] === 255) count++;
    return count;
  });
  expect(inked).toBeGreaterThan(50);
});

test("what is said is of the methods that are seen", async ({ page }) => {
  await page.goto("./#lesson=local-data");
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

test("what the module warns of several methods is said once, with every cure, and with numbers as the page writes them", () => {
  const document = { ...small, methods: ["psgd", "dsgd", "extra"].map((kind) => ({ kind })) } as typeof small;
  document.stepSize = { kind: "constant", value: 2_000_000 };
  const warning = (method: number, fact: object, cures: object[] = []) => ({
    path: `methods[${method}]`,
    method,
    severity: "error",
    name: "unstable",
    stepSize: 2_000_000,
    exact: false,
    text: "",
    ...fact,
    cures,
  });
  const lines = (...warnings: object[]) =>
    warningLines(
      document,
      { warnings, stability: [null, null, null] } as unknown as Parameters<typeof warningLines>[1],
      ["C", "D", "E"],
    );
  const settles = (limit: number) => ({ cause: "largeStep", limit, curvature: 1.2e-7, source: "minimiser" });
  const lazier = { name: "laziness", laziness: 0.5, text: "", path: "methods[1].laziness", value: 0.5 };
  const smaller = { name: "stepSize", to: 1e-5, text: "take α = 10⁻⁵", path: "methods[2].stepSize.value", value: 1e-5 };
  const [all, ...none] = lines(
    warning(0, settles(10.1)),
    warning(1, settles(5.03), [smaller, lazier]),
    warning(2, settles(10.1), [smaller]),
  );
  expect(none).toEqual([]);
  expect(all!.text).toBe(
    "None of the three can settle at the minimiser with the step size 2\u202f000\u202f000: there they need one below 10.1 (5.03 for D), as the costs have the curvature 1.2×10⁻⁷.",
  );
  expect(all!.actions.map(({ label }) => label)).toEqual(["Take α = 10⁻⁵", "Use (I + W)/2"]);
  expect(lines(warning(0, settles(9)), warning(2, settles(9))).map(({ text }) => text)).toEqual([
    "C and E cannot settle at the minimiser with the step size 2\u202f000\u202f000: there they need one below 9, as the costs have the curvature 1.2×10⁻⁷.",
  ]);
  const range = { cause: "smallStep", range: [5.31, 10.1], source: "hessian", exact: true };
  expect(lines(...[0, 1, 2].map((place) => warning(place, range))).map(({ text }) => text)).toEqual([
    "All three diverge on this network at the step size 2\u202f000\u202f000: they are stable between 5.31 and 10.1 only.",
  ]);
  // What is not the same is said of each.
  expect(lines(warning(0, range), warning(1, settles(9)))).toHaveLength(2);
});

test("a centralised run is a yardstick where it has come down to its floor, and all are told of the same iteration", () => {
  initSync({ module: readFileSync("www/pkg/suda_bg.wasm") });
  const document = { ...small, iterations: 100, methods: [{ kind: "psgd" as const }, { kind: "dsgd" as const }] };
  const curve = (end: number, points = 100) => ({
    mean: Array.from({ length: points }, (_, k) => end + (1 - end) * 0.5 ** k),
    low: [],
    high: [],
  });
  const of = (curves: { mean: number[] }[], warnings: object[] = []) =>
    latest(
      {
        description: { warnings },
        recording: {
          iterations: Array.from({ length: 100 }, (_, k) => k),
          divergedAt: [null, null],
          curve: (place: number) => curves[place],
        },
      } as unknown as Run,
      document,
      ["SGD", "DSGD"],
      "gradientNorm",
      catalog().methods,
    );
  expect(of([curve(0.1), curve(0.2)]).map(({ yardstick }) => yardstick)).toEqual([true, false]);
  expect(of([curve(3), curve(0.2)])[0]).toMatchObject({ settled: true, yardstick: false });
  expect(of([curve(0.1), curve(0.2)], [{ name: "unstable", method: 0 }])[0]!.yardstick).toBe(false);
  expect(of([curve(0.1), curve(0.2)], [{ name: "unstable", method: 1 }])[0]!.yardstick).toBe(true);
  // One method is ahead.
  const [ahead, behind] = of([curve(0.1), curve(0.1, 3)]);
  expect(ahead!.value).toBe(behind!.value);
});

test("the line under the figures compares in one clause each what is apart and what is not", () => {
  const run = { done: 400, recording: { iterations: [0, 400] } } as unknown as Run;
  const row = (label: string, value: number, kind = "dsgd"): Latest => ({
    place: 0,
    label,
    kind,
    communication: kind === "psgd" ? "center" : "neighbors",
    value,
    low: NaN,
    high: NaN,
    divergedAt: null,
    settled: true,
    yardstick: kind === "psgd",
  });
  const error = { id: "optimalityGap", label: "error" } as const;
  const said = (...rows: Latest[]) => sentence(run, [row("SGD", 1, "psgd"), ...rows], error);
  const ratio = (value: number) => /DSGD is at (\S+)\u00a0× the error of SGD/.exec(said(row("DSGD", value)))?.[1];
  const unsettled = [{ ...row("SGD", 1, "psgd"), settled: false, yardstick: false }, row("DSGD", 3)];
  expect(sentence(run, unsettled, error)).toBe(
    "After 400 iterations, error is 1.0 for SGD and 3.0 for DSGD. SGD has not settled yet.",
  );
  const over = { ...run, finished: true } as unknown as Run;
  expect(sentence(over, unsettled, error)).toContain("SGD has not settled within these 400 iterations.");
  expect(sentence({ ...over, done: 0 } as unknown as Run, unsettled, error)).toBe("");
  expect(sentence(over, unsettled, error, 0)).toBe("At the start, error is 1.0 for SGD and 3.0 for DSGD.");
  expect(sentence(run, [], error)).toBe("All methods are hidden.");
  expect([0.5, 0.9, 1.12, 3, 9.04, 46.4, 764, 6076].map(ratio)).toEqual([
    "0.50",
    "0.90",
    "1.1",
    "3.0",
    "9.0",
    "46",
    "760",
    "6100",
  ]);
  const start = "After 400 iterations (mean of the last tenth): ";
  expect(said(row("DSGD", 46), row("ED, (I+W)/2", 1.02), row("EXTRA", 0.97), row("GT", 5.9))).toBe(
    `${start}DSGD is at 46\u00a0× the error of SGD (1.0) and GT at 5.9\u00a0×; ED and EXTRA match it.`,
  );
  expect(said(row("DSGD", 1.04), row("ED", 1), row("GT", 0.96))).toBe(
    `${start}all three are within 5\u202f% of the error of SGD (1.0).`,
  );
  expect(said(row("DSGD", 1.08), row("ED", 1))).toBe(`${start}both are within 10\u202f% of the error of SGD (1.0).`);
  expect(said(row("DSGD", 2), row("GT", 1))).toBe(
    `${start}DSGD is at 2.0\u00a0× the error of SGD (1.0); GT matches it.`,
  );
  // What follows a comma is left out only where the names still differ.
  expect(said(row("ED", 3), row("ED, (I+W)/2", 2))).toContain(
    "ED is at 3.0\u00a0× the error of SGD (1.0) and ED with (I+W)/2 at",
  );
  // A number that several have is told once.
  expect(said(row("DSGD", 760), row("ED", 3), row("EXTRA", 3.01), row("GT", 81))).toBe(
    `${start}DSGD is at 760\u00a0× the error of SGD (1.0), ED and EXTRA at 3.0\u00a0×, and GT at 81\u00a0×.`,
  );
  expect(said(row("GT", 5.9), row("SUDA", 5.91), row("ED", 1))).toBe(
    `${start}GT and SUDA are at 5.9\u00a0× the error of SGD (1.0); ED matches it.`,
  );
  const plain = (...rows: Latest[]) => sentence(run, rows, error);
  expect(plain(row("DSGD", 2), row("ED", 2), row("GT", 2))).toBe("After 400 iterations, error is 2.0 for all three.");
  // All that there are, without the one that diverged, are not all.
  expect(plain(row("DSGD", 2), row("ED", 2), { ...row("GT", NaN), divergedAt: 7 })).toBe(
    "After 400 iterations, error is 2.0 for DSGD and ED. GT diverged at k = 7.",
  );
  // Zero by definition is nothing to tell.
  const apart = [{ ...row("SGD", 0, "psgd"), yardstick: false }, row("ED", 3), row("DSGD", 2)];
  expect(sentence(run, apart, { ...error, id: "consensus" })).toBe(
    "After 400 iterations, error is 3.0 for ED and 2.0 for DSGD.",
  );
  const shares = [row("DSGD", 0.5), row("ED", 1), row("SGD", 1, "psgd"), row("Alone", 0.5)];
  expect(sentence(run, shares, { id: "meanAccuracy", label: "" })).toBe(
    "After 400 iterations the agents of DSGD and Alone have 50\u202f% of all points right on average, those of ED and SGD 100\u202f%.",
  );
  const among = (...rows: Latest[]) => sentence(run, rows, { id: "meanAccuracy", label: "" }).slice(21);
  expect(among(row("DSGD", 0.77))).toBe("the agents of DSGD have 77\u202f% of all points right on average.");
  expect(among(row("DSGD", 0.77), row("ED", 0.996), row("SGD", 0.993, "psgd"))).toBe(
    "the agents of DSGD have 77\u202f% of all points right on average, those of ED 99.6\u202f% and of SGD 99.3\u202f%.",
  );
  expect(sentence(run, shares, { id: "accuracy", label: "" })).toBe(
    "After 400 iterations the mean model of DSGD and Alone has 50\u202f% of all points right, that of ED and SGD 100\u202f%.",
  );
});
