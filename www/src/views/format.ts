/** Numbers as a well-set paper prints them: few digits, a true minus sign, ×10ⁿ instead of e-notation; and names. */

import { formatLocale } from "d3-format";

export const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const MINUS = "−";
/** From this power of ten on, groups of three digits stand apart, by narrow no-break spaces. */
const GROUPED = 4;
const { format } = formatLocale({
  decimal: ".",
  thousands: "\u202f",
  grouping: [3],
  currency: ["", ""],
  minus: MINUS,
});

export function superscript(integer: number): string {
  const digits = Math.abs(integer)
    .toFixed(0)
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
  return integer < 0 ? `⁻${digits}` : digits;
}

/** 10ⁿ for an integer n. */
export const powerOfTen = (exponent: number): string => `10${superscript(exponent)}`;

/** `value` to `digits` significant digits; trailing zeros are dropped unless numbers should line up. */
export function formatNumber(value: number, digits = 3, trim = true): string {
  if (Number.isNaN(value)) return "not a number";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const trimmed = trim ? "~f" : "f";
  if (exponent >= -3 && exponent < Math.max(5, digits)) {
    const decimals = Math.max(0, digits - 1 - exponent);
    return format(`${exponent >= GROUPED ? "," : ""}.${decimals}${trimmed}`)(value);
  }
  const factor = format(`.${digits - 1}${trimmed}`)(Number(mantissa));
  return /^−?1$/.test(factor) ? factor.replace("1", powerOfTen(exponent)) : `${factor}×${powerOfTen(exponent)}`;
}

/** An eigenvalue, or what is made of some, without the dust of rounding. */
export const cleaned = (value: number): number => (Math.abs(value) < 1e-12 ? 0 : value);

/** λ, to four digits, or as many as tell it from 1: that would be a network in parts. */
export function formatRate(rate: number): string {
  const gap = 1 - rate;
  return formatNumber(cleaned(rate), gap > 1e-12 && gap < 1e-4 ? Math.ceil(-Math.log10(gap)) : 4);
}

/** A whole number in full, in groups of three from 10 000 on. */
export function formatCount(value: number): string {
  return format(Math.abs(value) >= 10 ** GROUPED ? ",d" : "d")(value);
}

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`;
}

/** A value of a setting: whole numbers in full, others to four digits. */
export function formatSetting(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value, 4);
}

const NUMERALS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "five"; from eleven on in figures. */
export const inWords = (count: number): string => NUMERALS[count] ?? formatCount(count);

/** "a, b and c"; where a part is itself a pair, "a and b, and c". */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  const comma = parts.some((part) => part.includes(" and ")) ? "," : "";
  return `${parts.slice(0, -1).join(", ")}${comma} and ${parts.at(-1)}`;
}

/** A share in per cent: "50 %", whole, except near none and all. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return "–";
  // A mean of ones is 1 but for the dust of rounding.
  const percent = 100 * (Math.abs(1 - share) < 1e-9 ? 1 : share);
  const near = Math.min(percent, 100 - percent);
  if (near > 0 && near < 0.05) return percent < 50 ? "< 0.1\u202f%" : "> 99.9\u202f%";
  return `${near > 0 && near < 0.95 ? percent.toFixed(1) : percent.toFixed(0)}\u202f%`;
}

/** Positive numbers between two ends, of which the upper may be open: "0.1 to 2", "below 2", "above 0.1", "all". */
export function formatRange([low, high]: readonly [number, number], exact = true): string {
  const about = exact ? "" : "about ";
  if (!Number.isFinite(high)) return low > 0 ? `above ${about}${formatNumber(low)}` : "all";
  return low > 0 ? `${about}${formatNumber(low)} to ${formatNumber(high)}` : `below ${about}${formatNumber(high)}`;
}

export function times(ratio: number): string {
  if (ratio >= 0.95 && ratio < 1.05) return "1.0\u00a0×";
  const told = Number(ratio.toPrecision(2));
  // A power of ten before the sign would have two signs.
  return `${told >= 1e5 && told < 1e9 ? formatCount(told) : formatNumber(told, 2, false)}\u00a0×`;
}

/** `adaptThenCombine` as “adapt then combine”, `nonAtc` as “non-ATC”. */
export function spaced(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\batc\b/, "ATC")
    .replace(" ATC", "-ATC");
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The module's words as a well-set paper has them: proper minus signs and apostrophes. */
export function typeset(text: string): string {
  return text.replaceAll(/(?<=^|[\s(])-(?=[\d.])/g, "−").replaceAll("'", "’");
}

/** What belongs to a number stays in its line: per cent, ×, and what it is the value of. */
export function tied(text: string): string {
  return text.replaceAll(/(?<=\d) (?=[%×])/g, "\u202f").replaceAll(/ ([=≈<>]) (?=[−\d])/g, "\u00a0$1\u00a0");
}

export interface Named {
  /** For each agent its name, where agents have names. */
  names?: readonly string[];
}

export const signOf = ({ names }: Named, agent: number): string => names?.[agent] ?? String(agent);

export const nameOf = ({ names }: Named, agent: number): string => names?.[agent] ?? `Agent ${agent}`;

/** What most of the classes' names begin with says nothing, and long names take no room: “virginica” as “vir”. */
export function briefClasses(classes: readonly string[]): string[] {
  if (classes.every(({ length }) => length <= 3)) return [...classes];
  let shared = 0;
  while (classes.every((name) => name.length > shared + 1 && name[shared] === classes[0]![shared])) shared++;
  return classes.map((name) => name.slice(shared, shared + 3));
}
