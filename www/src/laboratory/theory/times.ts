/** Transient times as they are shown: as a picture and as a table of slopes. */

import { TIME_COLUMNS, timeSlopesOf, timesCsv, type TimeRow } from "../../../../lib/transient";
import { field } from "../../files/export/csv";
import { transientSlope } from "../../simulation/core";
import { formatCount } from "../../views/format";
import type { MethodStyle } from "../../views/types";
import type { PowersData } from "./powers-view";
import type { Slopes } from "./slopes";

/** The methods that are shown, by their names in the rows. */
export type Shown = readonly { method: string; style: MethodStyle }[];

const WORDS = { at: "", atMost: "at most ", moreThan: "more than " };

export function timesData(rows: readonly TimeRow[], methods: Shown): PowersData {
  const places = [...new Map(rows.map(({ point, x, agents, gap }) => [point, { x, agents, gap }])).entries()];
  const slopes = timeSlopesOf(rows, transientSlope);
  return {
    axis: "1 / (1 − λ)",
    quantity: "transient time (iterations)",
    title: "Transient times",
    places: places.map(([, place]) => place),
    methods: methods.map(({ method, style }) => {
      const own = places.map(([point]) => rows.find((row) => row.point === point && row.method === method));
      return {
        style,
        points: own
          .map(
            (row) =>
              row && {
                y: row.iterations,
                full: row.kind === "at",
                text: `${WORDS[row.kind]}${formatCount(Math.round(row.iterations))}`,
              },
          )
          .map((point) => point ?? null),
        line: slopes.find((slope) => slope.method === method)?.time ?? null,
        theory: own.map((row) => row?.order ?? NaN),
      };
    }),
  };
}

export function timesSlopes(rows: readonly TimeRow[], methods: Shown): Slopes[] {
  const slopes = timeSlopesOf(rows, transientSlope);
  return methods.map(({ method, style }) => {
    const own = slopes.find((slope) => slope.method === method);
    return { style, measured: own?.time ?? null, theory: own?.order ?? null };
  });
}

export function timesToCsv(rows: readonly TimeRow[]): string {
  return `${TIME_COLUMNS}\n${timesCsv(rows, field)}`;
}

/** The rows of such a file, or of one that `suda sweep` made; its methods have names without commas. */
export function timesFromCsv(csv: string): TimeRow[] {
  return csv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line): TimeRow => {
      const [point, x, agents, gap, method, kind, iterations, order] = line.split(",");
      return {
        point: Number(point),
        x: Number(x),
        agents: Number(agents),
        gap: Number(gap),
        method: method!,
        kind: kind as TimeRow["kind"],
        iterations: Number(iterations),
        order: order === "" ? null : Number(order),
      };
    });
}
