/**
 * Makes sense of a file that was dropped on the page: an experiment document, a list of edges, or a combination matrix.
 * Only the shape is checked here; whether a document or a matrix is a valid one is for the core to say.
 */

export type Dropped =
  | { kind: "document"; document: unknown }
  /** Pairs i₀, j₀, i₁, j₁, …, each edge once. */
  | { kind: "graph"; agents: number; edges: number[] }
  /** n × n. */
  | { kind: "matrix"; matrix: number[][] };

/** Larger files are refused before they are parsed. */
export const LARGEST_FILE = 8 * 1024 * 1024;
const MOST_AGENTS = 10_000;
const MOST_EDGES = 500_000;
const LARGEST_MATRIX = 1000;

export async function readFile(file: File): Promise<Dropped> {
  if (file.size > LARGEST_FILE) throw new Error(`${file.name}: ${tooLarge(file.size)}`);
  const text = await file.text();
  try {
    return readText(text);
  } catch (error) {
    throw new Error(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws an `Error` whose message says in which line what is wrong. */
export function readText(text: string): Dropped {
  if (text.length > LARGEST_FILE) throw new Error(tooLarge(text.length));
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start === "") throw new Error("the file is empty");
  if (start.startsWith("{")) return { kind: "document", document: readJson(start) };
  if (start.startsWith("[")) return fromArray(readJson(start));
  const rows = readRows(start === text ? text : text.replace(/^\ufeff/, ""));
  if (rows.length === 0) throw new Error("the file holds only comments");
  return looksLikeEdges(rows) ? edgesOf(rows) : matrixOf(rows);
}

function tooLarge(size: number): string {
  return `the file has ${(size / 1024 / 1024).toFixed(1)} MB; at most ${LARGEST_FILE / 1024 / 1024} MB are read`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`this is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Row {
  line: number;
  values: number[];
}

/** Numbers between commas, semicolons, tabs or spaces; comments start with # or %. */
function readRows(text: string): Row[] {
  const rows: Row[] = [];
  text.split(/\r\n|\r|\n/).forEach((content, i) => {
    const cleaned = content.replace(/[#%].*$/, "").trim();
    if (cleaned === "") return;
    const values = cleaned.split(/\s*[,;]\s*|\s+/).map((cell) => {
      const value = cell === "" ? NaN : Number(cell);
      if (!Number.isFinite(value)) throw new Error(`line ${i + 1}: "${clipped(cell)}" is not a number`);
      return value;
    });
    rows.push({ line: i + 1, values });
  });
  return rows;
}

function clipped(cell: string): string {
  return cell.length > 20 ? `${cell.slice(0, 20)}…` : cell;
}

/** Two whole numbers in the first line, or three where the third is a weight; a 2 × 2 matrix has fractions. */
function looksLikeEdges(rows: readonly Row[]): boolean {
  const { values } = rows[0]!;
  if (values.length !== 2 && !(values.length === 3 && rows.length !== 3)) return false;
  return rows.every((row) => Number.isInteger(row.values[0]) && Number.isInteger(row.values[1]));
}

function edgesOf(rows: readonly Row[]): Dropped {
  if (rows.length > MOST_EDGES) throw new Error(`${rows.length} edges; at most ${MOST_EDGES} are read`);
  const seen = new Set<number>();
  const edges: number[] = [];
  let agents = 0;
  for (const { line, values } of rows) {
    if (values.length !== rows[0]!.values.length)
      throw new Error(`line ${line}: an edge is two agents, and optionally a weight; found ${values.length} numbers`);
    const [i, j] = [Math.min(values[0]!, values[1]!), Math.max(values[0]!, values[1]!)];
    if (i < 0) throw new Error(`line ${line}: agents are numbered from 0, got ${i}`);
    if (j >= MOST_AGENTS) throw new Error(`line ${line}: agent ${j}; at most ${MOST_AGENTS} agents are read, numbered from 0`);
    if (i === j) throw new Error(`line ${line}: agent ${i} is linked to itself`);
    agents = Math.max(agents, j + 1);
    const key = i * MOST_AGENTS + j;
    if (!seen.has(key)) edges.push(i, j);
    seen.add(key);
  }
  return { kind: "graph", agents, edges };
}

function matrixOf(rows: readonly Row[]): Dropped {
  const n = rows.length;
  if (n > LARGEST_MATRIX) throw new Error(`a matrix of ${n} rows; at most ${LARGEST_MATRIX} are read`);
  for (const { line, values } of rows)
    if (values.length !== n)
      throw new Error(`line ${line}: ${values.length} numbers, but a matrix of ${n} rows needs ${n} in each`);
  return { kind: "matrix", matrix: rows.map(({ values }) => values) };
}

/** JSON that is an array: rows of a matrix, or pairs of agents. */
function fromArray(value: unknown): Dropped {
  if (!Array.isArray(value) || value.length === 0) throw new Error("an array must hold the rows of a matrix, or pairs of agents");
  const rows = value.map((row: unknown, i): Row => {
    if (!Array.isArray(row) || !row.every((cell) => typeof cell === "number")) throw new Error(`[${i}] must be an array of numbers`);
    return { line: i + 1, values: row as number[] };
  });
  return looksLikeEdges(rows) ? edgesOf(rows) : matrixOf(rows);
}
