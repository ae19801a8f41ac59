/** f on a grid that covers where the agents are, for problems of one or two dimensions. */

import type { Run } from "./run";

const SAMPLES = { 1: 241, 2: 61 } as const;
/** How much wider than needed a grid is, so that it is seldom made anew. */
const MARGIN = 0.25;

export class Terrain {
  readonly run: Run;
  readonly dimension: 1 | 2;
  /** [least, greatest] along each axis, of the grid that `values` belongs to. */
  ranges: [number, number][] = [];
  /** Row-major, the first axis running fastest; null before the first answer. */
  values: Float64Array | null = null;
  #asked: [number, number][] = [];
  /** The ends of the terrain before, which serve again where they fit. */
  readonly #before: [number, number][];

  constructor(run: Run, dimension: 1 | 2, before: Terrain | null = null) {
    this.run = run;
    this.dimension = dimension;
    this.#before = before?.dimension === dimension ? before.#asked : [];
  }

  get samples(): number {
    return SAMPLES[this.dimension];
  }

  places([least, greatest]: [number, number]): Float64Array {
    const last = this.samples - 1;
    return Float64Array.from({ length: this.samples }, (_, i) => least + ((greatest - least) * i) / last);
  }

  /** Has the grid cover these points (k × d each), now or soon; of one unknown just `window`, while half of them are in it. */
  cover(blocks: readonly ArrayLike<number>[], window: readonly [number, number] | null = null): void {
    if (window && this.dimension === 1 && shareWithin(blocks, window) >= 0.5) {
      if (this.#asked[0]?.[0] !== window[0] || this.#asked[0][1] !== window[1]) this.#ask([[...window]]);
      return;
    }
    const wanted = Array.from({ length: this.dimension }, (_, axis) => extent(blocks, this.dimension, axis));
    if (isInside(wanted, this.#asked) || wanted.some(([least, greatest]) => !Number.isFinite(greatest - least))) return;
    const again = this.#asked.length === 0 && isInside(wanted, this.#before) && fills(wanted, this.#before);
    const grown = wanted.map(([least, greatest], axis): [number, number] => {
      const [from, to] = this.#asked[axis] ?? [least, greatest];
      const [low, high] = [Math.min(from, least), Math.max(to, greatest)];
      const margin = MARGIN * Math.max(high - low, 1e-3);
      return [low - margin, high + margin];
    });
    this.#ask(again ? this.#before : grown);
  }

  #ask(ranges: [number, number][]): void {
    this.#asked = ranges;
    void this.run.ask({ kind: "values", points: this.#points(ranges) }).then((values) => {
      this.ranges = ranges;
      this.values = values;
    });
  }

  #points(ranges: [number, number][]): Float64Array {
    const [first, second] = ranges.map((range) => this.places(range));
    if (!second) return first!;
    const points = new Float64Array(2 * this.samples ** 2);
    for (let i = 0; i < points.length / 2; i++) {
      points[2 * i] = first![i % this.samples]!;
      points[2 * i + 1] = second[Math.floor(i / this.samples)]!;
    }
    return points;
  }
}

function shareWithin(blocks: readonly ArrayLike<number>[], [from, to]: readonly [number, number]): number {
  const all = blocks.flatMap((block) => Array.from(block)).filter(Number.isFinite);
  return all.length === 0 ? 1 : all.filter((x) => from <= x && x <= to).length / all.length;
}

type Ranges = readonly (readonly [number, number])[];

function isInside(inner: Ranges, outer: Ranges): boolean {
  return inner.every(([least, greatest], axis) => {
    const [from, to] = outer[axis] ?? [Infinity, -Infinity];
    return from <= least && greatest <= to;
  });
}

/** Whether they are at least a third as long along each axis. */
function fills(inner: Ranges, outer: Ranges): boolean {
  return inner.every(([least, greatest], axis) => 3 * (greatest - least) > outer[axis]![1] - outer[axis]![0]);
}

function extent(blocks: readonly ArrayLike<number>[], dimension: number, axis: number): [number, number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const block of blocks) {
    for (let i = axis; i < block.length; i += dimension) {
      // Of a method that has diverged there is nothing to cover.
      if (!Number.isFinite(block[i])) continue;
      least = Math.min(least, block[i]!);
      greatest = Math.max(greatest, block[i]!);
    }
  }
  return [least, greatest];
}
