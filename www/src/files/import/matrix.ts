/** Square matrices: W, or who is linked to whom. */

import { clipped, counted, LARGEST_MATRIX, numberOf, SHOWN } from "./formats";
import type { GraphContent, MatrixContent, Reading } from "./formats";
import { Nodes } from "./nodes";
import { rowsOf, type Rows } from "./rows";

type Matrix = readonly (readonly number[])[];

export interface Square {
  matrix: number[][];
  names: readonly string[] | null;
}

/** How W is changed, where the reader wishes it. */
export type Repair = "diagonal" | "symmetric";

const WORDS: Readonly<Record<string, string>> = { true: "1", false: "0", "": "0" };

/** The number of a cell: also 0,5 where commas stand in numbers, 1/3, TRUE and FALSE, and 0 for an empty one. */
function entryOf(cell: string, separator: string): number {
  const [over, under = "1"] = (WORDS[cell.toLowerCase()] ?? cell).split("/");
  return numberOf(separator === "," ? over! : over!.replace(/^([+-]?\d*),(\d+)$/, "$1.$2")) / numberOf(under);
}

/** The names above the numbers, which may also stand before them; null where there are none. */
function namesOf([head, ...rest]: readonly (readonly string[])[]): readonly string[] | null {
  const names = head?.slice(-rest.length) ?? [];
  const isWord = (cell: string) => Number.isNaN(numberOf(cell)) && WORDS[cell.toLowerCase()] === undefined;
  if (rest.length < 2 || names.length !== rest.length || new Set(names).size !== names.length) return null;
  const isBefore = rest.every((cells, i) => cells.length === names.length + 1 && cells[0] === names[i]);
  const corner = head!.length > names.length ? head![0]! : "";
  if (isBefore && head!.length <= names.length + 1 && (corner === "" || isWord(corner))) return names;
  return head!.length === names.length && names.every(isWord) && rest.every(({ length }) => length === names.length)
    ? names
    : null;
}

function read({ rows, separator }: Rows): { cells: readonly (readonly string[])[]; matrix: number[][] } & Square {
  const all = rows.map(({ cells }) => cells);
  const names = namesOf(all);
  const cells = names ? all.slice(1).map((row) => row.slice(-names.length)) : all;
  return { cells, names, matrix: cells.map((row) => row.map((cell) => entryOf(cell, separator))) };
}

/** The square matrix that the rows hold, with names where they stand around it; null where they hold none. */
export function squareOf(rows: Rows): Square | null {
  const { matrix, names } = read(rows);
  const n = matrix.length;
  const isSquare = matrix.every((row) => row.length === n && row.every(Number.isFinite));
  return isSquare && n > 1 && n <= LARGEST_MATRIX ? { matrix, names } : null;
}

const sum = (row: readonly number[]) => row.reduce((total, value) => total + value, 0);

/** Whether each row sums to 1 (or to another number), up to rounding as people write it. */
export const sumsTo = (matrix: Matrix, total = 1): boolean => matrix.every((row) => Math.abs(sum(row) - total) <= 0.02);

export const isSymmetric = (matrix: Matrix): boolean =>
  matrix.every((row, i) => row.every((value, j) => value === matrix[j]![i]));

/** Whether it says of each pair whether it is linked: by 0 and 1, by numbers off an empty diagonal, or as a Laplacian. */
export function isAdjacency(matrix: Matrix): boolean {
  if (matrix.every((row) => row.every((value) => value === 0 || value === 1))) return true;
  const fits = (of: (value: number, isDiagonal: boolean) => boolean) =>
    isSymmetric(matrix) && matrix.every((row, i) => row.every((value, j) => of(value, i === j)));
  return (
    fits((value, isDiagonal) => (isDiagonal ? value === 0 : value >= 0)) ||
    (fits((value, isDiagonal) => (isDiagonal ? value >= 0 : value <= 0)) && sumsTo(matrix, 0))
  );
}

