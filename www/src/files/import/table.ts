/** How to read the text of a table: delimiter, decimal sign, header, and the role of each column. */

import Papa from "papaparse";
import { clipped, numberOf, SHOWN } from "./formats";

export type Delimiter = "," | ";" | "\t" | "|" | " ";
export type Decimal = "." | ",";
export type Role = "feature" | "predicted" | "out";

/** How a table is read; the reader may change it. */
export interface TableChoices {
  delimiter: Delimiter;
  decimal: Decimal;
  header: boolean;
  roles: Role[];
}

/** What the reader has chosen; the page settles what is undefined. */
export type TableWishes = { [name in keyof TableChoices]?: TableChoices[name] | undefined };

export interface Column {
  name: string;
  /** Whether it holds numbers, but for a few gaps. */
  numeric: boolean;
  /** Why it is left out, in words; empty where it is not. */
  why: string;
}

export interface TableLook {
  choices: TableChoices;
  /** The text as the core reads it: what stands above the table is blank lines, so that lines keep their numbers. */
  text: string;
  /** The lines above it. */
  above: readonly string[];
  columns: Column[];
  /** The first rows of cells, the header not among them. */
  cells: string[][];
  notes: string[];
}

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t", "|", " "];
/** A column of more values holds no classes. */
const CLASSES = 20;
/** The rows that are examined to tell what the columns are, and the characters. */
const SAMPLE = 1_000;
const LOOK = 400_000;
/** Names of columns of labels and targets. */
const OUTCOMES = /^(y|label|labels|class|classes|target|targets|outcome|response|diagnosis|species|survived)$/i;
/** Names that programs give to a column that counts the rows. */
const COUNTERS = /^(|index|id|unnamed: 0|rownames?|row_?id|no\.?|nr\.?|#)$/i;

/** The cells of the first rows. */
function cellsOfTable(text: string, delimiter: Delimiter): string[][] {
  // The parser takes one kind of ends of lines.
  const lines = text.replace(/\r\n?/g, "\n");
  const source = delimiter === " " ? lines.replace(/^[ \t]+|[ \t]+$/gm, "").replace(/[ \t]+/g, " ") : lines;
  const { data } = Papa.parse<string[]>(source, {
    delimiter,
    newline: "\n",
    preview: SAMPLE,
    skipEmptyLines: "greedy",
  });
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** The number of a cell; NaN where it is none. */
function toNumber(cell: string, decimal: Decimal): number {
  return decimal === "," ? (cell.includes(".") ? NaN : numberOf(cell.replace(",", "."))) : numberOf(cell);
}

/** How well a way to read fits: the share of cells that are numbers or plain words, in rows of equal length. */
function fit(rows: readonly string[][], decimal: Decimal): number {
  const [first] = rows;
  const width = first?.length ?? 0;
  if (width < 2) return 0;
  const body = rows.length > 1 ? rows.slice(1) : rows;
  const even = body.filter((row) => row.length === width).length / body.length;
  const cells = body.slice(0, 200).flat();
  const good = cells.filter((cell) => cell === "" || !Number.isNaN(toNumber(cell, decimal))).length;
  const odd = cells.filter((cell) => Number.isNaN(toNumber(cell, decimal)) && /\d[,;\t|]|[;\t|]/.test(cell)).length;
  return even + (good - odd) / Math.max(1, cells.length) + Math.min(width, 50) / 1e4;
}

/** How many lines that hold something stand above the first that is cut as most of them are; null where none is cut. */
function linesAbove(text: string, delimiter: Delimiter): number | null {
  const lines = text
    .slice(0, 50_000)
    .split(/\r\n|\r|\n/, 200)
    .filter((line) => line.trim() !== "");
  const widths = lines.map((line) => cellsOfTable(line, delimiter)[0]?.length ?? 0);
  const often = (width: number) => widths.filter((other) => other === width).length;
  const [most] = [...new Set(widths)].filter((width) => width > 1).sort((a, b) => often(b) - often(a));
  if (most === undefined || often(most) < 2) return null;
  return widths.findIndex((width, i) => width === most && !/^sep=.$/i.test(lines[i]!));
}

/** The place behind so many of the lines that hold something, and of the next such line its number. */
function behind(text: string, count: number): { at: number; line: number } {
  if (count <= 0) return { at: 0, line: 1 };
  let [left, at, line] = [count, 0, 1];
  for (const found of text.matchAll(/([^\r\n]*)(\r\n|\r|\n)/g)) {
    const isBlank = found[1]!.trim() === "";
    if (left === 0 && !isBlank) break;
    left -= Number(!isBlank);
    at = found.index + found[0].length;
    line++;
  }
  return { at, line };
}

/** Whether a header has a name less than the rows below have cells: the first of these names or counts the rows. */
function lacksName(header: readonly string[], rows: readonly string[][], decimal: Decimal): boolean {
  const first = rows.slice(0, 8).map((row) => toNumber(row[0] ?? "", decimal));
  return (
    header.length > 0 &&
    header.length + 1 === rows[0]?.length &&
    header.every((cell) => Number.isNaN(toNumber(cell, decimal))) &&
    first.every((value, i) => Number.isNaN(value) || value === first[0]! + i) &&
    rows.some((row) => row.at(-1) !== "")
  );
}

interface Way {
  delimiter: Delimiter;
  decimal: Decimal;
  text: string;
  above: string[];
  /** The line on which the table begins, from 1. */
  line: number;
  rows: string[][];
  lacksName: boolean;
  fit: number;
}

/** The table in a text, read in one way; lines above it become blank, so that the others keep their numbers. */
function wayOf(whole: string, delimiter: Delimiter, decimal: Decimal): Way {
  const rowsIn = (text: string) =>
    cellsOfTable(text.length > LOOK ? text.slice(0, text.lastIndexOf("\n", LOOK) + 1) : text, delimiter);
  const count = linesAbove(whole, delimiter) ?? 0;
  let { at, line } = behind(whole, count);
  let rows = rowsIn(whole.slice(at));
  const before = behind(whole, count - 1);
  const isShort = count > 0 && lacksName(rowsIn(whole.slice(before.at, at))[0] ?? [], rows, decimal);
  if (isShort) ({ at, line } = before);
  const named = `${isShort ? `""${delimiter}` : ""}${whole.slice(at)}`;
  if (isShort) rows = rowsIn(named);
  const above = whole
    .slice(0, at)
    .split(/[\r\n]+/)
    .filter((other) => other.trim() !== "");
  const text = at > 0 || isShort ? "\n".repeat(line - 1) + named : whole;
  return { delimiter, decimal, text, above, line, rows, lacksName: isShort, fit: fit(rows, decimal) };
}

/** The likeliest way to read a table. `given` holds the reader's choices. */
export function lookAtTable(whole: string, given: TableWishes = {}): TableLook {
  const decimals = given.decimal ? [given.decimal] : ([".", ","] as const);
  const ways = (given.delimiter ? [given.delimiter] : DELIMITERS).flatMap((delimiter) =>
    decimals
      .filter((decimal) => decimal !== delimiter || given.decimal !== undefined)
      .map((decimal) => wayOf(whole, delimiter, decimal)),
  );
  const { delimiter, decimal, text, above, line, rows, lacksName } = ways.toSorted((a, b) => b.fit - a.fit)[0]!;
  if (rows.length === 0) throw new Error("The table has no row.");
  const notes: string[] = [];
  if (above.length > 0)
    notes.push(`The table begins at line ${line}; what stands above it is left out: “${clipped(above[0]!)}”.`);
  if (lacksName) notes.push("The header has a name less than the rows have cells: the first column has no name.");
  const found = headerOf(rows, decimal);
  const header = given.header ?? found.header;
  if (given.header === undefined && found.doubt) notes.push(found.doubt);
  const body = header ? rows.slice(1) : rows;
  const width = rows[0]!.length;
  const names = Array.from({ length: width }, (_, j) => (header ? (rows[0]![j] ?? "") : `column ${j}`));
  const columns = names.map((name, j) =>
    columnOf(
      name,
      header,
      body.map((row) => row[j] ?? ""),
      decimal,
      j,
    ),
  );
  const roles = given.roles?.length === width ? given.roles : rolesOf(columns, body, width);
  return {
    choices: { delimiter, decimal, header, roles },
    text,
    above,
    columns,
    cells: body.slice(0, SHOWN),
    notes,
  };
}

interface Judged extends Column {
  /** Distinct values, as many as classes may be. */
  values: Set<string>;
}

function headerOf(rows: readonly string[][], decimal: Decimal): { header: boolean; doubt: string | null } {
  const [first, ...rest] = rows as [string[], ...string[][]];
  // A word for a missing number is not a column's name.
  const isNumber = (cell: string) => !Number.isNaN(toNumber(cell, decimal)) || /^(na|nan|\?|null)$/i.test(cell);
  if (rest.length === 0) return { header: false, doubt: null };
  if (!first.every(isNumber)) {
    // A row of words and gaps over columns of numbers.
    const over = first.some((cell, j) => !isNumber(cell) && rest.slice(0, 50).some((row) => isNumber(row[j] ?? "")));
    const words = first.every((cell) => cell === "" || !isNumber(cell) || /^\d+$/.test(cell));
    return {
      header: over && words ? true : first.every((cell) => !isNumber(cell)) && new Set(first).size === first.length,
      doubt: null,
    };
  }
  const values = first.map((cell) => toNumber(cell, decimal));
  const ascends =
    values.length > 1 &&
    values.every((value, j) => Number.isInteger(value) && (j === 0 || value - values[j - 1]! === 1));
  const fractions = rest.some((row) =>
    row.some((cell) => isNumber(cell) && !Number.isInteger(toNumber(cell, decimal))),
  );
  return ascends && fractions
    ? {
        header: true,
        doubt: `The first row, ${first.slice(0, 4).join(", ")}${first.length > 4 ? ", …" : ""}, counts: it was taken for a header of numbers, not for a sample.`,
      }
    : { header: false, doubt: null };
}

function columnOf(name: string, named: boolean, cells: readonly string[], decimal: Decimal, place: number): Judged {
  const filled = cells.filter((cell) => cell !== "" && !/^(na|nan|\?|null)$/i.test(cell));
  const numbers = filled.map((cell) => toNumber(cell, decimal));
  const numeric = filled.length > 0 && numbers.filter(Number.isNaN).length <= 0.1 * filled.length;
  const first = numbers[0];
  const counts =
    filled.length > 2 &&
    (first === 0 || first === 1) &&
    numbers.every((value, i) => i === 0 || value - numbers[i - 1]! === 1);
  const values = new Set<string>();
  for (const cell of filled) if (values.size <= CLASSES) values.add(cell);
  let why = "";
  if (filled.length === 0) why = "it is empty";
  else if (!numeric)
    why = `it holds text, as “${clipped(filled.find((cell) => Number.isNaN(toNumber(cell, decimal)))!)}”`;
  else if (counts && named && COUNTERS.test(name) && place === 0) why = "it only counts the rows";
  return { name, why, values, numeric };
}

/** A column that is named as an outcome, or else the last one that can be; the others are features where they can be. */
function rolesOf(columns: readonly Judged[], body: readonly string[][], width: number): Role[] {
  const usable = (column: Judged, j: number) =>
    (column.numeric || column.values.size === 2 || 2 * column.values.size <= Math.min(body.length, 2 * CLASSES)) &&
    !(column.why === "it only counts the rows") &&
    body.some((row) => row[j]);
  const places = columns.map((_, j) => j).filter((j) => usable(columns[j]!, j));
  const named = places.filter((j) => OUTCOMES.test(columns[j]!.name));
  // Without a name the last column that is not the same in all rows; but the only one of two words, or the first one where it
  // alone has two values, or holds classes and the last is the same in all rows, as the edge of a picture is.
  const varied = places.filter((j) => columns[j]!.values.size > 1);
  const [first, last] = [varied[0], varied.at(-1) ?? places.at(-1)];
  const hasTwo = (j: number | undefined) => j !== undefined && columns[j]!.values.size === 2;
  const words = varied.filter((j) => !columns[j]!.numeric);
  const isClass = (j: number | undefined) =>
    j !== undefined &&
    columns[j]!.values.size <= CLASSES &&
    [...columns[j]!.values].every((value) => /^\d+$/.test(value));
  const isEdge = places.includes(width - 1) && !varied.includes(width - 1) && width > 2;
  const isFirst = (hasTwo(first) && !hasTwo(last)) || (isEdge && isClass(first));
  const word = words.length === 1 && !hasTwo(last) ? words[0] : undefined;
  const predicted = named.at(-1) ?? word ?? (isFirst ? first : last) ?? width - 1;
  const roles = columns.map(({ why }, j): Role => (j === predicted ? "predicted" : why === "" ? "feature" : "out"));
  // A column that counts may be the only feature.
  return roles.includes("feature")
    ? roles
    : roles.map((role, j) => (role === "out" && columns[j]!.numeric ? "feature" : role));
}

/** A column as the document names it: by its name where that is the only one, or else by its place. */
export function columnName({ columns, choices }: TableLook, place: number): string | number {
  const name = columns[place]?.name ?? "";
  const isOnly = columns.filter((other) => other.name === name).length === 1;
  return choices.header && name !== "" && isOnly ? name : place;
}
