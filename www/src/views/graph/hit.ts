/** The element at a point of the picture. */

import type { GraphData } from "../types";
import { distanceTo, segmentsOf, type Placement } from "./place";

/** How far beyond its edge an agent can be taken: with a mouse or pen, and with a finger. */
export const SLACK = { fine: 5, coarse: 14 };

/** The agent whose centre is nearest, closer than `within`. */
export function agentAt(data: GraphData, at: Placement, x: number, y: number, within: number): number | null {
  let best: number | null = null;
  let reach = within;
  for (let i = 0; i < data.agents; i++) {
    const distance = Math.hypot(at.x(i) - x, at.y(i) - y);
    if (distance < reach) [best, reach] = [i, distance];
  }
  return best;
}

/** The edge that passes nearest, closer than `within`. */
export function edgeAt(data: GraphData, at: Placement, x: number, y: number, within: number): number | null {
  let best: number | null = null;
  let reach = within;
  for (let e = 0; e < data.edges.length / 2; e++)
    for (const segment of segmentsOf(data, at, e)) {
      const distance = distanceTo(segment, x, y);
      if (distance < reach) [best, reach] = [e, distance];
    }
  return best;
}
