/** The links as a list of buttons: the way to cut them without a pointer. */

import { element } from "../element";
import { formatCount, formatNumber } from "../format";
import type { GraphData } from "../types";
import "./edges.css";

const LISTED = 300;

/** Fills `content` with the list; where a button had the focus, the one in its place has it. */
export function fillEdges(content: HTMLElement, data: GraphData, cut: (edge: readonly [number, number]) => void): void {
  const focused = [...content.querySelectorAll<Element>("button")].indexOf(document.activeElement ?? content);
  const count = data.edges.length / 2;
  const list = element("ul", "view-edges");
  for (let e = 0; e < Math.min(count, LISTED); e++) list.append(item(data, e, cut));
  const note = element("p");
  note.textContent = count > LISTED ? `The first ${LISTED} of ${formatCount(count)} are listed.` : "";
  content.replaceChildren(list, note);
  if (focused >= 0) list.querySelectorAll("button")[Math.min(focused, list.children.length - 1)]?.focus();
}

function item(
  { edges, weights, changes }: GraphData,
  e: number,
  cut: (edge: readonly [number, number]) => void,
): HTMLElement {
  const edge = [edges[2 * e]!, edges[2 * e + 1]!] as const;
  const line = element("li");
  const button = element("button", "view-button");
  button.type = "button";
  const verb = element("span", "view-hidden");
  verb.textContent = "Cut link ";
  button.append(
    verb,
    `${edge[0]} – ${edge[1]}${weights ? `, ${changes ? "mean " : ""}weight ${formatNumber(weights[e]!)}` : ""}`,
  );
  button.title = "Cut this link (Enter or Delete)";
  button.addEventListener("click", () => cut(edge));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Delete" || event.key === "Backspace") cut(edge);
  });
  line.append(button);
  return line;
}
