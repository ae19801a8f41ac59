/** The graph in words. */

import { extent } from "d3-array";
import { cleaned, formatCount, formatNumber, formatRate, formatShare, plural } from "../format";
import { BELIEFS, type GraphData, type GraphPanel, type Quantity } from "../types";
import { components, degreeRange, type PlainGraph } from "./structure";

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

/** More links than these are only counted. */
const LINKS_TOLD = 20;

function usedText({ edges }: GraphData, { iteration, used }: NonNullable<GraphData["now"]>): string {
  const links: string[] = [];
  for (let e = 0; e < used.length; e++) if (used[e]) links.push(`${edges[2 * e]!} – ${edges[2 * e + 1]!}`);
  const which = links.length > 0 && links.length <= LINKS_TOLD ? `: ${links.join(", ")}` : "";
  return `In iteration ${formatCount(iteration)}, ${formatCount(links.length)} of ${plural(used.length, "link")} are in use${which}.`;
}

function panelText({ id, label, scale }: Quantity, { name, values, finding }: GraphPanel): string {
  const whose = name === undefined ? "" : `${name}: `;
  const found = finding ? `${whose}${finding.replaceAll("\n", ", ")}.` : "";
  const [lo, hi] = extent(Array.from(values[id] ?? []).filter(Number.isFinite));
  if (lo === undefined) return found;
  const told = (value: number): string => (scale === "share" ? formatShare(value) : formatNumber(value, 2));
  return lo === hi
    ? `${whose}${label} is ${told(lo)} for every agent.`
    : `${whose}${label} is between ${told(lo)} and ${told(hi)}.`;
}

/** Says that the graph falls apart, and into what; null while it is connected. */
export function disconnection(graph: PlainGraph): string | null {
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
