/** The curves as a table. */

import type { Table } from "../table";
import { formatCount, formatSetting } from "../format";
import type { CurvesData } from "../types";
import { readingsAt, readingText } from "./describe";
import { labelOf } from "./scene";

const ROWS = 14;

export function curvesTable(data: CurvesData): Table {
  const shown = data.series.filter(({ visible }) => visible);
  const longest = shown.reduce<ArrayLike<number>>((x, series) => (series.x.length > x.length ? series.x : x), []);
  const count = Math.min(ROWS, longest.length);
  const rows = Array.from({ length: count }, (_, row) => {
    const x = longest[Math.round((row * (longest.length - 1)) / Math.max(1, count - 1))]!;
    const byLabel = new Map(readingsAt(shown, x).map((reading) => [reading.series, readingText(reading)]));
    return [formatSetting(x), ...shown.map((series) => byLabel.get(series) ?? "")];
  });
  return {
    caption: `${labelOf(data.metrics, data.metric)}: mean over the trials.`,
    columns: [labelOf(data.axes, data.axis), ...shown.map(({ method }) => method.label)],
    rows,
    ...(count < longest.length
      ? { note: `${count} of ${formatCount(longest.length)} recorded points; the CSV export has all.` }
      : {}),
  };
}
