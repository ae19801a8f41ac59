/** The formats that a text may have, the likeliest first, each with the reason. */

import { edgeColumns, isCount, isMutual, multilineOf } from "./edges";
import { numberOf, type Format, type Guess } from "./formats";
import { graphKind, readValue } from "./graph-json";
import { isGraph6 } from "./graph6";
import { lines, rowsOf, type Rows } from "./lines";
import { isLiteral } from "./literals";
import {
  holdsHalf,
  isAdjacency,
  isLaplacian,
  isSymmetric,
  nearlySquare,
  squareOf,
  sumsToOne,
  type Square,
} from "./matrix";
import { metisOf } from "./metis";
import { printedBy } from "./printout";
import { isTableOfJson } from "./json-table";

/** The length of text that is examined to tell its format. */
const GLANCE = 200_000;
/** Larger texts cannot be a matrix within the limits. */
const MATRIX_TEXT = 30_000_000;

/** Formats that are known by their beginning, and not read. */
const UNREAD: readonly [RegExp, string][] = [
  [/^@relation\s/i, "This is ARFF, Weka’s format, which is not read: save the table as CSV."],
  [/^dl\s+n\s*=/i, "This is UCINET’s DL, which is not read: save the network as a list of links or a matrix."],
  [/^\*node (?:data|properties)/i, "This is VNA, which is not read: save the network as a list of links."],
  [/^\(tlp\s/i, "This is Tulip’s format, which is not read: save the network as GML or a list of links."],
  [/^(?:c\s.*\n)*p\s+cnf\s/i, "This is a formula in DIMACS’ form, and no network."],
  [/^(?:%PDF-|\{\\rtf)/, "This is a document to be looked at, not a file of data: save its table as CSV."],
  [/^(?:PAR1|ARROW1)/, "This is a table in a binary form: save it as CSV."],
  [
    /^(?:(?:graph|flowchart)\s+(?:TD|TB|BT|LR|RL)\s|@start\w+\s)/,
    "This is a drawing in Mermaid’s or PlantUML’s words, which are not read: save the network as a list of links.",
  ],
  [
    /^(?:---\s*\n)?\w+:[ \t]*(?:\r?\n(?:[ \t]*-[ \t]|[ \t]+\w+:)|\d+\r?\n\w+:[ \t]*\S*\r?\n(?:.*\n)*?[ \t]+\w+:)/,
    "This is YAML, which is not read: save it as JSON.",
  ],
  [/^\[[A-Za-z][\w.-]*\]\s*\n\s*\w+\s*=/, "These are settings as TOML or INI, which are not read: save them as JSON."],
  [/^(?:Di)?Graph[[(]\s*[[{(]/i, "This is the call of a program: bring the list in it alone, with its brackets."],
  [
    /^(?:\d+-element .*\n\s*)?Edge \d+ => \d+/,
    "These are links as Julia prints them: leave out the word Edge of each line.",
  ],
  [/^<https?:/, "These are triples of RDF, which are not read: save the network as a list of links."],
  [/^\{[^\n]*\}\s*\n\{/, "Each line is JSON of its own, which is not read: put all in one list, [ … , … ]."],
  [
    /^NAME\s*:.*\n(?:.*\n){0,9}?DIMENSION\s*:/,
    "This is TSPLIB’s form, which is not read: save the network as a list of links or a matrix.",
  ],
  [
    /^[-+]?[\d.]+(?:\s[^|\n]*)?\|[^\s|]*(?:\s+[^\s:|]+:[-+.\de]+)+\s*(?:\n|$)/,
    "These are data for Vowpal Wabbit, which are not read: save them as CSV or LIBSVM.",
  ],
  [
    /^(?:iteration,method,metric,mean,low,high|.*"methods":\[\{"label").*\n/,
    "These are the curves of a run, which are not read back: bring its document.",
  ],
];

export function guessFormats(text: string): Guess[] {
  const start = text.trimStart().replace(/^\ufeff/, "");
  const glance = whole(start.slice(0, GLANCE), start.length > GLANCE);
  const one = (format: Format, why: string): Guess[] => [{ format, why }];
  const unread = UNREAD.find(([beginning]) => beginning.test(glance));
  if (unread) throw new Error(unread[1]);
  if (start.startsWith("<") && !/^<[^>]*sparse (?:matrix|array)/.test(start)) return markup(glance);
  if (/^%%MatrixMarket/i.test(start)) return one("matrixMarket", "it begins with %%MatrixMarket");
  if (/^(?:\/\*[\s\S]*?\*\/\s*|%.*\s*)*\*(?:network|vertices)\b/i.test(start))
    return one("pajek", "it has Pajek’s headings with an asterisk");
  if (/^(?:\/\*[\s\S]*?\*\/\s*|(?:\/\/|#).*\n\s*)*(strict\s+)?(di)?graph\b[^[]*?\{/i.test(glance))
    return one("dot", "it begins as DOT, the language of Graphviz");
  if (/^(?:[^\n]*\n){0,5}?\s*graph\s*\[/i.test(glance)) return one("gml", "it has GML’s graph in brackets");
  if (/^p\s+\w+\s+\d+\s+\d+\s*$/m.test(glance) && /^(e|a)\s+\d+\s+\d+/m.test(glance))
    return one("dimacs", "it has DIMACS’ lines of p and e");
  if (/^nodedef\s*>/i.test(start)) return one("gdf", "it begins with GDF’s nodedef");
  if (/^[^#\s][^\n]*\n(?:[^#\n][^\n]*\n|\s*\n)*#[ \t]*\r?\n[ \t]*\S+[ \t]+\S/.test(glance))
    return one("tgf", "a line of # stands between nodes and links, as in TGF");
  if (isGraph6(start)) return one("graph6", "it has the characters of graph6 or sparse6, as many as its size asks for");
  const code = start.replace(/^(?:\/\/.*\s*)+/, "");
  if (code.startsWith("{")) return fromBraces(code);
  if (start.startsWith("[") || isLiteral(start)) {
    const found = fromBrackets(start);
    if (found) return found;
  }
  const libsvm = libsvmShare(glance);
  if (libsvm.share >= 0.5)
    return [
      {
        format: "libsvm",
        why: libsvm.ranked
          ? "its lines have index:value pairs, and qid, as data for ranking"
          : "its lines have a label and index:value pairs",
      },
      ...fromRows(glance, start),
    ];
  const printer = printedBy(start);
  const printed = printer && start.length < MATRIX_TEXT && squareOf(start);
  // Tables stand between rules, too.
  if (printer && printed && (printer !== "Markdown" || sumsToOne(printed) || isAdjacency(printed)))
    return [...matrices(printed, `it is printed as by ${printer}`), { format: "csv", why: "it is a table" }];
  return fromRows(glance, start);
}

/** Without a last line that was cut off. */
function whole(text: string, cut: boolean): string {
  const end = cut ? text.lastIndexOf("\n") : -1;
  return end > 0 ? text.slice(0, end) : text;
}

function markup(text: string): Guess[] {
  if (/<graphml[\s>]/i.test(text)) return [{ format: "graphml", why: "it is XML with a graphml element" }];
  if (/<\w+:(?:graphml|gexf)[\s>]/i.test(text))
    throw new Error(
      "This XML has a prefix before the names of its elements: it is read without, as <graphml> or <gexf>.",
    );
  if (/<gexf[\s>]/i.test(text)) return [{ format: "gexf", why: "it is XML with a gexf element" }];
  throw new Error(
    /<html|<!doctype html/i.test(text)
      ? "This is a web page, perhaps in place of the file that was to be downloaded."
      : "This is XML, but neither GraphML nor GEXF.",
  );
}

/** Of what begins with a brace: JSON, or sets and dictionaries as they are printed. */
function fromBraces(text: string): Guess[] {
  const value = readValue(text);
  if (Array.isArray(value)) return ofList(value, text) ?? [{ format: "weights", why: "it is a list in braces" }];
  const fields = value as Record<string, unknown>;
  const kind = graphKind(value);
  const experiment: Guess = { format: "experiment", why: "it is a JSON object with an experiment’s fields" };
  if (["version", "problem", "network", "methods"].some((name) => Object.hasOwn(fields, name))) return [experiment];
  if (kind) return [{ format: "graphJson", why: `it is JSON, and ${kind}` }];
  const names = Object.keys(fields).slice(0, 5).join(", ");
  throw new Error(
    `This JSON is neither an experiment nor a network that is known here: ${names === "" ? "it is empty" : `its fields are ${names}`}.`,
  );
}

/** Of what begins with a bracket, or a name before one; null where it is printed by nobody known. */
function fromBrackets(text: string): Guess[] | null {
  let value: unknown;
  try {
    value = readValue(text);
  } catch (error) {
    if (/^[[{]/.test(text) && !/^\[\s*\d+,|^\[,?\d+\]/.test(text)) throw error;
    return null;
  }
  return Array.isArray(value) ? ofList(value, text) : graphKind(value) ? ofGraph(value) : null;
}

const ofGraph = (value: unknown): Guess[] => [
  { format: "graphJson", why: `it is JSON or printed as such, and ${graphKind(value)}` },
];

function ofList(value: readonly unknown[], text: string): Guess[] | null {
  const kind = graphKind(value);
  const square = Array.isArray(value[0]) ? squareOf(text) : null;
  const graph = kind ? ofGraph(value) : [];
  const table: Guess[] = isTableOfJson(value) ? [{ format: "csv", why: "it is a JSON list of rows" }] : [];
  if (!square) {
    const found = [...graph, ...table];
    return found.length > 0 ? found : [{ format: "weights", why: "it begins with a bracket, as a matrix does" }];
  }
  const asMatrix = matrices(square, "it is a list of rows");
  const isOdd = !sumsToOne(square) && !isAdjacency(square);
  // Two rows of two whole numbers are two links, unless they are a matrix with entries between.
  return (kind === "it is a list of pairs" && square.matrix.flat().every(Number.isInteger)) || (kind && isOdd)
    ? [...graph, ...asMatrix, ...table]
    : isOdd && table.length > 0
      ? [...table, ...asMatrix]
      : [...asMatrix, ...graph, ...table];
}

function matrices(square: Square, why: string): Guess[] {
  const weights: Guess = {
    format: "weights",
    why: `${why}, square, and ${sumsToOne(square) ? "each row sums to 1 or nearly" : "of numbers"}`,
  };
  const adjacency: Guess = {
    format: "adjacencyMatrix",
    why: `${why}, square, ${isAdjacency(square) ? "and 0 where no link is" : "and of numbers"}`,
  };
  // Pairs that are linked sum to 1, too.
  const isPairs = isAdjacency(square) && square.matrix.every((row, i) => row[i] === 0);
  return isPairs || !(sumsToOne(square) || !isAdjacency(square)) ? [adjacency, weights] : [weights, adjacency];
}

/** A label, or several of them. */
const LABELS = /^[+-]?[\d.]+(?:e[+-]?\d+)?(?:,[+-]?[\d.]+)*$/i;

/** How many of the lines have a number, and then index:value pairs. */
function libsvmShare(text: string): { share: number; ranked: boolean } {
  const list = lines(text).slice(0, 200);
  const pair = /^[A-Za-z_]\w*:\S+$|^[+-]?[\d.]+:\S*$/;
  const fits = list.filter(({ text }) => {
    const [label, ...pairs] = text.split(/\s+/);
    return LABELS.test(label!) && pairs.length > 0 && pairs.every((word) => pair.test(word));
  });
  return {
    share: list.length === 0 ? 0 : fits.length / list.length,
    ranked: fits.some(({ text }) => /\sqid:/.test(text)),
  };
}

const isListOfNodes = (head: readonly string[]) =>
  head[0]?.toLowerCase() === "id" &&
  head[1]?.toLowerCase() === "label" &&
  (head.length === 2 || /^timeset$/i.test(head[2]!));

/** Of text in rows and cells. */
function fromRows(glance: string, text: string): Guess[] {
  const table = rowsOf(glance);
  const [first] = table.rows;
  const width = first!.cells.length;
  const guesses = new Map<Format, string>();
  const add = (format: Format, why: string) => guesses.has(format) || guesses.set(format, why);
  const shape = shapeOf(table);

  if (isListOfNodes(first!.cells))
    throw new Error("This is a table of nodes, as Gephi writes it: their links stand in its table of edges.");
  if (edgeColumns(first!.cells)) add("edges", "its first row names a source and a target");
  if (shape.braces) add("edges", "each line has two nodes and braces, as networkx writes links");
  if (/^%\s*(?:sym|asym|bip)\b/.test(text)) add("edges", "it begins as KONECT’s lists of links do");
  if (text.length < MATRIX_TEXT && holdsHalf(table.rows.map(({ cells }) => cells))) {
    const half = squareOf(text);
    const formats: Format[] = half ? matrices(half, "").map(({ format }) => format) : ["adjacencyMatrix"];
    for (const format of formats) add(format, "its rows hold one half of a symmetric matrix");
  }
  const nearly = text.length < MATRIX_TEXT && !shape.header ? nearlySquare(table.rows.map(({ cells }) => cells)) : null;
  if (nearly) add(nearly, "its rows are nearly those of a square matrix");
  const square = text.length < MATRIX_TEXT && shape.numeric && glance.length <= GLANCE ? squareFor(text, table) : null;
  // With names above, only what is W or an adjacency matrix beyond doubt is not a table.
  const isClear = square !== null && isSymmetric(square) && (sumsToOne(square) || isAdjacency(square));
  if (square && width > 2 && (!shape.header || isClear || first!.cells.length > square.matrix.length)) {
    const [likely, other] = matrices(square, "it is a table");
    if (isLaplacian(square))
      add("adjacencyMatrix", "its rows sum to 0, as those of a Laplacian, which tells who is linked");
    // Neither sums of 1 nor a pattern of links: then it is a table like others.
    if (!(sumsToOne(square) || isAdjacency(square)))
      add(
        width === 3 && shape.links ? "edges" : "csv",
        "its rows and columns are as many, but it is no W and no adjacency matrix",
      );
    add(likely!.format, likely!.why);
    add(other!.format, other!.why);
  }
  if (square && width === 2 && !shape.links && (sumsToOne(square) || isAdjacency(square)))
    for (const { format, why } of matrices(square, "it is a table")) add(format, why);
  if (metisOf(text))
    add("adjacency", "its first line counts nodes and links, and the neighbours of each follow, as METIS has them");
  if (multilineOf(table.rows)) add("adjacency", "each node counts its neighbours, and a line for each of them follows");
  if (isCount(table.rows)) add("edges", "its first line counts nodes and links, and a link a line follows");
  if (shape.uniform && width > 2 && (shape.links || (shape.names && shape.words)) && isMutual(table.rows))
    add("adjacency", "each line begins with another node, and those after it name it in theirs");
  // Words of which none comes twice are no network.
  if (shape.once) add("csv", "no word comes twice, as nodes of a network would");
  if (!shape.uniform && shape.names && !shape.header && shape.distinct)
    add("adjacency", "its lines have a node and neighbours, not equally many");
  if (shape.padded && !shape.header) add("adjacency", "its rows of names end in empty cells, not equally many");
  const asLabels = shape.twoOutcomes && table.separator !== " ";
  if (shape.uniform && width === 2 && shape.links && asLabels) add("csv", "its last column has two values, as labels");
  if (shape.uniform && width === 2 && (shape.links || (shape.words && !shape.header)))
    add("edges", shape.links ? "each line has two whole numbers" : "each line has two names");
  if (shape.uniform && width === 3 && !shape.header && shape.thirdIsNumber && (shape.links || shape.words))
    add(
      asLabels ? "csv" : "edges",
      asLabels ? "its last column has two values, as labels" : "each line has two nodes and a number, as a weight",
    );
  if (shape.header && shape.numericBody && width >= 2 && !edgeColumns(first!.cells))
    add("csv", "its first row has names, and numbers follow");
  add("csv", shape.header ? "it is a table with a first row of names" : "it is a table");
  if (shape.uniform && width >= 2 && (width <= 3 || (shape.links && width <= 6)))
    add("edges", "its lines begin with two cells that may be nodes");
  if (shape.names && !shape.header) add("adjacency", "its lines begin with a node");
  return [...guesses].map(([format, why]) => ({ format, why }));
}

/** The square matrix of a text, also when only its beginning was examined. */
function squareFor(text: string, { rows }: Rows): ReturnType<typeof squareOf> {
  const width = rows[0]!.cells.length;
  // Of a long text the rows that were seen are wide enough, or it is none.
  return rows.length > 2 * width + 2 ? null : squareOf(text);
}

interface Shape {
  uniform: boolean;
  header: boolean;
  /** All cells are numbers, but for a first row and a first column of names. */
  numeric: boolean;
  numericBody: boolean;
  /** The first two cells of each row are whole numbers. */
  links: boolean;
  /** The first two cells of each row are words, not numbers with fractions. */
  words: boolean;
  /** All cells could be names of nodes. */
  names: boolean;
  /** Each row begins with another cell. */
  distinct: boolean;
  braces: boolean;
  thirdIsNumber: boolean;
  /** Names end in empty cells, and more of them in some rows. */
  padded: boolean;
  /** No cell comes twice. */
  once: boolean;
  /** The last column holds two numbers, each more than once. */
  twoOutcomes: boolean;
}

function shapeOf({ rows, separator }: Rows): Shape {
  const list = rows.slice(0, 2_000).map(({ cells }) => cells);
  const [first, ...rest] = list as [readonly string[], ...(readonly string[])[]];
  const isNumber = (cell: string) =>
    /^(?:\d+\/\d+|\.)$/.test(cell) || !Number.isNaN(numberOf(separator === "," ? cell : cell.replace(",", ".")));
  const isNode = (cell: string) => /^\d+$/.test(cell) || !isNumber(cell);
  const header =
    rest.length > 0 &&
    first.some((cell) => cell !== "" && !isNumber(cell)) &&
    first.every((cell) => cell === "" || !isNumber(cell) || /^\d+$/.test(cell)) &&
    rest.some((cells) => cells.some((cell, j) => isNumber(cell) && !isNumber(first[j] ?? "")));
  const filled = list.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1));
  const all = list.flat();
  // Numbers in one column and words in the other are no nodes of one network.
  const areOfTwoKinds =
    list.length > 2 &&
    [0, 1].some((j) => list.every((cells) => isNumber(cells[j] ?? "") && !isNumber(cells[1 - j] ?? "")));
  const last = new Map<string, number>();
  for (const cells of list) last.set(cells.at(-1) ?? "", (last.get(cells.at(-1) ?? "") ?? 0) + 1);
  return {
    uniform: list.every((cells) => cells.length === first.length),
    header,
    numeric:
      rest.every((cells) => cells.slice(1).every(isNumber)) || all.every((cell) => /^(?:true|false)$/i.test(cell)),
    numericBody: rest.some((cells) => cells.some(isNumber)),
    links: list.every((cells) => cells.length > 1 && cells.slice(0, 2).every((cell) => /^\d+$/.test(cell))),
    words:
      list.every((cells) => cells.slice(0, 2).every((cell) => cell !== "" && isNode(cell))) &&
      !areOfTwoKinds &&
      !list.every((cells) => cells.slice(0, 2).every(isNumber)),
    names: list.every((cells) =>
      cells.every((cell) => isNode(cell.replace(/:$/, "")) && cell !== "" && !cell.startsWith("{")),
    ),
    distinct: new Set(list.map((cells) => cells[0])).size === list.length,
    padded:
      filled.some(({ length }) => length !== filled[0]!.length) &&
      filled.every((cells) => cells.every((cell) => cell !== "" && Number.isNaN(numberOf(cell)))),
    once:
      list.length > (filled.every(({ length }) => length === 2) ? 2 : 1) &&
      new Set(all).size === all.length &&
      !all.every(isNumber),
    braces: list.every((cells) => cells.length === 3 && /^\{.*\}$/.test(cells[2]!)),
    thirdIsNumber: list.every((cells) => isNumber(cells[2] ?? "")),
    twoOutcomes: last.size === 2 && [...last.keys()].every(isNumber) && [...last.values()].every((count) => count > 1),
  };
}
