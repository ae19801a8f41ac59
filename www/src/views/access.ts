/** Access for readers who do not see a picture: a summary that is read out, and its numbers as a table. */

import { element, set } from "./element";
import "./table.css";

export type Access = ReturnType<typeof createAccess>;

/** A figure that has not changed for this long is at rest. */
const AT_REST = 500;
const BETWEEN_TABLES = 500;
let count = 0;

/** `table` is asked for while the reader has it open. */
export function createAccess(host: HTMLElement, name: string, table: () => Table | null) {
  const summaryId = `view-summary-${++count}`;
  const summary = element("p", "view-hidden", { id: summaryId, "aria-live": "polite" });
  const spoken = element("p", "view-hidden", { "aria-live": "assertive" });
  host.append(summary, spoken);
  const fold = createFold(host, (content) => {
    const data = table();
    content.replaceChildren(...(data ? [renderTable(data)] : []));
  });
  fold.title.textContent = "Data table";
  fold.content.classList.add("view-table-content");
  set(fold.content, { tabIndex: 0, role: "group", "aria-label": `Data table: ${name}` });

  let latest = (): string => "";
  let about = "";
  let rest = 0;
  let turn = 0;
  const tell = (): void => {
    clearTimeout(rest);
    const text = latest();
    if (summary.textContent !== text) summary.textContent = text;
  };

  return {
    /** For `aria-describedby`. */
    summaryId,
    /** The summary; read out once it, or its subject, has come to rest. */
    describe(text: () => string, subject: string): void {
      latest = text;
      if (subject !== about) {
        about = subject;
        clearTimeout(turn);
        turn = window.setTimeout(tell, AT_REST);
      }
      clearTimeout(rest);
      rest = window.setTimeout(tell, AT_REST);
    },
    /** Read out at once: the answer to something the reader did. */
    say(text: string): void {
      spoken.textContent = text;
    },
    /** The table has new numbers; they are fetched when the reader has it open. */
    refresh: fold.refresh,
  };
}

/** A fold-out below a picture; `fill` is called while it is open. */
export function createFold(host: HTMLElement, fill: (content: HTMLElement) => void) {
  const [title, content] = [element("summary"), element("div")];
  const details = element("details", "view-table", {}, title, content);
  host.append(details);
  let [timer, due] = [0, 0];
  const update = (): void => {
    clearTimeout(timer);
    [timer, due] = [0, performance.now() + BETWEEN_TABLES];
    if (details.open) fill(content);
    else content.replaceChildren();
  };
  details.addEventListener("toggle", () => {
    update();
    // What the reader has opened is in sight.
    if (details.open) details.scrollIntoView({ block: "nearest" });
  });
  return {
    title,
    content,
    /** There is something new to fill it with. */
    refresh(): void {
      if (details.open && timer === 0) timer = window.setTimeout(update, due - performance.now());
    },
  };
}

export interface Table {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Said below the table, e.g. that rows were left out. */
  note?: string;
}

function renderTable({ caption, columns, rows, note }: Table): HTMLElement {
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
