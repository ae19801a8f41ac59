/** The text beside the figures, with its formulas and how to cite it. It speaks of the document and the network as they are now. */

import { h, toChildArray, type ComponentChild, type VNode } from "preact";
import type { ExperimentDocument, Tagged } from "../state/document";
import type { Entry } from "../simulation/core";
import type { NetworkFacts } from "../simulation/facts";
import { cleaned, formatCount, formatNumber, formatRate, plural, typeset } from "../views/format";
import { term } from "./glossary";

type Words = ComponentChild[];

export interface Setting {
  document: ExperimentDocument;
  network: NetworkFacts | null;
  /** Of each method of the document: its name, its entry in the catalog, and a swatch of its line. */
  methods: readonly { label: string; entry: Entry | undefined; swatch: ComponentChild }[];
}

/** A formula in dollars with a value and the punctuation after it, which stay on its line; a term of the glossary in brackets. */
const MARKED = /(\$[^$]+\$(?: = \S+?(?=[,.;:]?(?:\s|$)))?[,.;:]?|\[[^\]]+\])/;

/** Words in which `$x$` is a formula, and `[term]` or `[words|term]` is explained. */
function words(text: string): Words {
  return text.split(MARKED).map((part, i) => {
    if (i % 2 === 0) return part;
    if (part.startsWith("[")) {
      const [shown, of] = part.slice(1, -1).split("|");
      return term(shown!, of);
    }
    const [, source, after] = part.split("$");
    return after === "" ? math(source!) : h("span", { class: "unbroken" }, math(source!), after);
  });
}

/** A paragraph; or a formula on a line of its own, which a narrow page breaks between its parts. */
type Block = string | readonly string[];

function block(of: Block): ComponentChild {
  if (typeof of === "string") return h("p", {}, ...words(of));
  return h("div", { class: "formula" }, ...of.map((part) => math(part, true)));
}

export function problemText({ document, network }: Setting): Words {
  const { problem, gradient, stepSize } = document;
  const agents = network ? formatCount(network.agents) : "n";
  const own = problem["kind"] === "pl" ? "a cost" : "data";
  return [
    `${agents} [agents|agent], each with ${own} of its own, look for the $x$ that is best for all of them together:`,
    ["f(x) = \\frac{1}{n} \\sum_{i=1}^{n} f_i(x)"],
    ...costText(problem),
    ...spreadText(problem),
    gradientText(gradient ?? { noise: "none" }),
    stepText(stepSize),
  ].map(block);
}

/** How unequal the agents are; empty if that is not a setting. */
function spreadText({ kind, heterogeneity }: Tagged): Block[] {
  if (typeof heterogeneity !== "number") return [];
  const spread = `$σ_h^2$ = ${formatNumber(heterogeneity)}`;
  if (heterogeneity > 0) {
    const does =
      kind === "pl"
        ? "is the scale of the $a_i$, which pull the agents apart"
        : "says how far the agents’ own best solutions lie apart";
    return [`The [heterogeneity] ${spread} ${does}.`];
  }
  const same =
    kind === "pl"
      ? `All agents have the same cost (${spread}), and no method has anything to correct. This is why the curves nearly coincide`
      : `All agents draw their data from the same source (${spread}): their own best solutions differ by the chance of the draw alone, and less with more samples. Where the noise outweighs this, no method has anything to correct, and the curves nearly coincide`;
  return [`${same}; raise the [heterogeneity] to part them.`];
}

