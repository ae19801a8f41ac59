/** Draws a graph: edges by weight, agents by the chosen quantity, a colour legend, and what the reader points at. */

import { symbolX } from "d3-shape";
import { cividis, type ColorScale } from "../colormap";
import { font, type Size } from "../frame";
import { disc, drawSymbol } from "../marks";
import { mix, type Theme } from "../theme";
import type { GraphData, Painter } from "../types";
import { neighborsOf } from "./structure";
import type { Layout } from "./layout";

export interface GraphPicture {
  data: GraphData;
  layout: Layout;
  /** Of the quantity that colours the agents; null without one. */
  scale: ColorScale | null;
  /** All but the largest component are ringed, each in its colour. */
  components: { of: Uint32Array; sizes: number[] };
  /** Agent under the pointer or the keyboard's focus. */
  active: number | null;
  /** Agent chosen while editing. */
  selected: number | null;
  /** Index of the edge that a click would remove. */
  edge: number | null;
  /** Whether the legend names the quantity. */
  label: boolean;
  /** A link being drawn, to a point in CSS pixels. */
  link: { from: number; x: number; y: number } | null;
}

/** From agents to CSS pixels. */
export interface Placement {
  x(agent: number): number;
  y(agent: number): number;
  radius: number;
  /** Back from CSS pixels to the unit square of the layout. */
  toUnit(x: number, y: number): [number, number];
}

const LEGEND_HEIGHT = 36;
/** Beyond these agents are not drawn one by one. */
export const AGENTS_DRAWN = 500;
/** More edges than these are drawn as a regular sample. */
export const EDGES_DRAWN = 20000;

export function placementOf({ layout, data }: GraphPicture, { width, height }: Size): Placement {
  const radius = Math.max(2.5, Math.min(10, (0.3 * Math.sqrt(width * height)) / Math.sqrt(6 * data.agents)));
  const margin = radius + 10;
  const room = { width: width - 2 * margin, height: height - LEGEND_HEIGHT - 2 * margin };
  const scale = Math.max(1, Math.min(room.width / layout.aspect, room.height));
  const size = { x: scale * layout.aspect, y: scale };
  const left = margin + (room.width - size.x) / 2;
  const top = margin + (room.height - size.y) / 2;
  return {
    radius,
    x: (agent) => left + size.x * layout.positions[2 * agent]!,
    y: (agent) => top + size.y * layout.positions[2 * agent + 1]!,
    toUnit: (x, y) => [
      (Math.min(width - margin, Math.max(margin, x)) - left) / size.x,
      (Math.min(height - LEGEND_HEIGHT - margin, Math.max(margin, y)) - top) / size.y,
    ],
  };
}

/** The pieces an edge is drawn in: one, or on a torus two stubs where it leaves one side and enters the other. */
export function segmentsOf(
  data: GraphData,
  place: Placement,
  edge: number,
): (readonly [number, number, number, number])[] {
  const i = data.edges[2 * edge]!;
  const j = data.edges[2 * edge + 1]!;
  const [xi, yi, xj, yj] = [place.x(i), place.y(i), place.x(j), place.y(j)];
  const { rows, columns } = data;
  if (data.family === "torus" && rows && columns) {
    const across = wraps(i % columns, j % columns, columns);
    const down = wraps(Math.floor(i / columns), Math.floor(j / columns), rows);
    if (across || down) {
      const reach = 2.2 * place.radius;
      return [
        [xi, yi, xi + across * reach, yi + down * reach],
        [xj, yj, xj - across * reach, yj - down * reach],
      ];
    }
  }
  return [[xi, yi, xj, yj]];
}

/** -1 or 1 where the step from a to b goes around, out of the low or the high side; else 0. */
function wraps(a: number, b: number, count: number): number {
  if (count < 3 || Math.abs(a - b) !== count - 1) return 0;
  return a === 0 ? -1 : 1;
}

export function drawGraph(painter: Painter, picture: GraphPicture, theme: Theme, size: Size): void {
  drawEdges(painter, picture, theme, size);
  drawAgents(painter, picture, theme, size);
}

const WIDTHS = 6;

export function drawEdges(painter: Painter, picture: GraphPicture, theme: Theme, size: Size): void {
  const { data } = picture;
  const place = placementOf(picture, size);
  const count = data.edges.length / 2;
  const stride = Math.ceil(count / EDGES_DRAWN) || 1;
  let heaviest = 0;
  if (data.weights) for (let e = 0; e < count; e++) heaviest = Math.max(heaviest, Math.abs(data.weights[e]!) || 0);
  const bins: number[][] = Array.from({ length: WIDTHS }, () => []);
  for (let e = 0; e < count; e += stride) {
    const share = heaviest > 0 ? Math.abs(data.weights![e]!) / heaviest : 0.6;
    bins[Math.min(WIDTHS - 1, Math.floor((share || 0) * WIDTHS))]!.push(e);
  }
  // Many edges on few agents are drawn fainter and thinner, or they would be one grey patch.
  const density = Math.min(1, 1.7 * Math.sqrt((data.agents * stride) / Math.max(1, count)));
  painter.save();
  painter.lineCap = "round";
  painter.strokeStyle = mix(theme.paper, theme.ink, 0.13 + 0.32 * density);
  bins.forEach((edges, bin) => {
    if (edges.length === 0) return;
    painter.lineWidth = (0.5 + (1.7 * (bin + 0.5)) / WIDTHS) * (0.3 + 0.7 * density) * Math.min(1, place.radius / 7);
    painter.beginPath();
    for (const e of edges)
      for (const [x0, y0, x1, y1] of segmentsOf(data, place, e)) {
        painter.moveTo(x0, y0);
        painter.lineTo(x1, y1);
      }
    painter.stroke();
  });
  painter.restore();
}

