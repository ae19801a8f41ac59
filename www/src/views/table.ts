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
  const heads = columns.map((text) => element("th", "", { scope: "col" }, text));
  const lines = rows.map((cells) => element("tr", "", {}, ...cells.map((text) => element("td", "", {}, text))));
  return element(
    "table",
    "",
    {},
    element("caption", "", {}, note ? `${caption} ${note}` : caption),
    element("thead", "", {}, element("tr", "", {}, ...heads)),
    element("tbody", "", {}, ...lines),
  );
}
