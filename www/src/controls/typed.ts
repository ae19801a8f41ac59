/** Numbers as people type them: with groups of thousands, a decimal comma, or a power of ten. */

/** The number in typed text, or the reason why it is none. */
export type Typed = { value: number } | { problem: string };

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Blanks and marks that stand between thousands. */
const GROUP = "[\\s\\u00a0\\u2009\\u202f'’_]";
const GROUPED = new RegExp(`^([+-]?\\d{1,3})((?:${GROUP}\\d{3})+)([.,]\\d+)?$`);
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
  const grouped = GROUPED.exec(text);
  if (grouped)
    return finite(Number(grouped[1]! + grouped[2]!.replace(/\D/g, "") + (grouped[3] ?? "").replace(",", ".")), shown);
  const commas = text.split(",").length - 1;
  const points = text.split(".").length - 1;
  if (commas > 0 && points > 0) {
    // The last sign is before the fraction, if it stands once and the others part thousands.
    const [sign, other] = text.lastIndexOf(",") > text.lastIndexOf(".") ? [",", "."] : [".", ","];
    const [head, ...tail] = text.split(sign);
    const parted = head!.split(other);
    const areThousands = /^[+-]?\d{1,3}$/.test(parted[0]!) && parted.slice(1).every((part) => /^\d{3}$/.test(part));
    return tail.length === 1 && areThousands && /^\d*$/.test(tail[0]!)
      ? finite(Number(`${parted.join("")}.${tail[0]}`), shown)
      : none(shown);
  }
  const sign = commas > 0 ? "," : ".";
  if (commas > 1 || points > 1) {
    const parts = text.split(sign);
    const thousands = /^[+-]?\d{1,3}$/.test(parts[0]!) && parts.slice(1).every((part) => /^\d{3}$/.test(part));
    const lakhs =
      /^[+-]?\d{1,2}$/.test(parts[0]!) &&
      parts.slice(1, -1).every((part) => /^\d{2}$/.test(part)) &&
      /^\d{3}$/.test(parts.at(-1)!);
    return thousands || lakhs ? finite(Number(parts.join("")), shown) : none(shown);
  }
  const single = new RegExp(`^([+-]?[1-9]\\d{0,2})[${sign}](\\d{3})$`).exec(text);
  if (single && (commas > 0 || whole)) {
    const [large, small] = [Number(single[1]! + single[2]!), Number(`${single[1]}.${single[2]}`)];
    if (whole && commas > 0) return { value: large };
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
