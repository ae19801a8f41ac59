/** Matrices as text: of who is linked, W, and in the format Matrix Market, with a header, sizes, and entries numbered from 1. */

import { plural } from "../../views/format";
import { clipped, isNumber, LARGEST_MATRIX, numberOf, SHOWN, type Excerpt, type Matrix, type Reading } from "./formats";
import { Network } from "./network";
import { rowsOf, linesOf, type Row, type Rows } from "./rows";

interface Square {
  matrix: Matrix;
  names: readonly string[] | null;
}

/** How W is changed, where the reader wishes it. */
export type Repair = "diagonal" | "symmetric";

const WORDS: Readonly<Record<string, string>> = { true: "1", false: "0", "": "0" };
const isEntry = (cell: string) => isNumber(cell) || WORDS[cell.toLowerCase()] !== undefined;

/** The number of a cell: also 0,5 where commas stand in numbers, TRUE and FALSE, and 0 for an empty one. */
function entryOf(cell: string, separator: string): number {
  const word = WORDS[cell.toLowerCase()] ?? cell;
  return numberOf(separator === "," ? word : word.replace(",", "."));
}

/** The names above the numbers, which may also stand before them; null where there are none. */
function namesOf([head, ...rest]: readonly Row[]): readonly string[] | null {
  const cells = head?.cells ?? [];
  const names = cells.slice(-rest.length);
  if (rest.length < 2 || names.length !== rest.length || new Set(names).size !== names.length) return null;
  const isBefore = rest.every((row, i) => row.cells.length === names.length + 1 && row.cells[0] === names[i]);
  const hasCorner = cells.length === names.length + 1 && (cells[0] === "" || !isEntry(cells[0]!));
  if (isBefore && (hasCorner || cells.length === names.length)) return names;
  const isAbove = cells.length === names.length && !names.some(isEntry);
  return isAbove && rest.every((row) => row.cells.length === names.length) ? names : null;
}

/** The square matrix that the rows hold, with names where they stand around it. Throws an Error where they hold none. */
export function squareOf({ rows, separator }: Rows): Square {
  const names = namesOf(rows);
  const body = names ? rows.slice(1) : rows;
  const n = body.length;
  if (n < 2) throw new Error("A matrix has two rows or more.");
  if (n > LARGEST_MATRIX) throw new Error(`A matrix of ${n} rows: at most ${LARGEST_MATRIX} are read.`);
  const matrix = body.map(({ line, cells: all }, i) => {
    const cells = names ? all.slice(-n) : all;
    if (cells.length !== n)
      throw new Error(
        `Row ${i + 1} of ${n}, line ${line}, has ${plural(cells.length, "number")}; a square matrix has as many as rows.`,
      );
    const row = cells.map((cell) => entryOf(cell, separator));
    const wrong = cells[row.findIndex(Number.isNaN)];
    if (wrong !== undefined) throw new Error(`Line ${line}: “${clipped(wrong)}” is no finite number.`);
    return row;
  });
  return { matrix, names };
}

const sum = (row: readonly number[]) => row.reduce((total, value) => total + value, 0);

/** Whether each row sums to 1 (or to another number), up to rounding as people write it. */
export const sumsTo = (matrix: Matrix, total = 1): boolean => matrix.every((row) => Math.abs(sum(row) - total) <= 0.02);

export const isSymmetric = (matrix: Matrix): boolean =>
  matrix.every((row, i) => row.every((value, j) => value === matrix[j]![i]));

/** Whether it says of each pair whether it is linked: by 0 and 1, by numbers off an empty diagonal, or as a Laplacian. */
export function isAdjacency(matrix: Matrix): boolean {
  const fits = (of: (value: number, isDiagonal: boolean) => boolean) =>
    matrix.every((row, i) => row.every((value, j) => of(value, i === j)));
  if (fits((value) => value === 0 || value === 1)) return true;
  const isWeighted = fits((value, isDiagonal) => (isDiagonal ? value === 0 : value >= 0));
  const isLaplacian = fits((value, isDiagonal) => (isDiagonal ? value >= 0 : value <= 0)) && sumsTo(matrix, 0);
  return isSymmetric(matrix) && (isWeighted || isLaplacian);
}

function shown({ matrix, names }: Square): Excerpt {
  const name = (i: number) => names?.[i] ?? String(i);
  return {
    head: ["", ...matrix.map((_, j) => name(j))],
    cells: matrix.slice(0, SHOWN).map((row, i) => [name(i), ...row.map(String)]),
    more: Math.max(0, matrix.length - SHOWN),
  };
}

/** The matrix as the reader wishes it: symmetric, each entry the mean of two; its diagonal completes the rows to 1. */
function repaired(matrix: Matrix, repair: Repair): Matrix {
  return matrix.map((row, i) => {
    const mean = row.map((value, j) => (repair === "symmetric" ? (value + matrix[j]![i]!) / 2 : value));
    mean[i] = 0;
    mean[i] = 1 - sum(mean);
    return mean;
  });
}

