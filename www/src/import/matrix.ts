/** Square matrices: W, or who is linked to whom. */

import {
  clipped,
  LARGEST_MATRIX,
  numberOf,
  SHOWN,
  type GraphContent,
  type MatrixContent,
  type Reading,
} from "./formats";
import { rowsOf } from "./lines";
import { Nodes } from "./nodes";

export interface Square {
  matrix: number[][];
  names: readonly string[] | null;
}

/** What NumPy, MATLAB and Python print: brackets around rows, with or without commas, and words before them. */
const PRINTED = /^\s*(?:[A-Za-z_]\w*\s*=\s*)?(?:(?:np\.|numpy\.)?(?:array|matrix|asarray)\s*\(\s*)?\[/;

export function isPrinted(text: string): boolean {
  return PRINTED.test(text);
}

/** The rows of a matrix with brackets. */
function printedRows(text: string): string[][] {
  if (text.includes("..."))
    throw new Error("NumPy has left numbers out (“...”): print the whole matrix, or save it with numpy.savetxt.");
  const inside = text
    .replace(PRINTED, "[")
    .replace(/,?\s*dtype\s*=\s*[\w.'"<]+/, "")
    .trim()
    .replace(/[)\];\s]*$/, "")
    .replace(/^\[+/, "");
  const rows = inside.includes("]") ? inside.split("]") : inside.split(/[;\n]/);
  return rows
    .map((row) => row.replace(/^[\s,;]*\[?/, "").trim())
    .filter((row) => row !== "")
    .map((row) => row.split(/\s*[,;]\s*|\s+/).filter((cell) => cell !== ""));
}

/** The square matrix that the text holds, with the names of its rows where they stand before them; null where it holds none. */
export function squareOf(text: string): Square | null {
  let rows: readonly (readonly string[])[];
  if (isPrinted(text)) rows = printedRows(text);
  else rows = rowsOf(text).rows.map(({ cells }) => cells);
  const named = namesOf(rows);
  if (named) rows = rows.slice(1).map((cells) => cells.slice(-named.length));
  const n = rows.length;
  if (n < 2 || n > LARGEST_MATRIX || rows.some((cells) => cells.length !== n)) return null;
  const matrix = rows.map((cells) => cells.map(numberOf));
  return matrix.some((row) => row.some(Number.isNaN)) ? null : { matrix, names: named };
}

/** The names in the first row, where they are also those in the first column; a corner between them is no number. */
function namesOf(rows: readonly (readonly string[])[]): readonly string[] | null {
  const [head, ...rest] = rows;
  if (!head || rest.length < 2) return null;
  const names = head.slice(-rest.length);
  const corner = head.length === names.length + 1 ? head[0]! : "";
  const same =
    head.length - names.length <= 1 &&
    Number.isNaN(numberOf(corner)) &&
    new Set(names).size === rest.length &&
    rest.every((cells, i) => cells.length === names.length + 1 && cells[0] === names[i]);
  return same ? names : null;
}

const near = (a: number, b: number, by: number) => Math.abs(a - b) <= by;

/** Whether each row sums to 1, up to rounding as people write it. */
export function sumsToOne({ matrix }: Square): boolean {
  return matrix.every((row) =>
    near(
      row.reduce((sum, value) => sum + value, 0),
      1,
      0.02,
    ),
  );
}

/** Whether it says of each pair whether it is linked. */
export function isAdjacency({ matrix }: Square): boolean {
  const links = matrix.every((row) => row.every((value) => value === 0 || value === 1));
  const symmetric = matrix.every((row, i) => row.every((value, j) => value === matrix[j]![i]));
  const hollow = matrix.every((row, i) => row[i] === 0);
  return links || (symmetric && hollow && matrix.every((row) => row.every((value) => value >= 0)));
}

function shown(matrix: readonly (readonly number[])[], names: readonly string[] | null): Reading["rows"] {
  const width = Math.min(matrix.length, 12);
  const cut = matrix.length > width ? ["…"] : [];
  const name = (i: number) => names?.[i] ?? String(i);
  return {
    head: ["", ...Array.from({ length: width }, (_, j) => clipped(name(j))), ...cut],
    cells: matrix.slice(0, SHOWN).map((row, i) => [clipped(name(i)), ...row.slice(0, width).map(String), ...cut]),
    more: Math.max(0, matrix.length - SHOWN),
  };
}

function required(text: string): Square {
  const square = squareOf(text);
  if (square) return square;
  const rows = isPrinted(text) ? printedRows(text) : rowsOf(text).rows.map(({ cells }) => cells);
  if (rows.length > LARGEST_MATRIX)
    throw new Error(`A matrix of ${rows.length} rows: at most ${LARGEST_MATRIX} are read.`);
  const short = rows.findIndex((cells) => cells.length !== rows.length);
  if (short >= 0)
    throw new Error(
      `Row ${short + 1} of ${rows.length} has ${rows[short]!.length} numbers; a square matrix has as many as rows.`,
    );
  const word = rows.flat().find((cell) => Number.isNaN(numberOf(cell)));
  throw new Error(`“${clipped(word ?? "")}” is no number.`);
}

export function weightsFrom({ matrix, names }: Square): Reading<MatrixContent> {
  return {
    content: { kind: "matrix", matrix, names },
    rows: shown(matrix, names),
    notes: ["The numbers are W’s own entries; agents are linked where they are not 0."],
  };
}

export function adjacencyFrom({ matrix, names }: Square): Reading<GraphContent> {
  const nodes = new Nodes();
  const name = (i: number) => names?.[i] ?? String(i);
  matrix.forEach((_, i) => {
    nodes.add(name(i));
  });
  let [oneWay, weighted] = [0, false];
  matrix.forEach((row, i) => {
    row.forEach((value, j) => {
      if (value === 0) return;
      weighted ||= value !== 1;
      if (matrix[j]![i] === 0) oneWay++;
      if (i <= j || matrix[j]![i] === 0) nodes.link(name(i), name(j));
    });
  });
  const { content, notes } = nodes.finish();
  if (weighted) notes.push("Entries other than 0 and 1, as of weights, are not used: they only tell who is linked.");
  if (oneWay > 0)
    notes.push("The matrix is not symmetric; directions are not used: agents that are linked talk both ways.");
  return { content, rows: shown(matrix, names), notes };
}

export const readWeights = (text: string): Reading<MatrixContent> => weightsFrom(required(text));
export const readAdjacencyMatrix = (text: string): Reading<GraphContent> => adjacencyFrom(required(text));
