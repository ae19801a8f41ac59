import {
  count,
  documentOf,
  done,
  finished,
  fragment,
  goBelow,
  numbers,
  open,
  openPanel,
  openReady,
  setup,
  small,
} from "./app.ts";
import { expect, test } from "./harness.ts";

test.describe.configure({ timeout: 90_000 });

const heterogeneity = { name: /^Heterogeneity/ };
const step = { name: /^Step size/ };

/** Of a problem that has it. */
function heterogeneityOf({ problem }: { problem: object }): unknown {
  return "heterogeneity" in problem ? problem.heterogeneity : undefined;
}

test("what is typed changes the document, the text and the curves; what is out of range is clamped, and said so", async ({
  page,
}) => {
  await open(page, { ...small, iterations: 200 });
  await finished(page);
  const before = await numbers(page);
  await openPanel(page, "Problem");
  const field = setup(page).getByRole("textbox", heterogeneity);
  await field.fill("0");
  await field.press("Enter");
  await finished(page);
  expect(heterogeneityOf(await documentOf(page))).toBe(0);
  await expect(page.locator("#problem-text")).toContainText("and the curves nearly coincide");
  expect(await numbers(page)).not.toBe(before);
  await field.fill("-3");
  await field.press("Enter");
  await expect(setup(page)).toContainText("out of range");
  await expect(field).toHaveValue("0");
  // Said also where the value taken is another than before, whichever key ends the typing.
  for (const [key, text, taken] of [
    ["Enter", "1e9", "1000000"],
    ["Tab", "-1", "0"],
  ] as const) {
    await field.fill(text);
    await field.press(key);
    await finished(page);
    await expect(field).toHaveValue(taken);
    await expect(setup(page)).toContainText(`${text} is out of range; taken as ${taken}.`);
  }
  await field.fill("much");
  await field.press("Enter");
  await expect(setup(page)).toContainText("no number");
  expect(heterogeneityOf(await documentOf(page))).toBe(0);
});

test("the address mirrors the document: a reload and a copied link give the same numbers", async ({ page }) => {
  await page.goto("./");
  await finished(page, 200);
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("button", { name: "Laboratory" }).click();
  const field = setup(page).getByRole("textbox", step);
  await field.fill("0.37");
  await field.press("Enter");
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#v=1&z=/);
  expect(page.url().length).toBeLessThan(2_000);
  await finished(page, 200);
  const changed = await numbers(page);
  await page.reload();
  await finished(page, 200);
  await expect(field).toHaveValue("0.37");
  expect(await numbers(page)).toBe(changed);
});

test("Back leaves the page in one press, whatever was changed", async ({ page }) => {
  await page.goto("about:blank");
  await openReady(page, "beliefs");
  const field = setup(page).getByRole("textbox", step);
  for (const value of ["0.1", "0.2", "0.3"]) {
    await field.fill(value);
    const address = page.url();
    await field.press("Enter");
    await expect.poll(() => page.url()).not.toBe(address);
  }
  await page.goBack();
  await expect(page).toHaveURL("about:blank");
});

test("Back leaves the page in one press also after the link to the controls", async ({ page, problems }) => {
  await page.goto("about:blank");
  await page.goto("./");
  await expect(count(page)).toContainText("of 200");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("#bar")).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("about:blank");
  // What the keys had asked for may still have been on its way.
  expect(problems.splice(0).filter((problem) => !problem.endsWith("net::ERR_ABORTED"))).toEqual([]);
});

test("the address has what was changed while it was being made", async ({ page }) => {
  // An address is made when its document has been compressed, which here waits.
  await page.addInitScript(() => {
    const gate = globalThis as unknown as { asked: boolean; release(): void };
    gate.asked = false;
    const held = new Promise<void>((resolve) => (gate.release = resolve));
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      gate.asked = true;
      await held;
      return arrayBuffer.call(this);
    };
  });
  await openReady(page, "beliefs");
  await expect(count(page)).toContainText("of 200");
  const asked = page.url();
  await setup(page).getByRole("combobox", { name: "Network" }).selectOption("complete");
  await page.waitForFunction(() => (globalThis as unknown as { asked: boolean }).asked);
  await page.getByRole("button", { name: "Agents", exact: true }).click();
  expect(page.url()).toBe(asked);
  await page.evaluate(() => (globalThis as unknown as { release(): void }).release());
  await expect.poll(() => page.url()).toContain("left=agents");
});

