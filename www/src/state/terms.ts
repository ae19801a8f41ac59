/** Terms, and what they mean. */

export const TERMS: Readonly<Record<string, string>> = {
  agent:
    "A computer, sensor or robot with data of its own. It talks to its neighbours in the network only. Formulas number them 1 to n; pictures, files and the module 0 to n − 1.",
  "combination matrix":
    "W: the weight wᵢⱼ that agent i gives to what neighbour j says. Symmetric, and every row sums to 1.",
  "mixing rate":
    "λ: how much of the disagreement is left after one round of averaging, at worst. 0 is instant, 1 is never.",
  "smallest eigenvalue":
    "λₘᵢₙ, the smallest eigenvalue of W. Where it is below 0, averaging turns a part of the disagreement round in every round; Exact-Diffusion and EXTRA need it above −1/3.",
  "spectral gap":
    "1 − λ. Where it is small, disagreement shrinks to 1/e of its size in about 1/(1 − λ) rounds of averaging, at worst.",
  heterogeneity: "How different the agents’ data are: the spread σₕ² of their own best solutions.",
  "gradient noise":
    "What a stochastic gradient adds to the exact one: zero on average, with variance σₙ² in each coordinate.",
  "step size": "α: how far an agent goes against its gradient in one iteration.",
  floor: "The error at which a method settles while the step stays the same: noise, and for DSGD a bias, set it.",
  bias: "An error that stays however small the noise: with a constant step, DSGD settles beside the minimum.",
  "linear speedup":
    "With n agents the noise in the mean falls as 1/n, as if one computer had drawn n times the samples.",
  lazy: "W replaced by (1 − θ)W + θI: every agent keeps more of its own value. With θ = ½ no eigenvalue is negative.",
  DSGD: "Decentralised stochastic gradient descent: every agent takes a gradient step, then averages with its neighbours.",
  "Exact-Diffusion":
    "Step and average like DSGD, and correct each step by what the last averaging changed. That takes the pull of an agent’s own data out. Also called D².",
  EXTRA: "Like Exact-Diffusion it remembers and corrects; it takes its step after averaging.",
  "gradient tracking":
    "Every agent also tracks the mean of all gradients, by averaging with its neighbours, and steps against that: two rounds of averaging an iteration.",
  centralised: "As if one computer had all the data: what the network’s methods are compared with.",
  alone: "No talking: every agent steps on its own data only.",
  halved:
    "(I+W)/2 in place of W: every agent keeps half of its own value and averages with the other half. Exact-Diffusion and EXTRA need this where W has eigenvalues of −1/3 or below.",
  slope: "The squared length of f’s gradient at the agents’ mean x̄. It is zero at a minimum.",
  gap: "How far the cost lies above its least value.",
  disagreement: "How far the agents lie apart from their mean.",
  SUDA: "The stochastic unified decentralised algorithm: one recursion that has many methods as special cases.",
  PL: "Polyak–Łojasiewicz: ‖∇f(x)‖² ≥ 2μ(f(x) − f*). Every stationary point is a minimum, though f need not be convex.",
};

/** What the agents of each kind of method do, for readers who hear of it first. */
export const DOES: Readonly<Record<string, string>> = {
  psgd: "Sees all data",
  local: "Never talks",
  dsgd: "Averages only",
  exactDiffusion: "Adds a memory",
  extra: "Adds a memory",
  gradientTracking: "Tracks gradients",
};

/** Names and formulas, which a translation leaves as they are. */
export const isName = (key: string, words: string) =>
  ["DSGD", "Exact-Diffusion", "EXTRA", "gradient tracking", "SUDA", "PL", "halved"].includes(key) || /[‖λ]/.test(words);

/** Synonyms that texts use for terms of the glossary. */
const CALLED: Readonly<Record<string, string>> = {
  "Gradient tracking": "gradient tracking",
  "Centralised SGD": "centralised",
  "centralised SGD": "centralised",
  Centralised: "centralised",
  Alone: "alone",
  "(I+W)/2": "halved",
  λ: "mixing rate",
  λₘᵢₙ: "smallest eigenvalue",
  "1 − λ": "spectral gap",
  "‖∇f(x̄)‖²": "slope",
  "linear speedup 1/n": "linear speedup",
};
/** The phrases to find in running text, with their genitive, which a line would else break off; the longest first. */
const NAMES = ["DSGD", "Exact-Diffusion", "EXTRA", "gradient tracking", "SUDA", "floor", ...Object.keys(CALLED)].sort(
  (a, b) => b.length - a.length,
);
export const FOUND = new RegExp(
  `(?<![\\p{L}\\p{N}])((?:${NAMES.map((name) => name.replace(/[()+/]/g, "\\$&")).join("|")})(?:’s)?)(?![\\p{L}\\p{N}])`,
  "gu",
);

export function keyOf(found: string): string {
  const name = found.replace(/’s$/, "");
  return CALLED[name] ?? name;
}

/** What the terms in a text mean, as plain text. */
export function meaningOf(text: string): string {
  const found = text.split(FOUND).filter((_, i) => i % 2 === 1);
  return [...new Set(found.map((name) => TERMS[keyOf(name)]!))].join("\n");
}
