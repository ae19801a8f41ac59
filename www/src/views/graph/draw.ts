/** Draws a graph: edges by weight, agents by the chosen quantity, a colour legend, and the element pointed at. */

import { max } from "d3-array";
import { symbolX } from "d3-shape";
import type { MapInk } from "../beliefs/map";
import { drawAgentMap, drawAround, roomFor, type Room } from "../beliefs/panel";
import type { Tiles } from "../beliefs/tiles";
import { colorScale, type ColorScale } from "../colormap";
import { formatNumber } from "../format";
import type { Box, Ink, Sheet, Size } from "../frame";
import { drawDisc, drawRule, drawSymbol, drawText, traceSegments, widthOf, type Segment } from "../marks";
import { mix, type Theme } from "../theme";
import { BELIEFS, type GraphData, type GraphPanel, type Painter } from "../types";
import type { Layout } from "./layout";
import { drawClassesKey, drawLegend } from "./legend";
import { boxesOf, NAME_HEIGHT, placementOf, segmentsOf, type Placement } from "./place";
import { neighborsOf } from "./structure";

export interface GraphPicture {
  data: GraphData;
  layout: Layout;
  /** Of the quantity that colours the agents; null without one. */
  scale: ColorScale | null;
  /** All but the largest component are ringed, each in its colour. */
  components: { of: Uint32Array; sizes: number[] };
  /** Agent under the pointer or the keyboard's focus; n is the mean of all, where it has a map. */
  active: number | null;
  panel: number;
  selected: number | null;
  edge: number | null;
  /** Whether the picture names the methods and the quantity, which on the page are named by choices. */
  label: boolean;
  weights: boolean;
  /** A link being drawn, to a point in CSS pixels. */
  link: { from: number; x: number; y: number } | null;
}

/** Networks of more agents are not edited, and drawn one by one only where their links lie side by side. */
export const AGENTS_EDITED = 500;
const AGENTS_DRAWN = 1000;
const SIDE_BY_SIDE = new Set(["ring", "path", "grid", "torus"]);
/** More edges than these are drawn as a regular sample. */
const EDGES_DRAWN = 20000;

export function isDrawn({ agents, family }: Pick<GraphData, "agents" | "family">): boolean {
  return agents <= (SIDE_BY_SIDE.has(family) ? AGENTS_DRAWN : AGENTS_EDITED);
}

export function colorScaleOf({ quantities, quantity, panels, unseen = [], colors }: GraphData): ColorScale | null {
  const kind = quantities.find(({ id }) => id === quantity)?.scale;
  // One scale for all that stands side by side.
  const shown = panels.flatMap((panel) => Array.from(panel.values[quantity] ?? []));
  if (!kind || shown.length === 0) return null;
  const values = [...shown, ...Array.from(unseen)];
  if (kind === "share") return colorScale(values, "linear", [0, 1]);
  if (!colors || kind === "signed") return colorScale(values, kind);
  return colorScale(values, kind, [colors[0], max([colors[1], ...values.filter(Number.isFinite)])!]);
}

/** One network in its figure. */
export interface Stand {
  panel: GraphPanel;
  box: Box;
  at: Placement;
  /** The room for text about its agents' models; null without maps. */
  room: Room | null;
}

export function standsOf({ data, layout }: GraphPicture, size: Size): Stand[] {
  const placed = (box: Box): Placement => placementOf(data, layout, box);
  return boxesOf(data, size).map((whole, i) => {
    const panel = data.panels[i]!;
    const { room, box } = data.quantity === BELIEFS ? roomFor(data, whole, placed) : { room: null, box: whole };
    return { panel, box, at: placed(box), room };
  });
}

export function drawGraph(sheet: Sheet, picture: GraphPicture): void {
  drawEdges(sheet, picture);
  drawAgents(sheet, picture, null);
}

const WIDTHS = 6;
/** In units of the figure, of a link without weight and of one that has half of all weight or more. */
const WIDTH = { least: 0.3, most: 2.4 };
/** Dashes of a link that is not in use, and of one with a negative weight. */
const TRACE = [2, 5];
const PUSH = [6, 3];

