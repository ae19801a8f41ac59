/** Level lines of a sampled function, by marching squares: each cell contributes the straight pieces it is crossed by. */

export interface Samples {
  /** Row-major, `rows` × `columns`. */
  f: ArrayLike<number>;
  rows: number;
  columns: number;
}

/** Segments x₀, y₀, x₁, y₁ in units of the grid (column, row) on which the bilinear function is about `level`. */
export function levelLine({ f, rows, columns }: Samples, level: number): number[] {
  const segments: number[] = [];
  const crossing = (from: number, to: number): number => (level - from) / (to - from);
  for (let r = 0; r + 1 < rows; r++)
    for (let c = 0; c + 1 < columns; c++) {
      const a = f[r * columns + c]!;
      const b = f[r * columns + c + 1]!;
      const d = f[(r + 1) * columns + c]!;
      const e = f[(r + 1) * columns + c + 1]!;
      if (!Number.isFinite(a + b + d + e)) continue;
      const points: number[] = [];
      if (a < level !== b < level) points.push(c + crossing(a, b), r);
      if (b < level !== e < level) points.push(c + 1, r + crossing(b, e));
      if (d < level !== e < level) points.push(c + crossing(d, e), r + 1);
      if (a < level !== d < level) points.push(c, r + crossing(a, d));
      // Four crossings are a saddle: its middle tells which corners belong together.
      if (points.length === 8 && (a + b + d + e) / 4 < level !== a < level) points.push(...points.splice(0, 2));
      segments.push(...points);
    }
  return segments;
}

/** Levels whose lines around a quadratic minimum are evenly spaced. */
export function levelsOf(f: ArrayLike<number>, count: number): number[] {
  let [lo, hi] = [Infinity, -Infinity];
  for (let i = 0; i < f.length; i++) if (Number.isFinite(f[i])) [lo, hi] = [Math.min(lo, f[i]!), Math.max(hi, f[i]!)];
  if (!(hi > lo)) return [];
  return Array.from({ length: count }, (_, i) => lo + (hi - lo) * ((i + 0.5) / count) ** 2);
}