test("undo and redo go through the past of the document, a gesture at a time", async ({ page }) => {
  await open(page, small);
  const value = async () => heterogeneityOf(await documentOf(page));
  await openPanel(page, "Problem");
  const slider = setup(page).getByRole("slider", { name: /^heterogeneity/i });
  await slider.focus();
  for (let i = 0; i < 5; i++) await slider.press("ArrowRight");
  const moved = await value();
  expect(moved).toBeGreaterThan(1);
  await setup(page).getByRole("combobox", { name: "Network" }).selectOption("complete");
  await page.getByRole("button", { name: "Undo the last change" }).click();
  expect((await documentOf(page)).network.topology.kind).toBe("ring");
  expect(await value()).toBe(moved);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  expect(await value()).toBe(1);
  await expect(page.getByRole("button", { name: "Undo the last change" })).toBeDisabled();
  await page.getByRole("button", { name: "Redo" }).click();
  expect(await value()).toBe(moved);
});

test("a network edited on the page is what runs; cut in two each part runs by itself; undo brings it back", async ({
  page,
}) => {
  await open(page, small);
  await page.getByLabel("Speed").selectOption({ label: "full speed" });
  await finished(page);
  await goBelow(page);
  const ring = page.locator("#network-text");
  await expect(ring).toContainText(/λ\s*= 0\.8047/);
  await page.getByRole("button", { name: "Edit network" }).click();
  await page.locator("#graph canvas").focus();
  // From agent 0 to agent 4, across the ring.
  for (const key of ["Home", "Enter", "PageDown", "PageDown", "PageDown", "PageDown", "Enter"])
    await page.keyboard.press(key);
  await expect(ring).not.toContainText(/λ\s*= 0\.8047/);
  await finished(page);
  const topology = (await documentOf(page)).network.topology as unknown as { kind: string; edges: number[][] };
  expect([topology.kind, topology.edges.length]).toEqual(["explicit", 9]);
  expect(topology.edges).toContainEqual([0, 4]);
  await page.getByText("Links (9)").click();
  for (const link of [/Cut link 0 – 4/, /Cut link 2 – 3/, /Cut link 6 – 7/])
    await page.getByRole("button", { name: link }).press("Delete");
  await expect(page.locator("#advice")).toContainText("The network falls into two parts, of 4 and 4 agents");
  await expect(ring).toContainText(/λ\s*= 1\b/);
  await finished(page);
  for (const title of ["Transition matrix", "Bounds", "Rates and transient times"]) {
    await openPanel(page, title);
    const panel = page.locator("#panels details", { has: page.getByRole("heading", { name: title, exact: true }) });
    await expect(panel).toContainText("The network is in several parts: the theory needs a connected one.");
    await expect(panel).not.toContainText(/∞|SUDA family/);
  }
  const undo = page.getByRole("button", { name: "Undo the last change" });
  await undo.click();
  await finished(page);
  for (let i = 0; i < 3; i++) await undo.click();
  await expect(ring).toContainText(/λ\s*= 0\.8047/);
  await finished(page);
  expect(await documentOf(page)).toEqual(small);
});

