/** What a text most likely is: by the ending of its name, its first line and the form of its rows, with the reason. */

import { readDocument } from "../../simulation/core";
import { isNumber, numberOf, READ, type Format, type Guess } from "./formats";
import { areLists, edgeColumns } from "./network";
import { isAdjacency, isSymmetric, squareOf, sumsTo } from "./matrix";
import { isGraphJson } from "./node-link";
import { linesOf, rowsOf, type Rows } from "./rows";
import { tableOf } from "./table";

const ENDINGS: Readonly<Record<string, Format>> = {
  graphml: "graphml",
  gexf: "gexf",
  dot: "dot",
  gv: "dot",
  gml: "gml",
  mtx: "matrixMarket",
  edges: "edges",
  edgelist: "edges",
  adjlist: "adjacency",
  libsvm: "libsvm",
  svm: "libsvm",
};

const BEGINNINGS: readonly [RegExp, Format, string][] = [
  [/^%%MatrixMarket/i, "matrixMarket", "it begins with %%MatrixMarket"],
  [/^<[\s\S]*<graphml[\s>]|^<graphml[\s>]/i, "graphml", "it is XML with a graphml element"],
  [/^<[\s\S]*<gexf[\s>]|^<gexf[\s>]/i, "gexf", "it is XML with a gexf element"],
  [
    /^(?:\/\*[\s\S]*?\*\/\s*|(?:\/\/|#).*\n\s*)*(?:strict\s+)?(?:di)?graph\b[^[{\n]*\{/i,
    "dot",
    "it begins as DOT, the language of Graphviz",
  ],
  [/^(?:[^\n]*\n){0,5}?\s*graph\s*\[/i, "gml", "it has GML’s graph in brackets"],
];

/** The length of text that is examined to tell its format. */
const GLANCE = 200_000;
/** Larger texts cannot be a matrix within the limits. */
const MATRIX_TEXT = 30_000_000;

/** Throws an Error where no format fits. */
export function guessFormat(name: string, text: string): Guess {
  const start = text.trimStart();
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(ENDINGS, ending)) return { format: ENDINGS[ending]!, why: `its name ends in .${ending}` };
  const begun = BEGINNINGS.find(([beginning]) => beginning.test(start.slice(0, 5_000)));
  if (begun) return { format: begun[1], why: begun[2] };
  const isJson = /^(?:\{|\[\s*\{)/.test(start);
  const guess = isJson ? ofJson(text) : /^[<*@]/.test(start) ? null : ofRows(start);
  if (guess) return guess;
  const what = /"methods"\s*:/.test(text)
    ? "This may be an experiment with other text around it."
    : "This is none of the formats that are read here.";
  throw new Error(`${what} ${READ}`);
}

/** Damaged JSON is an experiment’s. */
function ofJson(text: string): Guess | null {
  let value: unknown;
  try {
    value = readDocument(text);
  } catch {
    return { format: "experiment", why: "it begins with a brace" };
  }
  if (Array.isArray(value))
    throw new Error(`This is a list of ${value.length} in JSON: one experiment or network is read.`);
  const fields = Object.keys((value ?? {}) as object);
  if (["version", "problem", "network", "methods"].some((field) => fields.includes(field)))
    return { format: "experiment", why: "it is a JSON object with an experiment’s fields" };
  return isGraphJson(value) ? { format: "graphJson", why: "it is JSON, and has links" } : null;
}

const isWhole = (cell: string | undefined) => cell !== undefined && /^\d+$/.test(cell);
const isWord = (cell: string) => cell !== "" && Number.isNaN(numberOf(cell.replace(",", ".")));
const isNode = (cell: string | undefined) => cell !== undefined && (isWhole(cell) || isWord(cell));

/** Whether at least half of the lines have a number, and then index:value pairs. */
function isLibsvm(text: string): boolean {
  const lines = linesOf(text, 200).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const fits = lines.filter((line) => /^\s*[+-]?[\d.]+(?:e[+-]?\d+)?(?:,[\d.]+)*\s+(?:[\w.]+:\S*(?:\s|$))/i.test(line));
  return 2 * fits.length >= Math.max(1, lines.length);
}

function ofRows(text: string): Guess | null {
  const end = text.length > GLANCE ? text.lastIndexOf("\n", GLANCE) : text.length;
  const glance = text.slice(0, end > 0 ? end : GLANCE);
  if (isLibsvm(glance)) return { format: "libsvm", why: "its lines have a number and index:value pairs" };
  const found = rowsOf(glance);
  // Empty cells may fill the rows.
  const rows = found.rows.slice(0, 2_000).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1),
  }));
  const first = rows[0]!.cells;
  if (edgeColumns(first)) return { format: "edges", why: "its first row names a source and a target" };
  const mayBeMatrix = found.rows.length <= first.length + 1 && text.length < MATRIX_TEXT;
  const matrix = mayBeMatrix ? ofMatrix(glance === text ? found : rowsOf(text)) : null;
  if (matrix) return matrix;
  const isEven = rows.every(({ cells }) => cells.length === first.length);
  const table = isEven ? null : tableOf(glance);
  const hasNumbers = table !== null && table.columns.length > 1 && table.columns.some(({ numeric }) => numeric);
  if (hasNumbers && table.choices.header && table.above.length > 0)
    return { format: "csv", why: "it has a table below other lines" };
  const areNodes = rows.every(({ cells }) => cells.every((cell) => isNode(cell.replace(/:$/, ""))));
  if (areNodes && (first.length > 2 || !isEven) && rows.every(({ cells }) => cells.length > 1) && areLists(rows, true))
    return { format: "adjacency", why: "each line begins with another node, and those after it name it in theirs" };
  if (isEven && areLinks({ ...found, rows })) return { format: "edges", why: "each line has two nodes" };
  if (!isEven && areNodes && areLists(rows, false))
    return { format: "adjacency", why: "its lines have a node and neighbours, not equally many" };
  const isBelowComments =
    hasNumbers && (table.choices.header || table.above.every((line) => /^\s*[#%]|^sep=/i.test(line)));
  return rows.length > 1 && (isEven ? first.length > 1 : isBelowComments)
    ? { format: "csv", why: "its rows are a table’s" }
    : null;
}

/** Two whole numbers a line, or two words of which some come again; behind them at most a number, which is no label. */
function areLinks({ rows, separator }: Rows): boolean {
  const width = rows[0]!.cells.length;
  const ends = rows.flatMap(({ cells }) => cells.slice(0, 2));
  const last = rows.map(({ cells }) => cells.at(-1)!);
  const areWords = ends.every(isWord) && (rows.length === 1 || new Set(ends).size < ends.length);
  const again = (value: string) => last.filter((other) => other === value).length > 1;
  const isLabelled =
    separator !== " " && new Set(last).size === 2 && last.every((value) => isNumber(value) && again(value));
  const isWeighted = width === 3 && last.every(isNumber);
  return (width === 2 || isWeighted) && (ends.every(isWhole) || areWords) && !isLabelled;
}

/** Of rows that are a square matrix, and more than two links: W, or who is linked. */
function ofMatrix(rows: Rows): Guess | null {
  try {
    const { matrix, names } = squareOf(rows);
    // Two rows of two whole numbers are two links, and numbers below names a table, unless they are a matrix beyond doubt.
    if (matrix.length === 2 && rows.rows.every(({ cells }) => cells.every(isWhole))) return null;
    if (names && rows.rows[0]!.cells.length === matrix.length && !isSymmetric(matrix)) return null;
    const isA = isAdjacency(matrix);
    // Pairs that are linked sum to 1, too.
    const arePairs = isA && matrix.every((row, i) => row[i] === 0);
    if (sumsTo(matrix) && !arePairs)
      return { format: "weights", why: "it is a square matrix whose rows sum to 1, or nearly" };
    return isA ? { format: "adjacencyMatrix", why: "it is a square matrix of who is linked" } : null;
  } catch {
    return null;
  }
}
