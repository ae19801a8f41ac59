/** What a text may be: by the ending of its name, its first line and the form of its rows; the likeliest first, with the reason. */

import { areLists, edgeColumns } from "./edges";
import { numberOf, READ, type Format, type Guess } from "./formats";
import { isGraphJson } from "./graph-json";
import { isAdjacency, isSymmetric, squareOf, sumsTo } from "./matrix";
import { rowsOf, type Rows } from "./rows";
import { lookAtTable, type TableLook } from "./table";

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

/** Formats that are known by their beginning. */
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

const OTHER = "This is none of the formats that are read here.";
/** A text that is none of the formats. */
const refused = (what: string) => new Error(`${what} ${READ}`);

/** `json`: the value where the text is JSON that begins with a brace, or a list of such. At most three; throws an Error where none fits. */
export function guessFormats(name: string, text: string, json?: unknown): Guess[] {
  const start = text.trimStart();
  const guesses = new Map<Format, string>();
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(ENDINGS, ending)) guesses.set(ENDINGS[ending]!, `its name ends in .${ending}`);
  const add = (list: readonly Guess[]) => {
    for (const { format, why } of list) if (!guesses.has(format)) guesses.set(format, why);
  };
  const begun = BEGINNINGS.find(([beginning]) => beginning.test(start.slice(0, 5_000)));
  try {
    if (begun) add([{ format: begun[1], why: begun[2] }]);
    else if (json !== undefined) add([ofJson(json)]);
    else if (start.startsWith("<"))
      throw refused(
        /^<(?:!doctype )?html/i.test(start) ? "This is a web page." : "This XML is neither GraphML nor GEXF.",
      );
    // Headings of other formats.
    else if (/^[*@]/.test(start)) throw refused(OTHER);
    else add(ofRows(start));
  } catch (error) {
    // The name may say what the text does not.
    if (guesses.size === 0) throw error;
  }
  return [...guesses].slice(0, 3).map(([format, why]) => ({ format, why }));
}

function ofJson(value: unknown): Guess {
  const fields = Object.keys((value ?? {}) as object);
  if (["version", "problem", "network", "methods"].some((field) => fields.includes(field)))
    return { format: "experiment", why: "it is a JSON object with an experiment’s fields" };
  if (isGraphJson(value)) return { format: "graphJson", why: "it is JSON, and has links" };
  throw refused(
    `This JSON is neither an experiment nor a network: ${fields.length > 0 ? `its fields are ${fields.slice(0, 5).join(", ")}` : "it is empty"}.`,
  );
}

const isNumber = (cell: string) => !Number.isNaN(numberOf(cell.replace(",", ".")));
const isWhole = (cell: string | undefined) => cell !== undefined && /^\d+$/.test(cell);

/** Whether at least half of the lines have a number, and then index:value pairs. */
function isLibsvm(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/, 200).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const fits = lines.filter((line) => /^\s*[+-]?[\d.]+(?:e[+-]?\d+)?(?:,[\d.]+)*\s+(?:[\w.]+:\S*(?:\s|$))/i.test(line));
  return 2 * fits.length >= Math.max(1, lines.length);
}

