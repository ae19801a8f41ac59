/** The formats of files, and the result of reading one. */

/** Every reading, in the order in which it is offered. */
export const FORMATS = {
  edges: "network: a list of links",
  adjacency: "network: lists of neighbours",
  adjacencyMatrix: "network: an adjacency matrix",
  weights: "network: a matrix W",
  matrixMarket: "network: Matrix Market",
  graphml: "network: GraphML",
  gexf: "network: GEXF",
  dot: "network: DOT",
  gml: "network: GML",
  graphJson: "network: JSON",
  csv: "data: a table (CSV)",
  libsvm: "data: LIBSVM",
  experiment: "experiment",
} as const;

/** What is said of all else. */
export const READ =
  "An experiment is read as JSON; a network as a list of links, lists of neighbours, a matrix (also as NumPy prints it), node-link JSON, GraphML, GEXF, DOT, GML or Matrix Market; data as CSV or LIBSVM.";

export type Format = keyof typeof FORMATS;
export type DataFormat = "csv" | "libsvm";

export const isData = (format: Format): format is DataFormat => format === "csv" || format === "libsvm";

/** A format that fits, and the reason, in words after “because”. */
export interface Guess {
  format: Format;
  why: string;
}

export interface NetworkContent {
  kind: "network";
  agents: number;
  /** Each once, i < j. */
  edges: readonly (readonly [number, number])[];
  /** The agents' names, unless they are 0, 1, 2, … */
  names: readonly string[] | null;
  /** W, where the file has it. */
  matrix: Matrix | null;
}

export type Matrix = readonly (readonly number[])[];

export interface DocumentContent {
  kind: "document";
  document: unknown;
}

/** The text of a data file, and how it is read: a `data` entry of a problem. */
export interface DataContent {
  kind: "data";
  problem: string;
  /** Of a network the number of classes, unless they are two. */
  classes?: number;
  data: { readonly kind: DataFormat; readonly text: string } & Readonly<Record<string, unknown>>;
}

export type Content = NetworkContent | DocumentContent | DataContent;

export interface Excerpt {
  head: readonly string[];
  cells: readonly (readonly string[])[];
  /** How many follow. */
  more: number;
}

export const NOTHING: Excerpt = { head: [], cells: [], more: 0 };

/** The result of reading a network or a document. */
export interface Reading {
  content: NetworkContent | DocumentContent;
  rows: Excerpt;
  /** What is left out, or read in one of two ways, each a sentence. */
  notes: string[];
  /** Of links, whether the first line names the columns; null, and left out, where that is no question. */
  linksHeader?: boolean | null;
}

export const SHOWN = 6;
export const MOST_AGENTS = 100_000;
export const MOST_LINKS = 2_000_000;
/** Of a matrix that is given entry by entry. */
export const LARGEST_MATRIX = 1_000;

/** A word of the file, shortened, for a sentence. */
export function clipped(word: string): string {
  const line = word.replace(/\s+/g, " ");
  return line.length > 24 ? `${line.slice(0, 24)}…` : line;
}

/** “a, b, c”, or the first of many. */
export const firstOf = (words: readonly string[], most = 8): string =>
  words.slice(0, most).map(clipped).join(", ") + (words.length > most ? ", …" : "");

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The finite number that a word spells in the usual way, with a decimal point; NaN for all else. */
export function numberOf(word: string): number {
  const value = PLAIN.test(word) ? Number(word) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

export const isNumber = (word: string): boolean => !Number.isNaN(numberOf(word));
