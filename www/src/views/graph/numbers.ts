/** The agents' numbers: one agent's, and a table of all. */

import type { Table } from "../table";
import { formatCount, formatNumber } from "../format";
import type { GraphData, Quantity } from "../types";
import { neighborsOf } from "./structure";

/** Rows and neighbours beyond these are left out, and said to be. */
const ROWS = 500;
const NEIGHBORS = 12;

function known({ quantities }: GraphData): readonly Quantity[] {
  return quantities.filter(({ values }) => values.length > 0);
}

export function describeAgent(data: GraphData, agent: number): { name: string; value: string }[] {
  const neighbors = neighborsOf(data.edges, agent);
  const shown = neighbors.slice(0, NEIGHBORS).join(", ");
  const more = neighbors.length > NEIGHBORS ? `, … (${neighbors.length})` : "";
  return [
    ...known(data).map(({ label, values }) => ({ name: label, value: formatNumber(values[agent] ?? NaN) })),
    { name: neighbors.length === 1 ? "neighbour" : "neighbours", value: neighbors.length > 0 ? shown + more : "none" },
  ];
}

export function graphTable(data: GraphData): Table {
  const shown = Math.min(ROWS, data.agents);
  const rows = Array.from({ length: shown }, (_, i) => [
    String(i),
    ...describeAgent(data, i).map(({ value }) => value),
  ]);
  return {
    caption: "Agents, their numbers and their neighbours.",
    columns: ["agent", ...known(data).map(({ label }) => label), "neighbours"],
    rows,
    ...(shown < data.agents
      ? { note: `The first ${formatCount(shown)} of ${formatCount(data.agents)} are listed.` }
      : {}),
  };
}
