/** Square matrices: W, or who is linked to whom. */

import {
  clipped,
  counted,
  LARGEST_MATRIX,
  numberOf,
  SHOWN,
  type GraphContent,
  type MatrixContent,
  type Reading,
} from "./formats";
import { rowsOf } from "./lines";
import { isLiteral, readLiteral } from "./literals";
import { Nodes } from "./nodes";
import { printedBy, rowsOfPrintout } from "./printout";

export interface Square {
  matrix: number[][];
  names: readonly string[] | null;
  /** Whether the text holds one half of it only. */
  isHalf?: boolean;
}

const MIRRORED = "The file holds one half of the matrix; the other half mirrors it.";

/** The rows of cells that the text holds: between brackets, in a printout, or one a line. */
function cellsOfText(text: string): { rows: readonly (readonly string[])[]; lines?: number[]; separator: string } {
  const printer = printedBy(text);
  if (printer || !isLiteral(text)) {
    const { rows, separator } = rowsOf(rowsOfPrintout(text));
    const cells = rows.map(({ cells }) => cells);
    // Others print what is no row, too.
    return printer && printer !== "Markdown"
      ? { rows: cells, separator }
      : { rows: cells, lines: rows.map(({ line }) => line), separator };
  }
  const value = readLiteral(text);
  if (!Array.isArray(value)) throw new Error("There is no matrix between these brackets.");
  // One row alone is a list of its numbers.
  const rows = value.every(Array.isArray) ? (value as unknown[][]) : [value];
  return { rows: rows.map((row) => row.map(String)), separator: "literal" };
}

const WORDS: Readonly<Record<string, string>> = { true: "1", false: "0", ".": "0" };

/** The number of a cell; “0,5” where commas stand in numbers, 1/3, TRUE and FALSE, and R’s point for 0. */
function entryOf(cell: string, separator: string): number {
  const word = WORDS[cell.toLowerCase()] ?? cell;
  const [over, under] = word.split("/");
  if (under !== undefined) return numberOf(over!) / numberOf(under);
  return numberOf(separator === "," || separator === "literal" ? word : word.replace(/^([+-]?\d*),(\d+)/, "$1.$2"));
}

/** The square matrix that the text holds, with the names of its rows where they stand around them; null where it holds none. */
export function squareOf(text: string): Square | null {
  let found: ReturnType<typeof cellsOfText>;
  try {
    found = cellsOfText(text);
  } catch {
    return null;
  }
  let { rows } = found;
  const named = namesOf(rows);
  if (named) rows = rows.slice(1).map((cells) => cells.slice(-named.length));
  const half = halfOf(rows);
  if (half) rows = half.rows;
  const names = named ?? half?.names ?? null;
  const n = rows.length;
  if (n < 2 || n > LARGEST_MATRIX || rows.some((cells) => cells.length !== n)) return null;
  const matrix = rows.map((cells) => cells.map((cell) => entryOf(cell, found.separator)));
  if (matrix.some((row) => row.some((entry) => !Number.isFinite(entry)))) return null;
  // Without names rows of 1, 2, 3, … numbers may also lack the diagonal.
  if (half && !names && !sumsToOne({ matrix }) && matrix.some((row, i) => row[i] !== 0)) return null;
  return { matrix, names, isHalf: half !== null };
}

/**
 * The names in the first row, where they are also those in the first column, with a corner between them that is no number, or
 * where no first column is.
 */
function namesOf(rows: readonly (readonly string[])[]): readonly string[] | null {
  const [head, ...rest] = rows;
  if (!head || rest.length < 2) return null;
  const names = head.slice(-rest.length);
  if (names.length !== rest.length || new Set(names).size !== names.length) return null;
  const isWord = (cell: string) => Number.isNaN(numberOf(cell)) && !/^(?:true|false)$/i.test(cell);
  if (head.length === rest.length && names.every(isWord) && rest.every((cells) => cells.length === rest.length))
    return names;
  const corner = head.length === names.length + 1 ? head[0]! : "";
  const same =
    head.length - names.length <= 1 &&
    isWord(corner) &&
    rest.every((cells, i) => cells.length === names.length + 1 && cells[0] === names[i]);
  return same ? names : null;
}

/**
 * The whole of a symmetric matrix whose rows hold one half of it: below the diagonal or above, with it or, where names stand
 * before the rows, without. Empty cells may fill the rows. Null where the rows are no half.
 */
function halfOf(given: readonly (readonly string[])[]): { rows: string[][]; names: readonly string[] | null } | null {
  const isWord = (cell: string) => Number.isNaN(numberOf(cell.replace(",", ".")));
  const head = given[0]?.filter((cell) => cell !== "") ?? [];
  const isHeaded = head.length > 1 && head.every(isWord);
  // PHYLIP begins with their number.
  const isCounted = head.length === 1 && head[0] === String(given.length - 1);
  const body = isHeaded || isCounted ? given.slice(1) : given;
  const n = body.length;
  const first = body.map((cells) => cells[0]!);
  const isNamed = first.every((cell) => cell !== "" && isWord(cell)) && new Set(first).size === n;
  const names = isNamed ? first : null;
  if (n < 3 || n > LARGEST_MATRIX || (isHeaded && (!names || head.slice(-n).join("\n") !== names.join("\n"))))
    return null;
  const filled = body.map((cells) => {
    const numbers = isNamed ? cells.slice(1) : cells;
    const from = numbers.findIndex((cell) => cell !== "");
    return from < 0 ? [] : numbers.slice(from, numbers.findLastIndex((cell) => cell !== "") + 1);
  });
  const has = (length: (i: number) => number) => filled.every((cells, i) => cells.length === length(i));
  /** The entry in row i and column j, j ≤ i. */
  const entry = has((i) => i + 1)
    ? (i: number, j: number) => filled[i]![j]!
    : has((i) => n - i)
      ? (i: number, j: number) => filled[j]![i - j]!
      : isNamed && has((i) => i)
        ? (i: number, j: number) => filled[i]![j] ?? "0"
        : isNamed && has((i) => n - 1 - i)
          ? (i: number, j: number) => filled[j]![i - j - 1] ?? "0"
          : null;
  if (!entry) return null;
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => entry(Math.max(i, j), Math.min(i, j))),
  );
  return { rows, names };
}

