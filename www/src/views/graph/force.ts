/** The layout of graphs without a shape of their own: d3's forces, always from the same starts. */

import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import { polar, type Places, type Point, type Shape } from "./places";

/** Up to this many edges, the layout with the fewest crossings is taken of those from several starts. */
const EDGES_COMPARED = 200;
/** Of a circle to start from, in units of a link's length. */
const RADIUS = 3;
const LINK = 28;

export function forced(shape: Shape): Places {
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

/** Pairs of edges that cross between their ends. */
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
