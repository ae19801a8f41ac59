/** How to read the text of a table: delimiter, decimal sign, header, and the role of each column. */

import Papa from "papaparse";
import { clipped, numberOf, SHOWN } from "./formats";
import { linesOf } from "./rows";

export type Delimiter = "," | ";" | "\t" | "|" | " ";
export type Decimal = "." | ",";
export type Role = "feature" | "predicted" | "out";

interface TableChoices {
  delimiter: Delimiter;
  decimal: Decimal;
  header: boolean;
  roles: readonly Role[];
}

/** What the reader has chosen; the page settles what is undefined. */
export type TableWishes = { [name in keyof TableChoices]?: TableChoices[name] | undefined };

interface Column {
  name: string;
  /** Whether it holds numbers, but for a few gaps. */
  numeric: boolean;
  /** Its distinct values in the first rows; at most one more than classes may be. */
  values: ReadonlySet<string>;
  /** Why it is left out, in words; empty where it is not. */
  why: string;
}

export interface Table {
  choices: TableChoices;
  /** The text as the core reads it: what stands above the table is blank lines, so that lines keep their numbers. */
  text: string;
  above: readonly string[];
  columns: readonly Column[];
  /** The first rows of cells, the header not among them. */
  cells: readonly (readonly string[])[];
  /** How many rows were examined. */
  sample: number;
  notes: readonly string[];
}

