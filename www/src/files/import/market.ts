/** Matrix Market: a header, sizes, and entries numbered from 1. */

import { LARGEST_MATRIX, numberOf, SHOWN, type Reading } from "./formats";
import { sumsTo, weightsFrom } from "./matrix";
import { Network } from "./network";
import { linesOf } from "./rows";

type Entry = readonly [row: number, column: number, value: number];

interface Header {
  isArray: boolean;
  isPattern: boolean;
  /** Whether entries stand for their mirrors, too. */
  isSymmetric: boolean;
}

function headerOf(line: string): Header {
  const [, object, form = "", field, symmetry = "general"] = line.toLowerCase().split(/\s+/);
  if (object !== "matrix" || !["coordinate", "array"].includes(form))
    throw new Error(`“${line.slice(0, 60)}” is no header of a matrix.`);
  if (field === "complex") throw new Error("Its entries are complex numbers.");
  if (field === "pattern" && form === "array") throw new Error("A pattern has no form of an array.");
  if (!["general", "symmetric"].includes(symmetry))
    throw new Error(`The matrix is ${symmetry}; a network’s is general or symmetric.`);
  return { isArray: form === "array", isPattern: field === "pattern", isSymmetric: symmetry === "symmetric" };
}

/** Read as a network; as W where the entries are given and each row sums to 1. */
export function readMatrixMarket(text: string): Reading {
  const [first = "", ...rest] = linesOf(text.trimStart());
  const header = headerOf(first);
  const body = rest.flatMap((line, i) => {
    const values = line.replace(/%.*$/, "").trim();
    return values === "" ? [] : [{ line: i + 2, values: values.split(/\s+/) }];
  });
  const sizes = body.shift()?.values.map(Number) ?? [];
  const [n = 0, columns = 0, told = 0] = sizes;
  if (n < 1 || sizes.length < (header.isArray ? 2 : 3) || !sizes.every(Number.isInteger))
    throw new Error("The line with the sizes is missing.");
  if (n !== columns) throw new Error(`A network’s matrix is square; this one is ${n} × ${columns}.`);
  if (!header.isArray && told !== body.length)
    throw new Error(`The header announces ${told} entries; ${body.length} follow.`);
  const entries = header.isArray
    ? inColumns(body.flatMap(({ values }) => values).map(numberOf), n, header.isSymmetric)
    : body.map(({ line, values }) => entryOf(values, n, header.isPattern, line));

  if (!header.isPattern && n > 1 && n <= LARGEST_MATRIX) {
    const matrix = Array.from({ length: n }, () => new Array<number>(n).fill(0));
    for (const [i, j, value] of entries) {
      matrix[i]![j] = value;
      if (header.isSymmetric) matrix[j]![i] = value;
    }
    if (sumsTo(matrix)) return weightsFrom({ matrix, names: null });
  }
  const network = new Network();
  for (let i = 0; i < n; i++) network.add(String(i));
  for (const [i, j, value] of entries) if (value !== 0) network.link(String(i), String(j));
  const notes = ["Numbered from 1 in the file, from 0 here."];
  if (entries.some(([, , value]) => value !== 0 && value !== 1))
    notes.push("The entries, as of weights, are not used: they only tell who is linked.");
  const cells = entries.slice(0, SHOWN).map(([i, j, value]) => [String(i + 1), String(j + 1), String(value)]);
  const rows = { head: ["row", "column", "entry"], cells, more: Math.max(0, entries.length - SHOWN) };
  return network.reading({ rows, notes, bothWays: !header.isSymmetric });
}

function entryOf(values: readonly string[], n: number, isPattern: boolean, line: number): Entry {
  const [i, j] = [Number(values[0]) - 1, Number(values[1]) - 1];
  const value = isPattern ? 1 : numberOf(values[2] ?? "");
  const isInside = [i, j].every((place) => Number.isInteger(place) && place >= 0 && place < n);
  if (isInside && !Number.isNaN(value)) return [i, j, value];
  throw new Error(`Line ${line}: “${values.join(" ").slice(0, 40)}” is no entry of a ${n} × ${n} matrix.`);
}

/** The entries other than 0 of an array, column after column; of a symmetric one from the diagonal down. */
function inColumns(values: readonly number[], n: number, isSymmetric: boolean): Entry[] {
  const expected = isSymmetric ? (n * (n + 1)) / 2 : n * n;
  if (values.length !== expected || values.some(Number.isNaN))
    throw new Error(`${expected} numbers are expected; ${values.length} follow.`);
  const entries: Entry[] = [];
  let k = 0;
  for (let j = 0; j < n; j++)
    for (let i = isSymmetric ? j : 0; i < n; i++, k++) if (values[k] !== 0) entries.push([i, j, values[k]!]);
  return entries;
}
