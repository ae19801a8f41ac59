/** A table of slopes, measured and by the theory. */

import type { Line } from "../../../../lib/study";
import { h } from "../../controls/dom";
import { formatNumber } from "../../views/format";
import { methodSwatch } from "../../views/legend";
import type { Theme } from "../../views/theme";
import type { MethodStyle } from "../../views/types";
import type { Cell } from "./rows";

export interface Slopes {
  style: MethodStyle;
  measured: Line | null;
  theory: Line | null;
}

/** The columns; the last is the theory's. */
export const slopeColumns = (theory: string): string[] => ["", "measured", "95 % interval", theory];

export function slopeRows(slopes: readonly Slopes[], theme: Theme): Cell[][] {
  return slopes.map(({ style, measured, theory }) => [
    h("span", { translate: false }, methodSwatch(style, theme), " ", style.label),
    measured ? formatNumber(measured.slope) : "–",
    measured && Number.isFinite(measured.halfWidth)
      ? `${formatNumber(measured.slope - measured.halfWidth)} to ${formatNumber(measured.slope + measured.halfWidth)}`
      : "–",
    theory ? formatNumber(theory.slope) : "–",
  ]);
}
