/** One file in the preview: its text, and the result of each way to read it. */

import { checkDocument, describeData, describeNetwork, readDocument } from "../../simulation/core";
import type { DocumentError, ImportReport, Refusal } from "../../simulation/core";
import type { ExperimentDocument, Tagged } from "../../state/document";
import { composed } from "./compose";
import { decode } from "./decode";
import { readAdjacency, readEdges } from "./edges";
import { counted, SHOWN, type Content, type DataContent, type Format, type Guess, type Reading } from "./formats";
import { columnName } from "./table";
import { readGml } from "./gml";
import { readGraphJson } from "./graph-json";
import { guessFormats } from "./guess";
import { readMatrixMarket } from "./market";
import { readAdjacencyMatrix, readWeights, type Repair } from "./matrix";
import { lookAtTable, type TableLook, type TableWishes } from "./table";

/** Larger files are not read: text takes a multiple of its size on its way to numbers. */
const LARGEST_FILE = 200 * 1024 * 1024;
/** The most agents for which the preview computes λ. */
const SPECTRUM = 300;
/** The most classes of a network. */
const MOST_CLASSES = 64;
/** The problems that take labels. */
const CLASSIFIERS = ["logistic", "neuralNetwork"];

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
  table?: TableWishes;
  data?: Partial<DataChoices>;
  /** Of links: whether the first line names the columns. */
  linksHeader?: boolean;
  /** Of W: how it is changed. */
  repair?: Repair;
}

/** The preview of a reading. */
export interface Preview {
  /** Null where the text is none of the formats. */
  format: Format | null;
  guesses: readonly Guess[];
  facts: readonly string[];
  notes: readonly string[];
  rows: Reading["rows"];
  table: TableLook | null;
  data: (DataChoices & { features: number }) | null;
  /** Of links, whether the first line names the columns; null where that is no question. */
  linksHeader: boolean | null;
  /** Why it cannot be used; null where it can. `name`: the core's name of the reason, where it has one. */
  error: { words: string; name: Refusal["name"] | null } | null;
}

/** The experiment that receives the file. */
export interface Setting {
  document: ExperimentDocument;
  agents: number;
}

