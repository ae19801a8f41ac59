/** Matrices and tables as programs print them: R, Octave, MATLAB, Julia, LaTeX, Markdown and databases, as plain rows of cells. */

/** What stands above the rows: `W =`, `3×3 Matrix{Float64}:`, `3 x 3 sparse Matrix of class "dgCMatrix"`. */
const TITLE = /^\s*(?:[A-Za-z_]\w*\s*=|\d+\s*[×x]\s*\d+\b[^\n]*)\s*\n/;
const COLUMNS_OF_R = /^\s*(?:\[,\d+\]\s*)+$/;
const ROW_OF_R = /^\s*\[\d+,\]\s*/;
/** Of Markdown, and of databases, which put a + where lines cross. */
const RULE = /^\s*[|+]?\s*:?-+:?\s*(?:[|+]\s*:?-+:?\s*)*[|+]?\s*$/;
const LATEX = /\\(?:begin|end)\{(?:\w*matrix\w*\*?|array|tabular)\}(?:\{[^{}]*\})?/;

/** What the text was printed by, in words; null for rows of cells alone. */
export function printedBy(text: string): string | null {
  if (LATEX.test(text)) return "LaTeX";
  const start = text.slice(0, 20_000);
  const rows = start.split(/\r\n|\r|\n/);
  if (rows.some((row) => ROW_OF_R.test(row)) && rows.some((row) => COLUMNS_OF_R.test(row))) return "R";
  if (isRuled(text)) return "Markdown";
  if (/^\s*\d+\s*[×x]\s*\d+\s+sparse Matrix/.test(start)) return "R";
  if (/^\s*\d+\s*[×x]\s*\d+\s+\S*(?:Matrix|Array)/.test(start)) return "Julia";
  if (TITLE.test(start)) return "Octave or MATLAB";
  if (isSquareOfDigits(start)) return "digits without blanks";
  return null;
}

/** Without what is drawn around the rows. */
export function rowsOfPrintout(text: string): string {
  switch (printedBy(text)) {
    case "LaTeX":
      return text
        .replace(new RegExp(LATEX, "g"), "\n")
        .replace(/\\(?:left|right|bigl|bigr|Big|big)[[\]().|]?|\\hline|\$+|\\[[\]]/g, "")
        .replaceAll("\\\\", "\n")
        .replaceAll("&", "\t");
    case "R":
      return text
        .replace(TITLE, "")
        .split(/\r\n|\r|\n/)
        .filter((row) => !COLUMNS_OF_R.test(row))
        .map((row) => row.replace(ROW_OF_R, ""))
        .join("\n");
    case "Markdown":
      return withoutRules(text);
    case "digits without blanks":
      return text.replace(/([01])(?=[01])/g, "$1 ");
    case null:
      return text;
    default:
      return text.replace(TITLE, "");
  }
}

/** Whether a rule stands among the first rows, and bars between cells. */
function isRuled(text: string): boolean {
  const first = text.slice(0, 2_000).split(/\r\n|\r|\n/, 4);
  return first.some((row) => RULE.test(row)) && first.some((row) => row.includes("|"));
}

/** A table with rules as rows of cells with | between; a rule leaves its line empty, so that lines keep their numbers. */
export function withoutRules(text: string): string {
  if (!isRuled(text)) return text;
  const rows = text.split(/\r\n|\r|\n/);
  return rows.map((row) => (RULE.test(row) ? "" : row.trim().replace(/^\||\|$/g, ""))).join("\n");
}

function isSquareOfDigits(text: string): boolean {
  const rows = text.trim().split(/\s*\n\s*/);
  return rows.length > 1 && rows.every((row) => row.length === rows.length && /^[01]+$/.test(row));
}
