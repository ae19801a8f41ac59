/** Tables that are written as JSON: lists of rows, of objects, and what pandas writes. */

type Fields = Readonly<Record<string, unknown>>;
const isCell = (value: unknown): boolean =>
  value === null || typeof value === "number" || typeof value === "string" || typeof value === "boolean";
const isRow = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 1 && value.every(isCell);
const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isCell);

/** Whether the value is a list of rows that are equally long, or of objects of the same fields. */
export function isTableOfJson(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false;
  if (value.every(isRow)) return value.every(({ length }) => length === (value[0] as readonly unknown[]).length);
  const names = Object.keys((value[0] ?? {}) as Fields).join();
  return names !== "" && value.every((entry) => isRecord(entry) && Object.keys(entry).join() === names);
}

/** The same as CSV. */
export function asCsv(value: unknown): string {
  const list = value as readonly (readonly unknown[] | Fields)[];
  const cell = (of: unknown) => {
    const text = of === null ? "" : String(of);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const head = Array.isArray(list[0]) ? [] : [Object.keys(list[0]!)];
  return [...head, ...list.map((row) => Object.values(row))].map((row) => `${row.map(cell).join(",")}\n`).join("");
}