export class Session {
  readonly #setting: Setting;
  #text = "";
  #encoding: string | null = null;
  /** The value of JSON, and what stood around it. */
  #json: { value: unknown; notes: string[] } | { error: unknown } | null = null;
  #guesses: readonly Guess[] = [];
  /** Why there is no guess. */
  #foreign: unknown = null;
  #content: Content | null = null;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Takes the file. `tell` receives the progress. Throws an Error for readers. */
  async open(name: string, source: Blob | string, tell: (share: number) => void): Promise<void> {
    if (typeof source === "string") this.#text = source.replace(/^\ufeff/, "");
    else {
      if (source.size > LARGEST_FILE)
        throw new Error(
          `The file has ${(source.size / 2 ** 20).toFixed(1)} MB; at most ${LARGEST_FILE / 2 ** 20} MB are read, since text takes several times its size in memory.`,
        );
      const { text, note } = decode(await bytesOf(source, tell));
      [this.#text, this.#encoding] = [text, note];
    }
    if (this.#text.trim() === "") throw new Error("There is nothing in it.");
    const braces = withoutFence(this.#text);
    if (braces) this.#json = valueIn(braces);
    if (this.#json && "error" in this.#json) this.#guesses = [{ format: "experiment", why: "it begins with a brace" }];
    else
      try {
        this.#guesses = guessFormats(name, this.#text, this.#json?.value);
      } catch (error) {
        this.#foreign = error;
      }
  }

  /** Reads the file as `format`, or as what it most likely is. */
  async read(format: Format | null, choices: Choices): Promise<Preview> {
    const as = format ?? this.#guesses[0]?.format ?? null;
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
      if (!as) throw this.#foreign;
      const found = as === "csv" || as === "libsvm" ? this.#readData(as, choices) : await this.#readOther(as, choices);
      return { ...preview, ...found, notes: [...(this.#encoding ? [this.#encoding] : []), ...(found.notes ?? [])] };
    } catch (error) {
      return { ...preview, error: refusalOf(error) };
    }
  }

  /** The result of the last reading. */
  take(): Content {
    if (!this.#content) throw new Error("There is nothing to use.");
    return this.#content;
  }

  /** A network or a document. Throws an Error for readers that says where what is wrong. */
  async #reading(format: Exclude<Format, "csv" | "libsvm">, { linksHeader, repair }: Choices): Promise<Reading> {
    const text = this.#text;
    switch (format) {
      case "edges":
        return readEdges(text, linksHeader);
      case "adjacency":
        return readAdjacency(text);
      case "adjacencyMatrix":
        return readAdjacencyMatrix(text);
      case "weights":
        return readWeights(text, repair);
      case "matrixMarket":
        return readMatrixMarket(text);
      case "graphml":
      case "gexf":
        return (await import("./markup")).readMarkup(text, format);
      case "dot":
        return (await import("./dot")).readDot(text);
      case "gml":
        return readGml(text);
      case "graphJson":
        return readGraphJson(this.#value().value);
      case "experiment": {
        // The runner and the module take it as little: what its letters are would be a guess.
        if (this.#encoding?.includes("not in UTF-8"))
          throw new Error("An experiment is text in UTF-8, or in UTF-16 with a byte order mark; this is neither.");
        const { value, notes } = this.#value();
        return { content: { kind: "document", document: value }, rows: { head: [], cells: [], more: 0 }, notes };
      }
    }
  }

  #value(): { value: unknown; notes: string[] } {
    this.#json ??= valueIn(this.#text);
    if ("error" in this.#json) throw this.#json.error;
    return this.#json;
  }

  async #readOther(format: Exclude<Format, "csv" | "libsvm">, choices: Choices): Promise<Partial<Preview>> {
    const { content, rows, notes, header } = await this.#reading(format, choices);
    const whole = composed(content, this.#setting.document) as ExperimentDocument;
    let facts: string[] = [];
    let error: Preview["error"] = null;
    try {
      if (content.kind === "document") checkDocument(whole);
      facts = factsOf(content, whole);
      checkDocument(whole);
      this.#content = content;
    } catch (refusal) {
      error = refusalOf(refusal);
    }
    const changed = content.kind === "document" ? [] : changesNote(this.#setting.document, whole);
    return { rows, notes: [...notes, ...changed], facts, error, linksHeader: header ?? null };
  }

  #readData(format: "csv" | "libsvm", { table: given, data: wanted = {} }: Choices): Partial<Preview> {
    const { document, agents } = this.#setting;
    const look = format === "csv" ? lookAtTable(this.#text, given) : null;
    const kind = String((document.problem as Tagged)["kind"]);
    const present = [...CLASSIFIERS, "leastSquares"].includes(kind) ? kind : "logistic";
    const settled: DataChoices = {
      problem: present,
      standardize: false,
      split: { kind: "even" },
      fromZero: false,
      ...wanted,
    };
    const notes = [...(look?.notes ?? [])];
    const predicted = look?.columns[look.choices.roles.indexOf("predicted")];
    if (wanted.problem === undefined && predicted && !predicted.numeric && !CLASSIFIERS.includes(settled.problem)) {
      settled.problem = "logistic";
      notes.push("The predicted column holds words: they are taken for labels of logistic regression.");
    }
    let content: DataContent | null = null;
    let classes: number | undefined;
    const attempt = (): ImportReport => {
      if (look && !look.choices.roles.includes("feature"))
        throw new Error(
          look.columns.length < 2
            ? "A table has 2 columns or more; this has one: is it cut by another sign?"
            : "No column of numbers is left: the columns hold words; features are numbers here.",
        );
      const data = dataOf(look?.text ?? this.#text, format, look, settled);
      content = { kind: "data", problem: settled.problem, data, ...(classes === undefined ? {} : { classes }) };
      return describeData((composed(content, document) as ExperimentDocument).problem, agents, document.seed);
    };
    const shown = {
      rows: look ? { head: look.columns.map(({ name }) => name), cells: look.cells, more: 0 } : firstLines(this.#text),
      table: look,
    };
    try {
      let report: ImportReport;
      try {
        report = attempt();
      } catch (error) {
        const { refusal } = error as Partial<DocumentError>;
        if (refusal?.name !== "labels" || refusal.count < 3) throw error;
        const isFree = wanted.problem === undefined;
        // Other than two labels are classes of a network, or targets, unless the reader has said what they are.
        if (refusal.count <= MOST_CLASSES && (settled.problem === "neuralNetwork" || (isFree && !refusal.numeric))) {
          settled.problem = "neuralNetwork";
          classes = refusal.count;
          notes.push(`The predicted column has ${classes} labels: a neural network has an output for each.`);
        } else if (isFree && refusal.numeric) {
          settled.problem = "leastSquares";
          notes.push("The predicted column has more than two values: it is taken for targets of least squares.");
        } else throw error;
        report = attempt();
      }
      if (wanted.standardize === undefined && report.sizes) {
        const [least, most] = report.sizes.map((size) => Number(size.toPrecision(4)));
        notes.push(`The features’ sizes range from ${least} to ${most}; so they are standardised.`);
        settled.standardize = true;
        report = attempt();
      }
      checkDocument(composed(content!, document) as ExperimentDocument);
      this.#content = content;
      const { facts, left } = wordsOfReport(report, settled.problem);
      const data = { ...settled, features: report.features };
      return { ...shown, facts, notes: [...leftOut(look), ...left, ...notes], data };
    } catch (error) {
      const data = { ...settled, features: 0 };
      return { ...shown, notes: [...leftOut(look), ...notes], data, error: refusalOf(error) };
    }
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

/** The JSON in a text that begins with a brace, in a fence of Markdown, or behind `const x =`; null where there is none. */
function withoutFence(text: string): string | null {
  const fenced = /^[\s\S]*?```\w*\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1];
  const assigned = /^\s*(?:export\s+)?(?:default|(?:const|let|var)\s+\w+[^=\n]*=)\s*([\s\S]*?)\s*;?\s*$/.exec(
    text,
  )?.[1];
  const inner = [text, fenced, assigned].find((part) => part !== undefined && /^\s*(?:\{|\[\s*\{)/.test(part));
  return inner ?? null;
}

/** What JSON says; of a list its one entry. */
function valueIn(text: string): { value: unknown; notes: string[] } | { error: unknown } {
  try {
    const value = readDocument(text);
    if (!Array.isArray(value)) return { value, notes: [] };
    if (value.length === 1) return { value: value[0], notes: ["It is the only entry of a list."] };
    throw new Error(`This is a list of ${value.length} in JSON: of experiments and networks one is read.`);
  } catch (error) {
    return { error };
  }
}

/** Of an error the words for readers: of a file’s text the core’s path is left out. */
function refusalOf(error: unknown): Preview["error"] {
  const { message = String(error), path, rule = "", refusal } = error as Partial<DocumentError>;
  const ofText = refusal && "line" in refusal ? rule : `the file ${rule}`;
  if (refusal?.name === "notJson") return { words: `this is ${rule}`, name: refusal.name };
  return { words: (path === "problem.data.text" ? ofText : message).slice(0, 400), name: refusal?.name ?? null };
}

function dataOf(
  text: string,
  format: "csv" | "libsvm",
  look: TableLook | null,
  { standardize, split, fromZero }: DataChoices,
): DataContent["data"] {
  const more = {
    ...(standardize ? { standardize: true } : {}),
    ...(split["kind"] === "even" ? {} : { split }),
  };
  if (!look) {
    const raised = (_: string, blank: string, index: string) => `${blank}${Number(index) + 1}`;
    return { kind: format, text: fromZero ? text.replace(/(\s)(\d+)(?=:)/g, raised) : text, ...more };
  }
  const { delimiter, decimal, header, roles } = look.choices;
  const called = (j: number) => columnName(look, j);
  const of = (role: string) => roles.flatMap((other, j) => (other === role ? [called(j)] : []));
  const bySplit = split["kind"] === "byColumn" ? [split["column"]] : [];
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
  const out = (look?.columns ?? []).flatMap(({ name, why }, j) =>
    look!.choices.roles[j] === "out" ? [`${name || `column ${j} (without a name)`}${why ? `, since ${why}` : ""}`] : [],
  );
  if (out.length === 0) return [];
  return [`Left out: ${out.slice(0, 6).join("; ")}${out.length > 6 ? `; and ${out.length - 6} more columns` : ""}.`];
}

function wordsOfReport(report: ImportReport, problem: string): { facts: string[]; left: string[] } {
  const [least, most] = report.shares;
  const facts = [`${counted(report.rows, "row")} of ${counted(report.features, "feature")}`];
  if (report.labels) {
    const isSigned = report.labels[0]!.value < 0;
    const signed = (value: number) => (isSigned ? (value < 0 ? "−1" : "+1") : String(value));
    const meanings = report.labels.map(
      ({ label, value, rows }, place) =>
        `${label}${place === 0 ? " stands" : ""} for ${signed(value)} (${counted(rows, "row")})`,
    );
    facts.push(meanings.join(", "));
  } else if (problem === "leastSquares") facts.push("the predicted numbers are targets");
  facts.push(
    least === most
      ? `each agent has ${counted(least, "row")}`
      : `agents have ${least.toLocaleString("en")} to ${counted(most, "row")}`,
  );
  const left: string[] = [];
  if (least < most)
    left.push(
      "The agents’ shares are unequal. Each agent counts alike, so a row of an agent with fewer counts for more.",
    );
  const { skipped, constantColumns } = report;
  const etc = (total: number, shown: number) => (total > shown ? ", …" : "");
  if (skipped.total > 0) {
    const named = skipped.first.slice(0, 3).map(({ line, reason }) => `line ${line} (${reason})`);
    left.push(`Left out: ${counted(skipped.total, "row")}: ${named.join(", ")}${etc(skipped.total, 3)}.`);
  }
  if (constantColumns.total > 0)
    left.push(
      `Constant, and 0 when standardised: ${constantColumns.first.slice(0, 6).join(", ")}${etc(constantColumns.total, 6)}.`,
    );
  return { facts, left: [...left, ...report.notes.map((note) => `${note}.`)] };
}

/** What becomes of the way in which the network changes, now that it is another. */
function changesNote(before: ExperimentDocument, whole: ExperimentDocument): string[] {
  if (!before.network.changes) return [];
  return [
    whole.network.changes
      ? "The network changes from iteration to iteration, as the previous one did."
      : "The network stays the same in every iteration: the previous one’s changes belonged to its own links.",
  ];
}

function factsOf(content: Content, whole: ExperimentDocument): string[] {
  if (content.kind === "document") {
    const { methods, iterations, trials = 1, name, problem } = whole;
    return [
      ...(name ? [`“${name}”`] : []),
      `${methods.length} methods on ${(problem as Tagged)["kind"] as string}`,
      `${iterations.toLocaleString("en")} iterations`,
      counted(Number(trials), "trial"),
    ];
  }
  if (content.kind === "data") return [];
  const agents = content.kind === "graph" ? content.agents : content.matrix.length;
  const { edges } = whole.network.topology as unknown as { edges: unknown[] };
  const facts = [counted(agents, "agent"), counted(edges.length, "link")];
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
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const cells = lines.slice(0, SHOWN).map((line) => {
    const [label = "", ...pairs] = line.trim().split(/\s+/);
    return [label, pairs.slice(0, 8).join("  ") + (pairs.length > 8 ? "  …" : "")];
  });
  return { head: ["label", "index:value"], cells, more: 0 };
}
