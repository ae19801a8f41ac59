/** The effect of a change, in words: each method before and now. */

import { formatCount, formatNumber, formatShare, listed, times } from "../views/format";
import type { Latest } from "./reading";

/** Smaller changes are not worth a word: as a factor, and of shares as a difference. */
const NOTABLE = { factor: 1.1, share: 0.01 };
/** The yardstick’s own floor is worth a word beyond this factor: less may be noise. */
const FLOOR = 1.25;
/** Beyond this factor it is another yardstick, and the numbers themselves are compared. */
const FAR = 10;
/** More changes than these are told as one. */
const FEW = 2;

type Pair = readonly [old: Latest, row: Latest];

/**
 * "Before and now: DSGD 46 × → 16 ×.", or first what the yardstick itself has come to: "Centralised SGD’s floor fell from
 * 2.1×10⁻⁴ to 5.3×10⁻⁵."; empty where nothing has changed much.
 */
export function difference(before: readonly Latest[], now: readonly Latest[], share: boolean): string {
  const pairs = now.flatMap((row): Pair[] => {
    const old = formerly(row, before, now);
    return old ? [[old, row]] : [];
  });
  const plainly = (words: string) => words && `Before and now: ${words}.`;
  if (share) return plainly(clause(changes(pairs, [1, 1], formatShare, NOTABLE.share)));
  const [then, since] = [before, now].map((rows) => rows.find(({ yardstick }) => yardstick));
  const absolute = () => plainly(clause(changes(pairs, [1, 1], (value) => formatNumber(value, 2, false))));
  if (!then || !since) return absolute();
  const others = pairs.filter(([, { communication }]) => communication !== "center");
  const words = clause(changes(others, [then.value, since.value], times));
  const moved = Math.abs(Math.log(since.value / then.value));
  if (moved <= Math.log(FLOOR)) return plainly(words);
  if (words !== "" && moved > Math.log(FAR)) return absolute();
  const [from, to] = [then, since].map(({ value }) => formatNumber(value, 2, false));
  const level = `${since.label}’s floor ${since.value < then.value ? "fell" : "rose"} from ${from} to ${to}`;
  if (words !== "") return `${level}; as multiples of it, ${words}.`;
  return `${level}${now.length > 1 ? ", and the others’ with it" : ""}.`;
}

/** The one of its kind that had its place, and has lost its name; or else the method of the same name. */
function formerly(row: Latest, before: readonly Latest[], now: readonly Latest[]): Latest | undefined {
  const alike = before.filter(({ kind }) => kind === row.kind);
  const isRenamed = ({ place, label }: Latest) =>
    before.length === now.length && place === row.place && !now.some((other) => other.label === label);
  return alike.find(isRenamed) ?? alike.find(({ label }) => label === row.label);
}

interface Change {
  label: string;
  words: string;
  /** How much it is, with its sign: of shares the difference, of errors the logarithm of the factor. */
  by: number;
  /** Whether the value itself is greater now. */
  rises: boolean;
  /** Whether one of the two has diverged: the first, or the second. */
  diverged: "before" | "now" | null;
}

/** What is worth a word, in units of what is compared with, before and now; `least`: of shares, the least difference. */
function changes(
  pairs: readonly Pair[],
  [then, since]: readonly [number, number],
  format: (value: number) => string,
  least: number | null = null,
): Change[] {
  return pairs.flatMap(([old, row]): Change[] => {
    const [was, is] = [old.value / then, row.value / since];
    const [from, to] = [
      old.divergedAt === null ? format(was) : "diverged",
      row.divergedAt === null ? format(is) : "diverged",
    ];
    const diverged = row.divergedAt !== null ? "now" : old.divergedAt !== null ? "before" : null;
    const by = least === null ? Math.log(is / was) : is - was;
    const isNotable = diverged !== null || Math.abs(by) >= (least ?? Math.log(NOTABLE.factor));
    if (from === to || !isNotable) return [];
    return [{ label: old.label, words: `${old.label} ${from} → ${to}`, by, rises: row.value > old.value, diverged }];
  });
}

/** Who diverges now, or no longer; then all of a few changes, or of many the greatest, and whether the others go its way. */
function clause(changes: readonly Change[]): string {
  const turned = (["before", "now"] as const).flatMap((when): string[] => {
    const those = changes.filter(({ diverged }) => diverged === when);
    if (those.length < 2) return those.map(({ words }) => words);
    return [`${listed(those.map(({ label }) => label))} ${when === "now" ? "now diverge" : "no longer diverge"}`];
  });
  const finite = changes.filter(({ diverged }) => diverged === null).sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const [most, ...others] = finite;
  if (!most || finite.length <= FEW)
    return [...turned, ...changes.filter((change) => finite.includes(change)).map(({ words }) => words)].join(", ");
  // As multiples of a yardstick that has moved, an error may fall that itself has risen.
  const isAlike = finite.every(({ by, rises }) => by > 0 === most.by > 0 && rises === most.by > 0);
  const go = isAlike ? (most.rises ? "rose too" : "fell too") : "changed";
  return [...turned, `${most.words}; ${formatCount(others.length)} others ${go}, by less`].join(", ");
}
