/** Curves from a table with an iteration and one or many values a row. */

import Papa from "papaparse";
import type { OwnCurve } from "../../scene/recorded-run";

/** More are no comparison. */
const MOST = 20;
/** What the columns may be called; our own CSV has `mean`, and its `low` and `high` are no curves. */
const ITERATION = /^(k|iterations?|steps?|epochs?|)$/i;
const NO_VALUES = ["method", "metric", "low", "high", "experiment"];

/** Reads a table whose first row names its columns. Throws an Error for readers where it is none of curves. */
export function readCurves(text: string, title: string): OwnCurve[] {
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
    comments: "#",
  });
  const names = meta.fields ?? [];
  const iteration = names.find((name) => ITERATION.test(name.trim())) ?? names[0];
  const values = names.filter((name) => name !== iteration && !NO_VALUES.includes(name));
  if (iteration === undefined || values.length === 0)
    throw new Error(`${title}: a table of curves has a first row with the columns’ names, and two columns at least.`);
  const curves = new Map<string, OwnCurve>();
  for (const [row, cells] of data.entries()) {
    const k = Number(cells[iteration] || NaN);
    if (!(k >= 0))
      throw new Error(`${title}: row ${row + 1} has no iteration, but “${(cells[iteration] ?? "").slice(0, 20)}”.`);
    for (const column of values) {
      const { method, metric = null } = cells;
      const name = [method, values.length > 1 || method === undefined ? column : ""].filter(Boolean).join(", ");
      const key = JSON.stringify([name, metric]);
      const curve = curves.get(key) ?? { name: name.slice(0, 60), metric, x: [], mean: [] };
      curves.set(key, curve);
      if (k <= (curve.x.at(-1) ?? -1))
        throw new Error(
          `${title}: row ${row + 1} of ${name}: the iterations must ascend, and ${k} follows ${curve.x.at(-1)}.`,
        );
      const value = (cells[column] ?? "").trim();
      // What has diverged may be written so, or left out.
      curve.x.push(k);
      curve.mean.push(value === "" ? NaN : Number(value));
    }
  }
  const all = [...curves.values()].filter(({ mean }) => mean.some(Number.isFinite));
  if (all.length === 0) throw new Error(`${title}: holds no numbers beside its iterations.`);
  const shown = new Set(all.map(({ name }) => name));
  if (shown.size > MOST) throw new Error(`${title}: has ${shown.size} curves; at most ${MOST} are shown beside a run.`);
  return all;
}