export function drawEdges(sheet: Sheet, picture: GraphPicture): void {
  const { painter, theme, size } = sheet;
  const { data } = picture;
  const stands = standsOf(picture, size);
  const count = data.edges.length / 2;
  const stride = Math.ceil(count / EDGES_DRAWN) || 1;
  const bins: number[][] = Array.from({ length: WIDTHS }, () => []);
  const negative: number[] = [];
  const used = data.now?.used;
  for (let e = 0; e < count; e += stride) {
    if (used && !used[e]) bins[0]!.push(e);
    else if (data.weights && data.weights[e]! < 0) negative.push(e);
    else if (used) bins[WIDTHS - 1]!.push(e);
    else bins[Math.min(WIDTHS - 1, Math.floor(strengthOf(data.weights?.[e] ?? 0.2) * WIDTHS))]!.push(e);
  }
  // Many edges on few agents are drawn fainter and thinner, or they would be one grey patch.
  const density = Math.min(1, 1.7 * Math.sqrt((data.agents * stride) / Math.max(1, count)));
  painter.save();
  painter.lineCap = "round";
  painter.strokeStyle = mix(theme.paper, theme.ink, Math.max(theme.faintest, 0.13 + 0.37 * density));
  bins.forEach((edges, bin) => {
    if (edges.length === 0) return;
    const width = widthAt((bin + 0.5) / WIDTHS) * (0.3 + 0.7 * density);
    if (used) painter.strokeStyle = bin === 0 ? mix(theme.paper, theme.ink, 0.2) : mix(theme.paper, theme.ink, 0.75);
    // A link that is not in use leaves a trace.
    painter.setLineDash(used && bin === 0 ? TRACE : []);
    for (const { at } of stands) {
      painter.lineWidth = used ? (bin === 0 ? 1 : 2.6) : width * Math.min(1, at.radius / 7);
      strokeEdges(painter, data, at, edges);
    }
  });
  // A negative weight pushes apart.
  painter.strokeStyle = theme.warning;
  painter.setLineDash(PUSH);
  for (const { at } of stands)
    for (const e of negative) {
      painter.lineWidth = used ? 2.6 : 0.7 + widthAt(strengthOf(data.weights![e]!));
      strokeEdges(painter, data, at, [e]);
    }
  painter.restore();
  if (picture.weights) for (const { at } of stands) drawWeights(sheet, data, at, null);
}

/** How strong a link looks, from 0 to 1: networks are compared, so it does not depend on the other links. */
const strengthOf = (weight: number): number => Math.sqrt(Math.min(1, 2 * Math.abs(weight))) || 0;

const widthAt = (strength: number): number => WIDTH.least + (WIDTH.most - WIDTH.least) * strength;

type Links = Pick<GraphData, "edges" | "family" | "rows" | "columns">;

export function strokeEdges(painter: Painter, data: Links, at: Placement, edges: Iterable<number>): void {
  traceSegments(painter, Array.from(edges, (e) => segmentsOf(data, at, e)).flat());
  painter.stroke();
}

/** `tiles` makes pixels of maps; null where the painter takes none. */
export function drawAgents(sheet: Sheet, picture: GraphPicture, tiles: Tiles | null): void {
  const { painter, theme, size } = sheet;
  const { data, scale, active, label } = picture;
  painter.save();
  standsOf(picture, size).forEach((stand, i) => {
    const { box, room, panel, at } = stand;
    drawEmphasis(sheet, picture, at, i);
    drawOne({ painter, theme, tiles }, picture, stand);
    if (data.beat != null && isSent(data)) drawSent(painter, data, at, data.beat, theme);
    if (room) drawAround({ painter, theme, tiles }, data, { ...stand, room, active });
    if (label && panel.name !== undefined)
      drawText(sheet, panel.name, box.left + box.width / 2, NAME_HEIGHT / 2, { style: "600", size: 1.1 });
  });
  const quantity = data.quantities.find(({ id }) => id === data.quantity);
  if (data.quantity === BELIEFS && data.classes) drawClassesKey(sheet, data.classes);
  else if (quantity) drawLegend(sheet, quantity, scale, label || data.plain === true);
  if (label && picture.weights && data.changes !== undefined) drawMeaning(sheet, data);
  painter.restore();
}

