/** Numbers of a picture as a table of the page. */

import { element } from "./element";
import "./table.css";

export interface Table {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Said below the table, e.g. that rows were left out. */
  note?: string;
}

export function renderTable({ caption, columns, rows, note }: Table): HTMLElement {
  const table = element("table");
  const title = element("caption");
  title.textContent = note ? `${caption} ${note}` : caption;
  const head = element("thead");
  head.append(row(columns, "th"));
  const body = element("tbody");
  for (const cells of rows) body.append(row(cells, "td"));
  table.append(title, head, body);
  return table;
}

function row(cells: readonly string[], tag: "th" | "td"): HTMLElement {
  const line = element("tr");
  for (const text of cells) {
    const cell = element(tag);
    cell.textContent = text;
    if (tag === "th") cell.setAttribute("scope", "col");
    line.append(cell);
  }
  return line;
}
