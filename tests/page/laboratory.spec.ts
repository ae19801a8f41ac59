// What the laboratory says of changes, and how its lists go by keys.
import { documentOf, finished, open, openPanel, openReady, setup, small } from "./app.ts";
import { expect, test } from "./harness.ts";

test("an edit of the network says what became of λ and why; eight shortcuts come at once, and go at once", async ({
  page,
}) => {
  // Shortcuts are drawn at random; now and then they help little.
  await page.addInitScript(() => {
    let state = 1;
    Math.random = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  });
  await openReady(page, "local-data");
  await finished(page, 400);
  const said = page.locator(".edited");
  await expect(said).toBeHidden();
  await page.getByRole("button", { name: "Edit network" }).click();
  await page.locator("#graph canvas").first().focus();
  // From agent 0 to agent 12: under Metropolis weights the chord makes λ larger.
  for (const key of ["Home", "Enter", ...Array<string>(12).fill("PageDown"), "Enter"]) await page.keyboard.press(key);
  await expect(said).toContainText(/^1 link more: λ 0\.9872 → 0\.988\d?\./);
  await said.getByRole("button", { name: "8 shortcuts at once" }).click();
  await expect(said).toContainText(/^8 links more: λ 0\.988\d? → 0\.9[0-7]\d*\./);
  await page.keyboard.press("Control+z");
  await expect(said).toContainText(/^8 links fewer: /);
  await page.keyboard.press("Control+Shift+z");
  await expect(said).toContainText(/^8 links more: /);
});

test("methods are ordered and doubled by keys, one line each", async ({ page }) => {
  await open(page, {
    ...small,
    methods: [{ kind: "psgd" }, { kind: "dsgd", label: "Ours" }, { kind: "gradientTracking" }],
  });
  await openPanel(page, "Methods");
  const kinds = async () => (await documentOf(page)).methods.map(({ kind }) => kind);
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const up = page.getByRole("button", { name: "Move up Ours", exact: true });
  const chips = page.locator("#chips .chip");
  await press("Move down Ours");
  // The focus goes along; at the end there is only the way back.
  await expect(chips.last()).toHaveText("Ours");
  await expect(up).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chips.nth(1)).toHaveText("Ours");
  await expect(up).toBeFocused();
  expect(await kinds()).toEqual(["psgd", "dsgd", "gradientTracking"]);
  await press("Duplicate Ours");
  await expect(chips).toHaveText([/Centralised/, "Ours", "Ours (2)", /tracking/]);
  await press("Remove Ours (2)");
  expect(await kinds()).toEqual(["psgd", "dsgd", "gradientTracking"]);
  const list = (await page.locator(".method-list").boundingBox())!;
  expect(list.height).toBeLessThan(3 * 48);
});

test("undo and redo know which step a document was made from, and the address of what is looked at follows", async ({
  page,
}) => {
  await openReady(page, "agents-4");
  await finished(page, 400);
  const headline = page.locator("#headline");
  const words = await headline.textContent();
  const step = setup(page).getByRole("textbox", { name: /^Step size/ });
  await step.fill("0.7");
  await step.press("Enter");
  await page.locator(".contents > summary").click();
  await page.locator(".contents").getByRole("button", { name: "When it blows up" }).click();
  await expect(headline).not.toHaveText(words!);
  const back = page.getByRole("button", { name: "Undo the last change" });
  await back.click();
  await expect(headline).toHaveText(words!);
  await expect(step).toHaveValue("0.7");
  await back.click();
  await expect(step).toHaveValue("1.5");
  // What a step is looked at as by itself is no part of its address; what differs is.
  await page.goto("about:blank");
  await openReady(page, "agents-4");
  await page.getByRole("combobox", { name: "What is plotted" }).selectOption("consensus");
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#lesson=agents-4&metric=consensus&.*room=laboratory$/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "What is plotted" })).toHaveValue("consensus");
});

test("a table of the paper opens the laboratory at its study by its address", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./#table-1");
  const study = page.locator("#panels details", { has: page.locator("#instrument-study") });
  await expect(study).toContainText("Computed beforehand");
  await expect.poll(async () => Math.abs((await study.boundingBox())!.y)).toBeLessThan(60);
});
