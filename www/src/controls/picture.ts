/** Pictures for the reader to keep. */

import { fingerprint, VERSION } from "../simulation/core";
import type { ExperimentDocument } from "../state/document";
import type { Figure, View } from "../views/types";
import { fileName, saveFile } from "./save";
import { figureToSvg } from "../views/svg";

/** A file's name, which tells the version that made it; CSV and documents have no other place for it. */
export const named = (title: string, extension: string): string => fileName(title, `suda-${VERSION}.${extension}`);

/** What names an experiment in files: the version, and the beginning of its fingerprint. */
export const experimentName = (document: ExperimentDocument): string =>
  `suda-${VERSION}-${fingerprint(document).slice(0, 16)}`;

/** `document`: the experiment that the figure shows. */
export async function savePicture(
  figure: Figure,
  format: "png" | "svg",
  title: string,
  paper: string,
  document?: ExperimentDocument,
): Promise<void> {
  const name = named(title, format);
  const maker = `SUDA ${VERSION}${document ? `, experiment ${fingerprint(document)}` : ""}`;
  if (format === "png") saveFile(name, await figureToPng(figure, paper));
  else saveFile(name, figureToSvg(figure, paper, maker), "image/svg+xml");
}

/** Saves what a view shows as SVG; nothing before it shows anything. */
export async function saveSvg(view: Pick<View<never>, "figure"> | null, title: string, paper: string): Promise<void> {
  const figure = await view?.figure();
  if (figure) await savePicture(figure, "svg", title, paper);
}

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
