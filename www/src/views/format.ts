/** Numbers as a well-set paper prints them: few digits, a true minus sign, ×10ⁿ instead of e-notation. */

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const MINUS = "−";
/** Narrow no-break space, between groups of three digits. */
const GROUP = "\u202f";

export function superscript(integer: number): string {
  const digits = Math.abs(integer)
    .toFixed(0)
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
  return integer < 0 ? `⁻${digits}` : digits;
}

/** 10ⁿ for an integer n. */
export function powerOfTen(exponent: number): string {
  return `10${superscript(exponent)}`;
}

/** `value` to `digits` significant digits; trailing zeros are dropped unless numbers should line up. */
export function formatNumber(value: number, digits = 3, trim = true): string {
  if (Number.isNaN(value)) return "not a number";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const sign = value < 0 ? MINUS : "";
  const [mantissa, power] = Math.abs(value)
    .toExponential(digits - 1)
    .split("e");
  const exponent = Number(power);
  if (exponent >= -3 && exponent < Math.max(5, digits)) {
    const decimals = Math.max(0, digits - 1 - exponent);
    const decimal = Math.abs(value).toFixed(decimals);
    return sign + grouped(trim ? trimmed(decimal) : decimal);
  }
  const factor = trim ? trimmed(mantissa!) : mantissa!;
  return factor === "1" ? sign + powerOfTen(exponent) : `${sign}${factor}×${powerOfTen(exponent)}`;
}

/** A whole number in full, in groups of three from 10 000 on. */
export function formatCount(value: number): string {
  const rounded = Math.round(value);
  return (rounded < 0 ? MINUS : "") + grouped(Math.abs(rounded).toFixed(0));
}

function trimmed(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

function grouped(decimal: string): string {
  const [whole, fraction] = decimal.split(".");
  if (whole!.length < 5) return decimal;
  const groups = whole!.replace(/\B(?=(\d{3})+$)/g, GROUP);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** "1 agent", "2 agents". */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`;
}
