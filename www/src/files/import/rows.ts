/** Text as rows of cells: one a line, or what stands between the innermost brackets of a list of rows. */

import Papa from "papaparse";

export interface Row {
  /** Counted from 1. */
  line: number;
  cells: readonly string[];
}

export interface Rows {
  separator: string;
  rows: readonly Row[];
  /** Whether something in braces at the ends of lines, as networkx writes attributes, is left out. */
  attributes: boolean;
}

const COMMENT = /^\s*(?:#|%|\/\/)/;
/** A comment behind cells. */
const BEHIND = /\s(?:#|%|\/\/)\s[^"]*$/;
const BRACES = /\s*\{.*\}\s*$/;
/** A list of rows as JSON and NumPy write it: `[[`, `array([[`. */
const BRACKETS = /^[\w\s=.(]*\[/;
/** Between brackets, and where nothing else stands between cells. */
const WORDS = /"([^"]*)"|'([^']*)'|[^\s,;]+/g;

const words = (text: string) => [...text.matchAll(WORDS)].map(([whole, double, single]) => double ?? single ?? whole);

/** The lines of a text, whatever ends them. */
export const linesOf = (text: string, most?: number): string[] => text.split(/\r\n|\r|\n/, most);

function cellsOf(text: string, separator: string): string[] {
  if (separator === " ") return words(text);
  const isQuoted = text.includes('"');
  const cells = isQuoted ? (Papa.parse<string[]>(text, { delimiter: separator }).data[0] ?? []) : text.split(separator);
  return cells.map((cell) => cell.trim());
}

/** The sign that is in every line, best equally often; a blank where none is. */
function separatorOf(lines: readonly string[]): string {
  for (const isEven of [true, false])
    for (const separator of [";", "\t", "|", ","]) {
      const counts = lines.map((line) => cellsOf(line, separator).length);
      if (Math.min(...counts) > 1 && !(isEven && new Set(counts).size > 1)) return separator;
    }
  return " ";
}

function bracketed(text: string): Row[] {
  if (text.includes("...")) throw new Error("NumPy has left numbers out (“...”): print the whole array.");
  let [line, at] = [1, 0];
  return [...text.matchAll(/\[([^[\]]*)\]/g)].map((found) => {
    line += text.slice(at, found.index).split("\n").length - 1;
    at = found.index;
    return { line, cells: words(found[1]!) };
  });
}

/** Throws an Error where there is none. */
export function rowsOf(text: string): Rows {
  if (BRACKETS.test(text)) return { separator: " ", rows: bracketed(text), attributes: false };
  const lines = linesOf(text).flatMap((content, i) => {
    const isNone = content.trim() === "" || COMMENT.test(content);
    return isNone ? [] : [{ line: i + 1, text: content.replace(BEHIND, "").replace(BRACES, "") }];
  });
  if (lines.length === 0) throw new Error("The file holds only comments.");
  const separator = separatorOf(lines.slice(0, 50).map((row) => row.text));
  const rows = lines
    .map((row) => ({ line: row.line, cells: cellsOf(row.text, separator) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (rows.length === 0) throw new Error("The file holds only separators.");
  return { separator, rows, attributes: text.includes("{") };
}
