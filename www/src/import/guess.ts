/** What a text may be: the formats that fit, the likeliest first, each with what speaks for it. */

import { parseJson } from "../export/json";
import { edgeColumns, isCount, isMetis, isMutual } from "./edges";
import { numberOf, type Format, type Guess } from "./formats";
import { graphKind, withoutTuples } from "./graph-json";
import { lines, rowsOf, type Rows } from "./lines";
import { isAdjacency, isPrinted, squareOf, sumsToOne } from "./matrix";

/** So much of a text tells what it is. */
const GLANCE = 200_000;
/** Larger texts are not looked at for a matrix, which none could be. */
const MATRIX_TEXT = 30_000_000;

export function guessFormats(text: string): Guess[] {
  const start = text.trimStart().replace(/^\ufeff/, "");
  const glance = whole(start.slice(0, GLANCE), start.length > GLANCE);
  const one = (format: Format, why: string): Guess[] => [{ format, why }];
  if (start.startsWith("<")) return markup(glance);
  if (/^%%MatrixMarket/i.test(start)) return one("matrixMarket", "it begins with %%MatrixMarket");
  if (/^\*\w+/.test(start)) return one("pajek", "it has Pajek’s headings with an asterisk");
  if (/^(?:\/\*[\s\S]*?\*\/\s*|\/\/.*\s*)*(strict\s+)?(di)?graph\b[^[]*?\{/i.test(start))
    return one("dot", "it begins as DOT, the language of Graphviz");
  if (/^(?:[^\n]*\n){0,5}?\s*graph\s*\[/i.test(glance)) return one("gml", "it has GML’s graph in brackets");
  if (/^p\s+\w+\s+\d+\s+\d+\s*$/m.test(glance) && /^(e|a)\s+\d+\s+\d+/m.test(glance))
    return one("dimacs", "it has DIMACS’ lines of p and e");
  if (/^>>(graph6|sparse6|digraph6)<</.test(start))
    throw new Error("This is graph6 or sparse6, which is not read: save the network as a list of edges.");
  if (start.startsWith("{")) return fromObject(start);
  if (start.startsWith("[") || isPrinted(start)) return fromBrackets(start);
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
  return fromRows(glance, start);
}

/** Without a last line that was cut off. */
function whole(text: string, cut: boolean): string {
  const end = cut ? text.lastIndexOf("\n") : -1;
  return end > 0 ? text.slice(0, end) : text;
}

function markup(text: string): Guess[] {
  if (/<graphml[\s>]/i.test(text)) return [{ format: "graphml", why: "it is XML with a graphml element" }];
  if (/<gexf[\s>]/i.test(text)) return [{ format: "gexf", why: "it is XML with a gexf element" }];
  throw new Error(
    /<html|<!doctype html/i.test(text)
      ? "This is a web page, perhaps in place of the file that was to be downloaded."
      : "This is XML, but neither GraphML nor GEXF.",
  );
}

function fromObject(text: string): Guess[] {
  const value = parseJson(text);
  const fields = value as Record<string, unknown>;
  const kind = graphKind(value);
  const experiment: Guess = { format: "experiment", why: "it is a JSON object with an experiment’s fields" };
  if (["version", "problem", "network", "methods"].some((name) => Object.hasOwn(fields, name)) || !kind)
    return [experiment];
  return [{ format: "graphJson", why: `it is JSON, and ${kind}` }];
}

function fromBrackets(text: string): Guess[] {
  let value: unknown;
  try {
    value = parseJson(withoutTuples(text));
  } catch (error) {
    const square = squareOf(text);
    if (square) return matrices(text, "it is printed with brackets");
    if (isPrinted(text) && !text.includes('"'))
      return [{ format: "weights", why: "it begins with a bracket, as a matrix does" }];
    throw error;
  }
  const kind = graphKind(value);
  const square = Array.isArray(value) && Array.isArray(value[0]) ? squareOf(text) : null;
  const graph: Guess[] = kind ? [{ format: "graphJson", why: `it is JSON, and ${kind}` }] : [];
  if (!square) {
    if (graph.length > 0) return graph;
    return [{ format: "weights", why: "it is a JSON list" }];
  }
  const asMatrix = matrices(text, "it is a list of rows");
  // Two rows of two whole numbers are two links, unless they are a matrix with entries between.
  return kind === "it is a list of pairs" && square.matrix.flat().every(Number.isInteger)
    ? [...graph, ...asMatrix]
    : [...asMatrix, ...graph];
}

function matrices(text: string, why: string): Guess[] {
  const square = squareOf(text)!;
  const weights: Guess = {
    format: "weights",
    why: `${why}, square, and ${sumsToOne(square) ? "each row sums to 1" : "of numbers"}`,
  };
  const adjacency: Guess = {
    format: "adjacencyMatrix",
    why: `${why}, square, ${isAdjacency(square) ? "and 0 where no link is" : "and of numbers"}`,
  };
  return sumsToOne(square) || !isAdjacency(square) ? [weights, adjacency] : [adjacency, weights];
}

/** How many of the lines have a number, and then index:value pairs. */
function libsvmShare(text: string): { share: number; ranked: boolean } {
  const list = lines(text).slice(0, 200);
  const pair = /^[A-Za-z_]\w*:\S+$|^[+-]?[\d.]+:\S*$/;
  const fits = list.filter(({ text }) => {
    const [label, ...pairs] = text.split(/\s+/);
    return !Number.isNaN(numberOf(label!)) && pairs.length > 0 && pairs.every((word) => pair.test(word));
  });
  return {
    share: list.length === 0 ? 0 : fits.length / list.length,
    ranked: fits.some(({ text }) => /\sqid:/.test(text)),
  };
}

/** Of text in rows and cells. */
function fromRows(glance: string, text: string): Guess[] {
  const table = rowsOf(glance);
  const [first] = table.rows;
  const width = first!.cells.length;
  const guesses = new Map<Format, string>();
  const add = (format: Format, why: string) => guesses.has(format) || guesses.set(format, why);
  const shape = shapeOf(table);

  if (edgeColumns(first!.cells)) add("edges", "its first row names a source and a target");
  if (shape.braces) add("edges", "each line has two nodes and braces, as networkx writes links");
  const square = text.length < MATRIX_TEXT && shape.numeric && glance.length <= GLANCE ? squareFor(text, table) : null;
  if (square && width > 2) {
    const [likely, other] = matrices(text, "it is a table");
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
    for (const { format, why } of matrices(text, "it is a table")) add(format, why);
  if (isMetis(table.rows))
    add("adjacency", "its first line counts nodes and links, and the neighbours of each follow, as METIS has them");
  if (isCount(table.rows)) add("edges", "its first line counts nodes and links, and a link a line follows");
  if (shape.uniform && width > 2 && shape.links && isMutual(table.rows))
    add("adjacency", "each line begins with another node, and those after it name it in theirs");
  if (!shape.uniform && shape.names && !shape.header)
    add("adjacency", "its lines have a node and neighbours, not equally many");
  if (shape.uniform && width === 2 && (shape.links || (shape.words && !shape.header)))
    add("edges", shape.links ? "each line has two whole numbers" : "each line has two names");
  if (shape.uniform && width === 3 && !shape.header && shape.thirdIsNumber && (shape.links || shape.words))
    add(
      shape.twoOutcomes && table.separator !== " " ? "csv" : "edges",
      shape.twoOutcomes && table.separator !== " "
        ? "its last column has two values, as labels"
        : "each line has two nodes and a number, as a weight",
    );
  if (shape.header && shape.numericBody && width >= 2 && !edgeColumns(first!.cells))
    add("csv", "its first row has names, and numbers follow");
  add("csv", shape.header ? "it is a table with a first row of names" : "it is a table");
  if (shape.uniform && width >= 2 && width <= 3) add("edges", "its lines have two or three cells");
  if (shape.names && !shape.header) add("adjacency", "its lines begin with a node");
  return [...guesses].map(([format, why]) => ({ format, why }));
}

/** The square matrix of a text of which only the beginning was looked at, too. */
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
  braces: boolean;
  thirdIsNumber: boolean;
  /** The last column holds two numbers, each more than once. */
  twoOutcomes: boolean;
}

function shapeOf({ rows, separator }: Rows): Shape {
  const list = rows.slice(0, 2_000).map(({ cells }) => cells);
  const [first, ...rest] = list as [readonly string[], ...(readonly string[])[]];
  const isNumber = (cell: string) =>
    !Number.isNaN(numberOf(separator === ";" || separator === "\t" ? cell.replace(",", ".") : cell));
  const isNode = (cell: string) => /^\d+$/.test(cell) || !isNumber(cell);
  const header =
    rest.length > 0 &&
    first.some((cell) => cell !== "" && !isNumber(cell)) &&
    first.every((cell) => cell === "" || !isNumber(cell) || /^\d+$/.test(cell)) &&
    rest.some((cells) => cells.some((cell, j) => isNumber(cell) && !isNumber(first[j] ?? "")));
  const last = new Map<string, number>();
  for (const cells of list) last.set(cells.at(-1) ?? "", (last.get(cells.at(-1) ?? "") ?? 0) + 1);
  return {
    uniform: list.every((cells) => cells.length === first.length),
    header,
    numeric: rest.every((cells) => cells.slice(1).every(isNumber)),
    numericBody: rest.some((cells) => cells.some(isNumber)),
    links: list.every((cells) => cells.length > 1 && cells.slice(0, 2).every((cell) => /^\d+$/.test(cell))),
    words:
      list.every((cells) => cells.slice(0, 2).every((cell) => cell !== "" && isNode(cell))) &&
      !list.every((cells) => cells.slice(0, 2).every(isNumber)),
    names: list.every((cells) => cells.every((cell) => isNode(cell.replace(/:$/, "")) && cell !== "")),
    braces: list.every((cells) => cells.length === 3 && /^\{.*\}$/.test(cells[2]!)),
    thirdIsNumber: list.every((cells) => isNumber(cells[2] ?? "")),
    twoOutcomes: last.size === 2 && [...last.keys()].every(isNumber) && [...last.values()].every((count) => count > 1),
  };
}
