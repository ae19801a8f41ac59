/** The links as a list of buttons: the way to cut them without a pointer. */

import { button, element } from "../element";
import { formatCount, formatNumber } from "../format";
import type { GraphData } from "../types";
import "./edges.css";

const LISTED = 300;

/** Fills `content` with the list; where a button had the focus, the one in its place has it. */
export function fillEdges(content: HTMLElement, data: GraphData, cut: (edge: readonly [number, number]) => void): void {
  const focused = [...content.querySelectorAll<Element>("button")].indexOf(document.activeElement ?? content);
  const count = data.edges.length / 2;
  const links = Array.from({ length: Math.min(count, LISTED) }, (_, e) => link(data, e, cut));
  const items = links.map((made) => element("li", "", {}, made));
  const note = count > LISTED ? `The first ${LISTED} of ${formatCount(count)} are listed.` : "";
  content.replaceChildren(element("ul", "view-edges", {}, ...items), element("p", "", {}, note));
  if (focused >= 0) links[Math.min(focused, links.length - 1)]?.focus();
}

function link(
  { edges, weights, changes }: GraphData,
  e: number,
  cut: (edge: readonly [number, number]) => void,
): HTMLElement {
  const edge = [edges[2 * e]!, edges[2 * e + 1]!] as const;
  const weight = weights ? `, ${changes ? "mean " : ""}weight ${formatNumber(weights[e]!)}` : "";
  const made = button(`${edge[0]} – ${edge[1]}${weight}`, "Cut this link (Enter or Delete)", () => cut(edge));
  made.prepend(element("span", "view-hidden", {}, "Cut link "));
  made.addEventListener("keydown", (event) => {
    if (event.key === "Delete" || event.key === "Backspace") cut(edge);
  });
  return made;
}
