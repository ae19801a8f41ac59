/** Terms and what they mean; the first mention of a term in a text shows its meaning on hover, focus or tap. */

import { freshId, h } from "../dom";

const TERMS: Readonly<Record<string, string>> = {
  agent: "A computer, sensor or robot with data of its own. It talks to its neighbours in the network only.",
  "combination matrix":
    "W: the weight wᵢⱼ that agent i gives to what neighbour j says. Symmetric, and every row sums to 1.",
  "mixing rate":
    "λ: how much of the disagreement is left after one round of averaging, at worst. 0 is instant, 1 is never.",
  "spectral gap": "1 − λ. About 1/(1 − λ) rounds of averaging carry news across the network.",
  heterogeneity: "How different the agents’ data are: the spread σₕ² of their own best solutions.",
  "gradient noise":
    "What a stochastic gradient adds to the exact one: zero on average, with variance σₙ² in each coordinate.",
  "step size": "α: how far an agent goes against its gradient in one iteration.",
  bias: "An error that stays however small the noise: with a constant step, DSGD settles beside the minimum.",
  "linear speedup":
    "With n agents the noise in the mean falls as 1/n, as if one computer had drawn n times the samples.",
  lazy: "W replaced by (1 − θ)W + θI: every agent keeps more of its own value. With θ = ½ no eigenvalue is negative.",
  DSGD: "Decentralised stochastic gradient descent: every agent takes a gradient step, then averages with its neighbours.",
  SUDA: "The stochastic unified decentralised algorithm: one recursion that has many methods as special cases.",
  PL: "Polyak–Łojasiewicz: ‖∇f(x)‖² ≥ 2μ(f(x) − f*). Every stationary point is a minimum, though f need not be convex.",
};

let bubble: { element: HTMLElement; owner: HTMLElement | null } | null = null;

/** The words, explained; `key` where they differ from the glossary's. */
export function term(words: string, key = words): HTMLElement {
  const meaning = TERMS[key];
  if (meaning === undefined) throw new Error(`the glossary has no ${key}`);
  const button = h("button", { type: "button", class: "term" }, words);
  button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && open(button, meaning));
  button.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && close());
  button.addEventListener("focus", () => open(button, meaning));
  button.addEventListener("blur", close);
  button.addEventListener("click", () => open(button, meaning));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return button;
}

function open(owner: HTMLElement, meaning: string): void {
  if (!bubble) {
    const element = h("div", { class: "bubble", role: "tooltip", id: freshId("meaning"), hidden: true });
    document.body.append(element);
    bubble = { element, owner: null };
    addEventListener("scroll", close, { passive: true });
  }
  const { element } = bubble;
  bubble.owner?.removeAttribute("aria-describedby");
  bubble.owner = owner;
  owner.setAttribute("aria-describedby", element.id);
  element.textContent = meaning;
  element.hidden = false;
  const at = owner.getBoundingClientRect();
  const size = element.getBoundingClientRect();
  const below = at.bottom + 6 + size.height < innerHeight;
  element.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - size.width - 8))}px`;
  element.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - size.height - 6)}px`;
}

function close(): void {
  if (!bubble) return;
  bubble.element.hidden = true;
  bubble.owner?.removeAttribute("aria-describedby");
  bubble.owner = null;
}
