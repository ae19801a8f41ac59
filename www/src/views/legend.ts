/** Samples of the methods' lines. */

import { methodColor, type Theme } from "./theme";
import type { MethodStyle } from "./types";

const SVG = "http://www.w3.org/2000/svg";

/** A short piece of the method's line, as an inline picture. */
export function methodSwatch(style: MethodStyle, theme: Theme, width = 26): SVGSVGElement {
  const picture = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "line");
  const set = (node: Element, attributes: Record<string, string | number>): void => {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  };
  set(picture, { width, height: 10, viewBox: `0 0 ${width} 10`, "aria-hidden": "true" });
  set(line, { x1: 0, x2: width, y1: 5, y2: 5, stroke: methodColor(style, theme), "stroke-width": 2.25 });
  if (style.dash.length > 0) set(line, { "stroke-dasharray": style.dash.join(" ") });
  picture.append(line);
  return picture;
}
