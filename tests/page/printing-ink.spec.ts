// Paper is white, whatever the screen: figures and keys are drawn anew for it, and again for the screen.
import { finished, open, tell } from "./app.ts";
import { expect, test } from "./harness.ts";

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
  // What the methods do, and their names, whole.
  await expect(page.locator("#graph .view-name")).toHaveText(["DSGDAverages only", "Exact-DiffusionAdds a memory"]);
  for (const name of await page.locator("#graph .view-name").all())
    expect(await name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1);
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
  // What was opened for paper is closed again, and the reader is where she was.
  await expect(page.locator("#story")).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(0);
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
