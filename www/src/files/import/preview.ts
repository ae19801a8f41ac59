/** The preview of a file before it is used: its format and others, its first rows, what is left out, how data are read. */

import "../../../styles/import.css";
import { freshId, h } from "../../controls/dom";
import type { Tagged } from "../../state/document";
import type { TableChoices } from "./columns";
import { FORMATS, type Content, type Format } from "./formats";
import { Ended, FileReading, type ReaderPlace } from "./reader";
import type { Choices, DataChoices, Preview, Setting } from "./session";

/** A file, or pasted text. */
export interface Brought {
  name: string;
  source: Blob | string;
}

interface Parts {
  place: ReaderPlace;
  /** The experiment that receives the next file. */
  setting(): Setting;
  /** Takes the content that the reader chose to use. */
  use(content: Content): void;
}

/** The columns that are shown; for a wide table the number of the others is given. */
const WIDEST = 12;
const DELIMITERS: readonly [string, string][] = [
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "bar"],
  [" ", "blanks"],
];
const PROBLEMS: readonly [string, string][] = [
  ["logistic", "Logistic regression (two labels)"],
  ["neuralNetwork", "Neural network (two labels)"],
  ["leastSquares", "Least squares (targets)"],
];
const SPLITS: readonly [string, string][] = [
  ["even", "evenly, as cards are dealt"],
  ["byLabel", "by what is predicted"],
  ["dirichlet", "in random proportions"],
  ["bySector", "by sector about the mean"],
  ["byColumn", "by a column"],
];

/** Shows each in turn; the next when the one before is used or left. */
export async function bringIn(list: readonly Brought[], parts: Parts): Promise<void> {
  for (const [i, brought] of list.entries()) {
    const where = list.length > 1 ? `${i + 1} of ${list.length}` : "";
    if ((await show(brought, where, parts)) === "all") return;
  }
}

/** Asks for text; null where the reader leaves. */
export function askForText(): Promise<Brought | null> {
  const text = h("textarea", {
    rows: 10,
    spellcheck: false,
    "aria-label": "Text of a network, of data, or of an experiment",
  });
  const dialog = frame(
    "Paste text",
    text,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "primary", onclick: () => done(text.value) }, "Look at it"),
      h("button", { type: "button", class: "quiet", onclick: () => done("") }, "Leave it"),
    ),
  );
  let done: (value: string) => void = () => {};
  const answer = new Promise<Brought | null>((resolve) => {
    done = (value) => {
      dialog.close();
      resolve(value.trim() === "" ? null : { name: "Pasted text", source: value });
    };
  });
  dialog.addEventListener("cancel", () => done(""));
  dialog.showModal();
  text.focus();
  return answer;
}