function costText(problem: Tagged): Block[] {
  const number = (name: string) => (typeof problem[name] === "number" ? formatNumber(problem[name]) : null);
  const [dimension, samples] = [number("dimension"), number("samplesPerAgent")];
  const sizes = [dimension && `$d$ = ${dimension}`, samples && `$m$ = ${samples} samples per agent`]
    .filter(Boolean)
    .join(" and ");
  switch (problem["kind"]) {
    case "logistic": {
      const rho = number("regularization") ?? "0.001";
      return [
        "Here every agent fits a logistic regression with a small non-convex regulariser to its samples $(h, y)$:",
        [
          "f_i(x) = \\frac{1}{m} \\sum_{l=1}^{m} \\ln(1 + e^{-y_{il} h_{il}' x})",
          "+ ρ \\sum_{j=1}^{d} \\frac{x_j^2}{1 + x_j^2}",
        ],
        `with $ρ$ = ${rho}${sizes && `, ${sizes}`}.`,
      ];
    }
    case "leastSquares":
      return [
        "Here every agent fits a linear model to its samples $(h, t)$:",
        ["f_i(x) = \\frac{1}{2m} \\sum_{l=1}^{m} (h_{il}' x - t_{il})^2"],
        ...(sizes ? [`with ${sizes}.`] : []),
      ];
    case "pl":
      return [
        "Here $x$ is a single number, and the cost has bends but no false valley: it is not convex, yet satisfies the [PL] condition.",
        ["f_i(x) = x^2 + 3 \\sin^2 x + a_i x \\cos x"],
        "The $a_i$ add up to zero, so that $f(x) = x^2 + 3 \\sin^2 x$.",
      ];
    case "neuralNetwork":
      return networkCostText(problem);
    default:
      return [];
  }
}

function networkCostText({ hidden, activation = "tanh", regularization = 0, data }: Tagged): Block[] {
  const layers = Array.isArray(hidden) ? (hidden as number[]) : [];
  const units =
    layers.length === 0
      ? "without a hidden layer: a logistic regression with a bias"
      : `with ${layers.length === 1 ? "one hidden layer" : `${layers.length} hidden layers`} of ${layers.join(", ")} ${String(activation)} units`;
  const { samplesPerAgent } = (data ?? {}) as { samplesPerAgent?: number };
  const samples = typeof samplesPerAgent === "number" ? ` and about $m$ = ${samplesPerAgent} samples per agent` : "";
  return [
    `Here every agent trains a neural network $F$, ${units}, to tell two classes $y = ±1$ of points $h$ apart; $x$ holds all weights and biases:`,
    ["f_i(x) = \\frac{1}{m} \\sum_{l=1}^{m} \\ln(1 + e^{-y_{il} F(h_{il}; x)})", "+ \\frac{ρ}{2} ‖x‖^2"],
    `with $ρ$ = ${formatNumber(Number(regularization))}${samples}. It is not convex, and its least value is not known; what is shown is how many of all points each agent’s own model has right.`,
  ];
}

function gradientText(gradient: object): string {
  const { noise, variance, batch } = gradient as { noise?: string; variance?: number; batch?: number };
  if (noise === "gaussian")
    return `No agent sees its exact gradient: every one it draws carries [noise|gradient noise] of variance $σ_n^2$ = ${formatNumber(variance ?? 0)} in each coordinate.`;
  if (noise === "minibatch")
    return `Each gradient is taken on ${plural(batch ?? 1, "sample")} drawn at random: the rest is [noise|gradient noise].`;
  return "The gradients are exact, without noise: the error that remains comes from the method itself.";
}

function stepText(stepSize: Tagged): string {
  const {
    kind,
    value = 0,
    every = 1,
    factor = 0.5,
  } = stepSize as Tagged & Record<"value" | "every" | "factor", number>;
  if (kind === "halving")
    return `The [step size] $α$ starts at ${formatNumber(value)} and is multiplied by ${formatNumber(factor)} every ${plural(every, "iteration")}.`;
  if (kind === "inverse") return `The [step size] $α$ starts at ${formatNumber(value)} and falls as $1/k$.`;
  return `The [step size] $α$ = ${formatNumber(value)} stays the same: a method settles at a floor that noise and [bias] set.`;
}

