/**
 * What a link or a frame's host sets besides the experiment: `embed.html#steps=beliefs&only=play&theme=dark&height=480`.
 * Those of the appearance are a frame's alone.
 */

import type { Choice } from "./appearance";
import { LINK_FIELDS } from "./link";
import { OPTION_NAMES } from "./option-names";
import { DEFAULT_VIEW } from "./store";

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
/** Of a step of the story; and of a figure of which it is said what may be touched. */
const STEP: readonly Part[] = ["lessons", "network", "curves", "reading", "run", "controls"];
const FIGURE: readonly Part[] = ["network", "curves", "reading"];
const THEMES: readonly Choice[] = ["auto", "light", "dark"];
const SMALLEST = 200;
const LARGEST = 4_000;

export type Options = ReturnType<typeof readOptions>;

/** Reads the fragment, without `#`. Names that are no option belong to the link (see `link.ts`). */
export function readOptions(fragment: string) {
  const fields = new URLSearchParams(fragment);
  const problems: string[] = [];
  const refuse = (name: string, rule: string) =>
    problems.push(`${name}: ${rule}, got “${(fields.get(name) ?? "").slice(0, 40)}”.`);
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value => {
    const asked = fields.get(name) ?? values[0]!;
    const found = values.find((value) => value === asked);
    if (found === undefined) refuse(name, `must be one of ${values.join(", ")}`);
    return found ?? values[0]!;
  };
  const whole = (name: string, least: number, most: number, unit: string): number | null => {
    const text = fields.get(name);
    const value = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    const inRange = value >= least && value <= most;
    if (text !== null && !inRange) refuse(name, `must be a whole number of ${unit} from ${least} to ${most}`);
    return inRange ? value : null;
  };
  const list = (name: string): string[] | null => {
    const names = fields
      .get(name)
      ?.split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "");
    const isSound = names?.every((one) => /^[\w.-]{1,60}$/.test(one)) ?? true;
    if (!isSound) refuse(name, "must be a list of names, joined by commas");
    return (isSound && names) || null;
  };
  const fitting = (name: string, property: string): string | undefined => {
    const value = fields.get(name) ?? undefined;
    if (value === undefined || CSS.supports(property, value)) return value;
    refuse(name, `must be what CSS takes for ${property}`);
    return undefined;
  };

  const [steps, only, k] = [list("steps"), list("only"), whole("k", 0, 1e9, "iterations")];
  const usual = steps ? STEP : only ? [...FIGURE, ...(only.includes("play") ? (["run"] as const) : [])] : USUAL;
  const names = (fields.get("show") ?? [...usual, ...(only ? ["controls"] : [])].join())
    .split(",")
    .map((n) => n.trim());
  const all = names.join() === "all";
  const show = all ? ALL : ALL.filter((part) => names.includes(part));
  if (!all && names.some((name) => !ALL.includes(name as Part)))
    refuse("show", `must be all, or a list of ${ALL.join(", ")}`);
  // A name alone is that of an experiment.
  for (const name of new Set(fields.keys()))
    if (!isKnown(name) && !fragment.split("&").includes(name))
      problems.push(`${name.slice(0, 40)}: is not known here; the options are ${OPTION_NAMES.join(", ")}.`);
  const looks = Object.entries({
    accent: fitting("accent", "color"),
    paper: fitting("background", "color"),
    font: fitting("font", "font-family"),
  }).filter(([, value]) => value !== undefined);
  return {
    theme: oneOf("theme", THEMES),
    show: show.length > 0 ? show : usual,
    /** Of the whole frame, in CSS pixels; null lets the content decide. */
    height: whole("height", SMALLEST, LARGEST, "pixels"),
    /** The ready experiments that the story has, in order; null for all. */
    steps,
    /** The parameters that may be touched, and `play`, if any; null for what is usual. */
    only,
    plays: oneOf("play", ["yes", "no"]) === "yes" && k === null,
    k,
    /** Large type, and little else than the figures. */
    lecture: oneOf("lecture", ["no", "yes"]) === "yes",
    /** Colours and font of the page around. */
    looks: Object.fromEntries(looks) as { accent?: string; paper?: string; font?: string },
    /** Options that could not be used, in sentences; their defaults apply. */
    problems,
  };
}

function isKnown(name: string): boolean {
  const known: readonly string[] = [...OPTION_NAMES, ...LINK_FIELDS, ...Object.keys(DEFAULT_VIEW)];
  return known.includes(name) || /^(figure|table)-/.test(name) || name === "";
}