function ofRows(text: string): Guess[] {
  const end = text.length > GLANCE ? text.lastIndexOf("\n", GLANCE) : text.length;
  const glance = text.slice(0, end > 0 ? end : GLANCE);
  if (isLibsvm(glance)) return [{ format: "libsvm", why: "its lines have a number and index:value pairs" }];
  const table = rowsOf(glance);
  // Empty cells may fill the rows.
  const rows = table.rows.slice(0, 2_000).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1),
  }));
  const [first = [], ...rest] = rows.map(({ cells }) => cells);
  const width = first.length;
  const isEven = rest.every(({ length }) => length === width);
  const guesses: Guess[] = [];
  const add = (format: Format, why: string) => guesses.push({ format, why });

  if (edgeColumns(first)) add("edges", "its first row names a source and a target");
  const whole = table.rows.length <= width + 1 && text.length < MATRIX_TEXT;
  guesses.push(...ofMatrix(whole && glance !== text ? rowsOf(text) : table, first));
  const areNodes = [first, ...rest].every(
    (cells) => cells.length > 1 && cells.slice(0, 2).every((cell) => cell !== "" && (isWhole(cell) || !isNumber(cell))),
  );
  if (areNodes && (width > 2 || !isEven) && areLists(rows, true))
    add("adjacency", "each line begins with another node, and those after it name it in theirs");
  const named = first.every((cell) => !isNumber(cell)) && rest.flat().some(isNumber);
  const cells = [first, ...rest].flat();
  // Words of which none comes twice are no network.
  const once = rest.length > 1 && new Set(cells).size === cells.length && !cells.every(isNumber);
  const outcomes = rows.map(({ cells }) => cells.at(-1) ?? "");
  const isLabel = (value: string) => isNumber(value) && outcomes.filter((other) => other === value).length > 1;
  const isLabelled = table.separator !== " " && new Set(outcomes).size === 2 && outcomes.every(isLabel);
  // Numbers in one column and words in the other are no nodes of one network.
  const [left, right] = [0, 1].map((j) => [first, ...rest].map((row) => isNumber(row[j] ?? ""))) as [
    boolean[],
    boolean[],
  ];
  const areMixed = rest.length > 1 && left.every((is, i) => is !== right[i] && is === left[0]);
  const areLinks =
    isEven && areNodes && !areMixed && !named && !once && (width === 2 || (width === 3 && outcomes.every(isNumber)));
  if (areLinks && !isLabelled)
    add("edges", `each line has two nodes${width === 3 ? " and a number, as a weight" : ""}`);
  const look = isEven ? null : lookAtTable(glance);
  if (look && isTable(look) && look.choices.header && look.above.length > 0)
    add("csv", "it has a table below other lines");
  const areNames = cells.every((cell) => cell === "" || isWhole(cell.replace(/:$/, "")) || !isNumber(cell));
  if (!isEven && areNames && areLists(rows, false))
    add("adjacency", "its lines have a node and neighbours, not equally many");
  if (rest.length > 0 && (look ? isTable(look) : width > 1))
    add("csv", isLabelled ? "its last column has two values, as labels" : "its rows are a table’s");
  if (areLinks || (isEven && !named && width > 2 && rows.every((row) => row.cells.slice(0, 2).every(isWhole))))
    add("edges", "its lines begin with two cells that may be nodes");
  if (guesses.length === 0) throw refused(OTHER);
  return guesses;
}

/** Whether columns of numbers stand below their names, or below nothing but comments. */
const isTable = ({ columns, choices, above }: TableLook): boolean =>
  columns.length > 1 &&
  columns.some(({ numeric }) => numeric) &&
  (choices.header || above.every((line) => /^\s*[#%]|^sep=/i.test(line)));

/** Of rows that are a square matrix, and more than two links: W, or who is linked. */
function ofMatrix(rows: Rows, first: readonly string[]): Guess[] {
  const square = squareOf(rows);
  if (!square) return [];
  const { matrix, names } = square;
  const n = matrix.length;
  const [isW, isA] = [sumsTo(matrix), isAdjacency(matrix)];
  const weights: Guess = {
    format: "weights",
    why: `it is a square matrix${isW ? " whose rows sum to 1, or nearly" : ""}`,
  };
  const adjacency: Guess = { format: "adjacencyMatrix", why: `it is a square matrix${isA ? " of who is linked" : ""}` };
  if (!isW && !isA) return [];
  // Two rows of two whole numbers are two links, and numbers below names a table, unless they are a matrix beyond doubt.
  if (n === 2 && rows.rows.every(({ cells }) => cells.every(isWhole))) return [];
  if (names && first.length === n && !isSymmetric(matrix)) return [];
  // Pairs that are linked sum to 1, too.
  const arePairs = isA && matrix.every((row, i) => row[i] === 0);
  return isW && !arePairs ? [weights, adjacency] : [adjacency, weights];
}