export function drawAgents(painter: Painter, picture: GraphPicture, theme: Theme, size: Size): void {
  const { data, scale, active, selected, components } = picture;
  const place = placementOf(picture, size);
  const quantity = data.quantities.find(({ id }) => id === data.quantity);
  const neighbors = new Set(active === null ? [] : neighborsOf(data.edges, active));
  // On a dark ground the darkest agents need a rim to be seen.
  const outline = theme.name === "dark" ? mix(theme.paper, theme.ink, 0.35) : theme.paper;
  painter.save();
  drawEmphasis(painter, picture, place, theme);
  for (let i = 0; i < data.agents; i++) {
    const value = quantity?.values[i] ?? 0;
    const finite = Number.isFinite(value);
    disc(painter, place.x(i), place.y(i), place.radius + (i === active ? 2 : 0));
    painter.fillStyle = !finite ? theme.paper : scale ? cividis(scale.at(value)) : theme.muted;
    painter.fill();
    painter.strokeStyle = !finite ? theme.warning : i === active || neighbors.has(i) ? theme.ink : outline;
    painter.lineWidth = i === active ? 2 : Math.min(1.5, place.radius / 4);
    painter.stroke();
    const component = components.of[i]!;
    if (component > 0) {
      painter.strokeStyle = theme.hues[1 + ((component - 1) % 7)]!;
      ring(painter, place, i, 1 + place.radius / 4, Math.min(2.5, place.radius / 3));
    }
    if (i === selected) {
      painter.strokeStyle = theme.accent;
      ring(painter, place, i, 5, 2);
    }
  }
  if (quantity && scale) drawLegend(painter, picture.label ? quantity.label : "", scale, theme, size);
  painter.restore();
}

function ring(painter: Painter, place: Placement, agent: number, gap: number, width: number): void {
  painter.lineWidth = width;
  disc(painter, place.x(agent), place.y(agent), place.radius + gap);
  painter.stroke();
}

/** The edges of the active agent, the edge about to be cut, the link being drawn. */
function drawEmphasis(painter: Painter, picture: GraphPicture, place: Placement, theme: Theme): void {
  const { data, active, edge, link } = picture;
  const strokeEdge = (e: number): void => {
    painter.beginPath();
    for (const [x0, y0, x1, y1] of segmentsOf(data, place, e)) {
      painter.moveTo(x0, y0);
      painter.lineTo(x1, y1);
    }
    painter.stroke();
  };
  if (active !== null) {
    painter.strokeStyle = theme.ink;
    painter.lineWidth = 1.75;
    for (let e = 0; e < data.edges.length / 2; e++)
      if (data.edges[2 * e] === active || data.edges[2 * e + 1] === active) strokeEdge(e);
  }
  if (edge !== null) {
    painter.strokeStyle = theme.warning;
    painter.lineWidth = 3;
    strokeEdge(edge);
    drawCross(painter, segmentsOf(data, place, edge)[0]!, theme);
  }
  if (link) {
    painter.strokeStyle = theme.accent;
    painter.lineWidth = 2;
    painter.setLineDash([5, 4]);
    painter.beginPath();
    painter.moveTo(place.x(link.from), place.y(link.from));
    painter.lineTo(link.x, link.y);
    painter.stroke();
    painter.setLineDash([]);
  }
}

function drawCross(painter: Painter, [x0, y0, x1, y1]: readonly [number, number, number, number], theme: Theme): void {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  disc(painter, x, y, 8);
  painter.fillStyle = theme.paper;
  painter.fill();
  painter.lineWidth = 1.5;
  painter.stroke();
  drawSymbol(painter, [symbolX, 25], x, y, { rim: { color: theme.warning, width: 1.5 } });
}

/** Bottom right: what is measured (on the page a choice stands there), low end, colour bar, high end. */
function drawLegend(painter: Painter, label: string, scale: ColorScale, theme: Theme, size: Size): void {
  const y = size.height - LEGEND_HEIGHT / 2;
  painter.font = font(theme, 0.96);
  painter.textBaseline = "middle";
  painter.textAlign = "right";
  let x = size.width - 10;
  const write = (text: string, color: string): void => {
    painter.fillStyle = color;
    painter.fillText(text, x, y);
    x -= painter.measureText(text).width + 6;
  };
  if (scale.varied) {
    write(scale.high, theme.muted);
    const width = Math.max(40, Math.min(120, size.width / 4));
    const slices = 48;
    x -= width;
    for (let s = 0; s < slices; s++) {
      painter.fillStyle = cividis(s / (slices - 1));
      painter.fillRect(x + (width * s) / slices, y - 4, width / slices + (s < slices - 1 ? 0.6 : 0), 8);
    }
    x -= 6;
    write(scale.low, theme.muted);
  } else write(`${scale.low} for all`, theme.muted);
  if (label) write(label, theme.ink);
}
