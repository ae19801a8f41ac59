/**
 * Makes sense of a file that was dropped on the page: an experiment document, a list of edges, a combination matrix, or a
 * data set. Only the shape is checked here; whether it is a valid document, matrix or data set is for the core to say.
 */

import { parseJson } from "./json";

export type Dropped =
  | { kind: "document"; document: unknown }
  /** Pairs i₀, j₀, i₁, j₁, …, each edge once. */
  | { kind: "graph"; agents: number; edges: number[] }
  /** n × n. */
  | { kind: "matrix"; matrix: number[][] }
  /** A `data` entry of a problem. */
  | { kind: "data"; data: { kind: "libsvm" | "csv"; text: string } };

/** Larger files are refused before they are parsed. */
export const LARGEST_FILE = 8 * 1024 * 1024;
const MOST_AGENTS = 10_000;
const MOST_EDGES = 500_000;
const LARGEST_MATRIX = 1000;
/** What other programs write above the two columns of a list of edges. */
const EDGE_HEADER = /^"?(source|from|i|u)"?,"?(target|to|j|v)"?$/i;

export async function readFile(file: File): Promise<Dropped> {
  if (file.size > LARGEST_FILE) throw new Error(tooLarge(file.size));
  return readText(await file.text());
}

/** Throws an `Error` whose message says in which line what is wrong. */
export function readText(text: string): Dropped {
  if (text.length > LARGEST_FILE) throw new Error(tooLarge(text.length));
  // Pictures, archives, and text in UTF-16 have such characters.
  if (text.includes("\0")) throw new Error("this is no text in UTF-8");
  const content = text.replace(/^\ufeff/, "");
  const start = content.trimStart();
  if (start === "") throw new Error("the file is empty");
  if (start.startsWith("{")) return { kind: "document", document: parseJson(content) };
  if (start.startsWith("[")) return fromArray(parseJson(content));
  if (/^\s*\S+\s+\d+:\S/m.test(start.slice(0, 10_000))) return { kind: "data", data: { kind: "libsvm", text } };
  const rows = readRows(content);
  if (rows.length === 0) throw new Error("the file holds only comments");
  const columns = rows[0]!.values.length;
  const header = rows[0]!.values.every(Number.isNaN);
  if (header && rows.length > 1 && EDGE_HEADER.test(rows[0]!.cells.slice(0, 2).join())) return edgesOf(rows.slice(1));
  if (!header && looksLikeEdges(rows)) return edgesOf(rows);
  if (!header && rows.length === columns) return matrixOf(rows);
  return { kind: "data", data: { kind: "csv", text } };
}

function tooLarge(size: number): string {
  return `the file has ${(size / 1024 / 1024).toFixed(1)} MB; at most ${LARGEST_FILE / 1024 / 1024} MB are read`;
}

interface Row {
  line: number;
  /** NaN where a cell is no number. */
  values: number[];
  cells: string[];
}

/** Cells between commas, semicolons, tabs or spaces; comments start with # or %. */
function readRows(text: string): Row[] {
  const rows: Row[] = [];
  text.split(/\r\n|\r|\n/).forEach((content, i) => {
    const cleaned = content.replace(/[#%].*$/, "").trim();
    if (cleaned === "") return;
    const cells = cleaned.split(/\s*[,;]\s*|\s+/);
    rows.push({ line: i + 1, cells, values: cells.map((cell) => (cell === "" ? NaN : Number(cell))) });
  });
  return rows;
}

/** Throws where a cell is no finite number. */
function requireNumbers(rows: readonly Row[]): void {
  for (const { line, values, cells } of rows) {
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) throw new Error(`line ${line}: "${clipped(cells[bad]!)}" is not a finite number`);
  }
}

function clipped(cell: string): string {
  return cell.length > 20 ? `${cell.slice(0, 20)}…` : cell;
}

/** Lines of two whole numbers, or of three where the third is a weight; what is no number is for `edgesOf` to report. */
function looksLikeEdges(rows: readonly Row[]): boolean {
  const { values } = rows[0]!;
  if (values.length !== 2 && !(values.length === 3 && !isSymmetric(rows))) return false;
  const agent = (value: number | undefined): boolean =>
    value === undefined || Number.isNaN(value) || Number.isInteger(value);
  return rows.every((row) => agent(row.values[0]) && agent(row.values[1]));
}

function isSymmetric(rows: readonly Row[]): boolean {
  return (
    rows.length === rows[0]!.values.length &&
    rows.every(({ values }, i) => values.every((value, j) => value === rows[j]?.values[i]))
  );
}

function edgesOf(rows: readonly Row[]): Dropped {
  if (rows.length > MOST_EDGES) throw new Error(`${rows.length} edges; at most ${MOST_EDGES} are read`);
  requireNumbers(rows);
  const seen = new Set<number>();
  const edges: number[] = [];
  let [agents, least] = [0, Infinity];
  for (const { line, values } of rows) {
    if (values.length !== rows[0]!.values.length)
      throw new Error(`line ${line}: an edge is two agents, and optionally a weight; found ${values.length} numbers`);
    const [i, j] = [Math.min(values[0]!, values[1]!), Math.max(values[0]!, values[1]!)];
    if (i < 0) throw new Error(`line ${line}: agents are numbered from 0, got ${i}`);
    if (j >= MOST_AGENTS)
      throw new Error(`line ${line}: agent ${j}; at most ${MOST_AGENTS} agents are read, numbered from 0`);
    if (i === j) throw new Error(`line ${line}: agent ${i} is linked to itself`);
    agents = Math.max(agents, j + 1);
    least = Math.min(least, i);
    const key = i * MOST_AGENTS + j;
    if (!seen.has(key)) edges.push(i, j);
    seen.add(key);
  }
  if (least > 0) throw new Error(`agents are numbered from 0, and no edge has agent 0: the least is ${least}`);
  return { kind: "graph", agents, edges };
}

function matrixOf(rows: readonly Row[]): Dropped {
  const n = rows.length;
  if (n > LARGEST_MATRIX) throw new Error(`a matrix of ${n} rows; at most ${LARGEST_MATRIX} are read`);
  requireNumbers(rows);
  for (const { line, values } of rows)
    if (values.length !== n)
      throw new Error(`line ${line}: ${values.length} numbers, but a matrix of ${n} rows needs ${n} in each`);
  return { kind: "matrix", matrix: rows.map(({ values }) => values) };
}

/** JSON that is an array: rows of a matrix, or pairs of agents. */
function fromArray(value: unknown): Dropped {
  if (!Array.isArray(value) || value.length === 0)
    throw new Error("an array must hold the rows of a matrix, or pairs of agents");
  const rows = value.map((row: unknown, i): Row => {
    if (!Array.isArray(row) || !row.every((cell) => typeof cell === "number"))
      throw new Error(`[${i}] must be an array of numbers`);
    return { line: i + 1, values: row as number[], cells: row.map(String) };
  });
  return looksLikeEdges(rows) ? edgesOf(rows) : matrixOf(rows);
}
