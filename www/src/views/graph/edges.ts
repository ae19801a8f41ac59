/** The links as a list of buttons: the way to cut them without a pointer. */

import { element } from "../access";
import { formatCount, formatNumber, plural } from "../format";
import type { GraphData } from "../types";

const LISTED = 300;

export interface EdgeList {
  update(data: GraphData): void;
}

export function createEdgeList(root: HTMLElement, cut: (edge: readonly [number, number]) => void): EdgeList {
  const details = element("details", "view-table");
  const title = element("summary");
  const list = element("ul", "view-edges");
  const note = element("p");
  details.append(title, list, note);
  root.append(details);
  let data: GraphData | null = null;

  function fill(): void {
    if (!data || !details.open) return list.replaceChildren();
    const focused = [...list.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
    const count = data.edges.length / 2;
    const items: HTMLElement[] = [];
    for (let e = 0; e < Math.min(count, LISTED); e++) items.push(item(data, e));
    list.replaceChildren(...items);
    note.textContent = count > LISTED ? `The first ${LISTED} of ${formatCount(count)} are listed.` : "";
    if (focused >= 0) list.querySelectorAll("button")[Math.min(focused, items.length - 1)]?.focus();
  }

  function item({ edges, weights }: GraphData, e: number): HTMLElement {
    const edge = [edges[2 * e]!, edges[2 * e + 1]!] as const;
    const line = element("li");
    const button = element("button", "view-button");
    button.type = "button";
    const verb = element("span", "view-hidden");
    verb.textContent = "Cut link ";
    button.append(verb, `${edge[0]} – ${edge[1]}${weights ? `, weight ${formatNumber(weights[e]!)}` : ""}`);
    button.title = "Cut this link (Enter or Delete)";
    button.addEventListener("click", () => cut(edge));
    button.addEventListener("keydown", (event) => {
      if (event.key === "Delete" || event.key === "Backspace") cut(edge);
    });
    line.append(button);
    return line;
  }

  details.addEventListener("toggle", fill);
  return {
    update(next) {
      data = next;
      title.textContent = `Links (${plural(next.edges.length / 2, "edge")})`;
      fill();
    },
  };
}
