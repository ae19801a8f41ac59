/** Tables of the theory's panels. */

import { h } from "../../controls/dom";
import { tied } from "../../views/typeset";
import "./theory.css";

export type Cell = Node | string;

/** In place of numbers that a network in parts does not have. */
export const PARTED = "The network is in several parts: the theory needs a connected one.";

/** A heading; an empty corner heads nothing. */
const heading = (properties: Record<string, unknown>, cell: Cell): HTMLElement =>
  cell === "" ? h("td", {}) : h("th", properties, typeof cell === "string" ? tied(cell) : cell);

/** A table of which the first cell of each row names the row; a row of one cell names those that follow. */
export function table(caption: string, columns: readonly Cell[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const body = rows.map(([first, ...rest]) =>
    h(
      "tr",
      {},
      heading(rest.length === 0 ? { scope: "rowgroup", colSpan: columns.length } : { scope: "row" }, first!),
      ...rest.map((cell) => h("td", {}, cell)),
    ),
  );
  return h(
    "div",
    {},
    about(caption),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": caption },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...columns.map((column) => heading({ scope: "col" }, column)))),
        h("tbody", {}, ...body),
      ),
    ),
  );
}

export function about(text: string): HTMLElement {
  return h("p", { class: "about" }, tied(text));
}

/** Replaces what `host` holds when `key` differs from the last one, so that nothing is laid out, or loses the focus, without need. */
export function onChange(): (key: readonly unknown[], draw: () => void) => void {
  let last: readonly unknown[] = [];
  return (key, draw) => {
    if (key.length === last.length && key.every((part, i) => part === last[i])) return;
    last = key;
    draw();
  };
}