function required(text: string): Square {
  const rows = rowsOf(text);
  const square = squareOf(rows);
  if (square) return square;
  const { cells, matrix } = read(rows);
  const n = matrix.length;
  const line = (i: number) => rows.rows[i + rows.rows.length - n]!.line;
  if (n > LARGEST_MATRIX) throw new Error(`A matrix of ${n} rows: at most ${LARGEST_MATRIX} are read.`);
  const short = matrix.findIndex(({ length }) => length !== n);
  if (short >= 0)
    throw new Error(
      `Row ${short + 1} of ${n}, line ${line(short)}, has ${counted(matrix[short]!.length, "number")}; a square matrix has as many as rows.`,
    );
  const i = matrix.findIndex((row) => !row.every(Number.isFinite));
  const word = i < 0 ? undefined : cells[i]![matrix[i]!.findIndex((value) => !Number.isFinite(value))];
  throw new Error(
    word === undefined ? "A matrix has two rows or more." : `Line ${line(i)}: “${clipped(word)}” is no finite number.`,
  );
}

function shown({ matrix, names }: Square): Reading["rows"] {
  const width = Math.min(matrix.length, 12);
  const cut = matrix.length > width ? ["…"] : [];
  const name = (i: number) => clipped(names?.[i] ?? String(i));
  return {
    head: ["", ...Array.from({ length: width }, (_, j) => name(j)), ...cut],
    cells: matrix.slice(0, SHOWN).map((row, i) => [name(i), ...row.slice(0, width).map(String), ...cut]),
    more: Math.max(0, matrix.length - SHOWN),
  };
}

/** The matrix as the reader wishes it: symmetric, each entry the mean of two; its diagonal completes the rows to 1. */
function repaired(matrix: Matrix, repair: Repair): number[][] {
  const entry = (i: number, j: number) =>
    repair === "symmetric" ? (matrix[i]![j]! + matrix[j]![i]!) / 2 : matrix[i]![j]!;
  return matrix.map((row, i) => {
    const others = row.map((_, j) => (i === j ? 0 : entry(i, j)));
    return others.map((value, j) => (i === j ? 1 - sum(others) : value));
  });
}

export function weightsFrom({ matrix: given, names }: Square, repair?: Repair): Reading<MatrixContent> {
  const notes = ["The numbers are W’s own entries; agents are linked where they are not 0."];
  const matrix = repair ? repaired(given, repair) : given;
  if (repair) {
    const most = Math.max(
      ...matrix.map((row, i) => Math.max(...row.map((value, j) => Math.abs(value - given[i]![j]!)))),
    );
    const made = repair === "symmetric" ? "W is made symmetric, and its" : "The";
    notes.push(`${made} diagonal completes each row to 1: entries change by up to ${most.toPrecision(2)}.`);
  }
  return { content: { kind: "matrix", matrix, names }, rows: shown({ matrix, names }), notes };
}

export const readWeights = (text: string, repair?: Repair) => weightsFrom(required(text), repair);

export function readAdjacencyMatrix(text: string): Reading<GraphContent> {
  const square = required(text);
  const { matrix, names } = square;
  const nodes = new Nodes();
  const name = (i: number) => names?.[i] ?? String(i);
  for (const i of matrix.keys()) nodes.add(name(i));
  for (const [i, row] of matrix.entries())
    for (const [j, value] of row.entries())
      if (value !== 0 && (i <= j || matrix[j]![i] === 0)) nodes.link(name(i), name(j));
  const { content, notes } = nodes.finish();
  if (matrix.some((row) => row.some((value) => value !== 0 && value !== 1)))
    notes.push("Entries other than 0 and 1, as of weights, are not used: they only tell who is linked.");
  if (matrix.some((row, i) => row.some((value, j) => (value === 0) !== (matrix[j]![i] === 0))))
    notes.push("The matrix is not symmetric; directions are not used: agents that are linked talk both ways.");
  return { content, rows: shown(square), notes };
}