function frame(title: string, ...children: Node[]): HTMLDialogElement {
  const id = freshId("import");
  const dialog = h("dialog", { class: "import", "aria-labelledby": id }, h("h2", { id }, title), ...children);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

function show({ name, source }: Brought, where: string, { place, setting, use }: Parts): Promise<"next" | "all"> {
  const reading = new FileReading(place);
  const choices: Choices = {};
  let preview: Preview | null = null;
  let finish: (how: "next" | "all") => void = () => {};

  const size = typeof source === "string" ? source.length : source.size;
  const progress = h("progress", { max: 1, "aria-label": "Reading the file" });
  const body = h("div", { class: "body" }, h("p", { class: "about" }, "Reading … ", progress));
  const useIt = h("button", { type: "button", class: "primary", disabled: true, onclick: () => void take() }, "Use it");
  const leave = h("button", { type: "button", class: "quiet", onclick: () => end("next") }, "Leave it");
  const leaveAll =
    where !== "" && h("button", { type: "button", class: "quiet", onclick: () => end("all") }, "Leave all");
  const dialog = frame(
    name,
    h(
      "p",
      { class: "about" },
      [where && `File ${where}`, sizeOf(size), "nothing changes before you use it"].filter(Boolean).join(" · "),
    ),
    body,
    h("div", { class: "buttons" }, useIt, leave, leaveAll || ""),
  );
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    end("next");
  });
  reading.onProgress = (share) => {
    progress.value = share;
  };

  function end(how: "next" | "all"): void {
    reading.end();
    dialog.close();
    finish(how);
  }

  async function take(): Promise<void> {
    useIt.disabled = true;
    try {
      const content = await reading.take();
      // To receive a long text and to begin its run are two tasks, between which the page can draw.
      await new Promise((resolve) => setTimeout(resolve));
      end("next");
      use(content);
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    if (error instanceof Ended) return;
    body.replaceChildren(
      h("p", { class: "wrong", role: "alert" }, sentence(error instanceof Error ? error.message : String(error))),
    );
    useIt.hidden = true;
    leave.textContent = "Close";
    leave.focus();
  }

  /** Reads again with what the reader has chosen. */
  async function again(format: Format): Promise<void> {
    useIt.disabled = true;
    body.setAttribute("aria-busy", "true");
    try {
      render(await reading.read(format, choices));
    } catch (error) {
      refuse(error);
    }
  }

  function render(next: Preview): void {
    preview = next;
    const focused = (document.activeElement as HTMLElement | null)?.dataset["key"];
    body.removeAttribute("aria-busy");
    body.replaceChildren(...contents(next));
    useIt.disabled = next.error !== null;
    const kept = focused && body.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`);
    if (kept) kept.focus();
    else if (next.error === null) useIt.focus();
  }

  function contents(next: Preview): Node[] {
    const guess = next.guesses.find(({ format }) => format === next.format);
    const others = next.guesses.filter(({ format }) => format !== next.format);
    return [
      h(
        "p",
        { class: "taken" },
        "Taken for ",
        h("b", {}, FORMATS[next.format].replace(": ", ", ")),
        guess ? `, because ${guess.why}.` : ", as you chose.",
      ),
      h(
        "div",
        { class: "readings", role: "group", "aria-label": "Other readings" },
        ...others.map(({ format, why }) =>
          h(
            "button",
            { type: "button", title: `Because ${why}`, "data-key": `as-${format}`, onclick: () => void again(format) },
            `Read as ${short(format)}`,
          ),
        ),
        every(next.format, others.length > 0),
      ),
      ...(next.facts.length > 0 ? [h("p", { class: "facts" }, capital(next.facts.join("; ")), ".")] : []),
      ...(next.error ? [h("p", { class: "wrong", role: "alert" }, sentence(next.error)), ...remedy(next)] : []),
      ...(next.notes.length > 0 ? [h("ul", { class: "notes" }, ...next.notes.map((note) => h("li", {}, note)))] : []),
      ...(next.rows.cells.length > 0
        ? [
            h(
              "div",
              { class: "scroll", tabIndex: 0, role: "region", "aria-label": "The first rows as read" },
              firstRows(next),
            ),
          ]
        : []),
      ...(next.data ? [settings(next)] : []),
      ...(next.linksHeader === null
        ? []
        : [
            h(
              "div",
              { class: "settings" },
              check("The first line names the columns", "linksHeader", next.linksHeader, (on) => {
                choices.linksHeader = on;
                void again(next.format);
              }),
            ),
          ]),
    ];
  }

  /** Any reading at all, also one that does not seem to fit. */
  function every(current: Format, others: boolean): HTMLElement {
    const select = h(
      "select",
      { "aria-label": "Read as", "data-key": "format", onchange: () => void again(select.value as Format) },
      ...(Object.entries(FORMATS) as [Format, string][]).map(([value, label]) =>
        h("option", { value, selected: value === current }, label),
      ),
    );
    return h("label", {}, others ? "or as " : "Read as ", select);
  }

  /** The remedy of an error that has a usual one. */
  function remedy({ format, error }: Preview): Node[] {
    const press = (words: string, onclick: () => void) => [h("p", {}, h("button", { type: "button", onclick }, words))];
    if (format === "libsvm" && /has the index 0/.test(error ?? ""))
      return press("Count from 0: raise every index by one", () => settle({ fromZero: true }));
    if (format === "weights" && /must sum to 1/.test(error ?? ""))
      return press("Complete each row to 1 on its diagonal", () => {
        choices.completeDiagonal = true;
        void again(format);
      });
    return [];
  }

  function settle(data: Partial<DataChoices>): void {
    choices.data = { ...choices.data, ...data };
    void again(preview!.format);
  }

  /** Undefined is for the page to settle. */
  function settleTable(table: { [name in keyof TableChoices]?: TableChoices[name] | undefined }): void {
    const entries = Object.entries({ ...choices.table, ...table }).filter(([, value]) => value !== undefined);
    choices.table = Object.fromEntries(entries) as Partial<TableChoices>;
    void again(preview!.format);
  }

  function firstRows({ rows, table }: Preview): HTMLTableElement {
    const count = Math.max(rows.head.length, ...rows.cells.map((row) => row.length));
    const roles = table?.choices.roles;
    const places = Array.from({ length: count }, (_, j) => j);
    // Of a wide table the first columns, and the predicted one.
    const shown = count <= WIDEST ? places : places.filter((j) => j < WIDEST - 1 || roles?.[j] === "predicted");
    const head = (j: number): HTMLElement => {
      const name = rows.head[j] ?? "";
      if (!roles) return h("th", { scope: "col" }, name);
      const title = h("span", {}, name === "" ? "(no name)" : name);
      if (roles[j] === "predicted")
        return h("th", { scope: "col", class: "predicted" }, title, h("small", {}, "predicted"));
      const box = h("input", {
        type: "checkbox",
        checked: roles[j] === "feature",
        "data-key": `column-${j}`,
        "aria-label": `${name || `column ${j}`} is a feature`,
      });
      box.addEventListener("change", () =>
        settleTable({ roles: roles.map((role, i) => (i !== j ? role : box.checked ? "feature" : "out")) }),
      );
      return h(
        "th",
        { scope: "col", class: roles[j] === "out" ? "out" : "" },
        h("label", {}, title, h("small", {}, box, " feature")),
      );
    };
    const cell = (text: string, j: number) =>
      h("td", { class: roles?.[j] === "out" ? "out" : "" }, text.length > 40 ? `${text.slice(0, 40)}…` : text);
    const more = [
      count > shown.length && `${(count - shown.length).toLocaleString("en")} more columns`,
      rows.more > 0 && `${rows.more.toLocaleString("en")} more`,
    ].filter(Boolean);
    return h(
      "table",
      {},
      h("caption", {}, `The first rows as read${more.length > 0 ? `; ${more.join(", ")}` : ""}`),
      rows.head.length > 0 && h("thead", {}, h("tr", {}, ...shown.map(head))),
      h("tbody", {}, ...rows.cells.map((row) => h("tr", {}, ...shown.map((j) => cell(row[j] ?? "", j))))),
    );
  }

  function settings({ table, data }: Preview): HTMLElement {
    const { problem, split, standardize, features } = data!;
    const columns = table?.columns.map(({ name }, j): [string, string] => [String(j), name || `column ${j}`]) ?? [];
    const kind = String(split["kind"]);
    const fields: (HTMLElement | false)[] = [];
    if (table) {
      const { delimiter, decimal, header, roles } = table.choices;
      const predicted = roles.indexOf("predicted");
      fields.push(
        choice("Between cells", "delimiter", DELIMITERS, delimiter, (value) =>
          settleTable({ delimiter: value as ",", decimal: undefined, ...forget }),
        ),
        choice(
          "Decimal sign",
          "decimal",
          [
            [".", "point: 0.5"],
            [",", "comma: 0,5"],
          ],
          decimal,
          (value) => settleTable({ decimal: value as ".", ...forget }),
        ),
        check("The first row has names", "header", header, (on) => settleTable({ header: on })),
        choice("Predicted", "predicted", columns.slice(0, 1_000), String(predicted), (value) =>
          settleTable({
            roles: roles.map((role, j) =>
              String(j) === value ? "predicted" : role === "predicted" ? "feature" : role,
            ),
          }),
        ),
      );
    }
    fields.push(
      choice("Problem", "problem", PROBLEMS, problem, (value) => settle({ problem: value })),
      choice(
        "Rows go to agents",
        "split",
        SPLITS.filter(([name]) =>
          name === "byColumn"
            ? table
            : name === "bySector"
              ? features === 2 || kind === name
              : name !== "dirichlet" || problem !== "leastSquares",
        ),
        kind,
        (value) => settle({ split: splitOf(value, table) }),
      ),
      kind === "byColumn" &&
        choice("Column", "splitColumn", columns.slice(0, 1_000), String(placeOf(split["column"], table)), (value) =>
          settle({ split: { kind: "byColumn", column: nameOf(Number(value), table) } }),
        ),
      check("Standardise features", "standardize", standardize, (on) => settle({ standardize: on })),
      data!.fromZero &&
        check("Indices count from 0: raised by one", "fromZero", true, (on) => settle({ fromZero: on })),
    );
    return h("div", { class: "settings" }, ...fields);
  }

  dialog.showModal();
  const answer = new Promise<"next" | "all">((resolve) => {
    finish = resolve;
  });
  reading.open(source, setting()).then(render, refuse);
  return answer;
}

/** The choices that are reset when the delimiter changes. */
const forget = { header: undefined, roles: undefined };

function choice(
  label: string,
  key: string,
  options: readonly [string, string][],
  value: string,
  onChange: (value: string) => void,
): HTMLElement {
  const select = h(
    "select",
    { "data-key": key, "aria-label": label, onchange: () => onChange(select.value) },
    ...options.map(([name, words]) => h("option", { value: name, selected: name === value }, words)),
  );
  return h("label", {}, h("span", {}, label), select);
}

function check(label: string, key: string, on: boolean, onChange: (on: boolean) => void): HTMLElement {
  const box = h("input", { type: "checkbox", checked: on, "data-key": key, onchange: () => onChange(box.checked) });
  return h("label", { class: "check" }, box, h("span", {}, label));
}

function splitOf(kind: string, table: Preview["table"]): Tagged {
  if (kind === "dirichlet") return { kind, concentration: 0.3 };
  return kind === "byColumn" ? { kind, column: nameOf(0, table) } : { kind };
}

/** A column as the document names it. */
function nameOf(place: number, table: Preview["table"]): string | number {
  const names = table?.columns.map(({ name }) => name) ?? [];
  const name = names[place] ?? "";
  return table?.choices.header && name !== "" && names.filter((other) => other === name).length === 1 ? name : place;
}

function placeOf(column: unknown, table: Preview["table"]): number {
  return typeof column === "number" ? column : (table?.columns.findIndex(({ name }) => name === column) ?? 0);
}

const short = (format: Format) => FORMATS[format].replace(/^(network|data): /, "");
/** A sentence begins with a capital letter, but a place in a document is as it is. */
const capital = (text: string) =>
  /^[a-z]\w*[.:[]/.test(text) ? text : text.replace(/^./, (first) => first.toUpperCase());
const sentence = (text: string) => `${capital(text)}${/[.?!]$/.test(text) ? "" : "."}`;

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
