/** Text as rows of cells. */

import Papa from "papaparse";
import { withoutRules } from "./printout";

export interface Row {
  /** Counted from 1. */
  line: number;
  cells: readonly string[];
}

export type Separator = "," | ";" | "\t" | "|" | " ";

export interface Rows {
  separator: Separator;
  rows: Row[];
}

const COMMENT = /^\s*(#|%|\/\/)/;
/** What databases and spreadsheets write below a table: how many rows it has. */
export const FOOTER = /^\s*\(?\d[\d,.]* (?:rows?|records?|lines?|entries)\b.*$/i;
/** A comment behind cells, but none within quotes. */
const AFTER = /^((?:[^"]|"[^"]*")*?)\s+(?:#|%|\/\/).*$/;
/** A pair in brackets, as Python prints it, with a value behind it as SciPy and MATLAB print sparse matrices. */
const BRACKETS = /^[([]\s*([^()[\]]*?)\s*[)\]][,;]?$/;
const ENTRY = /^\(\s*(\d+)\s*,\s*(\d+)\s*\)\s+(\S+)$/;
/** What is drawn between the ends of a link. */
const ARROW = /(\S)\s*(?:<?-{1,2}>|<?=>|--+|→|↔|—)\s*(?=\S)/g;
const DASH = /^(\d+)\s*[-–]\s*(\d+)$/;
/** What SciPy prints above the entries of a sparse matrix. */
const SPARSE = /^\s*<[^>]*sparse (?:matrix|array)[^>]*>[^\n]*\n(?:\s*Coords\s+Values\s*\n)?/;

/** The lines that hold something; comments, rules and a footer are left out. */
export function lines(text: string): { line: number; text: string }[] {
  const title = SPARSE.exec(text)?.[0] ?? "";
  const above = title.split("\n").length;
  const all = withoutRules(text.slice(title.length).replace(/^\ufeff/, "")).split(/\r\n|\r|\n/);
  const last = all.findLastIndex((content) => content.trim() !== "");
  return all.flatMap((content, i) => {
    const kept =
      COMMENT.test(content) || (i === last && FOOTER.test(content))
        ? ""
        : (/\s[#%/]/.test(content) ? content.replace(AFTER, "$1") : content)
            .trim()
            .replace(BRACKETS, "$1")
            .replace(ENTRY, "$1 $2 $3")
            .replace(ARROW, "$1 ")
            .replace(DASH, "$1 $2");
    return kept === "" ? [] : [{ line: i + above, text: kept }];
  });
}

/** The last line that holds something, and where it begins. */
export function lastLine(text: string): { begin: number; line: string } {
  const end = text.trimEnd().length;
  const begin = Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1;
  return { begin, line: text.slice(begin, end) };
}

/** Comments that stand below the first line that is none, where they may be more than comments, and a footer. */
export function commentsWithin(text: string): { count: number; first: string } {
  const list = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const begin = list.findIndex((line) => !COMMENT.test(line));
  const below = list.slice(begin + 1);
  const found = below.filter((line, i) => COMMENT.test(line) || (i === below.length - 1 && FOOTER.test(line)));
  return { count: found.length, first: found[0]?.trim() ?? "" };
}

/** The delimiter, by the first lines: the one that splits all of them into equally many cells, and most. */
export function separatorOf(list: readonly { text: string }[]): Separator {
  const first = list.slice(0, 50);
  const counts = (separator: Separator) => first.map(({ text }) => cellsOf(text, separator).length);
  const score = (separator: Separator): number => {
    const found = counts(separator);
    const least = Math.min(...found);
    return least < 2 ? 0 : least + (found.every((count) => count === least) ? 1_000 : 0);
  };
  const best = ([";", "\t", "|", ","] as const).map((separator) => ({ separator, score: score(separator) }));
  const comma = best.at(-1)!;
  // Commas between even semicolons or tabs are in numbers or names.
  if (best.some(({ separator, score }) => separator !== "," && score > 1_000)) comma.score = 0;
  const [winner] = best.toSorted((a, b) => b.score - a.score);
  // A comma that is followed by a blank is one, and a blank in a name between commas is none.
  return winner && winner.score > 0 ? winner.separator : " ";
}

export function cellsOf(text: string, separator: Separator): string[] {
  if (separator !== " ") {
    if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
    const [row] = Papa.parse<string[]>(text, { delimiter: separator }).data;
    return (row ?? []).map((cell) => cell.trim());
  }
  return [...text.matchAll(/"([^"]*)"|\{.*\}|[^\s,;]+/g)].map(([whole, quoted]) => quoted ?? whole);
}

/** Numbers with decimal commas and blanks between: there commas part no cells. */
function hasBlanksAndCommas(list: readonly { text: string }[]): boolean {
  const first = list.slice(0, 50).map(({ text }) => text.split(/\s+/));
  const width = first[0]?.length ?? 0;
  return (
    width > 1 &&
    first.length > 1 &&
    !list.some(({ text }) => text.includes("\t")) &&
    first.every((words) => words.length === width && words.every((word) => /^[+-]?\d+(,\d+)?$/.test(word))) &&
    first.some((words) => words.some((word) => word.includes(",")))
  );
}

export function rowsOf(text: string): Rows {
  const list = lines(text);
  if (list.length === 0) throw new Error("The file holds only comments.");
  if (hasBlanksAndCommas(list))
    return { separator: " ", rows: list.map(({ line, text }) => ({ line, cells: text.split(/\s+/) })) };
  const separator = separatorOf(list);
  const rows = list
    .map(({ line, text }) => ({ line, cells: cellsOf(text, separator) }))
    .filter(({ cells }) => cells.length > 0);
  if (rows.length === 0) throw new Error("The file holds only separators.");
  return { separator, rows };
}
