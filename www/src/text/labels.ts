/**
 * Names of parameters for people, with the paper's symbols: under part.name where a part of the document has a meaning of
 * its own, of lists of numbers under name[]. A parameter that is not listed here goes by its own name.
 */

import type { Parameter } from "../simulation/core";

const LABELS: Readonly<Record<string, readonly [string, string?]>> = {
  agents: ["Agents", "n"],
  dimension: ["Dimension", "d"],
  "topology.dimension": ["Dimension"],
  samplesPerAgent: ["Samples per agent"],
  regularization: ["Regularisation", "ρ"],
  heterogeneity: ["Heterogeneity", "σₕ²"],
  variance: ["Noise", "σₙ²"],
  value: ["Step size", "α"],
  "value[]": ["Point", "x⁰"],
  every: ["Every"],
  laziness: ["Laziness", "θ"],
  trackerLaziness: ["Laziness of the tracker", "θ"],
  neighbors: ["Neighbours"],
  probability: ["Link probability", "p"],
  "changes.probability": ["Links fail with", "p"],
  rounds: ["Gossip rounds per step", "r"],
  acceleration: ["Acceleration"],
  nonNegative: ["No negative weights"],
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
  "data.noise": ["Noise of the points"],
  hidden: ["Hidden layers"],
  concentration: ["Apart … all alike"],
  epsilon: ["Weight", "ε"],
  penalty: ["Penalty", "θ"],
  consensusStep: ["Consensus step", "γ"],
  momentum: ["Momentum", "β"],
  localSteps: ["Local steps", "τ"],
  bits: ["Bits a number", "b"],
  fraction: ["Share that is sent", "q"],
  "compute.seconds": ["Seconds a step"],
  "compute.mean": ["Mean seconds a step"],
  "compute.agent": ["The slow agent"],
  "compute.factor": ["Slow agent, × as long"],
  latency: ["Latency in seconds"],
  bandwidth: ["Bits a second"],
  trials: ["Trials"],
  iterations: ["Iterations", "K"],
};

export function wordsOf({ name, domain }: Parameter, part: string): readonly [string, string?] {
  return found(name, [`${part}.${name}`, domain.type === "numbers" ? `${name}[]` : name, name]);
}

function found(name: string, keys: readonly string[]): readonly [string, string?] {
  const key = keys.find((key) => Object.hasOwn(LABELS, key));
  return key
    ? LABELS[key]!
    : [
        name
          .replace(/([A-Z])/g, " $1")
          .toLowerCase()
          .replace(/^./, (first) => first.toUpperCase()),
      ];
}

/** The symbol, or else the name, of what a part of the document calls so. */
export function symbolOf(name: string, part: string): string {
  const [text, symbol] = found(name, [`${part}.${name}`, name]);
  return symbol ?? text.toLowerCase();
}
