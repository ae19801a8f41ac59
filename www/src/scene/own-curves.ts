/** Curves of the reader's own beside those of the run. */

import { stylesOf } from "../state/methods";
import type { CurvesData, CurveSeries } from "../views/types";
import { shownAxis, type Scene } from "./figures";

export interface OwnCurve {
  name: string;
  /** The metric that it is of; null where the table does not say it: then it is shown with each. */
  metric: string | null;
  x: number[];
  mean: number[];
}

/** The figure's data with the reader's curves that fit the axes. */
export function withOwn(data: CurvesData, own: readonly OwnCurve[], scene: Scene): CurvesData {
  const fitting = own.filter(({ metric }) => metric === null || metric === data.metric);
  if (fitting.length === 0 || shownAxis(scene) !== "iterations") return data;
  const added = ownStyles(own, scene);
  const series = fitting.map(({ name, x, mean }): CurveSeries => {
    const method = added.get(name)!;
    return { method, x, mean, divergedAt: null, visible: !scene.view.hidden.includes(method.label) };
  });
  return { ...data, series: [...data.series, ...series] };
}

/** Their looks, by their names, each other than those of the methods. */
export function ownStyles(own: readonly OwnCurve[], { styles, catalog }: Pick<Scene, "styles" | "catalog">) {
  const names = [...new Set(own.map(({ name }) => name))];
  const isTaken = (name: string): boolean => styles.some(({ label }) => label === name);
  const added = names.map((name) => ({ kind: "own", label: isTaken(name) ? `${name} (own)` : name }));
  const all = stylesOf([...styles, ...added], catalog.methods, styles).slice(styles.length);
  return new Map(names.map((name, i) => [name, all[i]!]));
}
