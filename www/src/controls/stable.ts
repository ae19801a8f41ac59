/** Where each method's stable range of step sizes ends, as marks on the step's slider. */

import type { Scene } from "../scene/figures";
import { shortened } from "../state/methods";
import { formatNumber } from "../views/format";
import { methodColor, type Theme } from "../views/theme";

/** A value on a slider that means something. */
export interface Mark {
  value: number;
  color: string;
  /** Its meaning, in a sentence. */
  text: string;
}

/** Of the methods that take the experiment's step. */
export function stepMarks({ document, run, styles }: Scene, theme: Theme): Mark[] {
  const stability = run?.document === document ? (run.description?.stability ?? []) : [];
  const names = shortened(styles.map(({ label }) => label));
  return stability.flatMap((judgement, place): Mark[] => {
    if (!judgement || document.methods[place]!.stepSize) return [];
    const color = methodColor(styles[place]!, theme);
    const about = judgement.exact ? "" : "about ";
    if (!judgement.range) return [];
    const [low, high] = judgement.range;
    const from = low > 0 ? `${about}${formatNumber(low)} to ` : "up to ";
    const text = `${names[place]} is stable ${Number.isFinite(high) ? `${from}${low > 0 ? "" : about}${formatNumber(high)}` : `from ${about}${formatNumber(low)} on`}.`;
    const ends = [low, high].filter((value) => value > 0 && Number.isFinite(value));
    return ends.map((value, i) => ({ value, color, text: i === 0 ? text : "" }));
  });
}
