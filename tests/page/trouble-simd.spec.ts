// A browser whose WebAssembly has no SIMD, as all had before 2021 and Safari before 2023.
import { browserFlags, findBrowser } from "../../scripts/lib/browser.mjs";
import { expect, test } from "./harness.ts";

test.use({
  launchOptions: {
    executablePath: findBrowser() ?? "chromium",
    // V8 has SIMD where the processor has SSE 4.1, or is told so.
    args: [...browserFlags, "--js-flags=--no-enable-sse4-1"],
  },
});

test("without SIMD there are a reason and a picture", async ({ page, problems }) => {
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("This browser is too old: its WebAssembly lacks SIMD");
  await expect(page.getByRole("img", { name: /^Two rings of sixteen agents/ })).toBeVisible();
  problems.length = 0;
});
