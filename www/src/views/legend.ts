/** Samples of the methods' lines. */

import { methodColor, type Theme } from "./theme";
import type { MethodStyle } from "./types";

const SVG = "http://www.w3.org/2000/svg";

/** A short piece of the method's line, as an inline picture. */
export function methodSwatch(style: MethodStyle, theme: Theme, width = 26): SVGSVGElement {
  const part = (name: "svg" | "line", attributes: Record<string, string | number>): SVGElement => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  };
  const picture = part("svg", { width, height: 10, viewBox: `0 0 ${width} 10`, "aria-hidden": "true" });
  const dash = style.dash.length > 0 ? { "stroke-dasharray": style.dash.join(" ") } : {};
  const look = { stroke: methodColor(style, theme), "stroke-width": 2.25, ...dash };
  picture.append(part("line", { x1: 0, x2: width, y1: 5, y2: 5, ...look }));
  return picture as SVGSVGElement;
}
