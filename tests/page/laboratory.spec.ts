// What the laboratory says of an edit of the network.
import { finished, openReady } from "./app.ts";
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
