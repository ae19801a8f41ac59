/** One file in the preview: its text, and the result of each way to read it. */

import { formatCount, plural } from "../../views/format";
import { checkDocument, describeNetwork, readDocument } from "../../simulation/core";
import type { DocumentError, Refusal } from "../../simulation/core";
import { packed } from "../../simulation/parcel";
import type { ExperimentDocument, Tagged } from "../../state/document";
import { composed } from "./compose";
import { readData, type DataChoices, type DataWishes, type Setting } from "./data";
import { decode } from "./decode";
import { NOTHING, type Content, type DataFormat, type Excerpt, type Format, type Guess, type Reading } from "./formats";
import { readGml } from "./gml";
import { guessFormat } from "./guess";
import { readAdjacency, readEdges } from "./lists";
import { readMatrixMarket } from "./market";
import { readAdjacencyMatrix, readWeights, type Repair } from "./matrix";
import { readGraphJson } from "./node-link";
import type { Table } from "./table";

/** Larger files are not read: text takes a multiple of its size on its way to numbers. */
const LARGEST_FILE = 200 * 1024 * 1024;
/** The most agents for which the preview computes λ. */
const SPECTRUM = 300;

/** The reader's choices. */
export interface Choices extends DataWishes {
  /** Of W: how it is changed. */
  repair?: Repair;
}

/** The preview of a reading. */
export interface Preview {
  /** Null where the text is none of the formats. */
  format: Format | null;
  /** Why it was taken for its format; null where the reader chose it. */
  why: string | null;
  facts: readonly string[];
  notes: readonly string[];
  rows: Excerpt;
  table: Table | null;
  data: (DataChoices & { features: number }) | null;
  /** Of links, whether the first line names the columns; null where that is no question. */
  linksHeader: boolean | null;
  /** Why it cannot be used; null where it can. `name`: the core's name of the reason, where it has one. */
  error: { words: string; name: Refusal["name"] | null } | null;
}

type Found = Partial<Preview> & { content: Content | null };

export class Session {
  #setting: Setting | null = null;
  #text = "";
  #encoding: string | null = null;
  /** Null where none fits, and why. */
  #guess: Guess | null = null;
  #foreign: unknown = null;
  #content: Content | null = null;

