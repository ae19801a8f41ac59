/** The preview of a file before it is used: its format and others, its first rows, what is left out, how data are read. */

import "./preview.css";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { freshId } from "../../views/element";
import { nextTask } from "../../controls/dom";
import { Button, Check, Choice, type SelectProps } from "../../controls/field";
import type { Refusal } from "../../simulation/core";
import { opened } from "../../simulation/protocol";
import { capitalized, formatCount } from "../../views/format";
import type { Setting } from "./data";
import { FORMATS, type Content, type Format } from "./formats";
import { FileReading, type ReaderPlace } from "./reader";
import type { Choices, Preview } from "./session";
import { columnName, type Decimal, type Delimiter, type Role, type Table } from "./table";

export interface Brought {
  name: string;
  /** Null where the reader is asked for text. */
  source: Blob | string | null;
  /** Which it is of those that came one after the other, from 1. */
  place: number;
}

interface Parts {
  queue: Signal<readonly Brought[]>;
  reader: ReaderPlace;
  setting(): Setting;
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

/** What was brought, one after the other; the next when the one before is used or left. */
export function Previews(parts: Parts) {
  const { queue } = parts;
  const [first] = queue.value;
  if (!first) return null;
  const { name, source, place } = first;
  if (source !== null) return <FileDialog key={place} {...parts} name={name} source={source} place={place} />;
  const done = (text: string) => {
    queue.value = [...(text.trim() === "" ? [] : [{ ...first, source: text }]), ...queue.value.slice(1)];
  };
  return <Paste done={done} />;
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

/** `done` hears the text, which is empty where the reader leaves. */
function Paste({ done }: { done(text: string): void }) {
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => text.current!.focus(), []);
  return (
    <Dialog title="Paste text" onLeave={() => done("")}>
      <textarea ref={text} rows={10} spellcheck={false} aria-label="Text of a network, of data, or of an experiment" />
      <div class="buttons">
        <Button class="primary" onClick={() => done(text.current!.value)}>
          Look at it
        </Button>
        <Button quiet onClick={() => done("")}>
          Leave it
        </Button>
      </div>
    </Dialog>
  );
}

type FileProps = Parts & { name: string; source: Blob | string; place: number };

function FileDialog({ queue, reader, setting, use, name, source, place }: FileProps) {
  const reading = useMemo(() => new FileReading(reader), []);
  const choices = useRef<Choices>({});
  const [share, setShare] = useState<number | undefined>();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [useIt, leaveIt] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const body = useRef<HTMLDivElement>(null);

  /** Waits for an answer of the reading; a failure is its end. */
  async function hear<Answer>(asked: Promise<Answer>, put: (answer: Answer) => void): Promise<void> {
    setBusy(true);
    try {
      put(await asked);
      setBusy(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }
  const again = (more: Choices, format = preview!.format) => {
    choices.current = { ...choices.current, ...more };
    void hear(reading.ask("read", [format, choices.current]), setPreview);
  };
  const leave = () => (queue.value = queue.value.slice(1));
  const take = async () => {
    const content = await reading.ask("take", []);
    // To receive a long text and to begin its run are two tasks, between which the page can draw.
    await nextTask();
    return opened(content) as Content;
  };
  const useContent = (content: Content) => {
    leave();
    use(content);
  };
  useEffect(() => {
    void hear(reading.ask("open", [name, source, setting()], setShare), setPreview);
    return () => reading.end();
  }, []);
  useEffect(() => {
    if (failure !== null) leaveIt.current!.focus();
    else if (preview?.error === null && !body.current!.contains(document.activeElement)) useIt.current!.focus();
  }, [preview, failure]);

  // While it is read again, fields stay as the reader has set them.
  const contents = useMemo(() => preview && <Contents preview={preview} again={again} />, [preview]);
  const total = queue.value.at(-1)?.place ?? place;
  const size = sizeOf(typeof source === "string" ? source.length : source.size);
  const about = [total > 1 ? `File ${place} of ${total}` : "", size, "nothing changes before you use it"];
  return (
    <Dialog title={name} onLeave={leave}>
      <p class="about">{about.filter(Boolean).join(" · ")}</p>
      <div class="body" ref={body} aria-busy={isBusy && preview !== null}>
        {failure !== null ? <Wrong words={failure} /> : (contents ?? <Progress share={share} />)}
      </div>
      <div class="buttons">
        {failure === null && (
          <Button
            class="primary"
            ref={useIt}
            disabled={isBusy || preview?.error !== null}
            onClick={() => void hear(take(), useContent)}
          >
            Use it
          </Button>
        )}
        <Button quiet ref={leaveIt} onClick={leave}>
          {failure === null ? "Leave it" : "Close"}
        </Button>
        {place < total && (
          <Button quiet onClick={() => (queue.value = [])}>
            Leave all
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const Progress = ({ share }: { share: number | undefined }) => (
  <p class="about">
    Reading … <progress max={1} value={share} aria-label="Reading the file" />
  </p>
);

const Wrong = ({ words }: { words: string }) => (
  <p class="wrong" role="alert">
    {`${capital(words)}${/[.?!]$/.test(words) ? "" : "."}`}
  </p>
);

interface ContentsProps {
  preview: Preview;
  /** Reads again, with what the reader has chosen besides. */
  again(more: Choices, format?: Format): void;
}

function Contents({ preview, again }: ContentsProps) {
  const { format, why, facts, error, notes, rows } = preview;
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
      {error && <Wrong words={error.words} />}
      {remedy && (
        <p>
          <Button onClick={() => again(remedy[1])}>{remedy[0]}</Button>
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
          <FirstRows preview={preview} again={again} />
        </section>
      )}
      <Settings preview={preview} again={again} />
    </>
  );
}

function FirstRows({ preview: { rows, table }, again }: ContentsProps) {
  const count = Math.max(rows.head.length, ...rows.cells.map((row) => row.length));
  const roles = table?.choices.roles;
  const places = Array.from({ length: count }, (_, j) => j);
  // Of a wide table the first columns, and the predicted one.
  const shown = count <= WIDEST ? places : places.filter((j) => j < WIDEST - 1 || roles?.[j] === "predicted");
  const more = [
    count > shown.length && `${formatCount(count - shown.length)} more columns`,
    rows.more > 0 && `${formatCount(rows.more)} more`,
  ].filter(Boolean);
  const choose = (j: number, isFeature: boolean) =>
    again({ roles: roles!.map((old, i) => (i === j ? (isFeature ? "feature" : "out") : old)) });
  return (
    <table>
      <caption>The first rows as read{more.length > 0 && `; ${more.join(", ")}`}</caption>
      <thead>
        <tr>
          {shown.map((j) => (
            <Head key={j} name={rows.head[j] ?? ""} place={j} role={roles?.[j]} onChange={(on) => choose(j, on)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.cells.map((row, i) => (
          <tr key={i}>
            {shown.map((j) => (
              <td key={j} class={roles?.[j] === "out" ? "out" : undefined}>
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
  onChange(isFeature: boolean): void;
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
              onChange={({ currentTarget }) => onChange(currentTarget.checked)}
            />
          )}
          {role === "predicted" ? role : " feature"}
        </small>
      </label>
    </th>
  );
}

/** What the page settles anew when cells are cut in another way. */
const FORGET = { header: undefined, roles: undefined };

/** A choice or a switch, and the reader’s wish by its value. */
type Selection = readonly [
  label: string,
  options: SelectProps["options"],
  value: string,
  wish: (value: string) => Choices,
];
type Switch = readonly [label: string, isOn: boolean, wish: (isOn: boolean) => Choices];

function Settings({ preview: { table, data, linksHeader }, again }: ContentsProps) {
  const selections: Selection[] = [...(table ? ofTable(table) : []), ...(data ? ofData(data, table) : [])];
  const switches: (Switch | false)[] = [
    linksHeader !== null && ["The first line names the columns", linksHeader, (header) => ({ header })],
    table !== null && ["The first row has names", table.choices.header, (header) => ({ header })],
    data !== null && ["Standardise features", data.standardize, (standardize) => ({ standardize })],
    data !== null && data.problem !== "neuralNetwork" && ["Constant term", data.constant, (constant) => ({ constant })],
    data?.fromZero === true && ["Indices count from 0: raised by one", true, (fromZero) => ({ fromZero })],
  ];
  if (selections.length === 0 && linksHeader === null) return null;
  return (
    <div class="settings">
      {selections.map(([label, options, value, wish]) => (
        <Choice key={label} label={label} options={options} value={value} onChange={(next) => again(wish(next))} />
      ))}
      {switches.map(
        (one) =>
          one && (
            <Check key={one[0]} checked={one[1]} onChange={(isOn) => again(one[2](isOn))}>
              <span>{one[0]}</span>
            </Check>
          ),
      )}
    </div>
  );
}

function ofTable(table: Table): Selection[] {
  const { delimiter, decimal, roles } = table.choices;
  const predict = (value: string): Role[] =>
    roles.map((role, j) => (String(j) === value ? "predicted" : role === "predicted" ? "feature" : role));
  const cut = (sign: string) => ({ ...FORGET, decimal: undefined, delimiter: sign as Delimiter });
  return [
    ["Between cells", Object.entries(DELIMITERS), delimiter, cut],
    ["Decimal sign", Object.entries(DECIMALS), decimal, (sign) => ({ ...FORGET, decimal: sign as Decimal })],
    ["Predicted", columnsOf(table), String(roles.indexOf("predicted")), (value) => ({ roles: predict(value) })],
  ];
}

function ofData({ problem, split, test, features }: NonNullable<Preview["data"]>, table: Table | null): Selection[] {
  const kind = String(split["kind"]);
  const splits = Object.entries(SPLITS).filter(([name]) => {
    if (name === "byColumn") return table !== null;
    return name === "bySector" ? features === 2 || kind === name : name !== "dirichlet" || problem !== "leastSquares";
  });
  const byColumn = (place: number) => ({ kind: "byColumn", column: columnName(table!, place) });
  const splitOf = (next: string) => {
    if (next === "byColumn") return { split: byColumn(0) };
    return { split: next === "dirichlet" ? { kind: next, concentration: 0.3 } : { kind: next } };
  };
  const selections: Selection[] = [
    ["Problem", Object.entries(PROBLEMS), problem, (next) => ({ problem: next })],
    ["Rows go to agents", splits, kind, splitOf],
    ["Held out for testing", Object.entries(SHARES), String(test), (share) => ({ test: Number(share) })],
  ];
  if (!table || kind !== "byColumn") return selections;
  const place = table.columns.findIndex((_, j) => columnName(table, j) === split["column"]);
  const column = (value: string) => ({ split: byColumn(Number(value)) });
  return [...selections, ["Column", columnsOf(table), String(place), column]];
}

const columnsOf = ({ columns }: Table): [string, string][] =>
  columns.slice(0, MOST_COLUMNS).map(({ name }, j) => [String(j), name || `column ${j}`]);

const short = (cell: string) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
/** A sentence begins with a capital letter, but a place in a document is as it is. */
const capital = (text: string) => (/^[a-z]\w*[.:[]/.test(text) ? text : capitalized(text));

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
