/** Colours, dashes and fonts of the figures: one table for light, one for dark, used by every view and by the exports. */

export interface Theme {
  name: "light" | "dark";
  paper: string;
  /** Text and axes, from strong to faint. */
  ink: string;
  muted: string;
  rule: string;
  /** Thin lines and grounds of the page around it. */
  hairline: string;
  wash: string;
  grid: string;
  /** Interactive elements: focus, handles, the selection. */
  accent: string;
  warning: string;
  /** The least share of ink in a network's lines, which are drawn fainter where they are many. */
  faintest: number;
  /** One colour a hue slot; see `Look`. */
  hues: readonly string[];
  font: string;
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/**
 * Okabe & Ito's colour-blind-safe set, in the order ink, vermilion, blue, bluish green, orange, reddish purple,
 * sky blue, yellow. On white the orange, purple, sky blue and yellow are darkened to a contrast above 3 : 1; on the
 * dark ground vermilion, blue, green and purple are lightened likewise.
 */
export const light: Theme = {
  name: "light",
  paper: "#ffffff",
  ink: "#1c1c1a",
  muted: "#62625d",
  rule: "#8d8d86",
  hairline: "#dcdcd6",
  wash: "#f4f4f0",
  grid: "#e9e9e4",
  accent: "#0b62a8",
  warning: "#a3400a",
  faintest: 0.13,
  hues: ["#2b2b29", "#d55e00", "#0072b2", "#009e73", "#c07f00", "#b8608f", "#2f93cf", "#9a8c00"],
  font: FONT,
};

export const dark: Theme = {
  name: "dark",
  paper: "#16181b",
  ink: "#ebe9e4",
  muted: "#a3a29d",
  rule: "#6c6d6e",
  hairline: "#34373b",
  wash: "#1f2226",
  grid: "#2a2d31",
  accent: "#7fb8ea",
  warning: "#f0a06a",
  faintest: 0.13,
  hues: ["#e4e2dc", "#f07a2a", "#4aa3e0", "#20bd92", "#e69f00", "#d88bb6", "#7cc7f2", "#f0e442"],
  font: FONT,
};

/** How one method looks, the same in every view; made by `methodStyles`. */
export interface MethodStyle {
  /** The name shown; unique in its experiment. */
  label: string;
  /** The same for places with little room. */
  short?: string;
  /** What it does, for a line below its name where there is room. */
  does?: string;
  /** The kind of method whose look this is. */
  kind: string;
  /** Index into `Theme.hues`. */
  hue: number;
  /** Which shade of the hue: 0 is the hue itself, 1, 2, … are for further methods that must share it. */
  repeat: number;
  /** How many of its kind have a look before this one. */
  rank: number;
  /** Dash pattern in CSS pixels; empty is a solid line. */
  dash: readonly number[];
}

/** The least contrast of lines with their background; that of text is higher (WCAG 2.2). */
const [LINES, TEXT] = [3, 4.5];

/** A theme of the system's own colours, where a reader has the system set them: nothing in it is faint. Both "#rrggbb". */
export function strong(paper: string, ink: string): Theme {
  const base = luminance(paper) < luminance(ink) ? dark : light;
  const legible = (color: string, least: number) => {
    for (let share = 0; share < 1; share += 0.05)
      if (contrast(mix(color, ink, share), paper) >= least) return mix(color, ink, share);
    return ink;
  };
  return {
    ...base,
    paper,
    ink,
    muted: ink,
    rule: ink,
    hairline: ink,
    wash: paper,
    grid: mix(paper, ink, 0.25),
    accent: legible(base.accent, TEXT),
    warning: legible(base.warning, TEXT),
    faintest: 0.65,
    hues: base.hues.map((hue) => legible(hue, LINES)),
  };
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((offset) => {
    const channel = parseInt(color.slice(offset, offset + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** A kind's own look: its slot in `hues` and its dash. */
interface Look {
  hue: number;
  dash: readonly number[];
}

/**
 * Gives each method its look. The first of a kind, or the first that is usual, has the kind's own; the others take hues
 * that no other method here has while there are any, then share the kind's hue, and differ in shade. Dashes differ in
 * every case. A method with a look in `kept` has that, so that nothing changes its colour when others come and go.
 */
export function methodStyles(
  methods: readonly { kind: string; label: string; look: Look; usual?: boolean }[],
  kept: readonly (MethodStyle | undefined)[] = [],
): MethodStyle[] {
  const looks = methods.map(({ look }) => look);
  const free = light.hues.map((_, hue) => hue).filter((hue) => ![...looks, ...kept].some((look) => look?.hue === hue));
  const styles: (MethodStyle | undefined)[] = methods.map(({ label }, i) => kept[i] && { ...kept[i], label });
  const order = methods
    .map((_, i) => i)
    .sort((i, j) => Number(methods[j]!.usual ?? 0) - Number(methods[i]!.usual ?? 0));
  for (const i of order) {
    if (styles[i]) continue;
    const { kind, label } = methods[i]!;
    const ranks = styles.map((style) => (style?.kind === kind ? style.rank : -1));
    let rank = 0;
    while (ranks.includes(rank)) rank += 1;
    const { hue, dash } = looks[i]!;
    const own = rank > 0 ? free.pop() : undefined;
    styles[i] = {
      kind,
      label,
      rank,
      hue: own ?? hue,
      repeat: own === undefined ? rank : 0,
      dash: rank === 0 ? dash : varied(dash, rank),
    };
  }
  return styles as MethodStyle[];
}

function varied(dash: readonly number[], repeat: number): number[] {
  const out = dash.length === 0 ? [16, 3] : [...dash];
  for (let i = 0; i < Math.min(repeat, 4); i++) out.push(2, 3);
  return out;
}

/** Colour of a method: its hue, and for repeats alternately nearer to the ink and to the paper. */
export function methodColor(style: MethodStyle, theme: Theme): string {
  const base = theme.hues[style.hue] ?? theme.ink;
  if (style.repeat === 0) return base;
  return mix(base, style.repeat % 2 === 1 ? theme.ink : theme.paper, 0.35);
}

/** `share` of `b` in `a`; both "#rrggbb". */
export function mix(a: string, b: string, share: number): string {
  const channel = (offset: number) => {
    const from = parseInt(a.slice(offset, offset + 2), 16);
    const to = parseInt(b.slice(offset, offset + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** "#rrggbb" with an opacity in [0, 1]. */
export function translucent(color: string, opacity: number): string {
  return (
    color +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, "0")
  );
}
