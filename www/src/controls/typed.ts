/** Numbers as people type them: with groups of thousands, a decimal comma, or a power of ten. */

import { SUPERSCRIPTS } from "../views/format";

/** The number in typed text, or the reason why it is none. */
export type Typed = { value: number } | { problem: string };

/** Groups of three digits with a sign between, or of two and a last of three; another sign may be before a fraction. */
const inGroups = (sign: string, point: string) =>
  new RegExp(`^([+-]?\\d{1,3}(?:${sign}\\d{3})+|[+-]?\\d{1,2}(?:${sign}\\d{2})*${sign}\\d{3})(?:${point}(\\d*))?$`);
const [COMMAS, POINTS] = [inGroups(",", "\\."), inGroups("\\.", ",")];
const BLANKS = inGroups("[\\s\\u00a0\\u2009\\u202f'’_]", "[.,]");
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const POWER = /^(?:(.+?)\s*[×x*·⋅]\s*)?10\s*\^?\s*([+-]?\d+)$/i;

/** Reads a number; a `whole` one has no fraction, which settles what a comma before three digits is. */
export function readTyped(text: string, whole: boolean): Typed {
  const usual = text
    .trim()
    .replace(/[−–﹣－]/g, "-")
    .replace(/[⁺⁻]/g, (sign) => (sign === "⁺" ? "+" : "-"))
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)));
  const isRaised = /[⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(text) || usual.includes("^");
  const power = isRaised ? POWER.exec(usual) : null;
  if (power) {
    const factor = power[1] === undefined ? { value: 1 } : readPlain(power[1], false, text);
    // By way of decimal text, so that 2 × 10⁻³ is the double that 0.002 is.
    return "problem" in factor ? factor : finite(Number(`${factor.value}e${power[2]}`), text);
  }
  return readPlain(usual, whole, text);
}

function readPlain(text: string, whole: boolean, shown: string): Typed {
  const areMany = /[.,].*[.,]/.test(text);
  const grouped = BLANKS.exec(text) ?? (areMany ? (COMMAS.exec(text) ?? POINTS.exec(text)) : null);
  if (grouped) return finite(Number(`${grouped[1]!.replace(/[^\d+-]/g, "")}.${grouped[2] ?? ""}`), shown);
  const isComma = text.includes(",");
  const single = /^([+-]?[1-9]\d{0,2})[.,](\d{3})$/.exec(text);
  if (single && (isComma || whole)) {
    const [large, small] = [Number(single[1]! + single[2]!), Number(`${single[1]}.${single[2]}`)];
    if (whole && isComma) return { value: large };
    return { problem: `“${clip(shown)}” may be ${large} or ${small}: write one of these.` };
  }
  const decimal = text.replace(",", ".");
  return PLAIN.test(decimal) ? finite(Number(decimal), shown) : none(shown);
}

function finite(value: number, shown: string): Typed {
  return Number.isFinite(value)
    ? { value }
    : Number.isNaN(value)
      ? none(shown)
      : { problem: `“${clip(shown)}” is too large.` };
}

const none = (shown: string): Typed => ({ problem: `“${clip(shown)}” is no number.` });
const clip = (text: string) => text.trim().slice(0, 20);

/** The value of a number that is typed; NaN where it is none. */
export function numberIn(text: string): number {
  const typed = text.trim() === "" ? null : readTyped(text, false);
  return typed && "value" in typed ? typed.value : NaN;
}

/** A list of numbers with commas, semicolons or blanks between. */
export function readTypedList(text: string): { values: number[] } | { problem: string } {
  const inside = text
    .trim()
    .replace(/^\[([\s\S]*)\]$/, "$1")
    .trim();
  const bySemicolon = inside.includes(";");
  if (!bySemicolon && /\d,\d/.test(inside) && /,\s/.test(inside))
    return { problem: "Some commas have a blank after them and some do not: put semicolons between the numbers." };
  const parts = inside.split(bySemicolon ? /\s*;\s*/ : inside.includes(",") ? /\s*,\s*/ : /\s+/);
  const values: number[] = [];
  for (const part of parts) {
    const read = readTyped(part, false);
    if ("problem" in read)
      return part === "" ? { problem: "Write numbers with commas between, for example 0.5, 0.5." } : read;
    values.push(read.value);
  }
  return { values };
}
