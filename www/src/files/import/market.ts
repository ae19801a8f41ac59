/** Matrix Market: a header, sizes, and entries numbered from 1. */

import { LARGEST_MATRIX, numberOf, type Reading } from "./formats";
import { sumsTo, weightsFrom } from "./matrix";
import { Network } from "./network";
import { linesOf } from "./rows";

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
    : body.map(({ line, values }) => entryOf(values, n, isPattern, line));

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

function entryOf(values: readonly string[], n: number, isPattern: boolean, line: number): Entry {
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
