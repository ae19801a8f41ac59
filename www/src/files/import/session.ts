/** One file in the preview: from its bytes to its text, and the result of each way to read it. */

import { formatCount, plural } from "../../views/format";
import { checkDocument, describeNetwork, readDocument, type DocumentError, type Refusal } from "../../simulation/core";
import { packed } from "../../simulation/protocol";
import type { ExperimentDocument, Tagged } from "../../state/document";
import { composed } from "./compose";
import { readData, type DataWishes, type Setting, type Told } from "./data";
import { isData, NOTHING, type Content, type DataFormat, type Format, type Guess, type Reading } from "./formats";
import { readGml } from "./gml";
import { guessFormat } from "./guess";
import { readAdjacency, readEdges } from "./network";
import { readMatrixMarket, readAdjacencyMatrix, readWeights, type Repair } from "./matrix";
import { readGraphJson } from "./node-link";

/** Larger files are not read: text takes a multiple of its size on its way to numbers. */
const LARGEST_FILE = 200 * 1024 * 1024;
/** The most agents for which the preview computes λ. */
const SPECTRUM = 300;

export interface Choices extends DataWishes {
  repair?: Repair;
}

/** What a file is taken for, as far as it could be read. */
export interface Preview extends Told {
  /** Null where the text is none of the formats. */
  format: Format | null;
  /** Why it was taken for its format; null where the reader chose it. */
  why: string | null;
  /** Of links, whether the first line names the columns; null where that is no question. */
  linksHeader: boolean | null;
  /** Why it cannot be used; null where it can. `name`: the core's name of the reason, where it has one. */
  error: { words: string; name: Refusal["name"] | null } | null;
}

const xml = async (text: string) => (await import("./xml")).readXml(text);

/** Readers of networks and documents. Each throws an Error for readers that says where what is wrong. */
const READERS: Record<Exclude<Format, DataFormat>, (text: string, choices: Choices) => Reading | Promise<Reading>> = {
  edges: (text, { header }) => readEdges(text, header),
  adjacency: readAdjacency,
  adjacencyMatrix: readAdjacencyMatrix,
  weights: (text, { repair }) => readWeights(text, repair),
  matrixMarket: readMatrixMarket,
  graphml: xml,
  gexf: xml,
  dot: async (text) => (await import("./dot")).readDot(text),
  gml: readGml,
  graphJson: (text) => readGraphJson(readDocument(text)),
  experiment: (text) => ({ content: { kind: "document", document: readDocument(text) }, rows: NOTHING, notes: [] }),
};

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
      this.#guess = guessFormat(name, this.#text);
    } catch (error) {
      this.#foreign = error;
    }
    return this.read(this.#guess?.format ?? null, {});
  }

  async read(format: Format | null, choices: Choices): Promise<Preview> {
    this.#content = null;
    const why = format === this.#guess?.format ? this.#guess!.why : null;
    const found = { facts: [], notes: [], rows: NOTHING, table: null, data: null, linksHeader: null, error: null };
    const preview: Preview = { format, why, ...found };
    if (this.#encoding) preview.notes.push(this.#encoding);
    const setting = this.#setting!;
    try {
      if (!format) throw this.#foreign;
      const content = isData(format)
        ? readData(this.#text, format, choices, setting, preview)
        : await this.#readOther(format, choices, preview);
      const whole = composed(content, setting.document) as ExperimentDocument;
      if (content.kind === "network") tellChanges(setting.document, whole, preview.notes);
      checkDocument(whole);
      if (content.kind !== "data") preview.facts = factsOf(content, whole);
      this.#content = content;
    } catch (error) {
      preview.error = refusalOf(error);
    }
    return preview;
  }

  /** The result of the last reading, packed. */
  take(): Content {
    if (!this.#content) throw new Error("There is nothing to use.");
    return packed(this.#content) as Content;
  }

  async #readOther(format: Exclude<Format, DataFormat>, choices: Choices, preview: Preview): Promise<Content> {
    // The runner and the module take it as little: what its letters are would be a guess.
    if (format === "experiment" && this.#encoding?.includes("not in UTF-8"))
      throw new Error("An experiment is text in UTF-8, or in UTF-16 with a byte order mark; this is neither.");
    const { content, rows, notes, linksHeader = null } = await READERS[format](this.#text, choices);
    preview.notes.push(...notes);
    Object.assign(preview, { rows, linksHeader });
    return content;
  }
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
function tellChanges(before: ExperimentDocument, whole: ExperimentDocument, notes: string[]): void {
  if (!before.network.changes) return;
  notes.push(
    whole.network.changes
      ? "The network changes from iteration to iteration, as the previous one did."
      : "The network stays the same in every iteration: the previous one’s changes belonged to its own links.",
  );
}

function factsOf(content: Reading["content"], whole: ExperimentDocument): string[] {
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

const NO_TEXT = "This is no text: it may be a picture, an archive, a spreadsheet, or UTF-16 without a mark.";

interface Decoded {
  text: string;
  /** The encoding, if it should be mentioned. */
  note: string | null;
}

const ENCODINGS: readonly [readonly number[], string, string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8", ""],
  [[0xff, 0xfe], "utf-16le", "UTF-16"],
  [[0xfe, 0xff], "utf-16be", "UTF-16"],
];

/** Throws an Error for readers where the bytes are no text. */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) throw new Error("The file is empty.");
  const marked = ENCODINGS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte));
  const encoding = marked?.[1] ?? "utf-8";
  let text: string;
  let note = marked?.[2] ? `The text is in ${marked[2]}.` : null;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (marked) throw new Error(`The file begins as ${marked[2] || "UTF-8"}, but is no whole text in it.`);
    const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32);
    if (bytes.subarray(0, 4096).some(isControl)) throw new Error(NO_TEXT);
    text = new TextDecoder("windows-1252").decode(bytes);
    note =
      "The text is not in UTF-8; it was read as Windows-1252 (Latin), in which letters with accents may be others.";
  }
  if (text.includes("\0")) throw new Error(NO_TEXT);
  if (text.trim() === "") throw new Error("The file is empty.");
  return { text, note };
}
