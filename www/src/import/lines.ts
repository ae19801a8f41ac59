/** Text as rows of cells. */

import Papa from "papaparse";

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
const AFTER = /\s+(#|%|\/\/).*$/;
/** A pair in brackets, as Python prints it, and what is drawn between the ends of a link. */
const BRACKETS = /^[([]\s*([^()[\]]*?)\s*[)\]][,;]?$/;
const ARROW = /(\S)\s*(?:<->|->|--)\s*(?=\S)/g;

/** The lines that hold something, comments left out. */
export function lines(text: string): { line: number; text: string }[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .flatMap((content, i) => {
      const kept = COMMENT.test(content)
        ? ""
        : content.replace(AFTER, "").trim().replace(BRACKETS, "$1").replace(ARROW, "$1 ");
      return kept === "" ? [] : [{ line: i + 1, text: kept }];
    });
}

/** What stands between cells, by the first lines: what splits all of them into as many cells, and most. */
export function separatorOf(list: readonly { text: string }[]): Separator {
  const first = list.slice(0, 50);
  const counts = (separator: Separator) => first.map(({ text }) => cellsOf(text, separator).length);
  const score = (separator: Separator): number => {
    const found = counts(separator);
    const least = Math.min(...found);
    return least < 2 ? 0 : least + (found.every((count) => count === least) ? 1_000 : 0);
  };
  const best = ([";", "\t", "|", ","] as const).map((separator) => ({ separator, score: score(separator) }));
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

export function rowsOf(text: string): Rows {
  const list = lines(text);
  if (list.length === 0) throw new Error("The file holds only comments.");
  const separator = separatorOf(list);
  return { separator, rows: list.map(({ line, text }) => ({ line, cells: cellsOf(text, separator) })) };
}
