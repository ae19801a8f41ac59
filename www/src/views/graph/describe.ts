/** The graph in words, and its agents' numbers: one agent's, and a table of all. */

import { extent } from "d3-array";
import { signOf, cleaned, formatCount, formatNumber, formatRate, formatShare, plural } from "../format";
import type { Table } from "../access";
import { BELIEFS, type GraphData, type GraphPanel, type Quantity } from "../types";
import { components, degreeRange, neighborsOf, type PlainGraph } from "./structure";

/** Short, so that it has one line above the network; the links are counted below it. */
export function captionOf(data: GraphData): string {
  const [fewest, most] = degreeRange(data);
  const links = fewest === most ? `degree ${fewest}` : `degrees ${fewest} to ${most}`;
  return `${data.title}: ${plural(data.agents, "agent")}, ${links}.`;
}

/** λ, λₘᵢₙ and 1 − λ; empty where they are not known. */
export function spectrumOf({ spectrum }: GraphData): string {
  if (!spectrum) return "";
  const { mixingRate, smallestEigenvalue, spectralGap } = spectrum;
  const [least, gap] = [smallestEigenvalue, spectralGap].map((value) => formatNumber(cleaned(value)));
  return `λ = ${formatRate(mixingRate)}, λₘᵢₙ = ${least}, 1 − λ = ${gap}`;
}

export function describeGraph(data: GraphData): string {
  const parts = [captionOf(data), `${plural(data.edges.length / 2, "link")}.`];
  if (data.spectrum) parts.push(`${spectrumOf(data)}.`);
  if (data.changes) parts.push(`${data.changes}.`);
  if (data.now) parts.push(usedText(data, data.now));
  const split = disconnection(data);
  if (split) parts.push(split);
  const quantity = data.quantities.find(({ id }) => id === data.quantity);
  if (quantity) parts.push(...data.panels.map((panel) => panelText(quantity, panel)).filter((text) => text !== ""));
  if (data.quantity === BELIEFS)
    parts.push("An agent’s map is shown large when it is chosen; M shows that of the mean.");
  return parts.join(" ");
}

const LINKS_TOLD = 20;

function usedText({ edges }: GraphData, { iteration, used }: NonNullable<GraphData["now"]>): string {
  const links: string[] = [];
  for (let e = 0; e < used.length; e++) if (used[e]) links.push(`${edges[2 * e]!} – ${edges[2 * e + 1]!}`);
  const which = links.length > 0 && links.length <= LINKS_TOLD ? `: ${links.join(", ")}` : "";
  return `In iteration ${formatCount(iteration)}, ${formatCount(links.length)} of ${plural(used.length, "link")} are in use${which}.`;
}

function panelText(quantity: Quantity, { name, values, finding }: GraphPanel): string {
  const { id, label } = quantity;
  const whose = name === undefined ? "" : `${name}: `;
  const found = finding ? `${whose}${finding.replaceAll("\n", ", ")}.` : "";
  const [lo, hi] = extent(Array.from(values[id] ?? [], (value) => (Number.isFinite(value) ? value : NaN)));
  if (lo === undefined) return found;
  const [least, most] = [told(quantity, lo, 2), told(quantity, hi, 2)];
  return lo === hi
    ? `${whose}${label} is ${least} for every agent.`
    : `${whose}${label} is between ${least} and ${most}.`;
}

/** Says that the graph falls apart, and into what; null while it is connected. */
export function disconnection(graph: PlainGraph & Pick<GraphData, "components">): string | null {
  if (graph.components === 1) return null;
  const { sizes } = components(graph);
  if (sizes.length < 2) return null;
  const told = sizes.slice(0, 6).map(formatCount);
  if (sizes.length === 2 && sizes[1] === 1)
    return `Disconnected: two parts, of ${plural(sizes[0]!, "agent")} and of one.`;
  const all = sizes.length > 6 ? `${told.join(", ")}, …` : `${told.slice(0, -1).join(", ")} and ${told.at(-1)}`;
  const isOneLeft = sizes.length === 2 && sizes[0]! > 1 && sizes[1] === 1;
  const whole = isOneLeft ? `${told[0]} agents and 1 agent` : `${all} agents`;
  return `Disconnected: ${sizes.length === 2 ? "two" : formatCount(sizes.length)} parts, of ${whole}.`;
}

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

function told({ scale }: Quantity, value: number, digits?: number): string {
  return scale === "share" ? formatShare(value) : formatNumber(value, digits);
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
