/** A graph too large to draw agent by agent: how densely blocks of agents are linked, and how many have which degree. */

import { drawAxes } from "../axes";
import { cividis } from "../colormap";
import { formatCount } from "../format";
import { frameOf, niceLinear, scaleOf, ticksOf, type Box, type Sheet } from "../frame";
import { drawText } from "../marks";
import { degreeRange, degrees, once, type PlainGraph } from "./structure";

const BLOCKS = 40;
const BARS = 24;
const histogramOf = once((graph) => degreeHistogram(graph, BARS));
const densityOf = once((graph) => blockDensity(graph, Math.min(BLOCKS, graph.agents)));

/** Links between blocks of consecutive agents over the pairs there are, row-major, `blocks` × `blocks`. */
export function blockDensity({ agents, edges }: PlainGraph, blocks: number): Float64Array {
  const density = new Float64Array(blocks * blocks);
  const blockOf = (agent: number): number => Math.floor((agent * blocks) / agents);
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [blockOf(edges[e]!), blockOf(edges[e + 1]!)];
    density[a * blocks + b]! += 1;
    density[b * blocks + a]! += 1;
  }
  const size = Array.from({ length: blocks }, (_, b) => {
    const start = Math.ceil((b * agents) / blocks);
    return Math.ceil(((b + 1) * agents) / blocks) - start;
  });
  for (let a = 0; a < blocks; a++)
    for (let b = 0; b < blocks; b++) {
      const pairs = a === b ? size[a]! * (size[a]! - 1) : size[a]! * size[b]!;
      density[a * blocks + b]! /= Math.max(1, pairs);
    }
  return density;
}

export function degreeHistogram(graph: PlainGraph, bars: number): { from: number; width: number; counts: number[] } {
  const degree = degrees(graph);
  const [lo, hi] = degreeRange(graph);
  if (lo > hi) return { from: 0, width: 1, counts: [] };
  const width = Math.max(1, Math.ceil((hi - lo + 1) / bars));
  const counts = new Array<number>(Math.floor((hi - lo) / width) + 1).fill(0);
  for (const d of degree) counts[Math.floor((d - lo) / width)]!++;
  return { from: lo, width, counts };
}

export function drawOverview(sheet: Sheet, graph: PlainGraph): void {
  const { width, height } = sheet.size;
  const wide = width > 1.2 * height;
  const side = Math.max(40, Math.min(wide ? width / 2 - 40 : width - 40, (wide ? height : height / 2) - 60));
  const top = 34;
  drawMatrix(sheet, graph, { left: 16, top, width: side, height: side });
  drawHistogram(
    sheet,
    graph,
    wide
      ? { left: side + 84, top, width: Math.max(40, width - side - 100), height: side }
      : { left: 56, top: side + 80, width: Math.max(40, width - 72), height: Math.max(40, height - side - 124) },
  );
}

function drawMatrix(sheet: Sheet, graph: PlainGraph, box: Box): void {
  const { painter, theme } = sheet;
  const blocks = Math.min(BLOCKS, graph.agents);
  const density = densityOf(graph);
  const densest = density.reduce((a, b) => Math.max(a, b), 0) || 1;
  const cell = box.width / blocks;
  for (let a = 0; a < blocks; a++)
    for (let b = 0; b < blocks; b++) {
      painter.fillStyle = cividis(Math.sqrt(density[a * blocks + b]! / densest));
      painter.fillRect(box.left + b * cell, box.top + a * cell, cell + 0.4, cell + 0.4);
    }
  drawText(sheet, "Links between blocks of agents", box.left, box.top - 16, { align: "left" });
  const below = { color: theme.muted, align: "left" } as const;
  drawText(sheet, `agent 0 … ${formatCount(graph.agents - 1)}`, box.left, box.top + box.height + 14, below);
}

function drawHistogram(sheet: Sheet, graph: PlainGraph, box: Box): void {
  const { painter, theme } = sheet;
  const { from, width, counts } = histogramOf(graph);
  const end = from + width * counts.length;
  const frame = frameOf(box, [from - 0.5, end - 0.5], niceLinear(0, Math.max(1, ...counts)));
  const span = Math.max(1, end - 1 - from);
  const { at } = ticksOf(scaleOf([from, from + span], [0, 1]), Math.min(span, Math.max(2, Math.floor(box.width / 60))));
  const whole = at.filter(Number.isInteger);
  drawAxes(sheet, frame, {
    xTitle: "degree",
    yTitle: "agents",
    xTicks: { at: whole, labels: whole.map(formatCount) },
  });
  painter.fillStyle = theme.hues[2]!;
  counts.forEach((count, bar) => {
    const left = frame.x(from + bar * width - 0.5);
    const right = frame.x(from + (bar + 1) * width - 0.5);
    painter.fillRect(left + 1, frame.y(count), Math.max(1, right - left - 2), frame.y(0) - frame.y(count));
  });
}