function weightsFrom({ matrix: given, names }: Square, repair?: Repair): Reading {
  const notes = ["The numbers are W’s own entries; agents are linked where they are not 0."];
  const matrix = repair ? repaired(given, repair) : given;
  if (repair) {
    const changes = matrix.flatMap((row, i) => row.map((value, j) => Math.abs(value - given[i]![j]!)));
    const most = changes.reduce((a, b) => Math.max(a, b));
    const made = repair === "symmetric" ? "W is made symmetric, and its" : "The";
    notes.push(`${made} diagonal completes each row to 1: entries change by up to ${most.toPrecision(2)}.`);
  }
  const edges = matrix.flatMap((row, i) =>
    row.flatMap((w, j): [number, number][] => (i < j && w !== 0 ? [[i, j]] : [])),
  );
  const content = { kind: "network", agents: matrix.length, edges, names, matrix } as const;
  return { content, rows: shown({ matrix, names }), notes };
}

export const readWeights = (text: string, repair?: Repair): Reading => weightsFrom(squareOf(rowsOf(text)), repair);

export function readAdjacencyMatrix(text: string): Reading {
  const square = squareOf(rowsOf(text));
  const { matrix, names } = square;
  const network = new Network();
  const name = (i: number) => names?.[i] ?? String(i);
  for (const i of matrix.keys()) network.add(name(i));
  for (const [i, row] of matrix.entries())
    for (const [j, value] of row.entries())
      if (value !== 0 && (i <= j || matrix[j]![i] === 0)) network.link(name(i), name(j));
  if (matrix.some((row) => row.some((value) => value !== 0 && value !== 1)))
    network.notes.push("Entries other than 0 and 1, as of weights, are not used: they only tell who is linked.");
  if (matrix.some((row, i) => row.some((value, j) => (value === 0) !== (matrix[j]![i] === 0))))
    network.notes.push("The matrix is not symmetric; directions are not used: agents that are linked talk both ways.");
  return network.reading({ rows: shown(square) });
}

type Entry = readonly [row: number, column: number, value: number];

/** Read as a network; as W where the entries are given and each row sums to 1. */
export function readMatrixMarket(text: string): Reading {
  const [first = "", ...rest] = linesOf(text.trimStart());
  const [, object, form = "", field, symmetry = "general"] = first.toLowerCase().split(/\s+/);
  const isArray = form === "array";
  const isPattern = field === "pattern";
  if (object !== "matrix" || !["coordinate", "array"].includes(form))
    throw new Error(`“${first.slice(0, 60)}” is no header of a matrix.`);
  if (field === "complex") throw new Error("Its entries are complex numbers.");
  if (isPattern && isArray) throw new Error("A pattern has no form of an array.");
  if (!["general", "symmetric"].includes(symmetry))
    throw new Error(`The matrix is ${symmetry}; a network’s is general or symmetric.`);
  /** Then entries stand for their mirrors, too. */
  const isSymmetric = symmetry === "symmetric";
  const body = rest.flatMap((line, i) => {
    const values = line.replace(/%.*$/, "").trim();
    return values === "" ? [] : [{ line: i + 2, values: values.split(/\s+/) }];
  });
  const sizes = body.shift()?.values.map(Number) ?? [];
  const [n = 0, columns = 0, told = 0] = sizes;
  if (n < 1 || sizes.length < (isArray ? 2 : 3) || !sizes.every(Number.isInteger))
    throw new Error("The line with the sizes is missing.");
  if (n !== columns) throw new Error(`A network’s matrix is square; this one is ${n} × ${columns}.`);
  if (!isArray && told !== body.length) throw new Error(`The header announces ${told} entries; ${body.length} follow.`);
  const entries = isArray
    ? inColumns(body.flatMap(({ values }) => values).map(numberOf), n, isSymmetric)
    : body.map(({ line, values }) => entryIn(values, n, isPattern, line));

  if (!isPattern && n > 1 && n <= LARGEST_MATRIX) {
    const matrix = Array.from({ length: n }, () => new Array<number>(n).fill(0));
    for (const [i, j, value] of entries) {
      matrix[i]![j] = value;
      if (isSymmetric) matrix[j]![i] = value;
    }
    if (sumsTo(matrix)) return weightsFrom({ matrix, names: null });
  }
  const network = new Network();
  for (let i = 0; i < n; i++) network.add(String(i));
  for (const [i, j, value] of entries) if (value !== 0) network.link(String(i), String(j));
  network.notes.push("Numbered from 1 in the file, from 0 here.");
  if (entries.some(([, , value]) => value !== 0 && value !== 1))
    network.notes.push("The entries, as of weights, are not used: they only tell who is linked.");
  return network.reading({ bothWays: !isSymmetric });
}

function entryIn(values: readonly string[], n: number, isPattern: boolean, line: number): Entry {
  const [i, j] = [Number(values[0]) - 1, Number(values[1]) - 1];
  const value = isPattern ? 1 : numberOf(values[2] ?? "");
  const isInside = [i, j].every((place) => Number.isInteger(place) && place >= 0 && place < n);
  if (isInside && !Number.isNaN(value)) return [i, j, value];
  throw new Error(`Line ${line}: “${values.join(" ").slice(0, 40)}” is no entry of a ${n} × ${n} matrix.`);
}

/** The entries of an array, column after column; of a symmetric one from the diagonal down. */
function inColumns(values: readonly number[], n: number, isSymmetric: boolean): Entry[] {
  const expected = isSymmetric ? (n * (n + 1)) / 2 : n * n;
  if (values.length !== expected || values.some(Number.isNaN))
    throw new Error(`${expected} numbers are expected; ${values.length} follow.`);
  const columns = Array.from({ length: n }, (_, j) => j);
  const places = columns.flatMap((j) => columns.slice(isSymmetric ? j : 0).map((i) => [i, j] as const));
  return places.map(([i, j], k): Entry => [i, j, values[k]!]);
}