test("300 slider events end with the last value, one undo, and a page that still answers", async ({ page }) => {
  await open(page, small);
  await openPanel(page, "Problem");
  const slider = setup(page).getByRole("slider", { name: /^heterogeneity/i });
  const last = await slider.evaluate((input: HTMLInputElement) => {
    for (let i = 0; i < 300; i++) {
      input.value = String((i * 7) % Number(input.max));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return input.value;
  });
  await expect(slider).toHaveValue(last);
  await finished(page);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  expect(heterogeneityOf(await documentOf(page))).toBe(1);
  await expect(page.getByRole("button", { name: "Undo the last change" })).toBeDisabled();
});

for (const [name, change, message] of [
  [
    "n = 1e9",
    { network: { ...small.network, topology: { kind: "ring", agents: 1e9 } } },
    /network\.topology\.agents: must be a whole number/,
  ],
  ["NaN", { stepSize: { kind: "constant", value: NaN } }, /stepSize\.value/],
  ["__proto__", JSON.parse('{"__proto__": {"trials": 5}}') as object, /__proto__|cannot be shown/],
  [
    "markup in a name",
    { methods: [{ kind: "dsgd", label: "<img src=x onerror=alert(1)>" }], name: "<script>alert(1)</script>" },
    null,
  ],
  ["unknown kind", { problem: { kind: "<b>knapsack</b>" } }, /problem\.kind: must be one of/],
  ["text for a document", "version", /must be an object/],
] as const) {
  test(`a hostile link is harmless: ${name}`, async ({ page }) => {
    page.on("dialog", () => expect("a dialog").toBe("none"));
    const document =
      typeof change === "string"
        ? change
        : Object.defineProperties({ ...small }, Object.getOwnPropertyDescriptors(change));
    const text = JSON.stringify(document);
    await page.goto(`./#v=1&j=${Buffer.from(text).toString("base64url")}`);
    if (message) {
      await expect(page.getByRole("alert")).toContainText(message);
      await expect(count(page)).toContainText("of 200");
      await expect.poll(() => done(page)).toBeGreaterThan(0);
    } else {
      await finished(page);
      await expect(page.getByRole("button", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
    }
    expect(await page.evaluate(() => ({}) as { trials?: number })).toEqual({});
  });
}

test("links that are damaged, long or of another time are refused with a sentence", async ({ page }) => {
  for (const [hash, message] of [
    ["v=1&z=AAAA", /cut short: its end is missing/],
    ["v=1&j=%E0%A4%A", /damaged: some of its characters/],
    [`v=1&j=${"A".repeat(1_000_000)}`, /too long/],
    ["v=7&z=AAAA", /version 7/],
    ["preset=no-such", /no preset/],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`./#${hash}`);
    await expect(page.getByRole("alert").locator("p")).toHaveText(message);
    await expect(count(page)).toContainText("of 200");
    // What the page brings for later is there before it is left.
    await page.waitForLoadState("networkidle");
  }
});

test("a link followed while the page is open is taken", async ({ page }) => {
  await page.goto("./");
  const title = page.locator("#headline");
  await expect(page.locator("#way .where")).toHaveText(/^1 of /);
  await page.evaluate((hash) => (location.hash = hash), await fragment(small));
  await finished(page, 200);
  // It is none of the story's, which goes on from its beginning.
  await expect(page.locator("html")).toHaveAttribute("data-room", "laboratory");
  await expect(title).toHaveText("An experiment of your own");
  await page.getByRole("button", { name: "Back to the story" }).click();
  await expect(page.locator("#way .where")).toHaveText(/^1 of /);
  await page.evaluate((hash) => (location.hash = hash), await fragment({ ...small, name: "Eight <i>friends</i>" }));
  await expect(title).toHaveText("Eight <i>friends</i>");
});

test("a document that the core refuses when it is built is reported, and the next one runs", async ({ page }) => {
  // No draw of a graph as sparse as this is connected.
  const sparse = { kind: "erdosRenyi", agents: 40, probability: 0.001 };
  await open(page, { ...small, network: { ...small.network, topology: sparse } });
  await expect(page.locator("#advice")).toHaveText("This cannot be run as it is.");
  await expect(page.getByText(/connected/).first()).toBeVisible();
  await expect(count(page)).toContainText("k = 0 of");
  await setup(page).getByRole("combobox", { name: "Network" }).selectOption("complete");
  await finished(page);
  await expect(page.locator("#advice")).toHaveText("");
});

test("a step too large for the minimiser is told as that, where the costs keep the iterates from diverging", async ({
  page,
}) => {
  await openReady(page, "local-data");
  await finished(page, 400);
  const step = setup(page).getByRole("textbox", { name: /^Step size/ });
  await step.fill("20");
  await step.press("Enter");
  await expect(page.locator("#advice")).toContainText(
    /^None of the five can settle at the minimiser with the step size 20: there they need one below 10\.1 \(5\.03 for EXTRA, \(I\+W\)\/2\), as .*\. Take α = 2$/,
  );
  await finished(page, 400);
  await expect(page.locator("#advice")).not.toContainText("diverge");
  // Its curve is level, far above where it should be: nothing is compared with it, and no error is said to have fallen.
  const said = page.locator("#reading-text");
  await expect(said).toContainText("‖∇f(x̄)‖² is 0.073 for Centralised SGD, 0.019 for DSGD");
  await expect(said).toContainText("Before and now: Centralised SGD 4.9×10⁻⁶ → 0.073; 4 others rose too, by less.");
  await expect(said).not.toContainText("settled");
  await step.fill("1e6");
  await step.press("Enter");
  await expect(page.locator("#advice")).toContainText("with the step size 1\u202f000\u202f000: ");
});

test("methods that cannot converge are named before they diverge, and one click cures them", async ({ page }) => {
  await openReady(page, "blow-up");
  await expect(page.locator("#advice")).toContainText(
    /^Exact-Diffusion diverges on this network at the step size 1\.5/,
  );
  // A larger step would cure it, too, and make the others worse.
  await expect(page.locator("#advice").getByRole("button")).toHaveText(["Use (I + W)/2"]);
  await page.getByRole("button", { name: "Use (I + W)/2" }).focus();
  await page.keyboard.press("Enter");
  await finished(page, 400);
  // The cure has gone; the focus is where it was said.
  await expect(page.locator("#reading")).toBeFocused();
  // It was there already, and is there once.
  await expect(page.locator("#chips .chip").filter({ hasText: "Exact-Diffusion" })).toHaveCount(1);
  await expect(page.locator("#advice")).toHaveText("");
  expect((await documentOf(page)).methods[1]).toMatchObject({ kind: "exactDiffusion", laziness: 0.5 });
  await expect(page.locator("#reading-text")).not.toContainText("diverged at");
});
