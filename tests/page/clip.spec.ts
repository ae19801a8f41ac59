// A clip of the run: a video that browsers play, of both figures from the start to the end.
import type { Page } from "@playwright/test";
import { finished, open, openPanel, small } from "./app.ts";
import { expect, test } from "./harness.ts";

const record = (page: Page) =>
  page.getByRole("group", { name: "Both, as they are played" }).getByRole("button", { name: "Video" }).click();

test("the clip is a video that ends where the run ends", async ({ page }) => {
  await open(page, small);
  await finished(page);
  await openPanel(page, "Files");
  const download = page.waitForEvent("download", { timeout: 60_000 });
  await record(page);
  await expect(page.locator("#banners")).toContainText("being recorded");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.webm$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  // EBML, which WebM is.
  expect(bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  await expect(page.locator("#banners")).not.toContainText("being recorded");
  const seen = await page.evaluate(async (base64) => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    await video.play();
    // The recorder writes no length.
    await new Promise((ended) => video.addEventListener("ended", ended));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const context = canvas.getContext("2d")!;
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set<number>();
    for (let i = 0; i < data.length; i += 4)
      colours.add(((data[i]! >> 4) << 8) | ((data[i + 1]! >> 4) << 4) | (data[i + 2]! >> 4));
    return { width: video.videoWidth, seconds: video.currentTime, colours: colours.size };
  }, bytes.toString("base64"));
  expect(seen.width).toBe(1280);
  // Four seconds of run, and a rest.
  expect(seen.seconds).toBeGreaterThan(4);
  expect(seen.seconds).toBeLessThan(20);
  // Lines of several methods on a ground.
  expect(seen.colours).toBeGreaterThan(8);
});

test("recording can be stopped, and leaves nothing behind", async ({ page }) => {
  await open(page, small);
  await finished(page);
  await openPanel(page, "Files");
  let downloads = 0;
  page.on("download", () => downloads++);
  await record(page);
  await page.locator("#banners").getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("#banners")).not.toContainText("being recorded");
  await finished(page);
  expect(downloads).toBe(0);
});
