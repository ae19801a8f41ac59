/** What pulls each agent on a map, as arrows: its own data, its neighbours, and what its method remembers. */

import type { Key } from "../axes";
import { formatNumber } from "../format";
import type { Box, Frame } from "../frame";
import { setStroke } from "../marks";
import { mix, type Theme } from "../theme";
import type { ContourData, ContourPanel, Painter, Pulls } from "../types";

interface Kind {
  of: keyof Pulls;
  words: string;
  color(theme: Theme): string;
  /** What tells it apart without colour. */
  dash: readonly number[];
  hollow: boolean;
}

const KINDS: readonly Kind[] = [
  { of: "own", words: "its own pull", color: ({ hues }) => hues[1]!, dash: [], hollow: false },
  { of: "neighbors", words: "its neighbours’ pull", color: ({ muted }) => muted, dash: [5, 2.5], hollow: false },
  { of: "remembered", words: "what it remembers", color: ({ hues }) => hues[2]!, dash: [], hollow: true },
];
/** How much of an agent's colours is left where another is looked at. */
export const FAINT = { light: 0.35, dark: 0.5 };
/** As much, where all agents are in one place. */
export const GATHERED = { light: 0.18, dark: 0.3 };
/** Shorter arrows than this, in units of the figure, are none. */
const LEAST = 2;
const REACH = 24;
/** By how much another agent must be nearer than the one that is looked at already. */
const CLEARLY = 3;

type Pulled = Pick<ContourData, "panels" | "optima" | "minimizer" | "arrows">;

export function arePulled({ panels }: Pick<ContourData, "panels">): boolean {
  return panels.some(({ pulls }) => pulls);
}

/** The agent furthest out: whose own minimum, or else who itself, lies farthest from the minimum of all. */
export function outermost({ panels, optima, minimizer = [0, 0] }: Pulled): number {
  const places = optima ?? panels[0]!.iterates;
  let [found, most] = [0, -1];
  for (let i = 0; i < places.length / 2; i++) {
    const away = Math.hypot(places[2 * i]! - minimizer[0], places[2 * i + 1]! - minimizer[1]);
    if (away > most) [found, most] = [i, away];
  }
  return found;
}

/** The agent that is pointed at, on its dot or its own minimum, in one of the frames; null where none is near. */
export function pointedAt(
  { panels, optima = [] }: ContourData,
  frames: readonly Frame[],
  [x, y]: readonly [number, number],
  looked: number | null,
): number | null {
  const away = panels.flatMap(({ iterates }, p) =>
    Array.from({ length: iterates.length / 2 }, (_, agent) => {
      const to = (places: ArrayLike<number>): number => {
        const [dx, dy] = [frames[p]!.x(places[2 * agent]!) - x, frames[p]!.y(places[2 * agent + 1]!) - y];
        const distance = Math.hypot(dx, dy);
        return Number.isNaN(distance) ? Infinity : distance;
      };
      return { agent, distance: Math.min(to(iterates), to(optima)) - (agent === looked ? CLEARLY : 0) };
    }),
  );
  const nearest = away.reduce((one, other) => (other.distance < one.distance ? other : one));
  return nearest.distance < REACH ? nearest.agent : null;
}

/** The arrows of all agents but one faint, and those of this one over them. */
export function drawPulls(
  painter: Painter,
  { iterates, pulls }: ContourPanel,
  factor: number,
  looked: number,
  frame: Frame,
  faint: Record<Theme["name"], number>,
  theme: Theme,
): void {
  if (!pulls) return;
  const others = Array.from({ length: iterates.length / 2 }, (_, agent) => agent).filter((agent) => agent !== looked);
  for (const agent of [...others, looked])
    for (const kind of KINDS) {
      const [x, y, dx, dy] = [iterates, pulls[kind.of]].flatMap((of) => [of[2 * agent]!, of[2 * agent + 1]!]) as Four;
      const from = [frame.x(x), frame.y(y)] as const;
      const to = within(frame, from, [frame.x(x + factor * dx), frame.y(y + factor * dy)]);
      drawArrow(painter, from, to, kind, agent === looked ? null : faint[theme.name], theme);
    }
}

