// What is changed on the page is no step of the browser's history.
import { count, openReady, setup } from "./app.ts";
import { expect, test } from "./harness.ts";

test("Back leaves the page in one press, whatever was changed, and after the link to the controls", async ({
  page,
  problems,
}) => {
  await page.goto("about:blank");
  await openReady(page, "beliefs");
  const field = setup(page).getByRole("textbox", { name: /^Step size/ });
  for (const value of ["0.1", "0.2", "0.3"]) {
    await field.fill(value);
    const address = page.url();
    await field.press("Enter");
    await expect.poll(() => page.url()).not.toBe(address);
  }
  await page.goBack();
  await expect(page).toHaveURL("about:blank");
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
