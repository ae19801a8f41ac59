/** The colours of the two classes: of models' outputs, and of samples. They mean the same in light and dark. */

import { mix, type Theme } from "../theme";

/**
 * Blue for +1 and orange for -1, near Okabe & Ito's: two hues that every kind of colour vision tells apart, and that are
 * dark and light in grey.
 */
export const CLASS_COLORS = { positive: "#0a5c9c", negative: "#ea8a1a" } as const;

/** Samples: +1 a dark dot with a light rim, -1 a light dot with a dark rim, so that they are told apart without colour. */
export const MARKS = {
  positive: { fill: "#06294a", rim: "#ffffff" },
  negative: { fill: "#ffe9cf", rim: "#4a2400" },
} as const;

/** |F| beyond this is as sure as can be seen. */
const SUREST = 6;
const STEPS = 512;

/** Where σ(F) is ½. */
function unsure(theme: Theme): string {
  return theme.name === "dark" ? "#d3d1cb" : "#fbfaf6";
}

/** The colour of a model's output: paler where σ(F) is near ½, and grey where F is not a number. */
export function beliefColor(f: number, theme: Theme): string {
  if (Number.isNaN(f)) return theme.rule;
  const sureness = Math.abs(Math.tanh(f / 2));
  const color = f > 0 ? CLASS_COLORS.positive : CLASS_COLORS.negative;
  return mix(unsure(theme), color, sureness);
}

/** `beliefColor` as a table of pixels, little-endian RGBA, for many values. */
export interface BeliefTable {
  pixel(f: number): number;
}

const tables = new Map<Theme, BeliefTable>();

export function beliefTable(theme: Theme): BeliefTable {
  const table = tables.get(theme) ?? tableOf(theme);
  tables.set(theme, table);
  return table;
}

function tableOf(theme: Theme): BeliefTable {
  const none = pixelOf(beliefColor(NaN, theme));
  const pixels = Uint32Array.from({ length: STEPS + 1 }, (_, i) =>
    pixelOf(beliefColor(SUREST * ((2 * i) / STEPS - 1), theme)),
  );
  return {
    pixel(f) {
      if (Number.isNaN(f)) return none;
      const place = Math.round((f / SUREST + 1) * (STEPS / 2));
      return pixels[Math.max(0, Math.min(STEPS, place))]!;
    },
  };
}

function pixelOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return ((255 << 24) | (blue! << 16) | (green! << 8) | red!) >>> 0;
}
