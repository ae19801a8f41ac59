/** One file in the preview: its text, and the result of each way to read it. */

import { valueAt, type ExperimentDocument, type Tagged } from "../../state/document";
import { checkDocument, describeData, describeNetwork, type ImportReport } from "../../simulation/core";
import { lookAtTable, type TableChoices, type TableLook } from "./columns";
import { composed } from "./compose";
import { decode } from "./decode";
import { FORMATS, SHOWN, type Content, type DataContent, type Format, type Guess, type Reading } from "./formats";
import { guessFormats } from "./guess";
import { lines } from "./lines";
import { prepareTable, type Prepared } from "./prepare";
import { readNetworkOrDocument } from "./read";
import { withoutSums } from "./sums";

/** Larger files are not read: text takes a multiple of its size on its way to numbers. */
export const LARGEST_FILE = 200 * 1024 * 1024;
/** The most agents for which the preview computes λ. */
const SPECTRUM = 300;

/** The reader's choices about data. */
export interface DataChoices {
  problem: string;
  standardize: boolean;
  /** The `split` of the document. */
  split: Tagged;
  /** Whether LIBSVM indices are raised by one. */
  fromZero: boolean;
}

export interface Choices {
  table?: Partial<TableChoices>;
  data?: Partial<DataChoices>;
  /** Of links: whether the first line names the columns. */
  linksHeader?: boolean;
  /** Of W: whether the diagonal takes what its rows lack of 1. */
  completeDiagonal?: boolean;
}

/** The preview of a reading. */
export interface Preview {
  format: Format;
  guesses: readonly Guess[];
  facts: readonly string[];
  notes: readonly string[];
  rows: Reading["rows"];
  table: TableLook | null;
  data: (DataChoices & { features: number }) | null;
  /** Of links, whether the first line names the columns; null where that is no question. */
  linksHeader: boolean | null;
  /** Why it cannot be used; null where it can. */
  error: string | null;
}

/** The experiment that receives the file. */
export interface Setting {
  document: ExperimentDocument;
  agents: number;
}

