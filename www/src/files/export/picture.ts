/** Pictures for the reader to keep. */

import { VERSION } from "../../simulation/version";
import type { Figure, View } from "../../views/types";
import { figureToPng } from "./png";
import { fileName, saveFile } from "./save";
import { figureToSvg } from "./svg";

/** A file's name, which tells the version that made it; CSV and documents have no other place for it. */
export const named = (title: string, extension: string): string => fileName(title, `suda-${VERSION}.${extension}`);

export async function savePicture(figure: Figure, format: "png" | "svg", title: string, paper: string): Promise<void> {
  const name = named(title, format);
  if (format === "png") saveFile(name, await figureToPng(figure, paper));
  else saveFile(name, figureToSvg(figure, paper, `SUDA ${VERSION}`), "image/svg+xml");
}

/** Saves what a view shows as SVG; nothing before it shows anything. */
export async function saveSvg<Data>(view: View<Data> | null, title: string, paper: string): Promise<void> {
  const figure = await view?.figure();
  if (figure) await savePicture(figure, "svg", title, paper);
}
