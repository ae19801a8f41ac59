/**
 * Long lists of numbers as typed arrays, for the way between threads: these are copied at once, where the lists of a list
 * would be copied one by one on the page’s own thread.
 */

/** Shorter lists go as they are. */
const LONG = 5_000;

interface Rows {
  /** In each row, or 0 for one list of numbers. */
  readonly columns: number;
  readonly numbers: Float64Array;
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "number");

const rows = (columns: number, numbers: Float64Array): Rows => ({ columns, numbers });

function packedList(list: readonly unknown[]): unknown {
  const [first] = list;
  if (typeof first === "number")
    return list.length >= LONG && isNumbers(list) ? rows(0, Float64Array.from(list)) : list;
  if (!Array.isArray(first) || typeof first[0] !== "number") return list.map(packed);
  const columns = first.length;
  if (list.length * columns < LONG) return list;
  const numbers = new Float64Array(list.length * columns);
  let at = 0;
  for (const row of list) {
    if (!Array.isArray(row) || row.length !== columns) return list;
    for (const entry of row) {
      if (typeof entry !== "number") return list;
      numbers[at++] = entry;
    }
  }
  return rows(columns, numbers);
}

/** The same data, to be sent; `opened` gives them back as they were. */
export function packed(value: unknown): unknown {
  if (Array.isArray(value)) return packedList(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, packed(inner)]));
}

/** What was packed: nothing else has typed arrays. */
export function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const { columns, numbers } = value as Partial<Rows>;
  if (numbers instanceof Float64Array && typeof columns === "number") {
    const list = Array.from(numbers);
    return columns === 0
      ? list
      : Array.from({ length: list.length / columns }, (_, i) => list.slice(i * columns, (i + 1) * columns));
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner)]));
}
