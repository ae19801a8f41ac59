/** A figure as a PNG at twice its size. */

import type { Figure } from "../../views/types";

const SCALE = 2;

export async function figureToPng(figure: Figure, background: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(SCALE * figure.width);
  canvas.height = Math.round(SCALE * figure.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser provides no canvas for the picture.");
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(SCALE, SCALE);
  figure.draw(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large for this browser."))),
      "image/png",
    );
  });
}
