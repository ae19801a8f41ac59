/** Where the agents of a graph may stand, in any unit. */

import type { GraphData } from "../types";

export type Shape = Pick<GraphData, "family" | "rows" | "columns" | "agents" | "edges" | "positions">;

/** y downwards. */
export type Point = readonly [number, number];

/** The place of each agent. */
export type Places = (agent: number) => Point;

/** Part `turn` of a circle, from the top, clockwise. */
export function polar(radius: number, turn: number): Point {
  return [radius * Math.sin(2 * Math.PI * turn), -radius * Math.cos(2 * Math.PI * turn)];
}
