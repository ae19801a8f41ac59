/** The colours of classes: of models' outputs, and of samples. They mean the same in light and dark. */

import { mix, type Theme } from "../theme";

/** Blue for +1 and orange for -1, near Okabe & Ito's: hues that every kind of colour vision tells apart, dark and light in grey. */
export const CLASS_COLORS = { positive: "#0a5c9c", negative: "#ea8a1a" } as const;

/** Of more classes: Okabe & Ito's own, which go round. */
export const MANY_COLORS = [
  "#e69f00",
  "#0072b2",
  "#009e73",
  "#cc79a7",
  "#56b4e9",
  "#d55e00",
  "#f0e442",
  "#5a5a5a",
] as const;

/** Samples: +1 a dark dot with a light rim, -1 a light dot with a dark rim, so that they are told apart without colour. */
export const MARKS = {
  positive: { fill: "#06294a", rim: "#ffffff" },
  negative: { fill: "#ffe9cf", rim: "#4a2400" },
} as const;

/** How samples of a class are marked, besides by a shape of their own. */
export function markOf(place: number): { fill: string; rim: string } {
  return { fill: mix(manyColor(place), "#000000", 0.4), rim: "#ffffff" };
}

export const manyColor = (place: number): string => MANY_COLORS[place % MANY_COLORS.length]!;

/** |F| beyond this is as sure as can be seen. */
const SUREST = 6;
const STEPS = 512;

/** The colour of a model's output: paler where σ(F) is near ½, and grey where F is not a number. */
export function beliefColor(f: number, theme: Theme): string {
  return sureColor(f > 0 ? CLASS_COLORS.positive : CLASS_COLORS.negative, f, theme);
}

/** The colour of one of several classes whose output is the greatest, by so much. */
export function classColor(place: number, margin: number, theme: Theme): string {
  return sureColor(manyColor(place), margin, theme);
}

function sureColor(color: string, f: number, theme: Theme): string {
  if (Number.isNaN(f)) return theme.rule;
  // Where σ(F) is ½.
  const unsure = theme.name === "dark" ? "#d3d1cb" : "#fbfaf6";
  return mix(unsure, color, Math.abs(Math.tanh(f / 2)));
}

/** Colours by a table of pixels, little-endian RGBA, for many values. */
export type BeliefTable = (f: number) => number;

const tables = new Map<Theme, Map<number | null, BeliefTable>>();

/** `place`: of one of several classes; null: of the one output of two. */
export function beliefTable(theme: Theme, place: number | null): BeliefTable {
  const own = tables.get(theme) ?? new Map<number | null, BeliefTable>();
  tables.set(theme, own);
  const key = place === null ? null : place % MANY_COLORS.length;
  const table =
    own.get(key) ?? tableOf((f) => (key === null ? beliefColor(f, theme) : classColor(key, Math.max(0, f), theme)));
  own.set(key, table);
  return table;
}

function tableOf(color: (f: number) => string): BeliefTable {
  const none = pixelOf(color(NaN));
  const pixels = Uint32Array.from({ length: STEPS + 1 }, (_, i) => pixelOf(color(SUREST * ((2 * i) / STEPS - 1))));
  return (f) => {
    if (Number.isNaN(f)) return none;
    const place = Math.round((f / SUREST + 1) * (STEPS / 2));
    return pixels[Math.max(0, Math.min(STEPS, place))]!;
  };
}

function pixelOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return ((255 << 24) | (blue! << 16) | (green! << 8) | red!) >>> 0;
}
