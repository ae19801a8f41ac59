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
}

/** The rows of cells that the text holds: between brackets, in a printout, or one a line. */
function cellsOfText(text: string): { rows: readonly (readonly string[])[]; separator: string } {
  if (printedBy(text) || !isLiteral(text)) {
    const { rows, separator } = rowsOf(rowsOfPrintout(text));
    return { rows: rows.map(({ cells }) => cells), separator };
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
  const n = rows.length;
  if (n < 2 || n > LARGEST_MATRIX || rows.some((cells) => cells.length !== n)) return null;
  const matrix = rows.map((cells) => cells.map((cell) => entryOf(cell, found.separator)));
  return matrix.some((row) => row.some((entry) => !Number.isFinite(entry))) ? null : { matrix, names: named };
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
  const { rows, separator } = cellsOfText(text);
  if (rows.length > LARGEST_MATRIX)
    throw new Error(`A matrix of ${rows.length} rows: at most ${LARGEST_MATRIX} are read.`);
  const short = rows.findIndex((cells) => cells.length !== rows.length);
  if (short >= 0)
    throw new Error(
      `Row ${short + 1} of ${rows.length} has ${counted(rows[short]!.length, "number")}; a square matrix has as many as rows.`,
    );
  const word = rows.flat().find((cell) => !Number.isFinite(entryOf(cell, separator)));
  throw new Error(`“${clipped(word ?? "")}” is no finite number.`);
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
