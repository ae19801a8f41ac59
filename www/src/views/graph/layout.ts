/** Where the agents stand: one layout a family, in the unit square; the same graph always gives the same picture, and an edit keeps it. */

import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { GraphData } from "../types";
import type { GraphEdit } from "./structure";

export type Shape = Pick<GraphData, "family" | "rows" | "columns" | "agents" | "edges" | "positions">;

/** y downwards. */
type Point = readonly [number, number];

export type Places = (agent: number) => Point;

/** Part `turn` of a circle, from the top, clockwise. */
function polar(radius: number, turn: number): Point {
  return [radius * Math.sin(2 * Math.PI * turn), -radius * Math.cos(2 * Math.PI * turn)];
}

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

function shaped(shape: Shape): Places {
  const { family, agents: n } = shape;
  switch (family) {
    case "ring":
    case "complete":
    case "exponential":
    case "wattsStrogatz":
      return (i) => polar(1, i / n);
    case "star":
      return (i) => (i === 0 ? [0, 0] : polar(1, (i - 1) / (n - 1)));
    case "path":
      return n <= 10 ? (i) => [i, 0] : (i) => polar(1, 0.58 + (0.84 * i) / (n - 1));
    case "binaryTree":
      return (i) => {
        const { level, share } = heapPlace(i);
        return n <= 31 ? [share * 5.5, level] : polar(level, share);
      };
    case "hypercube":
      return hypercube(Math.round(Math.log2(n)));
    case "grid":
    case "torus": {
      const columns = shape.columns ?? Math.ceil(Math.sqrt(n));
      return (i) => [i % columns, Math.floor(i / columns)];
    }
    default:
      return forced(shape);
  }
}

/** Agent i of a heap: its level, and where in the level. */
function heapPlace(i: number): { level: number; share: number } {
  const level = 31 - Math.clz32(i + 1);
  return { level, share: (i + 1 - 2 ** level + 0.5) / 2 ** level };
}

/** A direction for each bit: up to four squares in oblique projection, beyond that a fan, of lengths that let no corners meet. */
function hypercube(dimension: number): Places {
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

/** Up to this many edges, the layout with the fewest crossings is taken of those from several starts. */
const EDGES_COMPARED = 200;
/** Of a circle to start from, in units of a link's length. */
const RADIUS = 3;
const LINK = 28;

/** Graphs without a shape of their own are laid out by d3's forces, always from the same starts. */
function forced(shape: Shape): Places {
  const spiral = settled(shape, () => [NaN, NaN]);
  if (shape.edges.length / 2 > EDGES_COMPARED) return spiral;
  const circle = settled(shape, (i) => polar(RADIUS * LINK, i / shape.agents));
  return crossings(shape, circle) < crossings(shape, spiral) ? circle : spiral;
}

/** Springs and repulsion for a fixed number of steps; d3 puts agents that `start` has no place for on a spiral. */
function settled({ agents: n, edges }: Shape, start: Places): Places {
  const nodes = Array.from({ length: n }, (_, i) => ({ x: start(i)[0], y: start(i)[1] }));
  const links = [];
  // Dense graphs have no shape that more springs would show.
  const stride = 2 * Math.max(1, Math.ceil(edges.length / 2 / 6000));
  for (let e = 0; e + 1 < edges.length; e += stride) links.push({ source: edges[e]!, target: edges[e + 1]! });
  const ticks = Math.round(Math.max(80, Math.min(200, 20000 / n)));
  const simulation = forceSimulation(nodes)
    .force("charge", forceManyBody().strength(-40))
    .force("link", forceLink(links).distance(LINK))
    .force("collide", forceCollide(9))
    .force("x", forceX(0).strength(0.05))
    .force("y", forceY(0).strength(0.05))
    .alphaDecay(1 - 0.001 ** (1 / ticks))
    .stop();
  simulation.tick(ticks);
  return (i) => [nodes[i]!.x, nodes[i]!.y];
}

export function crossings({ edges }: Pick<Shape, "edges">, place: Places): number {
  let count = 0;
  for (let e = 0; e < edges.length; e += 2)
    for (let f = 0; f < e; f += 2) {
      const [a, b, c, d] = [edges[e]!, edges[e + 1]!, edges[f]!, edges[f + 1]!];
      if (new Set([a, b, c, d]).size < 4) continue;
      const [p, q, r, s] = [place(a), place(b), place(c), place(d)] as const;
      if (side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0) count++;
    }
  return count;
}

/** Positive where `c` lies to the left of the way from `a` to `b`. */
function side(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

const KEPT = 40;

/** An edit of the graph before, and where a new agent stands, in the unit square. */
export interface Step {
  edit: GraphEdit;
  place: readonly [number, number];
}

export class LayoutMemory {
  readonly #known = new Map<string, Layout>();
  #current: Layout | null = null;

  /** `step`: the edit that made this graph of the one before. */
  layoutFor(data: GraphData, step: Step | null = null): Layout {
    const key = signature(data);
    this.#current = this.#known.get(key) ?? this.#carried(data, step) ?? layoutOf(data);
    this.#known.delete(key);
    this.#known.set(key, this.#current);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
    return this.#current;
  }

  /** The places of the graph before, so that it keeps its own; null where they are none of this graph. */
  #carried({ family, agents }: GraphData, step: Step | null): Layout | null {
    if (family !== "explicit" || !this.#current) return null;
    const { positions: before, aspect } = this.#current;
    const { edit, place } = step ?? {};
    const positions =
      edit?.type === "addAgent"
        ? Float64Array.of(...before, ...place!)
        : before.filter((_, at) => edit?.type !== "removeAgent" || at >> 1 !== edit.agent);
    return positions.length === 2 * agents ? { positions, aspect } : null;
  }
}

/** Tells graphs apart: family, size and an FNV-1a hash of the edges. */
function signature({ family, rows, columns, agents, edges }: GraphData): string {
  let hash = 0x811c9dc5;
  for (let e = 0; e < edges.length; e++) hash = Math.imul(hash ^ edges[e]!, 0x01000193);
  return [family, rows, columns, agents, edges.length, hash].join();
}