/** Where lines are cut equally well, the first is taken: commas stand in numbers, too. */
const DELIMITERS: readonly Delimiter[] = [";", "\t", "|", ",", " "];
/** A column of more values holds no classes. */
const CLASSES = 20;
/** What is examined to tell what the columns are, in rows and in characters. */
const SAMPLE = 1_000;
const GLANCE = 400_000;
/** Names of columns of labels and targets. */
const OUTCOMES = /^(y|label|labels|class|classes|target|targets|outcome|response|diagnosis|species|survived)$/i;
/** Names that programs give to a column that counts the rows. */
const COUNTERS = /^(|index|id|unnamed: 0|rownames?|row_?id|no\.?|nr\.?|#)$/i;
const GAP = /^(|na|nan|\?|null)$/i;

function cellsOf(text: string, delimiter: Delimiter): string[][] {
  const lines = linesOf(text).join("\n");
  const source = delimiter === " " ? lines.replace(/^[ \t]+|[ \t]+$/gm, "").replace(/[ \t]+/g, " ") : lines;
  const { data } = Papa.parse<string[]>(source, {
    delimiter,
    newline: "\n",
    preview: SAMPLE,
    skipEmptyLines: "greedy",
  });
  return data.map((row) => row.map((cell) => cell.trim()));
}

const toNumber = (cell: string, decimal: Decimal): number =>
  decimal === "," ? (cell.includes(".") ? NaN : numberOf(cell.replace(",", "."))) : numberOf(cell);

/** The delimiter that cuts most lines into equally many cells, and the line on which the first of these stands, from 0. */
function cut(text: string, delimiters: readonly Delimiter[]): { delimiter: Delimiter; begins: number } {
  const lines = linesOf(text.slice(0, 50_000), 200);
  const ways = delimiters.map((delimiter) => {
    const widths = lines.map((line) => (line.trim() === "" ? 0 : cellsOf(line, delimiter)[0]!.length));
    const often = (width: number) => widths.filter((other) => other === width).length;
    const most = widths.reduce(
      (best, width) => (width > 1 && (best < 2 || often(width) > often(best)) ? width : best),
      0,
    );
    const begins = widths.findIndex((width, i) => width === most && !/^sep=.$/i.test(lines[i]!));
    return { delimiter, begins: Math.max(0, begins), share: most > 1 ? often(most) : 0 };
  });
  return ways.reduce((best, way) => (way.share > best.share ? way : best));
}

/** The place in the text at which a line begins, which is counted from 0. */
function placeOf(text: string, line: number): number {
  const ends = /\r\n|\r|\n/g;
  for (let left = line; left > 0; left--) ends.exec(text);
  return ends.lastIndex;
}

/** The likeliest way to read a table. `given` holds the reader's choices. */
export function tableOf(whole: string, given: TableWishes = {}): Table {
  const { delimiter, begins } = cut(whole, given.delimiter ? [given.delimiter] : DELIMITERS);
  const at = placeOf(whole, begins);
  const table = whole.slice(at);
  const rows = cellsOf(table.length > GLANCE ? table.slice(0, table.lastIndexOf("\n", GLANCE) + 1) : table, delimiter);
  if (rows.length === 0) throw new Error("The table has no row.");
  const cells = rows.flat();
  const hasCommas =
    cells.some((cell) => /^[+-]?\d*,\d+$/.test(cell)) && !cells.some((cell) => /^[+-]?\d*\.\d+$/.test(cell));
  const decimal = given.decimal ?? (delimiter !== "," && hasCommas ? "," : ".");
  const notes: string[] = [];
  const above = linesOf(whole.slice(0, at)).filter((line) => line.trim() !== "");
  if (above.length > 0)
    notes.push(`The table begins at line ${begins + 1}; what stands above it is left out: “${clipped(above[0]!)}”.`);
  const found = headerOf(rows, decimal);
  const header = given.header ?? found.header;
  if (given.header === undefined && found.doubt) notes.push(found.doubt);
  const body = header ? rows.slice(1) : rows;
  const columns = rows[0]!.map((name, j) => {
    const column = body.map((row) => row[j] ?? "");
    return columnOf(header ? name : `column ${j}`, column, decimal, header && j === 0);
  });
  const roles = given.roles?.length === columns.length ? given.roles : rolesOf(columns, body.length, header);
  return {
    choices: { delimiter, decimal, header, roles },
    text: "\n".repeat(begins) + table,
    above,
    columns,
    cells: body.slice(0, SHOWN),
    sample: body.length,
    notes,
  };
}

/** Whether the first row names the columns: words over numbers, words of which none comes twice, or a count over fractions. */
function headerOf(rows: readonly string[][], decimal: Decimal): { header: boolean; doubt?: string } {
  const [first = [], ...rest] = rows;
  // A word for a missing number is not a column's name.
  const isValue = (cell: string) => (cell !== "" && GAP.test(cell)) || !Number.isNaN(toNumber(cell, decimal));
  if (rest.length === 0) return { header: false };
  const isOver = first.some((cell, j) => !isValue(cell) && rest.slice(0, 50).some((row) => isValue(row[j] ?? "")));
  const areWords = first.every((cell) => !isValue(cell));
  if (areWords && (isOver || new Set(first).size === first.length)) return { header: true };
  if (isOver && first.every((cell) => !isValue(cell) || /^\d+$/.test(cell))) return { header: true };
  const numbers = first.map((cell) => toNumber(cell, decimal));
  const counts =
    numbers.length > 1 && numbers.every((value, j) => Number.isInteger(value) && value === numbers[0]! + j);
  const hasFractions = rest.flat().some((cell) => toNumber(cell, decimal) % 1 !== 0 && isValue(cell));
  if (!counts || !hasFractions) return { header: false };
  const shown = `${first.slice(0, 4).join(", ")}${first.length > 4 ? ", …" : ""}`;
  return {
    header: true,
    doubt: `The first row, ${shown}, counts: it was taken for a header of numbers, not for a sample.`,
  };
}

/** `mayCount`: whether it is the first of the named columns. */
function columnOf(name: string, cells: readonly string[], decimal: Decimal, mayCount: boolean): Column {
  const filled = cells.filter((cell) => !GAP.test(cell));
  const numbers = filled.map((cell) => toNumber(cell, decimal));
  const numeric = filled.length > 0 && numbers.filter(Number.isNaN).length <= 0.1 * filled.length;
  const [first = NaN] = numbers;
  const counts =
    mayCount &&
    filled.length > 2 &&
    COUNTERS.test(name) &&
    (first === 0 || first === 1) &&
    numbers.every((value, i) => value === first + i);
  const values = new Set<string>();
  for (const cell of filled) if (values.size <= CLASSES) values.add(cell);
  const word = filled[numbers.findIndex(Number.isNaN)] ?? "";
  const why = [
    filled.length === 0 && "it is empty",
    !numeric && `it holds text, as “${clipped(word)}”`,
    counts && "it only counts the rows",
  ].find(Boolean);
  return { name, numeric, values, why: why || "" };
}

/** Whether it holds few whole numbers, each of which comes again and again in so many rows. */
export const isOfClasses = ({ values }: Column, rows: number): boolean =>
  values.size <= CLASSES && 5 * values.size <= rows && [...values].every((value) => /^\d+$/.test(value));

/**
 * What is predicted: a column that is named as an outcome, unless it holds amounts and the last holds words that may be classes;
 * or the only one of such words, where the last has not two values; or the first, where it alone has two, or, in a table without
 * names, is of classes; or the last that varies. The others are features where they can be.
 */
function rolesOf(columns: readonly Column[], rows: number, header: boolean): readonly Role[] {
  const may = ({ numeric, values, why }: Column) =>
    why !== "it only counts the rows" &&
    values.size > 0 &&
    (numeric || values.size === 2 || 2 * values.size <= Math.min(rows, 2 * CLASSES));
  const places = [...columns.keys()].filter((j) => may(columns[j]!));
  const varied = places.filter((j) => columns[j]!.values.size > 1);
  const hasTwo = (j: number | undefined) => j !== undefined && columns[j]!.values.size === 2;
  const [first, last] = [varied[0], varied.at(-1) ?? places.at(-1) ?? columns.length - 1];
  const words = varied.filter((j) => !columns[j]!.numeric);
  const areClasses = (j: number) => hasTwo(j) || !columns[j]!.numeric || isOfClasses(columns[j]!, rows);
  const named = places.findLast((j) => OUTCOMES.test(columns[j]!.name) && (areClasses(j) || last !== words.at(-1)));
  const isFirst = first !== undefined && (hasTwo(first) || (!header && areClasses(first) && !areClasses(last)));
  const unnamed = hasTwo(last) ? last : words.length === 1 ? words[0]! : isFirst ? first : last;
  const predicted = named ?? unnamed;
  const roles = columns.map(({ why }, j): Role => (j === predicted ? "predicted" : why === "" ? "feature" : "out"));
  // A column that counts may be the only feature.
  return roles.includes("feature")
    ? roles
    : roles.map((role, j) => (role === "out" && columns[j]!.numeric ? "feature" : role));
}

/** A column as the document names it: by its name where that is the only one, or else by its place. */
export function columnName({ columns, choices }: Table, place: number): string | number {
  const name = columns[place]?.name ?? "";
  const isOnly = columns.filter((other) => other.name === name).length === 1;
  return choices.header && name !== "" && isOnly ? name : place;
}
