/** Records what is drawn on a canvas as a video, by the browser's own recorder. */

/** The formats that browsers record, the best first. */
const FORMATS: readonly { type: string; extension: string }[] = [
  { type: "video/webm;codecs=vp9", extension: "webm" },
  { type: "video/webm;codecs=vp8", extension: "webm" },
  { type: "video/webm", extension: "webm" },
  { type: "video/mp4", extension: "mp4" },
];
const RATE = 30;
const BITS_PER_SECOND = 4_000_000;

export interface Clip {
  video: Blob;
  extension: string;
}

/** Draws a frame; false when the last one is drawn. */
export type DrawFrame = (context: CanvasRenderingContext2D) => Promise<boolean>;

/** Throws an Error for readers where the browser cannot record; null when it is aborted. */
export async function recordClip(
  [width, height]: readonly [number, number],
  draw: DrawFrame,
  signal: AbortSignal,
): Promise<Clip | null> {
  const canvas = document.createElement("canvas");
  // Codecs ask for even sizes.
  canvas.width = 2 * Math.round(width / 2);
  canvas.height = 2 * Math.round(height / 2);
  const context = canvas.getContext("2d");
  const format =
    typeof MediaRecorder === "function" ? FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type)) : undefined;
  if (!context || !format || typeof canvas.captureStream !== "function")
    throw new Error("This browser cannot record a clip: it has no recorder for what is drawn on a page.");
  // The recorder starts with what is there.
  await draw(context);
  const stream = canvas.captureStream(RATE);
  const recorder = new MediaRecorder(stream, { mimeType: format.type, videoBitsPerSecond: BITS_PER_SECOND });
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const stopped = new Promise<void>((resolve, reject) => {
    recorder.addEventListener("stop", () => resolve());
    recorder.addEventListener("error", () => reject(new Error("The browser’s recorder stopped early.")));
  });
  recorder.start(1_000);
  try {
    while (!signal.aborted && (await draw(context))) await nextFrame();
  } finally {
    if (recorder.state !== "inactive") recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
  }
  return signal.aborted ? null : { video: new Blob(pieces, { type: format.type }), extension: format.extension };
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
