/** What a picture owes to readers who do not see it: a summary that is read out, and its numbers as a table. */

export interface Table {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Said below the table, e.g. that rows were left out. */
  note?: string;
}

export interface Access {
  /** Id of the summary's element, for `aria-describedby`. */
  summaryId: string;
  /** The summary; asked for, and read out, at most every few seconds while a run is under way. */
  describe(text: () => string): void;
  /** Read out at once: the answer to something the reader did. */
  say(text: string): void;
  /** The table has new numbers; they are fetched when the reader has it open. */
  refresh(): void;
  destroy(): void;
}

const BETWEEN_SUMMARIES = 8000;
const BETWEEN_TABLES = 500;
let count = 0;

export function createAccess(host: HTMLElement, name: string, table: () => Table | null): Access {
  const summaryId = `view-summary-${++count}`;
  const summary = element("p", "view-hidden");
  summary.id = summaryId;
  summary.setAttribute("aria-live", "polite");
  const spoken = element("p", "view-hidden");
  spoken.setAttribute("aria-live", "assertive");
  const details = element("details", "view-table");
  const label = element("summary");
  label.textContent = "Data table";
  const content = element("div", "view-table-content");
  content.tabIndex = 0;
  content.setAttribute("role", "group");
  content.setAttribute("aria-label", `Data table: ${name}`);
  details.append(label, content);
  host.append(summary, spoken, details);

  let latest = (): string => "";
  const speak = throttled(BETWEEN_SUMMARIES, () => {
    const text = latest();
    if (summary.textContent !== text) summary.textContent = text;
  });
  const fill = throttled(BETWEEN_TABLES, () => {
    const data = details.open ? table() : null;
    content.replaceChildren(...(data ? [renderTable(data)] : []));
  });
  details.addEventListener("toggle", fill.now);

  return {
    summaryId,
    describe(text) {
      latest = text;
      speak.later();
    },
    say(text) {
      spoken.textContent = text;
    },
    refresh() {
      if (details.open) fill.later();
    },
    destroy() {
      speak.cancel();
      fill.cancel();
      for (const node of [summary, spoken, details]) node.remove();
    },
  };
}

function renderTable({ caption, columns, rows, note }: Table): HTMLElement {
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

export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = ""): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return made;
}

/** Runs `action` at once when it has rested for `interval` ms, else once when it has. */
function throttled(interval: number, action: () => void): { later(): void; now(): void; cancel(): void } {
  let timer = 0;
  let last = -Infinity;
  const now = (): void => {
    clearTimeout(timer);
    timer = 0;
    last = performance.now();
    action();
  };
  return {
    later() {
      const wait = last + interval - performance.now();
      if (wait <= 0) now();
      else if (timer === 0) timer = window.setTimeout(now, wait);
    },
    now,
    cancel: () => clearTimeout(timer),
  };
}
