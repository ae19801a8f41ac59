/** The layout of graphs without a shape of their own: d3's forces, always from the same start. */

import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { Point, Shape } from "./layout";

/** Springs and repulsion, from d3's fixed spiral start, for a fixed number of steps. */
export function forced({ agents: n, edges }: Shape): (i: number) => Point {
  const nodes = Array.from({ length: n }, () => ({ x: NaN, y: NaN }));
  const links = [];
  // Dense graphs have no shape that more springs would show.
  const stride = 2 * Math.max(1, Math.ceil(edges.length / 2 / 6000));
  for (let e = 0; e + 1 < edges.length; e += stride) links.push({ source: edges[e]!, target: edges[e + 1]! });
  const ticks = Math.round(Math.max(80, Math.min(200, 20000 / n)));
  const simulation = forceSimulation(nodes)
    .force("charge", forceManyBody().strength(-40))
    .force("link", forceLink(links).distance(28))
    .force("collide", forceCollide(9))
    .force("x", forceX(0).strength(0.05))
    .force("y", forceY(0).strength(0.05))
    .alphaDecay(1 - 0.001 ** (1 / ticks))
    .stop();
  simulation.tick(ticks);
  return (i) => [nodes[i]!.x, nodes[i]!.y];
}
