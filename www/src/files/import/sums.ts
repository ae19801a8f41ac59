/** A last row that holds the sums of the others, as spreadsheets add it. */

import { cellsOfTable, toNumber, type TableChoices } from "./columns";
import { clipped } from "./formats";
import { lastLine } from "./lines";

const WORDS = /^(?:(?:grand |sub)?total[es]?|(?:gesamt)?summe|gesamt|sum|sums|somme|suma|som|σ|∑)[.:]?$/i;
/** Of the sum of magnitudes, what sums that are written with few digits may differ. */
const ROUNDING = 1e-6;

/** The text without such a row where its numbers are the sums, and what is said of it. */
export function withoutSums(
  text: string,
  { delimiter, decimal, header }: TableChoices,
): { text: string; note: string | null } {
  const { begin, line } = lastLine(text);
  const last = begin === 0 ? [] : (cellsOfTable(line, delimiter)[0] ?? []);
  const word = last.find((cell) => WORDS.test(cell));
  if (word === undefined) return { text, note: null };
  const others = cellsOfTable(text.slice(0, begin), delimiter, 0).slice(header ? 1 : 0);
  const filled = last.flatMap((cell, j) => (Number.isNaN(toNumber(cell, decimal)) ? [] : [j]));
  const isSum = (j: number): boolean => {
    const numbers = others.flatMap((cells) => (cells[j] ? [toNumber(cells[j], decimal)] : []));
    const [sum, size] = [Number, Math.abs].map((part) => numbers.reduce((sum, value) => sum + part(value), 0));
    return Math.abs(sum! - toNumber(last[j]!, decimal)) <= ROUNDING * size!;
  };
  const row = `The last row, “${clipped(word)}”,`;
  if (others.length > 1 && filled.length > 0 && filled.every(isSum))
    return { text: text.slice(0, begin), note: `${row} holds the sums of the others: left out.` };
  return filled.length > 0
    ? { text, note: `${row} is read like the others: its numbers are not their sums.` }
    : { text, note: null };
}
