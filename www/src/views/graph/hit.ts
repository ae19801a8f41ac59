/** The element at a point of the picture. */

import type { GraphData } from "../types";
import { distanceTo, segmentsOf, type Placement } from "./place";

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
