/** Where a network stands in its figure: one, or two side by side, each in a box of its own. */

import type { Box, Size } from "../frame";
import { BELIEFS, type GraphData } from "../types";
import type { Layout } from "./layout";

export interface Placement {
  x(agent: number): number;
  y(agent: number): number;
  radius: number;
  /** Back to the unit square of the layout. */
  toUnit(x: number, y: number): [number, number];
}

/** Below the networks: the legend of the colours. */
export const LEGEND_HEIGHT = 36;
/** Above each network: its name and, with maps whose middle has no room for it, the result. */
export const NAME_HEIGHT = 30;
/** Of its width, what stays free at the sides of each of two networks: else two grids look like one. */
const BETWEEN = 0.05;
/** Maps are not larger than this, nor smaller. */
const MAP_RADIUS = { least: 4, most: 44 };

/** The boxes of the networks, without the legend and their names. */
export function boxesOf({ panels, quantity }: GraphData, { width, height }: Size): Box[] {
  const top = panels.some(({ name }) => name !== undefined) ? NAME_HEIGHT : 0;
  const each = width / panels.length;
  const free = panels.length > 1 && quantity !== BELIEFS ? BETWEEN * each : 0;
  return panels.map((_, i) => ({
    left: i * each + free,
    top,
    width: each - 2 * free,
    height: Math.max(0, height - LEGEND_HEIGHT - top),
  }));
}

export function placementOf(data: Pick<GraphData, "agents" | "quantity">, layout: Layout, box: Box): Placement {
  const maps = data.quantity === BELIEFS;
  const pad = maps ? 5 : 10;
  const radius = maps ? mapRadius(data, layout, box, pad) : dotRadius(data, box);
  const margin = radius + pad;
  const room = { width: box.width - 2 * margin, height: box.height - 2 * margin };
  const scale = Math.max(1, Math.min(room.width / layout.aspect, room.height));
  const size = { x: scale * layout.aspect, y: scale };
  const left = box.left + margin + (room.width - size.x) / 2;
  const top = box.top + margin + (room.height - size.y) / 2;
  const within = (at: number, from: number, length: number): number =>
    Math.min(from + length - margin, Math.max(from + margin, at));
  return {
    radius,
    x: (agent) => left + size.x * layout.positions[2 * agent]!,
    y: (agent) => top + size.y * layout.positions[2 * agent + 1]!,
    toUnit: (x, y) => [
      (within(x, box.left, box.width) - left) / size.x,
      (within(y, box.top, box.height) - top) / size.y,
    ],
  };
}

function dotRadius({ agents }: Pick<GraphData, "agents">, { width, height }: Box): number {
  return Math.max(2.5, Math.min(10, (0.3 * Math.sqrt(width * (height + LEGEND_HEIGHT))) / Math.sqrt(6 * agents)));
}

/** Neighbouring maps leave a seventh of their distance free. */
function mapRadius({ agents }: Pick<GraphData, "agents">, layout: Layout, box: Box, pad: number): number {
  const share = 0.43 * nearest(layout, agents);
  const fits = (length: number, extent: number): number => (share * (length - 2 * pad)) / (extent + 2 * share);
  const radius = Math.min(fits(box.width, layout.aspect), fits(box.height, 1));
  return Math.max(MAP_RADIUS.least, Math.min(MAP_RADIUS.most, radius));
}

const distances = new WeakMap<Float64Array, { key: string; distance: number }>();

/** The least distance between two agents, in units of the layout's height; a lone agent is one away from none. */
function nearest({ positions, aspect }: Layout, agents: number): number {
  // Agents are moved in place.
  const key = positions.join();
  const known = distances.get(positions);
  if (known?.key === key) return known.distance;
  let least = 1;
  for (let i = 0; i < agents; i++)
    for (let j = 0; j < i; j++) {
      const dx = (positions[2 * i]! - positions[2 * j]!) * aspect;
      least = Math.min(least, Math.hypot(dx, positions[2 * i + 1]! - positions[2 * j + 1]!));
    }
  distances.set(positions, { key, distance: least });
  return least;
}

/** The pieces an edge is drawn in: one, or on a torus two stubs where it leaves one side and enters the other. */
export function segmentsOf(
  data: Pick<GraphData, "edges" | "family" | "rows" | "columns">,
  place: Placement,
  edge: number,
): (readonly [number, number, number, number])[] {
  const i = data.edges[2 * edge]!;
  const j = data.edges[2 * edge + 1]!;
  const [xi, yi, xj, yj] = [place.x(i), place.y(i), place.x(j), place.y(j)];
  const { rows, columns } = data;
  if (data.family === "torus" && rows && columns) {
    const across = wraps(i % columns, j % columns, columns);
    const down = wraps(Math.floor(i / columns), Math.floor(j / columns), rows);
    if (across || down) {
      const reach = 2.2 * place.radius;
      return [
        [xi, yi, xi + across * reach, yi + down * reach],
        [xj, yj, xj - across * reach, yj - down * reach],
      ];
    }
  }
  return [[xi, yi, xj, yj]];
}

/** -1 or 1 where the step from a to b goes around, out of the low or the high side; else 0. */
function wraps(a: number, b: number, count: number): number {
  if (count < 3 || Math.abs(a - b) !== count - 1) return 0;
  return a === 0 ? -1 : 1;
}

export function distanceTo([x0, y0, x1, y1]: readonly [number, number, number, number], x: number, y: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x0 + along * dx - x, y0 + along * dy - y);
}

/** How far beyond its edge an element can be taken: with a mouse or pen, and with a finger. */
export const SLACK = { fine: 5, coarse: 14 };

/** What is at a point; n agents' mean counts as agent n. */
export interface Hit {
  agent: number | null;
  edge: number | null;
}

/** The agent at a point or, of two in reach, the one with the nearer centre. */
export function agentAt(data: GraphData, at: Placement, x: number, y: number, within: number): number | null {
  let best: number | null = null;
  let reach = within;
  for (let i = 0; i < data.agents; i++) {
    const distance = Math.hypot(at.x(i) - x, at.y(i) - y);
    if (distance < reach) [best, reach] = [i, distance];
  }
  return best;
}

/** The agent or the link at a point, as they are drawn, agents above links; beside both, the nearer one within `slack`. */
export function elementAt(data: GraphData, at: Placement, x: number, y: number, slack: number): Hit {
  const agent = agentAt(data, at, x, y, at.radius + slack);
  let edge: number | null = null;
  let reach = agent === null ? slack : Math.hypot(at.x(agent) - x, at.y(agent) - y) - at.radius;
  for (let e = 0; e < data.edges.length / 2; e++)
    for (const segment of segmentsOf(data, at, e)) {
      const distance = distanceTo(segment, x, y);
      if (distance < reach) [edge, reach] = [e, distance];
    }
  return edge === null ? { agent, edge } : { agent: null, edge };
}