/** What the rows would be with as many cells in all as most have: W, an adjacency matrix, or null for neither. */
export function nearlySquare(rows: readonly (readonly string[])[]): "weights" | "adjacencyMatrix" | null {
  const n = rows.length;
  const whole = rows.filter(({ length }) => length === n).map((cells) => cells.map((cell) => entryOf(cell, " ")));
  if (n < 3 || whole.length === n || 2 * whole.length < n) return null;
  if (whole.every((row) => row.every((entry) => entry === 0 || entry === 1))) return "adjacencyMatrix";
  return sumsToOne({ matrix: whole }) ? "weights" : null;
}

/** Whether the rows hold one half of a matrix of numbers. */
export const holdsHalf = (rows: readonly (readonly string[])[]): boolean =>
  halfOf(rows)?.rows.every((row) => row.every((cell) => Number.isFinite(entryOf(cell, " ")))) ?? false;

const near = (a: number, b: number, by: number) => Math.abs(a - b) <= by;

/** Whether each row sums to 1, up to rounding as people write it. */
export function sumsToOne({ matrix }: Pick<Square, "matrix">): boolean {
  return matrix.every((row) =>
    near(
      row.reduce((sum, value) => sum + value, 0),
      1,
      0.02,
    ),
  );
}

export function isSymmetric({ matrix }: Pick<Square, "matrix">): boolean {
  return matrix.every((row, i) => row.every((value, j) => value === matrix[j]![i]));
}

/** Whether it says of each pair whether it is linked. */
export function isAdjacency({ matrix }: Square): boolean {
  const links = matrix.every((row) => row.every((value) => value === 0 || value === 1));
  const hollow = matrix.every((row, i) => row[i] === 0);
  return links || (isSymmetric({ matrix }) && hollow && matrix.every((row) => row.every((value) => value >= 0)));
}

/** Whether a matrix is D − A of a network, with or without weights. */
export function isLaplacian({ matrix }: Square): boolean {
  return (
    isSymmetric({ matrix }) &&
    matrix.every(
      (row, i) =>
        row.every((value, j) => (i === j ? value >= 0 : value <= 0)) &&
        near(
          row.reduce((sum, value) => sum + value, 0),
          0,
          1e-6 * (1 + row[i]!),
        ),
    ) &&
    matrix.some((row, i) => row[i]! > 0)
  );
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
  const { rows, lines, separator } = cellsOfText(text);
  if (rows.length > LARGEST_MATRIX)
    throw new Error(`A matrix of ${rows.length} rows: at most ${LARGEST_MATRIX} are read.`);
  if (holdsHalf(rows))
    throw new Error(
      "The rows hold half of a matrix, but neither zeros on its diagonal nor sums of 1, so that the diagonal may be missing: write the matrix in full, or the agents’ names before the rows.",
    );
  const short = rows.findIndex((cells) => cells.length !== rows.length);
  if (short >= 0)
    throw new Error(
      `Row ${short + 1} of ${rows.length}${lines ? `, line ${lines[short]},` : ""} has ${counted(rows[short]!.length, "number")}; a square matrix has as many as rows.`,
    );
  const isWord = (cell: string) => !Number.isFinite(entryOf(cell, separator));
  const place = rows.findIndex((cells) => cells.some(isWord));
  const at = lines ? `Line ${lines[place]}: ` : "";
  throw new Error(`${at}“${clipped(rows[place]?.find(isWord) ?? "")}” is no finite number.`);
}

export function weightsFrom({ matrix, names, isHalf = false }: Square): Reading<MatrixContent> {
  return {
    content: { kind: "matrix", matrix, names },
    rows: shown(matrix, names),
    notes: [...(isHalf ? [MIRRORED] : []), "The numbers are W’s own entries; agents are linked where they are not 0."],
  };
}

export function adjacencyFrom({ matrix, names, isHalf = false }: Square): Reading<GraphContent> {
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
  if (isHalf) notes.push(MIRRORED);
  if (weighted) notes.push("Entries other than 0 and 1, as of weights, are not used: they only tell who is linked.");
  if (oneWay > 0)
    notes.push("The matrix is not symmetric; directions are not used: agents that are linked talk both ways.");
  return { content, rows: shown(matrix, names), notes };
}

/** `complete`: the diagonal takes what the other entries of its row lack of 1, as numbers of few digits want it. */
export function readWeights(text: string, complete = false): Reading<MatrixContent> {
  const square = required(text);
  if (!complete) return weightsFrom(square);
  const matrix = square.matrix.map((row, i) =>
    row.map((value, j) => (i === j ? 1 - row.reduce((sum, other, k) => (k === i ? sum : sum + other), 0) : value)),
  );
  const { notes, ...reading } = weightsFrom({ ...square, matrix });
  const most = Math.max(...matrix.map((row, i) => Math.abs(row[i]! - square.matrix[i]![i]!)));
  return {
    ...reading,
    notes: [
      ...notes,
      `The diagonal completes each row to 1: it differs from the file’s by up to ${most.toPrecision(2)}.`,
    ],
  };
}
export const readAdjacencyMatrix = (text: string): Reading<GraphContent> => adjacencyFrom(required(text));