/** The update of each kind, in the paper's notation; `g_i^k` is the stochastic gradient, `W` acts on all agents' rows. */
const UPDATES: Readonly<Record<string, readonly string[]>> = {
  psgd: ["x^{k+1} = x^k - \\frac{α}{n} \\sum_i g_i(x^k)"],
  dsgd: ["x^{k+1} = W (x^k - α g^k)"],
  "dsgd combineThenAdapt": ["x^{k+1} = W x^k - α g^k"],
  exactDiffusion: ["x^{k+2} = W (2 x^{k+1} - x^k - α (g^{k+1} - g^k))"],
  extra: ["x^{k+2} = W (2 x^{k+1} - x^k) - α (g^{k+1} - g^k)"],
  gradientTracking: ["x^{k+1} = W (x^k - α s^k)", "s^{k+1} = W (s^k + g^{k+1} - g^k)"],
  "gradientTracking nonAtc": ["x^{k+1} = W x^k - α s^k", "s^{k+1} = W s^k + g^{k+1} - g^k"],
  "gradientTracking semiAtcIterate": ["x^{k+1} = W (x^k - α s^k)", "s^{k+1} = W s^k + g^{k+1} - g^k"],
  "gradientTracking semiAtcTracker": ["x^{k+1} = W x^k - α s^k", "s^{k+1} = W (s^k + g^{k+1} - g^k)"],
  suda: ["x^{k+1} = A (C x^k - α g^k) - B y^k", "y^{k+1} = y^k + B x^{k+1}"],
  uda: ["x^{k+1} = A (C x^k - α g^k - B y^k)", "y^{k+1} = y^k + B x^{k+1}"],
  local: ["x^{k+1} = x^k - α g^k"],
  dlm: ["x^{k+1} = C x^k - α g^k - B y^k", "y^{k+1} = y^k + B x^{k+1}"],
};

function methodItem(
  { kind, variant, laziness = 0 }: { kind?: string; variant?: string; laziness?: number },
  { label, entry, swatch }: Setting["methods"][number],
) {
  const known = [`${kind} ${variant}`, String(kind)].find((name) => Object.hasOwn(UPDATES, name));
  const updates = known === undefined ? [] : UPDATES[known]!;
  const lazy = laziness > 0 ? words(` Its $W$ is $(1 - θ) W + θ I$, $θ$ = ${formatNumber(laziness)}.`) : [];
  // A comparison stays on one line.
  const about = entry ? `: ${typeset(entry.about).replaceAll(" > ", "\u00a0>\u00a0")}.` : "";
  return h(
    "li",
    {},
    h("p", { class: "method" }, swatch, h("strong", { translate: false }, label), about, ...lazy),
    ...updates.map((update) => block([update])),
  );
}

export function methodsText({ document, methods }: Setting): Words {
  const items = methods.map((method, place) => methodItem(document.methods[place]!, method));
  const [first, ...others] = [
    "In every iteration each agent takes a step against its own gradient and averages with its neighbours. The methods differ in what is averaged, and in what they remember. Below, row $i$ of $x^k$ is what agent $i$ holds after $k$ iterations, and row $i$ of $g^k$ the gradient that it draws there.",
    "Exact-Diffusion, EXTRA and gradient tracking are one recursion, [SUDA], with other choices of $A$, $B^2$ and $C$, each a polynomial in $W$:",
    ...UPDATES["suda"]!.map((update) => [update]),
    "Exact-Diffusion has $A = W$, $B^2 = I - W$, $C = I$; EXTRA $A = I$, $B^2 = I - W$, $C = W$; gradient tracking $A = W^2$, $B^2 = (I - W)^2$, $C = I$.",
    "The memory $y$ learns the differences between the agents’ gradients and takes them out; DSGD has no such memory, and keeps its [bias].",
  ].map(block);
  return [first, h("ul", { class: "methods" }, ...items), ...others];
}

