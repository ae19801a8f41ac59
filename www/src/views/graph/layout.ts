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

type Force = (shape: Shape) => (i: number) => Point;

/** Fetched when the first graph needs it: most do not. */
let force: Force | null = null;

/** Families without a shape of their own are laid out by forces, which `loadForces` must have fetched. */
export function needsForces({ family, agents, positions }: Shape): boolean {
  return force === null && !SHAPED.has(family) && positions?.length !== 2 * agents;
}

/** Without the network to fetch it the agents stand in a circle. */
export async function loadForces(): Promise<void> {
  const circle: Force =
    ({ agents }) =>
    (i) =>
      polar(1, i / agents);
  force ??= (await bring(() => import("./force")))?.forced ?? circle;
}

const SHAPED = new Set([
  "ring",
  "complete",
  "exponential",
  "wattsStrogatz",
  "star",
  "path",
  "binaryTree",
  "hypercube",
  "grid",
  "torus",
]);

export function layoutOf(shape: Shape): Layout {
  const { family, agents: n } = shape;
  if (shape.positions && shape.positions.length === 2 * n) return fitted(n, given(shape.positions));
  switch (family) {
    case "ring":
    case "complete":
    case "exponential":
    case "wattsStrogatz":
      return fitted(n, (i) => polar(1, i / n));
    case "star":
      return fitted(n, (i) => (i === 0 ? [0, 0] : polar(1, (i - 1) / (n - 1))));
    case "path":
      return n <= 10 ? fitted(n, (i) => [i, 0]) : fitted(n, (i) => polar(1, 0.58 + (0.84 * i) / (n - 1)));
    case "binaryTree":
      return n <= 31 ? fitted(n, tree) : fitted(n, radialTree);
    case "hypercube":
      return fitted(n, hypercube(Math.round(Math.log2(n))));
    case "grid":
    case "torus": {
      const columns = shape.columns ?? Math.ceil(Math.sqrt(n));
      return fitted(n, (i) => [i % columns, Math.floor(i / columns)]);
    }
    default:
      if (force === null) throw new Error(`the layout of the family ${family} is not loaded`);
      return fitted(n, force(shape));
  }
}

/** Part `turn` of a circle, from the top, clockwise. */
function polar(radius: number, turn: number): Point {
  return [radius * Math.sin(2 * Math.PI * turn), -radius * Math.cos(2 * Math.PI * turn)];
}

function given(positions: ArrayLike<number>): (i: number) => Point {
  return (i) => [positions[2 * i]!, -positions[2 * i + 1]!];
}

/** Agent i of a heap: its level, and where in the level. */
function heapPlace(i: number): { level: number; share: number } {
  const level = 31 - Math.clz32(i + 1);
  return { level, share: (i + 1 - 2 ** level + 0.5) / 2 ** level };
}

function tree(i: number): Point {
  const { level, share } = heapPlace(i);
  return [share * 5.5, level];
}

function radialTree(i: number): Point {
  const { level, share } = heapPlace(i);
  return polar(level, share);
}

/**
 * A direction for each bit: up to four nested squares in oblique projection, beyond that a fan of directions around the
 * half-circle, of slightly different lengths so that no two corners meet.
 */
function hypercube(dimension: number): (i: number) => Point {
  const bits = Array.from({ length: dimension }, (_, bit): Point => {
    const oblique = [0.09, Math.PI / 2 + 0.13, 0.5, Math.PI / 2 - 0.3][bit % 4]!;
    const angle = dimension <= 4 ? oblique : (Math.PI * (bit + 0.5)) / dimension;
    const length = dimension <= 4 ? [1, 1, 0.42, 0.3][bit % 4]! : 1 + 0.08 * (bit % 3);
    return [length * Math.cos(angle), -length * Math.sin(angle)];
  });
  return (i) => {
    const on = bits.filter((_, bit) => (i >> bit) & 1);
    return [on.reduce((sum, [x]) => sum + x, 0), on.reduce((sum, [, y]) => sum + y, 0)];
  };
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