function drawOne(ink: MapInk, picture: GraphPicture, { panel, at }: Stand): void {
  const { painter, theme } = ink;
  const { data, scale, active, selected, components } = picture;
  const values = panel.values[data.quantity];
  const maps = data.quantity === BELIEFS;
  const neighbors = new Set(active === null || active >= data.agents ? [] : neighborsOf(data.edges, active));
  const signed = data.quantities.find(({ id }) => id === data.quantity)?.scale === "signed";
  // On a dark ground the darkest agents need a rim to be seen.
  const outline =
    maps || signed || theme.name === "dark" ? mix(theme.paper, theme.ink, maps ? 0.6 : 0.35) : theme.paper;
  for (let i = 0; i < data.agents; i++) {
    const value = values?.[i] ?? 0;
    const finite = Number.isFinite(value);
    if (maps) drawAgentMap(ink, i, at, panel, data.samples);
    const fill = !finite ? theme.paper : scale && values?.length ? scale.color(value, theme) : theme.muted;
    const color = !finite ? theme.warning : i === active || neighbors.has(i) ? theme.ink : outline;
    const width = i === active ? 2 : maps ? 1 : Math.min(1.5, at.radius / 4);
    // Rims in the colour of the paper would cover small agents that lie on each other.
    const isRimmed = at.radius >= 3 || color !== theme.paper;
    drawDisc(painter, at.x(i), at.y(i), at.radius + (i === active && !maps ? 2 : 0), {
      ...(maps ? {} : { fill }),
      ...(isRimmed ? { rim: { color, width } } : {}),
    });
    const component = components.of[i]!;
    if (component > 0) {
      const rim = { color: theme.hues[1 + ((component - 1) % 7)]!, width: Math.min(2.5, at.radius / 3) };
      drawDisc(painter, at.x(i), at.y(i), at.radius + 1 + Math.min(3, at.radius / 4), { rim });
    }
    if (i === selected) drawDisc(painter, at.x(i), at.y(i), at.radius + 5, { rim: { color: theme.accent, width: 2 } });
  }
}

/** More links than these would swarm. */
const MOST_SENT = 200;
/** The time that a message takes from one agent to the other, in ms. */
const TRAVEL = 1_600;

export const isSent = ({ edges }: Pick<GraphData, "edges">): boolean => edges.length / 2 <= MOST_SENT;

/** How far into a map a message is seen, as a share of its radius: little of a link lies between two. */
const INTO = 0.45;