export function networkText({ document, network }: Setting): Words {
  const changes = network?.changes;
  const { kind, heterogeneity } = document.problem as Tagged;
  const zero = kind === "pl" && heterogeneity === 0 ? ", which is zero here" : "";
  return [
    "Agents $i$ and $j$ talk only if an edge joins them; $w_{ij}$ is the weight they give each other in the [combination matrix] $W$. How fast disagreement dies out depends on its [mixing rate], the largest absolute value of its eigenvalues apart from $λ_1 = 1$:",
    ["λ = \\max_{i ≥ 2} |λ_i|"],
    ...(changes ? [changesText(document.network.changes?.kind ?? "", changes)] : network ? [fixedText(network)] : []),
    `${changes ? "The theory assumes a fixed W. There, for small steps," : "For small steps"} the bound on the floor of [DSGD] has a part that grows with $λ^2/(1 - λ)^2$ times the heterogeneity${zero}; a measured floor may grow less. The bounds of the corrected methods lack this part: what is left of $λ$ in their floor comes from the noise alone.`,
    "More agents help: the noise in the mean falls as $1/n$, the [linear speedup].",
  ].map(block);
}

function fixedText({ spectralGap: gap, mixingRate, smallestEigenvalue }: NetworkFacts): string {
  // The e-fold time of the slowest mode, unless one round ends it, or none does.
  const rounds = plural(Math.round(-1 / Math.log1p(-gap)), "round");
  const fading =
    gap > 0 && gap <= 0.5
      ? `: where it lasts longest, disagreement shrinks to $1/e$ of its size in about ${rounds} of averaging`
      : "";
  return `On this network $λ$ = ${formatRate(mixingRate)}. The [spectral gap] $1 - λ$ = ${formatNumber(gap)}${fading}. The smallest eigenvalue is $λ_{\\min}$ = ${formatNumber(cleaned(smallestEigenvalue), 4)}; Exact-Diffusion and EXTRA need it above −1/3, or else a [lazy] $W$.`;
}

/** One iteration in words, by the kind of change. */
const CHANGES: Readonly<Record<string, string>> = {
  cycle: "several networks take turns, one an iteration",
  linkFailures: "in each iteration each link fails by chance, and its weight stays with its two ends",
  randomMatching: "in each iteration agents meet in pairs, drawn anew, and average",
  oneLink: "in each iteration one pair of neighbours averages, and all others wait",
  onePeer:
    "in each iteration every agent averages with one other, across one dimension of the hypercube after the other",
};

function changesText(kind: string, changes: NonNullable<NetworkFacts["changes"]>): string {
  const { mixingRate, contraction, period, periodContraction, draws } = changes;
  const factor = formatNumber(cleaned(periodContraction ?? contraction ?? 0), 4);
  const over = period === null ? " an iteration, in mean square" : ` or more over ${plural(period, "iteration")}`;
  const shrinks =
    contraction === null
      ? ""
      : factor === "0"
        ? `; gossip alone makes averages exact within ${plural(period ?? 1, "iteration")}`
        : `; gossip alone shrinks disagreement by the factor ${factor}${over}`;
  const drawn = draws === null ? "" : ` (estimated from ${formatCount(draws)} drawn matrices)`;
  return `Here the network changes: ${CHANGES[kind] ?? "it is another one in each iteration"}. Its mean $E[W_k]$ has $λ$ = ${formatNumber(cleaned(mixingRate), 4)}${shrinks}${drawn}.`;
}

type Node = VNode<Record<string, unknown>>;

/**
 * A formula as MathML from a small part of TeX's notation: letters, numbers, signs and Greek letters as they are,
 * `_`, `^` and `'` (transposed) for indices, `{…}` for groups, and `\frac{}{}`, `\bar{}`, `\sum`, `\max`, `\ln`, ….
 * `display` sets it on a line of its own.
 */
function math(source: string, display = false): VNode {
  const tokens = source.match(/\\[a-z]+|[0-9]+(?:\.[0-9]+)?|[\p{L}]|\S/gu) ?? [];
  const root = node("math", row(tokens, []));
  return set(root, { translate: "no", ...(display ? { display: "block" } : {}) });
}

const node = (name: string, ...children: ComponentChild[]): Node => h(name, {}, ...children) as Node;

function set(element: Node, attributes: Record<string, string>): Node {
  Object.assign(element.props, attributes);
  return element;
}

