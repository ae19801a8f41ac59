/** Where the agents stand: one layout a family, in the unit square; the same graph always gives the same picture. */

import type { Places, Shape } from "./places";
import { shaped } from "./shapes";

export interface Layout {
  /** x₀, y₀, x₁, …, each in [0, 1], y downwards. */
  positions: Float64Array;
  /** Width over height of the whole. */
  aspect: number;
}

export function layoutOf(shape: Shape): Layout {
  const { agents: n, positions } = shape;
  if (positions?.length === 2 * n) return fitted(n, (i) => [positions[2 * i]!, -positions[2 * i + 1]!]);
  return fitted(n, shaped(shape));
}

/** Scales the points into the unit square. */
function fitted(n: number, place: Places): Layout {
  const positions = new Float64Array(2 * n);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    const [x, y] = place(i);
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
