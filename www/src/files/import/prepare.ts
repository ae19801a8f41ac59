/** What stands around a table and is none of it: comments above, a word on its delimiter, a header that lacks a name. */

import { counted, numberOf } from "./formats";
import { asCsv, isTableOfJson } from "./json-table";
import { readValue } from "./graph-json";
import { cellsOf, FOOTER, lastLine, type Separator } from "./lines";
import { withoutRules } from "./printout";

export interface Prepared {
  text: string;
  /** What was done, each a sentence. */
  notes: readonly string[];
}

const DELIMITERS: readonly Separator[] = [",", ";", "\t", "|", " "];
const COMMENT = /^\s*[#%](?![,;\t|]).*$/;
/** Below the table one that cannot be a row. */
const COMMENT_BELOW = /^\s*[#%][^,;\t|]*$/;

/** The text as the core reads it. */
export function prepareTable(given: string): Prepared {
  let text = withoutRules(given);
  const notes: string[] = [];
  if (text !== given) notes.push("The table’s rules and outer bars are left out.");
  if (/^\s*\[/.test(text)) {
    try {
      const value = readValue(text);
      if (isTableOfJson(value)) return { text: asCsv(value), notes: ["The rows are JSON in the file, and CSV here."] };
    } catch {
      // Then it is read as what it is.
    }
  }
  const told = /^sep=(.)[ \t]*(?:\r\n|\r|\n)/i.exec(text);
  if (told) {
    text = text.slice(told[0].length);
    notes.push(`The first line, sep=${told[1]}, is Excel’s and left out.`);
  }
  const above: string[] = [];
  for (;;) {
    const line = firstLine(text);
    if (!COMMENT.test(line) || line.length >= text.trimEnd().length) break;
    above.push(line.replace(/^\s*[#%]+\s*/, ""));
    text = text.slice(line.length).replace(/^(?:\r\n|\r|\n)/, "");
  }
  if (above.length > 0) {
    const names = above.at(-1)!;
    const delimiter = DELIMITERS.find((delimiter) => {
      const [head, row] = [cells(names, delimiter), cells(firstLine(text), delimiter)];
      return row.length > 1 && head.length === row.length && row.every(isNumber) && !head.some(isNumber);
    });
    if (delimiter) text = `${names}\n${text}`;
    notes.push(
      delimiter
        ? "The names of the columns stand in a comment, as NumPy writes them."
        : `${counted(above.length, "comment")} above the table left out.`,
    );
  }
  let below = 0;
  for (let { begin, line } = lastLine(text); begin > 0 && (COMMENT_BELOW.test(line) || FOOTER.test(line)); below++) {
    text = text.slice(0, begin);
    ({ begin, line } = lastLine(text));
  }
  if (below > 0)
    notes.push(`${counted(below, "line")} below the table left out, which ${below === 1 ? "is" : "are"} no row of it.`);
  const short = shortHeader(text);
  if (short) {
    text = `""${short}${text}`;
    notes.push("The header has a name less than the rows have cells, as R writes it: the first column has no name.");
  }
  return notes.length === 0 ? { text: given, notes } : { text, notes };
}

const isNumber = (cell: string) => !Number.isNaN(numberOf(cell.replace(",", ".")));
const firstLine = (text: string) => /^[^\r\n]*/.exec(text)![0];
const cells = (line: string, delimiter: Separator) =>
  delimiter === " " ? line.trim().split(/\s+/) : cellsOf(line.trim(), delimiter);

/** The delimiter of a table of R: its header lacks a name for the first column, which holds text or counts. */
function shortHeader(text: string): Separator | null {
  const [head, ...rows] = text
    .slice(0, 50_000)
    .split(/\r\n|\r|\n/, 12)
    .filter((line) => line.trim() !== "");
  if (!head || rows.length < 2) return null;
  // The last line may be cut off.
  const body = rows.slice(0, Math.max(2, Math.min(rows.length - 1, 8)));
  const found = DELIMITERS.find((delimiter) => {
    const names = cells(head, delimiter);
    const list = body.map((row) => cells(row, delimiter));
    return (
      names.length > 1 &&
      !names.some(isNumber) &&
      list.every((row) => row.length === names.length + 1) &&
      list.some((row) => row.at(-1) !== "") &&
      list.every((row, i) => !isNumber(row[0]!) || Number(row[0]) === Number(list[0]![0]) + i) &&
      list.some((row) => row.slice(1).some(isNumber))
    );
  });
  return found ?? null;
}
