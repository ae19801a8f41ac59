// A clip of the run, in every browser: a video that plays, or a sentence where the browser has no recorder.
import assert from "node:assert/strict";

export async function makesClip(page, address) {
  await page.open(address);
  await page.finished();
  await page.openPanel("#files");
  await page.run(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      if (blob.type.startsWith("video/")) window.clip = blob;
      return make.call(URL, blob);
    };
    // Kept here, and not among the downloads of whoever runs this.
    HTMLAnchorElement.prototype.click = () => {};
  });
  await page.press("#files [aria-label='Both, as they are played'] button");
  const outcome = await page.until(() => {
    const words = document.querySelector("#banners")?.textContent ?? "";
    return window.clip ? "clip" : /cannot record a clip/.test(words) ? "sentence" : null;
  });
  if (outcome === "sentence") {
    const canRecord = () =>
      typeof MediaRecorder === "function" &&
      "captureStream" in HTMLCanvasElement.prototype &&
      ["video/webm", "video/mp4"].some((type) => MediaRecorder.isTypeSupported(type));
    assert.equal(await page.run(canRecord), false);
    return outcome;
  }
  const { width, height, seconds, colours } = await page.await(async () => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = URL.createObjectURL(window.clip);
    await video.play();
    await new Promise((ended, failed) => {
      video.addEventListener("ended", ended);
      video.addEventListener("error", () => failed(new Error("it does not play")));
    });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const context = canvas.getContext("2d");
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add([data[i] >> 4, data[i + 1] >> 4, data[i + 2] >> 4].join());
    return { width: canvas.width, height: canvas.height, seconds: video.currentTime, colours: seen.size };
  });
  assert.equal(width, 1280);
  assert.ok(height > 100);
  assert.ok(seconds > 3, `${seconds} s`);
  assert.ok(colours > 8, `${colours} colours`);
  return outcome;
}
