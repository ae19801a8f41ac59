/** The options that a frame's host sets in the fragment: `embed.html#preset=valley&theme=dark&show=network,curves&height=480`. */

import type { Choice } from "./appearance";

/** The parts of the page that a frame can show, in their order, by the ids of their elements. */
export const PARTS = {
  tools: "tools",
  lessons: "words",
  network: "graph",
  curves: "curves",
  legend: "legend",
  reading: "reading",
  run: "transport",
  controls: "main-controls",
  text: "text",
  settings: "panels",
} as const;
export type Part = keyof typeof PARTS;

const ALL = Object.keys(PARTS) as Part[];
const USUAL: readonly Part[] = ["network", "curves", "legend", "reading", "run"];
const THEMES: readonly Choice[] = ["auto", "light", "dark"];
const SMALLEST = 200;
const LARGEST = 4_000;

/** The fields of the fragment that are read here. */
export const OPTION_NAMES = ["theme", "show", "height"] as const;

export interface Options {
  theme: Choice;
  show: readonly Part[];
  /** Of the whole frame, in CSS pixels; null lets the content decide. */
  height: number | null;
  /** Options that could not be used, in sentences; their defaults apply. */
  problems: readonly string[];
}

/** Reads the fragment, without `#`. Names that are no option belong to the link (see `link.ts`). */
export function readOptions(fragment: string): Options {
  const fields = new URLSearchParams(fragment);
  const problems: string[] = [];
  const refuse = (name: string, rule: string) =>
    problems.push(`${name}: ${rule}, got “${(fields.get(name) ?? "").slice(0, 40)}”.`);

  const asked = fields.get("theme") ?? "auto";
  const theme = THEMES.find((name) => name === asked);
  if (!theme) refuse("theme", `must be one of ${THEMES.join(", ")}`);

  const names = (fields.get("show") ?? USUAL.join()).split(",").map((name) => name.trim());
  const all = names.join() === "all";
  const show = all ? ALL : ALL.filter((part) => names.includes(part));
  if (!all && names.some((name) => !ALL.includes(name as Part)))
    refuse("show", `must be all, or a list of ${ALL.join(", ")}`);

  const size = fields.get("height");
  const height = size !== null && /^\d{1,5}$/.test(size) ? Number(size) : NaN;
  const inRange = height >= SMALLEST && height <= LARGEST;
  if (size !== null && !inRange) refuse("height", `must be a whole number of pixels from ${SMALLEST} to ${LARGEST}`);

  return { theme: theme ?? "auto", show: show.length > 0 ? show : USUAL, height: inRange ? height : null, problems };
}
