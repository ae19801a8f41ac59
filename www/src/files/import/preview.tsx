/** The preview of a file before it is used: its format and others, its first rows, what is left out, how data are read. */

import "./preview.css";
import type { Signal } from "@preact/signals";
import { render, type ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { freshId } from "../../controls/dom";
import { Choice } from "../../controls/field";
import type { Refusal } from "../../simulation/core";
import type { Tagged } from "../../state/document";
import { capitalized, formatCount } from "../../views/format";
import type { Setting } from "./data";
import { FORMATS, type Content, type Format } from "./formats";
import { Ended, FileReading, type ReaderPlace } from "./reader";
import type { Choices, Preview } from "./session";
import { columnName, type Role, type Table } from "./table";

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
/** The columns among which one can be chosen. */
const MOST_COLUMNS = 1_000;

const DELIMITERS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blanks" };
const DECIMALS = { ".": "point: 0.5", ",": "comma: 0,5" };
const PROBLEMS = {
  logistic: "Logistic regression (two labels)",
  neuralNetwork: "Neural network (labels)",
  leastSquares: "Least squares (targets)",
};
const SPLITS = {
  even: "evenly, as cards are dealt",
  byLabel: "by what is predicted",
  dirichlet: "in random proportions",
  bySector: "by sector about the mean",
  byColumn: "by a column",
};
const SHARES = { 0: "none", 0.1: "10 % of the rows", 0.2: "20 % of the rows", 0.5: "half of the rows" };
/** What helps against a refusal, by its name. */
const REMEDIES: { [name in Refusal["name"]]?: readonly [words: string, choices: Choices] } = {
  indexZero: ["Count from 0: raise every index by one", { fromZero: true }],
  rowSum: ["Complete each row to 1 on its diagonal", { repair: "diagonal" }],
  asymmetric: ["Make it symmetric: each entry the mean of the two", { repair: "symmetric" }],
};

/** Shows each that waits in turn, also those that come meanwhile; the next when the one before is used or left. */
export async function bringIn(waiting: Signal<readonly Brought[]>, parts: Parts): Promise<void> {
  for (let place = 1; waiting.value.length > 0; place++) {
    const [next, ...others] = waiting.value;
    waiting.value = others;
    await asked<void>((done) => (
      <FileDialog {...parts} brought={next!} place={place} waiting={waiting} reader={parts.place} done={done} />
    ));
  }
}

/** Asks for text; null where the reader leaves. */
export const askForText = (): Promise<Brought | null> => asked((done) => <Paste done={done} />);

/** Shows a dialog until it is done, and gives its answer. */
function asked<Answer>(dialog: (done: (answer: Answer) => void) => ComponentChildren): Promise<Answer> {
  const host = document.body.appendChild(document.createElement("div"));
  return new Promise((resolve) => {
    const done = (answer: Answer) => {
      render(null, host);
      host.remove();
      resolve(answer);
    };
    render(dialog(done), host);
  });
}

function Dialog({ title, onLeave, children }: { title: string; onLeave(): void; children: ComponentChildren }) {
  const id = useMemo(() => freshId("import"), []);
  const place = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = place.current!;
    dialog.showModal();
    // Closed, it gives the focus back.
    return () => dialog.close();
  }, []);
  const leave = (event: Event) => {
    event.preventDefault();
    onLeave();
  };
  return (
    <dialog class="import" aria-labelledby={id} ref={place} onCancel={leave}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

function Paste({ done }: { done(brought: Brought | null): void }) {
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => text.current!.focus(), []);
  const look = () => {
    const source = text.current!.value;
    done(source.trim() === "" ? null : { name: "Pasted text", source });
  };
  return (
    <Dialog title="Paste text" onLeave={() => done(null)}>
      <textarea ref={text} rows={10} spellcheck={false} aria-label="Text of a network, of data, or of an experiment" />
      <div class="buttons">
        <button type="button" class="primary" onClick={look}>
          Look at it
        </button>
        <button type="button" class="quiet" onClick={() => done(null)}>
          Leave it
        </button>
      </div>
    </Dialog>
  );
}

interface FileProps extends Omit<Parts, "place"> {
  brought: Brought;
  /** Which of the files it is, from 1. */
  place: number;
  waiting: Signal<readonly Brought[]>;
  reader: ReaderPlace;
  done(): void;
}

