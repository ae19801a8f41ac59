/** Where the agents stand: one layout a family, in the unit square; the same graph always gives the same picture. */

import { bring } from "../on-demand";
import type { GraphData } from "../types";

export interface Layout {
  /** x₀, y₀, x₁, …, each in [0, 1], y downwards. */
  positions: Float64Array;
  /** Width over height of the whole. */
  aspect: number;
}

export type Shape = Pick<GraphData, "family" | "rows" | "columns" | "agents" | "edges" | "positions">;

export type Point = readonly [number, number];

type Places = (i: number) => Point;

/** All layouts but the circle; fetched when the first graph needs it. */
let shaped: ((shape: Shape) => Places) | null = null;

const CIRCULAR = new Set(["ring", "complete", "exponential", "wattsStrogatz"]);

/** Whether `loadShapes` must have been called for this one. */
export function needsShapes({ family, agents, positions }: Shape): boolean {
  return shaped === null && !CIRCULAR.has(family) && positions?.length !== 2 * agents;
}

/** Without the network to fetch it the agents stand in a circle. */
export async function loadShapes(): Promise<void> {
  shaped ??= (await bring(() => import("./shapes")))?.shaped ?? circle;
}

export function layoutOf(shape: Shape): Layout {
  const { family, agents: n, positions } = shape;
  if (positions?.length === 2 * n) return fitted(n, (i) => [positions[2 * i]!, -positions[2 * i + 1]!]);
  if (CIRCULAR.has(family)) return fitted(n, circle(shape));
  if (shaped === null) throw new Error(`the layout of the family ${family} is not loaded`);
  return fitted(n, shaped(shape));
}

function circle({ agents }: Shape): Places {
  return (i) => polar(1, i / agents);
}

/** Part `turn` of a circle, from the top, clockwise. */
export function polar(radius: number, turn: number): Point {
  return [radius * Math.sin(2 * Math.PI * turn), -radius * Math.cos(2 * Math.PI * turn)];
}

/** Scales the points into the unit square. */
function fitted(n: number, point: (i: number) => Point): Layout {
  const positions = new Float64Array(2 * n);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    const [x, y] = point(i);
    positions[2 * i] = x;
    positions[2 * i + 1] = y;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const width = right - left;
  const height = bottom - top;
  for (let i = 0; i < n; i++) {
    positions[2 * i] = width > 1e-9 ? (positions[2 * i]! - left) / width : 0.5;
    positions[2 * i + 1] = height > 1e-9 ? (positions[2 * i + 1]! - top) / height : 0.5;
  }
  if (!(width > 1e-9)) return { positions, aspect: 0.1 };
  return { positions, aspect: Math.min(10, Math.max(0.1, width / Math.max(height, 1e-9))) };
}