type Four = [number, number, number, number];
type Point = readonly [number, number];

/** The end of an arrow that begins in the frame, or on the way there where it leaves it. */
function within({ left, top, width, height }: Box, from: Point, to: Point): Point {
  const share = (a: number, b: number, least: number, most: number): number =>
    b > most ? (most - a) / (b - a) : b < least ? (least - a) / (b - a) : 1;
  const part = Math.max(
    0,
    Math.min(share(from[0], to[0], left, left + width), share(from[1], to[1], top, top + height)),
  );
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
}

function drawArrow(painter: Painter, from: Point, to: Point, kind: Kind, faint: number | null, theme: Theme): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // False for no number.
  if (!(length > LEAST)) return;
  const strong = faint === null;
  const color = strong ? kind.color(theme) : mix(theme.paper, kind.color(theme), faint);
  const width = strong ? 2.5 : 1.75;
  const head = Math.min(strong ? 10 : 8, 0.6 * length);
  const [u, v] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const foot = [to[0] - head * u, to[1] - head * v] as const;
  painter.save();
  setStroke(painter, { color, width, dash: kind.dash });
  painter.beginPath();
  painter.moveTo(...from);
  painter.lineTo(...foot);
  painter.stroke();
  painter.setLineDash([]);
  painter.lineWidth = 1.5;
  painter.lineJoin = "round";
  painter.fillStyle = kind.hollow ? theme.paper : color;
  painter.beginPath();
  painter.moveTo(...to);
  for (const side of [0.42, -0.42]) painter.lineTo(foot[0] - side * head * v, foot[1] + side * head * u);
  painter.closePath();
  painter.fill();
  painter.stroke();
  painter.restore();
}

/** What the arrows mean, of the methods that are shown, and how much longer than the moves they are. */
export function pullKeys(painter: Painter, { panels, arrows = 1 }: Pulled, theme: Theme): Key[] {
  const isAny = ({ of }: Kind): boolean => panels.some(({ pulls }) => pulls && Array.from(pulls[of]).some(Boolean));
  const kinds = KINDS.filter(isAny).map((kind) => ({
    label: kind.words,
    width: 26,
    sample: (x: number, y: number) => drawArrow(painter, [x, y], [x + 26, y], kind, null, theme),
  }));
  const longer = { label: `arrows × ${formatNumber(arrows)}`, width: 0, sample: () => undefined };
  return arrows === 1 ? kinds : [...kinds, longer];
}

const sizeOf = (pull: ArrayLike<number>, agent: number): number => Math.hypot(pull[2 * agent]!, pull[2 * agent + 1]!);

/** In words: what pulls the agent furthest out, and how far all of it moves it. */
export function describePulls(data: Pulled): string {
  const agent = outermost(data);
  const parts = data.panels.flatMap(({ method, pulls }) => {
    if (!pulls) return [];
    const felt = KINDS.filter(({ of }) => sizeOf(pulls[of], agent) > 0);
    const of = felt.map((kind) => `${kind.words} ${formatNumber(sizeOf(pulls[kind.of], agent), 2)}`);
    const [x, y] = [0, 1].map((axis) => KINDS.reduce((sum, { of }) => sum + pulls[of][2 * agent + axis]!, 0));
    return [`${method.label} ${of.join(", ")}, together ${formatNumber(Math.hypot(x!, y!), 2)}`];
  });
  return parts.length > 0 ? ` What pulls agent ${agent}, the one furthest out: ${parts.join("; ")}.` : "";
}

export function pullColumns({ panels }: Pulled): { title: string; cell(agent: number): string }[] {
  return panels.flatMap(({ method, pulls }) =>
    pulls
      ? KINDS.map(({ of, words }) => ({
          title: `${method.label}: ${words}`,
          cell: (agent: number) =>
            `(${formatNumber(pulls[of][2 * agent]!)}, ${formatNumber(pulls[of][2 * agent + 1]!)})`,
        }))
      : [],
  );
}
