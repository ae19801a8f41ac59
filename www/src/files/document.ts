/** What is saved as text: the document, whole or with its long parts left out, and curves as CSV. */

import { field } from "../controls/save";
import { replaced, valueAt, type ExperimentDocument, type Path } from "../state/document";

/** What may be long, and what it is called where it is left out. */
const PARTS: readonly [Path, string][] = [
  [["problem", "data", "text"], "MB of data"],
  [["problem", "data", "features"], "MB of data"],
  [["network", "topology", "edges"], "links"],
  [["network", "topology", "names"], "names"],
  [["network", "weights", "matrix"], "rows of W"],
];
/** Longer parts are not shown: no browser’s text area is at ease with them. In characters, or in values. */
const [LONGEST_TEXT, MOST_VALUES] = [500_000, 20_000];
/** So much of a long part is one piece of the file. */
const [TEXT_PIECE, VALUES_PIECE] = [250_000, 20_000];

/** The number of values in lists of lists, or a number beyond `most` where there are more. */
function valuesIn(value: unknown, most: number): number {
  if (!Array.isArray(value)) return 1;
  let count = 0;
  for (const entry of value) {
    count += valuesIn(entry, most - count);
    if (count > most) return count;
  }
  return count;
}

const isLong = (value: unknown): boolean =>
  typeof value === "string" ? value.length > LONGEST_TEXT : valuesIn(value, MOST_VALUES) > MOST_VALUES;

export function longParts(document: ExperimentDocument) {
  return PARTS.flatMap(([path, words]) => {
    const value = valueAt(document, path) as string | readonly unknown[] | undefined;
    return value !== undefined && isLong(value) ? [{ path, value, words }] : [];
  });
}

/** The document with words in place of its long parts; itself where it has none. */
export function withoutLongParts(document: ExperimentDocument): ExperimentDocument {
  return longParts(document).reduce((short, { path, value, words }) => {
    const size = words.startsWith("MB")
      ? (typeof value === "string" ? value.length / 1e6 : (valuesIn(value, Infinity) * 8) / 1e6).toFixed(1)
      : value.length.toLocaleString("en");
    return replaced(short, path, `… ${size} ${words}, not shown here …`);
  }, document);
}

/** The text of a document in pieces, none of which takes long. */
export function* piecesOf(document: ExperimentDocument): Iterable<string> {
  const parts = longParts(document);
  if (parts.length === 0) {
    yield compact(document);
    return;
  }
  const mark = (i: number) => `\u0000${i}\u0000`;
  const short = parts.reduce((rest, { path }, i) => replaced(rest, path, mark(i)), document);
  let text = JSON.stringify(ordered(short));
  // In the order in which they stand in the text.
  const places = parts
    .map((part, i) => ({ ...part, quoted: JSON.stringify(mark(i)) }))
    .sort((a, b) => text.indexOf(a.quoted) - text.indexOf(b.quoted));
  for (const { value, quoted } of places) {
    const at = text.indexOf(quoted);
    yield text.slice(0, at);
    yield* typeof value === "string" ? piecesOfText(value) : piecesOfList(value);
    text = text.slice(at + quoted.length);
  }
  yield text;
}

function* piecesOfText(value: string): Iterable<string> {
  yield '"';
  for (let at = 0; at < value.length; at += TEXT_PIECE)
    yield JSON.stringify(value.slice(at, at + TEXT_PIECE)).slice(1, -1);
  yield '"';
}

function* piecesOfList(value: readonly unknown[]): Iterable<string> {
  const step = Math.max(1, Math.floor(VALUES_PIECE / valuesIn(value[0], VALUES_PIECE)));
  for (let at = 0; at < value.length; at += step)
    yield (at === 0 ? "[" : ",") + JSON.stringify(value.slice(at, at + step)).slice(1, -1);
  yield "]";
}

/** Fields that come first, in this order, wherever they stand; the others follow as they are. */
const ORDER = (
  "version name seed trials iterations record metrics kind rule noise label " +
  "network topology weights problem gradient stepSize start"
).split(" ");

/** Indented JSON, the fields in the order of the documentation, lists of numbers on one line. */
export function compact(value: unknown): string {
  return JSON.stringify(ordered(value), null, 2).replace(/\[[^[\]{}"]*\]/g, (list) =>
    list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, ordered(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)));
}

interface Curves {
  iterations: ArrayLike<number>;
  series: readonly {
    method: string;
    metric: string;
    mean: ArrayLike<number>;
    low: ArrayLike<number>;
    high: ArrayLike<number>;
  }[];
}

const COLUMNS = "iteration,method,metric,mean,low,high,experiment";

/** `experiment`: what the last column names. Numbers as JavaScript prints them: the shortest decimal that reads back to the same double; "NaN", "Infinity". */
export function curvesToCsv({ iterations, series }: Curves, experiment: string): string {
  const lines = [COLUMNS];
  for (const { method, metric, mean, low, high } of series) {
    const name = `${field(method)},${field(metric)}`;
    for (let i = 0; i < mean.length; i++)
      lines.push(`${iterations[i]},${name},${text(mean[i]!)},${text(low[i]!)},${text(high[i]!)},${experiment}`);
  }
  return `${lines.join("\n")}\n`;
}

const text = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));
