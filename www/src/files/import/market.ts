/** Matrix Market: a header, sizes, and entries numbered from 1. */

import {
  counted,
  LARGEST_MATRIX,
  numberOf,
  SHOWN,
  type GraphContent,
  type MatrixContent,
  type Reading,
} from "./formats";
import { sumsToOne, weightsFrom, type Square } from "./matrix";
import { Nodes } from "./nodes";

/** Read as a network; as W where the entries are given and each row sums to 1. */
export function readMatrixMarket(text: string): Reading<GraphContent | MatrixContent> {
  const [header, ...rest] = text
    .replace(/^\ufeff/, "")
    .trimStart()
    .split(/\r\n|\r|\n/);
  const [, object, form, field, symmetry] = (header ?? "").toLowerCase().split(/\s+/);
  if (object !== "matrix" || !["coordinate", "array"].includes(form ?? ""))
    throw new Error(`“${header?.slice(0, 60)}” is no header of a matrix.`);
  if (field === "complex") throw new Error("Its entries are complex numbers.");
  if (field === "pattern" && form === "array") throw new Error("A pattern has no form of an array.");
  const body = rest.flatMap((line, i) => {
    const cleaned = line.replace(/%.*$/, "").trim();
    return cleaned === "" ? [] : [{ line: i + 2, values: cleaned.split(/\s+/) }];
  });
  const sizes = body.shift();
  const [rows, columns, entries] = (sizes?.values ?? []).map(Number);
  const wanted = form === "coordinate" ? [rows, columns, entries] : [rows, columns];
  if (!wanted.every((size) => Number.isInteger(size) && size! >= 0) || !rows)
    throw new Error("The line with the sizes is missing.");
  if (rows !== columns) throw new Error(`A network’s matrix is square; this one is ${rows} × ${columns}.`);
  const mirrored = symmetry !== "general" && symmetry !== undefined;
  if (!["general", "symmetric", undefined].includes(symmetry))
    throw new Error(`The matrix is ${symmetry}; a network’s is general or symmetric.`);
  const found: [number, number, number][] = [];
  if (form === "coordinate") {
    if (entries !== body.length)
      throw new Error(
        `The header announces ${counted(entries ?? 0, "entry").replace("entrys", "entries")}; ${body.length} follow.`,
      );
    for (const { line, values } of body) {
      const [i, j] = [Number(values[0]) - 1, Number(values[1]) - 1];
      const value = field === "pattern" ? 1 : numberOf(values[2] ?? "");
      const inside = [i, j].every((place) => Number.isInteger(place) && place >= 0 && place < rows);
      if (!inside || Number.isNaN(value))
        throw new Error(`Line ${line}: “${values.join(" ").slice(0, 40)}” is no entry of a ${rows} × ${rows} matrix.`);
      found.push([i, j, value]);
    }
  } else {
    const places = Array.from({ length: rows }, (_, j) =>
      Array.from({ length: rows }, (_, i) => [i, j] as const),
    ).flat();
    const stored = places.filter(([i, j]) => !mirrored || i >= j);
    const values = body.flatMap((row) => row.values.map(numberOf));
    if (values.length !== stored.length || values.some(Number.isNaN))
      throw new Error(`${stored.length} numbers are expected; ${values.length} follow.`);
    stored.forEach(([i, j], k) => {
      if (values[k] !== 0) found.push([i, j, values[k]!]);
    });
  }
  const square = field === "pattern" || rows > LARGEST_MATRIX ? null : squareOf(rows, found, mirrored);
  if (square && rows > 1 && sumsToOne(square)) return weightsFrom(square);

  const nodes = new Nodes();
  for (let i = 0; i < rows; i++) nodes.add(String(i));
  for (const [i, j, value] of found) if (value !== 0) nodes.link(String(i), String(j));
  const { content, notes } = nodes.finish(!mirrored);
  notes.push("Numbered from 1 in the file, from 0 here.");
  if (field !== "pattern" && found.some(([, , value]) => value !== 0 && value !== 1))
    notes.push("The entries, as of weights, are not used: they only tell who is linked.");
  return {
    content,
    notes,
    rows: {
      head: ["row", "column", ...(field === "pattern" ? [] : ["entry"])],
      cells: found
        .slice(0, SHOWN)
        .map(([i, j, value]) => [String(i + 1), String(j + 1), ...(field === "pattern" ? [] : [String(value)])]),
      more: Math.max(0, found.length - SHOWN),
    },
  };
}

function squareOf(n: number, entries: readonly [number, number, number][], mirrored: boolean): Square {
  const matrix = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (const [i, j, value] of entries) {
    matrix[i]![j] = value;
    if (mirrored) matrix[j]![i] = value;
  }
  return { matrix, names: null };
}
