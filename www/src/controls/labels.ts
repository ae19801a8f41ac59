/** Names of parameters for people, with the paper's symbols. A parameter that is not listed here goes by its own name. */

import { h } from "../dom";
import type { Parameter } from "../simulation/core";

const LABELS: Readonly<Record<string, readonly [string, string?]>> = {
  agents: ["Agents", "n"],
  dimension: ["Dimension", "d"],
  samplesPerAgent: ["Samples per agent"],
  regularization: ["Regularisation", "ρ"],
  heterogeneity: ["Heterogeneity", "σₕ²"],
  variance: ["Noise", "σₙ²"],
  value: ["Step size", "α"],
  every: ["Every"],
  laziness: ["Laziness", "θ"],
  trackerLaziness: ["Laziness of the tracker", "θ"],
  probability: ["Link probability", "p"],
  bSquared: ["B²"],
  a: ["A"],
  b: ["B"],
  c: ["C"],
  zeta0: ["ζ₀"],
  zeta1: ["ζ₁"],
  zeta2: ["ζ₂"],
  zeta3: ["ζ₃"],
  conditionNumber: ["Condition number", "κ"],
  epsilon: ["Weight", "ε"],
  penalty: ["Penalty", "θ"],
  trials: ["Trials"],
  iterations: ["Iterations", "K"],
};

export function labelOf(parameter: Parameter): (Node | string)[] {
  const known = Object.hasOwn(LABELS, parameter.name) ? LABELS[parameter.name] : undefined;
  const [text, symbol] = known ?? [parameter.name.replace(/([A-Z])/g, " $1").toLowerCase().replace(/^./, (first) => first.toUpperCase())];
  return symbol === undefined ? [text] : [`${text} `, h("i", {}, symbol)];
}