  /** Takes the file and reads it as what it most likely is. `tell` receives the progress. Throws an Error for readers. */
  async open(name: string, source: Blob | string, setting: Setting, tell?: (share: number) => void): Promise<Preview> {
    this.#setting = setting;
    if (typeof source === "string") this.#text = source.replace(/^\ufeff/, "");
    else {
      const { text, note } = decode(await bytesOf(source, tell));
      [this.#text, this.#encoding] = [text, note];
    }
    if (this.#text.trim() === "") throw new Error("There is nothing in it.");
    try {
      this.#guess = guessed(name, this.#text);
    } catch (error) {
      this.#foreign = error;
    }
    return this.read(this.#guess?.format ?? null, {});
  }

  /** Reads the file as `format`. */
  async read(format: Format | null, choices: Choices): Promise<Preview> {
    this.#content = null;
    const preview: Preview = {
      format,
      why: format === this.#guess?.format ? this.#guess!.why : null,
      facts: [],
      notes: [],
      rows: NOTHING,
      table: null,
      data: null,
      linksHeader: null,
      error: null,
    };
    try {
      if (!format) throw this.#foreign;
      const { content, ...found } =
        format === "csv" || format === "libsvm" ? this.#data(format, choices) : await this.#other(format, choices);
      this.#content = content;
      return { ...preview, ...found, notes: [...(this.#encoding ? [this.#encoding] : []), ...(found.notes ?? [])] };
    } catch (error) {
      return { ...preview, error: refusalOf(error) };
    }
  }

  /** The result of the last reading, packed. */
  take(): Content {
    if (!this.#content) throw new Error("There is nothing to use.");
    return packed(this.#content) as Content;
  }

  #data(format: DataFormat, choices: Choices): Found {
    const { settled, features, error, ...found } = readData(this.#text, format, choices, this.#setting!);
    return { ...found, data: { ...settled, features }, error: error ? refusalOf(error) : null };
  }

  async #other(format: Exclude<Format, DataFormat>, choices: Choices): Promise<Found> {
    const before = this.#setting!.document;
    const { content, rows, notes, header = null } = await this.#reading(format, choices);
    const whole = composed(content, before) as ExperimentDocument;
    const found = { rows, notes: [...notes, ...changesNote(content, before, whole)], linksHeader: header };
    try {
      if (content.kind === "document") checkDocument(whole);
      const facts = factsOf(content, whole);
      checkDocument(whole);
      return { ...found, content, facts };
    } catch (error) {
      return { ...found, content: null, error: refusalOf(error) };
    }
  }

  /** A network or a document. Throws an Error for readers that says where what is wrong. */
  async #reading(format: Exclude<Format, DataFormat>, { header, repair }: Choices): Promise<Reading> {
    const text = this.#text;
    switch (format) {
      case "edges":
        return readEdges(text, header);
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
        return (await import("./xml")).readXml(text);
      case "dot":
        return (await import("./dot")).readDot(text);
      case "gml":
        return readGml(text);
      case "graphJson":
        return readGraphJson(readDocument(text));
      case "experiment":
        // The runner and the module take it as little: what its letters are would be a guess.
        if (this.#encoding?.includes("not in UTF-8"))
          throw new Error("An experiment is text in UTF-8, or in UTF-16 with a byte order mark; this is neither.");
        return { content: { kind: "document", document: readDocument(text) }, rows: NOTHING, notes: [] };
    }
  }
}

/** What begins with a brace is JSON, of an experiment where it is damaged. */
function guessed(name: string, text: string): Guess {
  if (!/^\s*(?:\{|\[\s*\{)/.test(text)) return guessFormat(name, text);
  let json: unknown;
  try {
    json = readDocument(text);
  } catch {
    return { format: "experiment", why: "it begins with a brace" };
  }
  if (Array.isArray(json))
    throw new Error(`This is a list of ${json.length} in JSON: one experiment or network is read.`);
  return guessFormat(name, text, json);
}

async function bytesOf(file: Blob, tell?: (share: number) => void): Promise<Uint8Array> {
  if (file.size > LARGEST_FILE)
    throw new Error(
      `The file has ${(file.size / 2 ** 20).toFixed(1)} MB; at most ${LARGEST_FILE / 2 ** 20} MB are read, since text takes several times its size in memory.`,
    );
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, at);
    bytes.set(value.subarray(0, bytes.length - at), at);
    at = Math.min(bytes.length, at + value.length);
    tell?.(at / bytes.length);
  }
}

/** Of an error the words for readers: of a file’s text the core’s path is left out. */
function refusalOf(error: unknown): Preview["error"] {
  const { message = String(error), path, rule = "", refusal } = error as Partial<DocumentError>;
  const ofText = refusal && "line" in refusal ? rule : `the file ${rule}`;
  if (refusal?.name === "notJson") return { words: `this is ${rule}`, name: refusal.name };
  return { words: (path === "problem.data.text" ? ofText : message).slice(0, 400), name: refusal?.name ?? null };
}

/** What becomes of the way in which the network changes, now that it is another. */
function changesNote({ kind }: Content, before: ExperimentDocument, whole: ExperimentDocument): string[] {
  if (kind === "document" || !before.network.changes) return [];
  return [
    whole.network.changes
      ? "The network changes from iteration to iteration, as the previous one did."
      : "The network stays the same in every iteration: the previous one’s changes belonged to its own links.",
  ];
}

function factsOf(content: Content, whole: ExperimentDocument): string[] {
  if (content.kind === "data") return [];
  if (content.kind === "document") {
    const { methods, iterations, trials = 1, name, problem } = whole;
    return [
      ...(name ? [`“${name}”`] : []),
      `${methods.length} methods on ${(problem as Tagged)["kind"] as string}`,
      `${formatCount(iterations)} iterations`,
      plural(Number(trials), "trial"),
    ];
  }
  const { agents, edges, matrix } = content;
  const facts = [plural(agents, "agent"), plural(edges.length, "link")];
  if (agents > SPECTRUM) return facts;
  const { components, mixingRate } = describeNetwork(whole.network, whole.seed);
  if (components > 1) facts.push(`in ${components} parts without a link between them`);
  const rate = mixingRate < 1e-9 ? "0" : mixingRate.toPrecision(4);
  facts.push(`λ = ${rate}${matrix ? "" : " with Metropolis’ weights"}`);
  return facts;
}
