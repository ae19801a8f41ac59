/** The agents' numbers: one agent's, and a table of all. */

import type { Table } from "../table";
import { formatCount, formatNumber, formatShare } from "../format";
import { signOf } from "../called";
import type { GraphData, Quantity } from "../types";
import { neighborsOf } from "./structure";

/** Rows and neighbours beyond these are left out, and said to be. */
const ROWS = 500;
const NEIGHBORS = 12;

/** A quantity's values on the networks that have any; one where they are the same for all. */
function columnsOf({ panels }: GraphData, { id }: Quantity): { name: string | undefined; values: ArrayLike<number> }[] {
  const columns = panels.flatMap(({ name, values }) => (values[id]?.length ? [{ name, values: values[id] }] : []));
  return columns.every(({ values }) => values === columns[0]!.values) ? columns.slice(0, 1) : columns;
}

function known(data: GraphData): { quantity: Quantity; columns: ReturnType<typeof columnsOf> }[] {
  return data.quantities
    .map((quantity) => ({ quantity, columns: columnsOf(data, quantity) }))
    .filter(({ columns }) => columns.length > 0);
}

/** Each line's values: one, or one a network. */
export function describeAgent(data: GraphData, agent: number): { name: string; values: string[] }[] {
  const neighbors = neighborsOf(data.edges, agent);
  const shown = neighbors
    .slice(0, NEIGHBORS)
    .map((other) => signOf(data, other))
    .join(", ");
  const more = neighbors.length > NEIGHBORS ? `, … (${neighbors.length})` : "";
  return [
    ...known(data).map(({ quantity, columns }) => ({
      name: quantity.label,
      values: columns.map(({ values }) => told(quantity, values[agent] ?? NaN)),
    })),
    {
      name: neighbors.length === 1 ? "neighbour" : "neighbours",
      values: [neighbors.length > 0 ? shown + more : "none"],
    },
  ];
}

function told({ scale }: Quantity, value: number): string {
  return scale === "share" ? formatShare(value) : formatNumber(value);
}

export function graphTable(data: GraphData): Table {
  const shown = Math.min(ROWS, data.agents);
  const rows = Array.from({ length: shown }, (_, i) => [
    signOf(data, i),
    ...describeAgent(data, i).flatMap(({ values }) => values),
  ]);
  const heads = known(data).flatMap(({ quantity, columns }) =>
    columns.map(({ name }) => (columns.length > 1 && name ? `${quantity.label}, ${name}` : quantity.label)),
  );
  return {
    caption: data.names
      ? "Agents, with their values and neighbours."
      : "Agents, counted from 0, with their values and neighbours.",
    columns: ["agent", ...heads, "neighbours"],
    rows,
    ...(shown < data.agents
      ? { note: `The first ${formatCount(shown)} of ${formatCount(data.agents)} are listed.` }
      : {}),
  };
}
