/**
 * Names of parameters for people, with the paper's symbols; of lists of numbers under the name with []. A parameter that
 * is not listed here goes by its own name.
 */

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
  "value[]": ["Point", "x⁰"],
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
  commonHessian: ["Common Hessian"],
  epsilon: ["Weight", "ε"],
  penalty: ["Penalty", "θ"],
  trials: ["Trials"],
  iterations: ["Iterations", "K"],
};

/** The name, and the symbol where there is one. */
function words({ name, domain }: Parameter): readonly [string, string?] {
  const key = domain.type === "numbers" && Object.hasOwn(LABELS, `${name}[]`) ? `${name}[]` : name;
  const plain = name.replace(/([A-Z])/g, " $1").toLowerCase().replace(/^./, (first) => first.toUpperCase());
  return Object.hasOwn(LABELS, key) ? LABELS[key]! : [plain];
}

export function labelOf(parameter: Parameter): (Node | string)[] {
  const [text, symbol] = words(parameter);
  return symbol === undefined ? [text] : [`${text} `, h("i", {}, symbol)];
}

/** The name as plain text. */
export function nameOf(parameter: Parameter): string {
  return words(parameter)[0];
}
