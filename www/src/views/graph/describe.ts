/** The graph in words. */

import { formatCount, formatNumber, plural } from "../format";
import type { GraphData } from "../types";
import { components, degrees, type PlainGraph } from "./structure";

const FAMILIES: Record<string, string> = {
  complete: "complete graph",
  path: "path",
  ring: "ring",
  star: "star",
  binaryTree: "binary tree",
  grid: "grid",
  torus: "torus",
  hypercube: "hypercube",
  exponential: "exponential graph",
  erdosRenyi: "Erdős–Rényi random graph",
  randomGeometric: "random geometric graph",
  wattsStrogatz: "Watts–Strogatz small world",
  barabasiAlbert: "Barabási–Albert graph",
  explicit: "graph drawn by hand",
};

export function captionOf(data: GraphData): string {
  const degree = degrees(data);
  const [fewest, most] = [
    degree.reduce((a, b) => Math.min(a, b), Infinity),
    degree.reduce((a, b) => Math.max(a, b), 0),
  ];
  const family = Object.hasOwn(FAMILIES, data.family) ? FAMILIES[data.family]! : "graph";
  const links = fewest === most ? `degree ${fewest}` : `degrees ${fewest} to ${most}`;
  const name = family.charAt(0).toUpperCase() + family.slice(1);
  return `${name}: ${plural(data.agents, "agent")}, ${plural(data.edges.length / 2, "edge")}, ${links}.`;
}

/** λ, λₘᵢₙ and 1 − λ; empty where they are not known. */
export function spectrumOf({ spectrum }: GraphData): string {
  if (!spectrum) return "";
  const { mixingRate, smallestEigenvalue, spectralGap } = spectrum;
  // What is left of rounding is zero.
  const told = (value: number, digits = 3): string => formatNumber(Math.abs(value) < 1e-12 ? 0 : value, digits);
  return `λ = ${told(mixingRate, 4)}, λₘᵢₙ = ${told(smallestEigenvalue)}, 1 − λ = ${told(spectralGap)}`;
}

export function describeGraph(data: GraphData): string {
  const parts = [captionOf(data)];
  if (data.spectrum) parts.push(`${spectrumOf(data)}.`);
  const split = disconnection(data);
  if (split) parts.push(split);
  const quantity = data.quantities.find(({ id }) => id === data.quantity);
  if (quantity) {
    const values = Array.from(quantity.values).filter(Number.isFinite);
    const [lo, hi] = [
      values.reduce((a, b) => Math.min(a, b), Infinity),
      values.reduce((a, b) => Math.max(a, b), -Infinity),
    ];
    if (values.length > 0)
      parts.push(
        lo === hi
          ? `${quantity.label} is ${formatNumber(lo, 2)} for every agent.`
          : `${quantity.label} is between ${formatNumber(lo, 2)} and ${formatNumber(hi, 2)}.`,
      );
  }
  return parts.join(" ");
}

/** Says that the graph falls apart, and into what; null while it is connected. */
export function disconnection(graph: PlainGraph): string | null {
  const { sizes } = components(graph);
  if (sizes.length < 2) return null;
  const shown = sizes.slice(0, 6).map(formatCount).join(", ") + (sizes.length > 6 ? ", …" : "");
  return `Disconnected: ${sizes.length} parts of ${shown} agents.`;
}
