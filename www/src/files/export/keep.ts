/** What a figure on the page shows, as a file. */

import type { View } from "../../views/types";
import { savePicture } from "./picture";

/** Saves the picture as SVG; nothing where there is none yet. */
export async function saveSvg<Data>(view: View<Data> | null, title: string, paper: string): Promise<void> {
  const figure = await view?.figure();
  if (figure) await savePicture(figure, "svg", title, paper);
}