/** Everything up to a closing brace or the end. */
function row(tokens: string[], atoms: Node[]): Node {
  // What begins with a sign that goes on is set as such.
  const goesOn = tokens[0] === "+";
  while (tokens.length > 0 && tokens[0] !== "}") atoms.push(scripted(tokens));
  if (goesOn) set(atoms[0]!, { form: "infix" });
  return atoms.length === 1 ? atoms[0]! : node("mrow", ...atoms);
}

function scripted(tokens: string[]): Node {
  const limits = tokens[0] === "\\sum" || tokens[0] === "\\max";
  const base = atom(tokens);
  let [lower, upper]: (Node | null)[] = [null, null];
  while (tokens[0] === "_" || tokens[0] === "^" || tokens[0] === "'") {
    const mark = tokens.shift();
    if (mark === "_") lower = atom(tokens);
    else upper = mark === "'" ? node("mo", "⊤") : atom(tokens);
  }
  for (const small of [lower, upper]) if (small) tightenAll(small);
  const [below, above, both] = limits ? ["munder", "mover", "munderover"] : ["msub", "msup", "msubsup"];
  if (lower && upper) return node(both!, base, lower, upper);
  if (lower) return node(below!, base, lower);
  return upper ? node(above!, base, upper) : base;
}

function atom(tokens: string[]): Node {
  const token = tokens.shift() ?? "";
  if (token === "{") {
    const inside = row(tokens, []);
    tokens.shift();
    return inside;
  }
  if (token === "\\frac") return node("mfrac", atom(tokens), atom(tokens));
  if (token === "\\bar") return node("mover", atom(tokens), accent("¯"));
  if (token === "\\tilde") return node("mover", atom(tokens), accent("~"));
  if (token === "\\sum") return node("mo", "∑");
  if (token.length > 1 && token.startsWith("\\")) return named(token.slice(1), tokens[0]);
  if (/^[0-9]/.test(token)) return node("mn", token);
  if (/^\p{L}$/u.test(token)) return node("mi", token);
  const sign = accent(token === "-" ? "−" : token);
  return "‖|/".includes(token) ? tighten(sign) : sign;
}

/** A function's name, set apart from its argument unless that is in brackets. */
function named(name: string, next: string | undefined): Node {
  return set(node("mo", name), { lspace: "0.17em", rspace: next === "(" ? "0" : "0.17em" });
}

/** Takes the room from around a sign; indices have none, as TeX sets them. */
const tighten = (sign: Node): Node => (sign.type === "mo" ? set(sign, { lspace: "0", rspace: "0" }) : sign);

function tightenAll(within: Node): void {
  tighten(within);
  for (const child of toChildArray(within.props["children"] as ComponentChild[]))
    if (typeof child === "object") tightenAll(child as Node);
}

const accent = (sign: string): Node => set(node("mo", sign), { stretchy: "false" });

export const PAPER = "https://doi.org/10.1109/TSP.2022.3189770";
export const PREPRINT = "https://arxiv.org/abs/2110.09993";

export const BIBTEX = `@article{alghunaim2022unified,
  author  = {Alghunaim, Sulaiman A. and Yuan, Kun},
  title   = {A Unified and Refined Convergence Analysis for Non-Convex Decentralized Learning},
  journal = {IEEE Transactions on Signal Processing},
  volume  = {70},
  year    = {2022},
  doi     = {10.1109/TSP.2022.3189770},
  eprint  = {2110.09993},
  archivePrefix = {arXiv}
}
`;

/** The program that ran an experiment, and the experiment itself; `link` opens it, where there is room for one in an address. */
export const experimentBibtex = (version: string, fingerprint: string, link: string | null): string => `@software{suda,
  author  = {{The SUDA contributors}},
  title   = {{SUDA}: decentralised stochastic optimisation, live in the browser},
  version = {${version}}
}

@misc{suda-${fingerprint.slice(0, 16)},
  title        = {An experiment with {SUDA} ${version}},
  howpublished = {SHA-256 of its document (RFC 8785): ${fingerprint}},
  note         = {${link === null ? "Its document is a file beside this" : `\\url{${link}}`}}
}
`;