/** Messages on the links, both ways: dots, or from map to map short dashes, which nobody takes for samples. */
export function drawSent(
  painter: Painter,
  data: Links & Pick<GraphData, "quantity" | "now">,
  at: Placement,
  beat: number,
  theme: Theme,
): void {
  const maps = data.quantity === BELIEFS;
  painter.save();
  painter.beginPath();
  for (let e = 0; e < data.edges.length / 2; e++) {
    if (data.now && !data.now.used[e]) continue;
    for (const [x0, y0, x1, y1] of segmentsOf(data, at, e)) {
      const length = Math.hypot(x1 - x0, y1 - y0);
      const inside = Math.min(0.5, ((maps ? 1 - INTO : 1) * at.radius) / length);
      // Links do not beat as one.
      const way = (beat / TRAVEL + 0.618 * e) % 1;
      const along = inside + (1 - 2 * inside) * way;
      // They come and go.
      const half = (0.2 * at.radius * Math.min(1, 5 * way, 5 * (1 - way))) / length;
      for (const share of [along, 1 - along]) {
        const [x, y] = [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
        if (maps) {
          painter.moveTo(x - half * (x1 - x0), y - half * (y1 - y0));
          painter.lineTo(x + half * (x1 - x0), y + half * (y1 - y0));
        } else {
          painter.moveTo(x + 1.9, y);
          painter.arc(x, y, 1.9, 0, 2 * Math.PI);
        }
      }
    }
  }
  painter.lineCap = "round";
  for (const [color, width] of maps
    ? ([
        [theme.paper, 5],
        [theme.ink, 2.6],
      ] as const)
    : []) {
    painter.strokeStyle = color;
    painter.lineWidth = width * Math.min(1, at.radius / 16);
    painter.stroke();
  }
  painter.fillStyle = mix(theme.paper, theme.ink, 0.65);
  if (!maps) painter.fill();
  painter.restore();
}

export const MOST_WEIGHTS = 80;

function drawWeights(ink: Ink, data: GraphData, at: Placement, agent: number | null): void {
  const { painter, theme } = ink;
  const { weights, edges } = data;
  const count = edges.length / 2;
  if (!weights || (agent === null && count > MOST_WEIGHTS)) return;
  const taken: [number, number, number][] = [];
  const isFree = (x: number, y: number, width: number): boolean => {
    for (let i = 0; i < data.agents; i++)
      if (Math.abs(at.x(i) - x) < at.radius + width / 2 && Math.abs(at.y(i) - y) < at.radius + 6) return false;
    return taken.every(([u, v, other]) => Math.abs(u - x) >= (width + other) / 2 || Math.abs(v - y) >= 13);
  };
  // Negative weights come first.
  const order = Array.from({ length: count }, (_, e) => e).sort(
    (a, b) => Number(weights[b]! < 0) - Number(weights[a]! < 0),
  );
  for (const e of order) {
    const [i, j] = [edges[2 * e]!, edges[2 * e + 1]!];
    if (agent !== null && i !== agent && j !== agent) continue;
    const [x0, y0, x1, y1] = segmentsOf(data, at, e)[0]!;
    const text = formatNumber(weights[e]!, 2);
    const type = { size: 0.86, color: weights[e]! < 0 ? theme.warning : theme.ink };
    const width = widthOf(ink, text, type) + 4;
    // Where there is room: in the middle, or else off it. Links without room have theirs in the list.
    const shares = agent === null ? [0.5, 0.38, 0.62, 0.28, 0.72] : agent === i ? [0.6, 0.75, 0.45] : [0.4, 0.25, 0.55];
    const places = shares.map((share) => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)] as const);
    const place = places.find(([x, y]) => isFree(x, y, width));
    if (!place) continue;
    const [x, y] = place;
    taken.push([x, y, width]);
    painter.fillStyle = theme.paper;
    painter.fillRect(x - width / 2, y - 6, width, 12);
    drawText(ink, text, x, y, type);
  }
}

/** Below the legend: the links' numbers are not those of one iteration. On the page the button says it. */
function drawMeaning(sheet: Sheet, data: GraphData): void {
  if (!data.weights || data.edges.length / 2 > MOST_WEIGHTS) return;
  const { width, height } = sheet.size;
  const type = { size: 0.86, color: sheet.theme.muted, align: "right" } as const;
  drawText(sheet, "on the links: mean weights over the iterations", width - 10, height - 6.7, type);
}

function drawEmphasis(sheet: Sheet, picture: GraphPicture, at: Placement, stand: number): void {
  const { painter, theme } = sheet;
  const { data, active, edge, panel, link } = picture;
  if (active !== null) {
    painter.strokeStyle = theme.ink;
    painter.lineWidth = 1.75;
    for (let e = 0; e < data.edges.length / 2; e++)
      if (data.edges[2 * e] === active || data.edges[2 * e + 1] === active) strokeEdges(painter, data, at, [e]);
    if (!picture.weights && stand === panel && active < data.agents) drawWeights(sheet, data, at, active);
  }
  if (edge !== null) {
    painter.strokeStyle = theme.warning;
    painter.lineWidth = 3;
    strokeEdges(painter, data, at, [edge]);
    drawCross(sheet, segmentsOf(data, at, edge)[0]!);
  }
  if (link && stand === panel) {
    const way = [at.x(link.from), at.y(link.from), link.x, link.y] as const;
    drawRule(painter, way, { color: theme.accent, width: 2, dash: [5, 4] });
  }
}

function drawCross({ painter, theme }: Sheet, [x0, y0, x1, y1]: Segment): void {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const rim = { color: theme.warning, width: 1.5 };
  drawDisc(painter, x, y, 8, { fill: theme.paper, rim });
  drawSymbol(painter, [symbolX, 25], x, y, { rim });
}
