/** The effect of a change, in words: each method before and now. */

import { isShare } from "../figures";
import type { MetricName } from "../simulation/core";
import { formatNumber, formatShare } from "../views/format";
import { times, type Latest } from "./reading";

/** Smaller changes are not worth a word: as a factor, and of shares as a difference. */
const NOTABLE = { factor: 1.1, share: 0.01 };

/** "Before → now: DSGD 46 × → 16 ×."; empty where nothing has changed much. */
export function difference(before: readonly Latest[], now: readonly Latest[], metric: MetricName): string {
  const [then, since] = [scaleOf(before, metric), scaleOf(now, metric)];
  // Where either has no yardstick, the numbers themselves are compared.
  const ratios = then.unit !== null && since.unit !== null;
  const parts = now.flatMap((row) => {
    const old = before.find(({ label, kind }) => label === row.label && kind === row.kind);
    if (!old || (ratios && row.kind === "psgd")) return [];
    const [from, to] = [then.told(old, ratios), since.told(row, ratios)];
    return from !== null && to !== null && from !== to && notable(then, old, since, row, ratios)
      ? [`${row.label} ${from} → ${to}`]
      : [];
  });
  return parts.length === 0 ? "" : `Before and now: ${parts.join(", ")}.`;
}

interface Scale {
  /** The error of the centralised method; null where there is none to compare with. */
  unit: number | null;
  share: boolean;
  told(row: Latest, ratios: boolean): string | null;
}

function scaleOf(rows: readonly Latest[], metric: MetricName): Scale {
  const share = isShare(metric);
  const yardstick = rows.find(
    ({ kind, value, divergedAt, settled }) => kind === "psgd" && value > 0 && divergedAt === null && settled,
  );
  const unit = share ? null : (yardstick?.value ?? null);
  return {
    unit,
    share,
    told({ value, divergedAt }, ratios) {
      if (divergedAt !== null) return "diverged";
      if (!Number.isFinite(value)) return null;
      return share ? formatShare(value) : ratios ? times(value / unit!) : formatNumber(value, 2, false);
    },
  };
}

function notable(then: Scale, old: Latest, since: Scale, row: Latest, ratios: boolean): boolean {
  if (old.divergedAt !== null || row.divergedAt !== null) return true;
  if (then.share) return Math.abs(row.value - old.value) >= NOTABLE.share;
  const change = ratios ? row.value / since.unit! / (old.value / then.unit!) : row.value / old.value;
  return change > NOTABLE.factor || change < 1 / NOTABLE.factor;
}
