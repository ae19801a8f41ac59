/**
 * Formulas as MathML from a small part of TeX's notation: letters, numbers, signs and Greek letters as they are,
 * `_`, `^` and `'` (transposed) for indices, `{…}` for groups, and `\frac{}{}`, `\bar{}`, `\sum`, `\max`, `\ln`, ….
 */

import { h, toChildArray, type ComponentChild, type VNode } from "preact";

type Node = VNode<Record<string, unknown>>;

/** `display` sets it on a line of its own. */
export function math(source: string, display = false): VNode {
  const tokens = source.match(/\\[a-z]+|[0-9]+(?:\.[0-9]+)?|[\p{L}]|\S/gu) ?? [];
  const root = node("math", row(tokens, []));
  return set(root, { translate: "no", ...(display ? { display: "block" } : {}) });
}

function node(name: string, ...children: ComponentChild[]): Node {
  return h(name, {}, ...children) as Node;
}

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

/** An atom with its indices. */
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
function tighten(sign: Node): Node {
  return sign.type === "mo" ? set(sign, { lspace: "0", rspace: "0" }) : sign;
}

function tightenAll(within: Node): void {
  tighten(within);
  for (const child of toChildArray(within.props["children"] as ComponentChild[]))
    if (typeof child === "object") tightenAll(child as Node);
}

function accent(sign: string): Node {
  return set(node("mo", sign), { stretchy: "false" });
}
