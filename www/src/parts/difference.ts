/** The effect of a change, in words: each method before and now. */

import { formatCount, formatNumber, formatShare, times } from "../views/format";
import type { Latest } from "./reading";

/** Smaller changes are not worth a word: as a factor, and of shares as a difference. */
const NOTABLE = { factor: 1.1, share: 0.01 };
/** The yardstick’s own floor is worth a word beyond this factor: less may be noise. */
const FLOOR = 1.25;
/** More changes than these are told as one. */
const FEW = 2;

/**
 * "Before and now: DSGD 46 × → 16 ×.", or first what the yardstick itself has come to: "Centralised SGD’s floor fell from
 * 2.1×10⁻⁴ to 5.3×10⁻⁵."; empty where nothing has changed much.
 */
export function difference(before: readonly Latest[], now: readonly Latest[], share: boolean): string {
  const [then, since] = [scaleOf(before, share), scaleOf(now, share)];
  // Where either has no yardstick, the numbers themselves are compared.
  const ratios = then.unit !== null && since.unit !== null;
  const changes = now.flatMap((row): Change[] => {
    const old = formerly(row, before, now);
    if (!old || (ratios && row.kind === "psgd")) return [];
    const [from, to] = [then.told(old, ratios), since.told(row, ratios)];
    return from !== null && to !== null && from !== to && notable(then, old, since, row, ratios)
      ? [{ words: `${old.label} ${from} → ${to}`, factor: factor(then, old, since, row, ratios) }]
      : [];
  });
  const moved = ratios ? Math.abs(Math.log(since.unit! / then.unit!)) : 0;
  const level =
    moved > Math.log(FLOOR)
      ? `${since.name}’s floor ${since.unit! < then.unit! ? "fell" : "rose"} from ${floor(then)} to ${floor(since)}`
      : "";
  if (changes.length === 0) return level && `${level}${now.length > 1 ? ", and the others’ with it" : ""}.`;
  return `${level ? `${level}; as multiples of it, ` : "Before and now: "}${clause(changes)}.`;
}

/** The one of its kind that had its place, and has lost its name; or else the method of the same name. */
function formerly(row: Latest, before: readonly Latest[], now: readonly Latest[]): Latest | undefined {
  const alike = before.filter(({ kind }) => kind === row.kind);
  const isRenamed = ({ place, label }: Latest) =>
    before.length === now.length && place === row.place && !now.some((other) => other.label === label);
  return alike.find(isRenamed) ?? alike.find(({ label }) => label === row.label);
}

interface Change {
  words: string;
  /** How much it is, as a logarithm of either sign; infinite where one of the two has diverged. */
  factor: number;
}

/** All of a few changes; of many the greatest, and whether the others go the same way. */
function clause(changes: readonly Change[]): string {
  if (changes.length <= FEW) return changes.map(({ words }) => words).join(", ");
  const [most, ...others] = [...changes].sort((a, b) => Math.abs(b.factor) - Math.abs(a.factor));
  const alike = others.every(({ factor }) => factor < 0 === most!.factor < 0);
  return `${most!.words}; ${formatCount(others.length)} others ${alike ? (most!.factor < 0 ? "fell too" : "rose too") : "changed"}, by less`;
}

const floor = ({ unit }: Scale): string => formatNumber(unit!, 2, false);

interface Scale {
  /** The error of the centralised method; null where there is none to compare with. */
  unit: number | null;
  /** Its name. */
  name: string;
  share: boolean;
  told(row: Latest, ratios: boolean): string | null;
}

function scaleOf(rows: readonly Latest[], share: boolean): Scale {
  const yardstick = rows.find(
    ({ kind, value, divergedAt, settled }) => kind === "psgd" && value > 0 && divergedAt === null && settled,
  );
  const unit = share ? null : (yardstick?.value ?? null);
  return {
    unit,
    name: yardstick?.label ?? "",
    share,
    told({ value, divergedAt }, ratios) {
      if (divergedAt !== null) return "diverged";
      if (!Number.isFinite(value)) return null;
      return share ? formatShare(value) : ratios ? times(value / unit!) : formatNumber(value, 2, false);
    },
  };
}

function notable(then: Scale, old: Latest, since: Scale, row: Latest, ratios: boolean): boolean {
  if (then.share && old.divergedAt === null && row.divergedAt === null)
    return Math.abs(row.value - old.value) >= NOTABLE.share;
  return Math.abs(factor(then, old, since, row, ratios)) > Math.log(NOTABLE.factor);
}

function factor(then: Scale, old: Latest, since: Scale, row: Latest, ratios: boolean): number {
  if (row.divergedAt !== null) return Infinity;
  if (old.divergedAt !== null) return -Infinity;
  return Math.log(ratios ? row.value / since.unit! / (old.value / then.unit!) : row.value / old.value);
}