export class Session {
  #text = "";
  #encoding: string | null = null;
  #guesses: readonly Guess[] = [];
  #setting: Setting;
  #content: Content | null = null;
  #prepared: Prepared | null = null;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Takes the file. `tell` receives the progress. Throws an Error for readers. */
  async open(source: Blob | string, tell: (share: number) => void): Promise<void> {
    if (typeof source === "string") {
      this.#text = source.replace(/^\ufeff/, "");
      if (this.#text.trim() === "") throw new Error("There is nothing in it.");
    } else {
      const size = (source.size / 1024 / 1024).toFixed(1);
      if (source.size > LARGEST_FILE)
        throw new Error(
          `The file has ${size} MB; at most ${LARGEST_FILE / 1024 / 1024} MB are read, since text takes several times its size in memory.`,
        );
      const { text, note } = decode(await bytesOf(source, tell));
      [this.#text, this.#encoding] = [text, note];
    }
    this.#guesses = guessFormats(this.#text);
  }

  /** Reads the file as `format`, or as what it most likely is. */
  async read(format: Format | null, choices: Choices): Promise<Preview> {
    const as = format ?? this.#guesses[0]!.format;
    this.#content = null;
    const preview: Preview = {
      format: as,
      guesses: this.#guesses,
      facts: [],
      notes: [],
      rows: { head: [], cells: [], more: 0 },
      table: null,
      data: null,
      linksHeader: null,
      error: null,
    };
    try {
      const found = as === "csv" || as === "libsvm" ? this.#readData(as, choices) : await this.#readOther(as, choices);
      return { ...preview, ...found, notes: [...(this.#encoding ? [this.#encoding] : []), ...(found.notes ?? [])] };
    } catch (error) {
      return { ...preview, error: wordsOf(error) };
    }
  }

  /** The result of the last reading. */
  take(): Content {
    if (!this.#content) throw new Error("There is nothing to use.");
    return this.#content;
  }

  async #readOther(format: Exclude<Format, "csv" | "libsvm">, choices: Choices): Promise<Partial<Preview>> {
    // Runner and module take it as little: what its letters are would be a guess.
    if (format === "experiment" && this.#encoding?.includes("not in UTF-8"))
      throw new Error("An experiment is text in UTF-8, or in UTF-16 with a byte order mark; this is neither.");
    const { content, rows, notes, header } = await readNetworkOrDocument(this.#text, format, choices);
    const whole = composed(content, this.#setting.document) as ExperimentDocument;
    let facts: string[] = [];
    let error: string | null = null;
    try {
      if (content.kind === "document") checkDocument(whole);
      facts = factsOf(content, whole);
      checkDocument(whole);
      this.#content = content;
    } catch (refusal) {
      error = wordsOf(refusal);
    }
    const given = content.kind === "document" ? [] : changesNote(this.#setting.document, whole);
    return { rows, notes: [...notes, ...given], facts, error, linksHeader: header ?? null };
  }

  /** The text of the file as a table that the core reads. */
  #table(): Prepared {
    this.#prepared ??= prepareTable(this.#text);
    return this.#prepared;
  }

  #readData(format: "csv" | "libsvm", { table: given, data: wanted = {} }: Choices): Partial<Preview> {
    const { text: whole, notes: prepared } = format === "csv" ? this.#table() : { text: this.#text, notes: [] };
    const look = format === "csv" ? lookAtTable(whole, given) : null;
    const { text, note: sums } = look ? withoutSums(whole, look.choices) : { text: whole, note: null };
    const { document, agents } = this.#setting;
    const rows = look
      ? { head: look.columns.map(({ name }) => name), cells: look.cells, more: 0 }
      : firstLines(this.#text);
    const settled: DataChoices = {
      problem: problemFor(document),
      standardize: false,
      split: { kind: "even" },
      fromZero: false,
      ...wanted,
    };
    const notes = [...prepared, ...(sums ? [sums] : []), ...(look?.notes ?? [])];
    const attempt = (choices: DataChoices): { content: DataContent; report: ImportReport } => {
      const content: DataContent = {
        kind: "data",
        problem: choices.problem,
        data: dataOf(text, format, look, choices),
      };
      const { problem } = composed(content, document) as ExperimentDocument;
      return { content, report: describeData(problem, agents, document.seed) };
    };
    try {
      let found: ReturnType<typeof attempt>;
      try {
        found = attempt(settled);
      } catch (error) {
        // Labels that are not two are targets, unless the reader has said what they are.
        if (
          wanted.problem !== undefined ||
          !/must have exactly two labels, has (?!1:)/.test(String(error)) ||
          !this.#areNumbers(error)
        )
          throw error;
        settled.problem = "leastSquares";
        found = attempt(settled);
        notes.push("The predicted column has more than two values: it is taken for targets of least squares.");
      }
      if (wanted.standardize === undefined && found.report.notes.some((note) => note.includes("sizes"))) {
        notes.push(
          `${found.report.notes.find((note) => note.includes("sizes"))!.split(":")[0]}; so they are standardised.`,
        );
        settled.standardize = true;
        found = attempt(settled);
      }
      checkDocument({ ...(composed(found.content, document) as ExperimentDocument) });
      this.#content = found.content;
      const { facts, left } = wordsOfReport(found.report, settled.problem);
      return {
        rows,
        table: look,
        facts,
        notes: [...leftOut(look), ...left, ...notes],
        data: { ...settled, features: found.report.features },
      };
    } catch (error) {
      return {
        rows,
        table: look,
        notes: [...leftOut(look), ...notes],
        data: { ...settled, features: 0 },
        error: wordsOf(error),
      };
    }
  }

  /** Whether the labels that the core names in a refusal are all numbers. */
  #areNumbers(error: unknown): boolean {
    return !/has \d+: .*"/.test(String(error));
  }
}

async function bytesOf(file: Blob, tell: (share: number) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, at);
    bytes.set(value.subarray(0, bytes.length - at), at);
    at = Math.min(bytes.length, at + value.length);
    tell(at / bytes.length);
  }
}

/** An error for readers: the core’s path only where it says more than that the file is meant. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/^problem\.data\.columns: must name .* got 0$/.test(message))
    return "No column of numbers is left for the features: this may not be a table, or may need another delimiter.";
  return message
    .replace(/^problem\.data\.text: (?=has |must |is )/, "The file ")
    .replace(/^problem\.data\.text: line (\d+): /, "Line $1: ")
    .replace(/^problem\.data\.text: /, "")
    .slice(0, 400);
}

/** The problem that takes the data: the present one where it can. */
function problemFor({ problem }: ExperimentDocument): string {
  const { kind } = problem as { kind: string };
  return ["logistic", "leastSquares", "neuralNetwork"].includes(kind) ? kind : "logistic";
}

function dataOf(
  text: string,
  format: "csv" | "libsvm",
  look: TableLook | null,
  choices: DataChoices,
): DataContent["data"] {
  const more = {
    ...(choices.standardize ? { standardize: true } : {}),
    ...(choices.split["kind"] === "even" ? {} : { split: choices.split }),
  };
  if (!look) {
    const raised = choices.fromZero
      ? text.replace(/(\s)(\d+)(?=:)/g, (_, blank: string, index: string) => `${blank}${Number(index) + 1}`)
      : text;
    return { kind: format, text: raised, ...more };
  }
  const { delimiter, decimal, header, roles } = look.choices;
  const names = look.columns.map(({ name }) => name);
  const called = (j: number) =>
    header && names[j] !== "" && names.filter((name) => name === names[j]).length === 1 ? names[j]! : j;
  const of = (role: string) => roles.flatMap((other, j) => (other === role ? [called(j)] : []));
  const bySplit = choices.split["kind"] === "byColumn" ? [choices.split["column"]] : [];
  const isAll = roles.every((role, j) => role !== "out" || bySplit.includes(called(j)));
  return {
    kind: format,
    ...(delimiter === "," ? {} : { delimiter }),
    ...(decimal === "." ? {} : { decimal }),
    header,
    labelColumn: of("predicted")[0] ?? roles.length - 1,
    ...(isAll ? {} : { columns: of("feature") }),
    ...more,
    text,
  };
}

function leftOut(look: TableLook | null): string[] {
  if (!look) return [];
  const out = look.columns.flatMap(({ name, why }, j) =>
    look.choices.roles[j] === "out" ? [`${name || `column ${j} (without a name)`}${why ? `, since ${why}` : ""}`] : [],
  );
  if (out.length === 0) return [];
  return [`Left out: ${out.slice(0, 6).join("; ")}${out.length > 6 ? `; and ${out.length - 6} more columns` : ""}.`];
}

function wordsOfReport(report: ImportReport, problem: string): { facts: string[]; left: string[] } {
  const count = (number: number, word: string) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
  const [least, most] = report.shares;
  const facts = [`${count(report.rows, "row")} of ${count(report.features, "feature")}`];
  if (report.labels) {
    const isSigned = report.labels[0]!.value < 0;
    const signed = (value: number) => (isSigned ? (value < 0 ? "−1" : "+1") : String(value));
    const meanings = report.labels.map(
      ({ label, value, rows }, place) =>
        `${label}${place === 0 ? " stands" : ""} for ${signed(value)} (${count(rows, "row")})`,
    );
    facts.push(meanings.join(", "));
  } else if (problem === "leastSquares") facts.push("the predicted numbers are targets");
  facts.push(
    least === most
      ? `each agent has ${count(least, "row")}`
      : `agents have ${least.toLocaleString("en")} to ${count(most, "row")}`,
  );
  const left: string[] = [];
  if (least < most)
    left.push(
      "The agents’ shares are unequal. Each agent counts alike, so a row of an agent with fewer counts for more.",
    );
  if (report.skipped.total > 0) {
    const named = report.skipped.first.slice(0, 3).map(({ line, reason }) => `line ${line} (${reason})`);
    left.push(
      `Left out: ${count(report.skipped.total, "row")}: ${named.join(", ")}${report.skipped.total > 3 ? ", …" : ""}.`,
    );
  }
  if (report.constantColumns.total > 0)
    left.push(
      `Constant, and 0 when standardised: ${report.constantColumns.first.slice(0, 6).join(", ")}${report.constantColumns.total > 6 ? ", …" : ""}.`,
    );
  return { facts, left: [...left, ...report.notes.map((note) => `${note}.`)] };
}

/** What becomes of the way in which the network changes, now that it is another. */
function changesNote(before: ExperimentDocument, whole: ExperimentDocument): string[] {
  const { changes } = before.network;
  if (!changes) return [];
  return [
    whole.network.changes
      ? "The network changes from iteration to iteration, as the previous one did."
      : "The network stays the same in every iteration: the previous one’s changes belonged to its own links.",
  ];
}

function factsOf(content: Content, whole: ExperimentDocument): string[] {
  if (content.kind === "document") {
    const { methods, iterations, trials = 1, name } = whole;
    const kind = valueAt(whole, ["problem", "kind"]);
    return [
      ...(name ? [`“${name}”`] : []),
      `${(methods as unknown[] | undefined)?.length ?? 0} methods on ${String(kind)}`,
      `${iterations?.toLocaleString("en")} iterations`,
      `${trials} trial${trials === 1 ? "" : "s"}`,
    ];
  }
  if (content.kind === "data") return [];
  const agents = content.kind === "graph" ? content.agents : content.matrix.length;
  const { edges } = whole.network.topology as unknown as { edges: unknown[] };
  const facts = [
    `${agents.toLocaleString("en")} agent${agents === 1 ? "" : "s"}`,
    `${edges.length.toLocaleString("en")} link${edges.length === 1 ? "" : "s"}`,
  ];
  if (agents > SPECTRUM) return facts;
  const { components, mixingRate } = describeNetwork(whole.network, whole.seed);
  if (components > 1) facts.push(`in ${components} parts without a link between them`);
  facts.push(
    `λ = ${mixingRate < 1e-9 ? "0" : mixingRate.toPrecision(4)}${content.kind === "graph" ? " with Metropolis’ weights" : ""}`,
  );
  return facts;
}

/** The first lines of a file that is no table. */
function firstLines(text: string): Reading["rows"] {
  const found = lines(text.slice(0, 20_000)).slice(0, SHOWN);
  return {
    head: ["label", "index:value"],
    cells: found.map(({ text: line }) => [
      line.split(/\s+/)[0]!,
      line.split(/\s+/).slice(1, 9).join("  ") + (line.split(/\s+/).length > 9 ? "  …" : ""),
    ]),
    more: 0,
  };
}

export { FORMATS };
