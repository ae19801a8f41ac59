/**
 * Formulas as MathML from a small part of TeX's notation: letters, numbers, signs and Greek letters as they are,
 * `_`, `^` and `'` (transposed) for indices, `{…}` for groups, and `\frac{}{}`, `\bar{}`, `\sum`, `\max`, `\ln`, ….
 */

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** `display` sets it on a line of its own. */
export function math(source: string, display = false): Element {
  const root = node("math");
  root.setAttribute("translate", "no");
  if (display) root.setAttribute("display", "block");
  const tokens = source.match(/\\[a-z]+|[0-9]+(?:\.[0-9]+)?|[\p{L}]|\S/gu) ?? [];
  root.append(row(tokens, []));
  return root;
}

function node(name: string, ...children: (Element | string)[]): Element {
  const element = document.createElementNS(MATHML, name);
  element.append(...children);
  return element;
}

/** Everything up to a closing brace or the end. */
function row(tokens: string[], atoms: Element[]): Element {
  // What begins with a sign that goes on is set as such.
  const goesOn = tokens[0] === "+";
  while (tokens.length > 0 && tokens[0] !== "}") atoms.push(scripted(tokens));
  if (goesOn) atoms[0]!.setAttribute("form", "infix");
  return atoms.length === 1 ? atoms[0]! : node("mrow", ...atoms);
}

/** An atom with its indices. */
function scripted(tokens: string[]): Element {
  const limits = tokens[0] === "\\sum" || tokens[0] === "\\max";
  const base = atom(tokens);
  let [lower, upper]: (Element | null)[] = [null, null];
  while (tokens[0] === "_" || tokens[0] === "^" || tokens[0] === "'") {
    const mark = tokens.shift();
    if (mark === "_") lower = atom(tokens);
    else upper = mark === "'" ? node("mo", "⊤") : atom(tokens);
  }
  for (const small of [lower, upper])
    if (small) for (const sign of [small, ...small.querySelectorAll("mo")]) tighten(sign);
  const [below, above, both] = limits ? ["munder", "mover", "munderover"] : ["msub", "msup", "msubsup"];
  if (lower && upper) return node(both!, base, lower, upper);
  if (lower) return node(below!, base, lower);
  return upper ? node(above!, base, upper) : base;
}

function atom(tokens: string[]): Element {
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
  const sign = node("mo", token === "-" ? "−" : token);
  sign.setAttribute("stretchy", "false");
  if ("‖|/".includes(token)) tighten(sign);
  return sign;
}

/** A function's name, set apart from its argument unless that is in brackets. */
function named(name: string, next: string | undefined): Element {
  const sign = node("mo", name);
  sign.setAttribute("lspace", "0.17em");
  sign.setAttribute("rspace", next === "(" ? "0" : "0.17em");
  return sign;
}

/** Takes the room from around a sign; indices have none, as TeX sets them. */
function tighten(sign: Element): void {
  if (sign.localName !== "mo") return;
  sign.setAttribute("lspace", "0");
  sign.setAttribute("rspace", "0");
}

function accent(sign: string): Element {
  const element = node("mo", sign);
  element.setAttribute("stretchy", "false");
  return element;
}
