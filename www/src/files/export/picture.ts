/** Pictures for the reader to keep. */

import { fingerprint, VERSION } from "../../simulation/core";
import type { ExperimentDocument } from "../../state/document";
import type { Figure, View } from "../../views/types";
import { figureToPng } from "./png";
import { fileName, saveFile } from "./save";
import { figureToSvg } from "./svg";

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
