/** Where things stand in the figure: the input in question between the networks, or beside the only one. */

import { mean } from "d3-array";
import { NAME_HEIGHT, placementOf, type Placement } from "../graph/place";
import { layoutOf, type Layout } from "../graph/layout";
import type { Box, Size } from "../frame";
import { BELIEFS } from "../types";
import type { AnswersData } from "./data";

export interface Places {
  pad: { x: number; y: number; side: number };
  /** Below the input: what it is, and, where there is room, whose, before its buttons. */
  words: number;
  networks: readonly Network[];
}

export interface Network {
  box: Box;
  at: Placement;
  /** The middle, and how far it is to the first agent, where they stand in a circle; else null. */
  middle: { x: number; y: number; free: number } | null;
}

/** What stands around the input, in units of the figure: above it a hint; below it its words, and then buttons. */
export const BESIDE = { aside: 14, above: 24, buttons: 32 } as const;
/** Below the networks stands what the picture means. */
export const FOOT = 34;
/** Above each network, below its name: how many of its agents are right. */
export const COUNT = 24;
const NARROW = 480;
/** A smaller middle holds no words. */
const LEAST = 16;
/** Between an agent's place and its picture: links are to be seen; and, in a circle, words within it. */
const SHARE = 0.86;
const WITHIN = 0.25;

/** Some layouts take long: each is made once for its edges. */
const layouts = new WeakMap<ArrayLike<number>, Layout>();

export function placesOf(data: AnswersData, { width, height }: Size): Places {
  const several = data.panels.length > 1;
  // Where there is little of it, a finger needs room more than a picture does.
  const share = several ? (width < NARROW ? 0.27 : 0.22) : 0.34;
  const { aside, above, buttons } = BESIDE;
  const words = width < NARROW ? 28 : 44;
  const free = height - FOOT - above - words - buttons;
  const side = Math.max(60, Math.min(share * width, free, 220));
  const column = side + 2 * aside;
  const each = (width - column) / data.panels.length;
  const layout = layouts.get(data.edges) ?? layoutOf(data);
  layouts.set(data.edges, layout);
  const networks = data.panels.map((_, i): Network => {
    const top = NAME_HEIGHT + COUNT;
    const left = several ? i * (each + column) : column;
    const box = { left, top, width: each, height: Math.max(40, height - top - FOOT) };
    const at = placementOf({ agents: data.agents, quantity: BELIEFS }, layout, box);
    return { box, ...withinOf(data.agents, at) };
  });
  const y = above + Math.max(0, (free - side) / 2);
  return { pad: { x: several ? each + aside : aside, y, side }, words, networks };
}

function withinOf(agents: number, at: Placement): Omit<Network, "box"> {
  const all = Array.from({ length: agents }, (_, i) => i);
  const [x, y] = [mean(all, at.x)!, mean(all, at.y)!];
  const distances = all.map((i) => Math.hypot(at.x(i) - x, at.y(i) - y));
  const [near, far] = [Math.min(...distances), Math.max(...distances)];
  const isCircle = far < 1.02 * near;
  const radius = Math.min(SHARE * at.radius, isCircle ? WITHIN * near : Infinity);
  return { at: { ...at, radius }, middle: isCircle && near - radius > LEAST ? { x, y, free: near - radius } : null };
}