function FileDialog({ brought: { name, source }, place, waiting, reader, setting, use, done }: FileProps) {
  const reading = useMemo(() => new FileReading(reader), []);
  const choices = useRef<Choices>({});
  const [share, setShare] = useState<number | undefined>();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [useIt, leaveIt, body] = [
    useRef<HTMLButtonElement>(null),
    useRef<HTMLButtonElement>(null),
    useRef<HTMLDivElement>(null),
  ];

  const hear = async (asked: Promise<Preview>) => {
    setBusy(true);
    try {
      setPreview(await asked);
      setBusy(false);
    } catch (error) {
      if (!(error instanceof Ended)) setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const again = (more: Choices, format = preview!.format!) => {
    choices.current = { ...choices.current, ...more };
    void hear(reading.read(format, choices.current));
  };
  const take = async () => {
    setBusy(true);
    try {
      const content = await reading.take();
      // To receive a long text and to begin its run are two tasks, between which the page can draw.
      await new Promise((resolve) => setTimeout(resolve));
      done();
      use(content);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const leaveAll = () => {
    waiting.value = [];
    done();
  };
  useEffect(() => {
    void hear(reading.open(name, source, setting(), setShare));
    return () => reading.end();
  }, []);
  useEffect(() => {
    if (failure !== null) leaveIt.current!.focus();
    else if (preview?.error === null && !body.current!.contains(document.activeElement)) useIt.current!.focus();
  }, [preview, failure]);

  // While it is read again, fields stay as the reader has set them.
  const contents = useMemo(() => preview && <Contents preview={preview} again={again} />, [preview]);
  const total = place + waiting.value.length;
  const size = sizeOf(typeof source === "string" ? source.length : source.size);
  const about = [total > 1 ? `File ${place} of ${total}` : "", size, "nothing changes before you use it"];
  return (
    <Dialog title={name} onLeave={done}>
      <p class="about">{about.filter(Boolean).join(" · ")}</p>
      <div class="body" ref={body} aria-busy={isBusy && preview !== null}>
        {failure !== null ? (
          <p class="wrong" role="alert">
            {sentence(failure)}
          </p>
        ) : preview ? (
          contents
        ) : (
          <p class="about">
            Reading … <progress max={1} value={share} aria-label="Reading the file" />
          </p>
        )}
      </div>
      <div class="buttons">
        {failure === null && (
          <button
            type="button"
            class="primary"
            ref={useIt}
            disabled={isBusy || preview?.error !== null}
            onClick={() => void take()}
          >
            Use it
          </button>
        )}
        <button type="button" class="quiet" ref={leaveIt} onClick={done}>
          {failure === null ? "Leave it" : "Close"}
        </button>
        {waiting.value.length > 0 && (
          <button type="button" class="quiet" onClick={leaveAll}>
            Leave all
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** Reads again, with what the reader has chosen besides. */
type Again = (more: Choices, format?: Format) => void;

function Contents({ preview, again }: { preview: Preview; again: Again }) {
  const { format, why, facts, error, notes, rows, table, data, linksHeader } = preview;
  const remedy = error?.name ? REMEDIES[error.name] : undefined;
  const formats = Object.entries(FORMATS) as [Format, string][];
  return (
    <>
      {format && (
        <p class="taken">
          Taken for <b>{FORMATS[format].replace(": ", ", ")}</b>
          {why === null ? ", as you chose." : `, because ${why}.`}
        </p>
      )}
      <div class="settings">
        <Choice
          label="Read as"
          options={format === null ? [["", "choose …"], ...formats] : formats}
          value={format ?? ""}
          onChange={(value) => again({ header: undefined }, value as Format)}
        />
      </div>
      {facts.length > 0 && <p class="facts">{capital(facts.join("; "))}.</p>}
      {error && (
        <p class="wrong" role="alert">
          {sentence(error.words)}
        </p>
      )}
      {remedy && (
        <p>
          <button type="button" onClick={() => again(remedy[1])}>
            {remedy[0]}
          </button>
        </p>
      )}
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {rows.cells.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        <section class="scroll" tabIndex={0} aria-label="The first rows as read">
          <FirstRows rows={rows} table={table} again={again} />
        </section>
      )}
      {data && <Settings data={data} table={table} again={again} />}
      {linksHeader !== null && (
        <div class="settings">
          <Check label="The first line names the columns" on={linksHeader} onChange={(header) => again({ header })} />
        </div>
      )}
    </>
  );
}

function FirstRows({ rows, table, again }: Pick<Preview, "rows" | "table"> & { again: Again }) {
  const count = Math.max(rows.head.length, ...rows.cells.map((row) => row.length));
  const roles = table?.choices.roles;
  const places = Array.from({ length: count }, (_, j) => j);
  // Of a wide table the first columns, and the predicted one.
  const shown = count <= WIDEST ? places : places.filter((j) => j < WIDEST - 1 || roles?.[j] === "predicted");
  const more = [
    count > shown.length && `${formatCount(count - shown.length)} more columns`,
    rows.more > 0 && `${formatCount(rows.more)} more`,
  ].filter(Boolean);
  const choose = (j: number, role: Role) => again({ roles: roles!.map((old, i) => (i === j ? role : old)) });
  const isOut = (j: number) => (roles?.[j] === "out" ? "out" : undefined);
  return (
    <table>
      <caption>The first rows as read{more.length > 0 && `; ${more.join(", ")}`}</caption>
      {rows.head.length > 0 && (
        <thead>
          <tr>
            {shown.map((j) => (
              <Head
                key={j}
                name={rows.head[j] ?? ""}
                place={j}
                role={roles?.[j]}
                onChange={(role) => choose(j, role)}
              />
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.cells.map((row, i) => (
          <tr key={i}>
            {shown.map((j) => (
              <td key={j} class={isOut(j)}>
                {short(row[j] ?? "")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps {
  name: string;
  place: number;
  /** Of a table of data. */
  role: Role | undefined;
  onChange(role: Role): void;
}

function Head({ name, place, role, onChange }: HeadProps) {
  if (!role) return <th scope="col">{name}</th>;
  return (
    <th scope="col" class={role}>
      {/* biome-ignore lint/a11y: where there is an input, it is within it. */}
      <label>
        <span>{name || "(no name)"}</span>
        <small>
          {role !== "predicted" && (
            <input
              type="checkbox"
              checked={role === "feature"}
              aria-label={`${name || `column ${place}`} is a feature`}
              onChange={({ currentTarget }) => onChange(currentTarget.checked ? "feature" : "out")}
            />
          )}
          {role === "predicted" ? role : " feature"}
        </small>
      </label>
    </th>
  );
}

interface SettingsProps {
  data: NonNullable<Preview["data"]>;
  table: Table | null;
  again: Again;
}

function Settings({ data, table, again }: SettingsProps) {
  const { problem, split, standardize, constant, test, features, fromZero } = data;
  const kind = String(split["kind"]);
  const splits = Object.entries(SPLITS).filter(([name]) => {
    if (name === "byColumn") return table !== null;
    return name === "bySector" ? features === 2 || kind === name : name !== "dirichlet" || problem !== "leastSquares";
  });
  return (
    <div class="settings">
      {table && <TableSettings table={table} again={again} />}
      <Choice
        label="Problem"
        options={Object.entries(PROBLEMS)}
        value={problem}
        onChange={(value) => again({ problem: value })}
      />
      <Choice
        label="Rows go to agents"
        options={splits}
        value={kind}
        onChange={(value) => again({ split: splitOf(value, table) })}
      />
      {table && kind === "byColumn" && (
        <Choice
          label="Column"
          options={columnsOf(table)}
          value={String(table.columns.findIndex((_, j) => columnName(table, j) === split["column"]))}
          onChange={(value) => again({ split: { kind, column: columnName(table, Number(value)) } })}
        />
      )}
      <Choice
        label="Held out for testing"
        options={Object.entries(SHARES)}
        value={String(test)}
        onChange={(value) => again({ test: Number(value) })}
      />
      <Check label="Standardise features" on={standardize} onChange={(on) => again({ standardize: on })} />
      {problem !== "neuralNetwork" && (
        <Check label="Constant term" on={constant} onChange={(on) => again({ constant: on })} />
      )}
      {fromZero && <Check label="Indices count from 0: raised by one" on onChange={(on) => again({ fromZero: on })} />}
    </div>
  );
}

/** What the page settles anew when cells are cut in another way. */
const FORGET = { header: undefined, roles: undefined };

function TableSettings({ table, again }: { table: Table; again: Again }) {
  const { delimiter, decimal, header, roles } = table.choices;
  const predict = (value: string): Role[] =>
    roles.map((role, j) => (String(j) === value ? "predicted" : role === "predicted" ? "feature" : role));
  return (
    <>
      <Choice
        label="Between cells"
        options={Object.entries(DELIMITERS)}
        value={delimiter}
        onChange={(value) => again({ ...FORGET, decimal: undefined, delimiter: value as "," })}
      />
      <Choice
        label="Decimal sign"
        options={Object.entries(DECIMALS)}
        value={decimal}
        onChange={(value) => again({ ...FORGET, decimal: value as "." })}
      />
      <Check label="The first row has names" on={header} onChange={(on) => again({ header: on })} />
      <Choice
        label="Predicted"
        options={columnsOf(table)}
        value={String(roles.indexOf("predicted"))}
        onChange={(value) => again({ roles: predict(value) })}
      />
    </>
  );
}

function Check({ label, on, onChange }: { label: string; on: boolean; onChange(on: boolean): void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

const columnsOf = ({ columns }: Table): [string, string][] =>
  columns.slice(0, MOST_COLUMNS).map(({ name }, j) => [String(j), name || `column ${j}`]);

function splitOf(kind: string, table: Table | null): Tagged {
  if (kind === "dirichlet") return { kind, concentration: 0.3 };
  return kind === "byColumn" ? { kind, column: columnName(table!, 0) } : { kind };
}

const short = (cell: string) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
/** A sentence begins with a capital letter, but a place in a document is as it is. */
const capital = (text: string) => (/^[a-z]\w*[.:[]/.test(text) ? text : capitalized(text));
const sentence = (text: string) => `${capital(text)}${/[.?!]$/.test(text) ? "" : "."}`;

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
