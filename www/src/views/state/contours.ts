/** d = 2: level lines of the objective, the agents on it in their network, and each agent's own minimum. */

import { extent } from "d3-array";
import { contours, type ContourMultiPolygon } from "d3-contour";
import { symbolStar, symbolX } from "d3-shape";
import { drawAxes, drawKeys, keysHeight, lineKey, type Key } from "../axes";
import { createCanvasView, followPointer } from "../canvas-view";
import { set } from "../element";
import { formatNumber, plural } from "../format";
import { clipTo, frameOf, scaleOf, ticksOf, type Frame, type Sheet } from "../frame";
import {
  drawDisc,
  drawLine,
  drawSymbol,
  setStroke,
  drawText,
  traceRings,
  traceSegments,
  type Segment,
  type Stroke,
} from "../marks";
import { createNames } from "../choices";
import type { Table } from "../access";
import { methodColor, mix, type Theme } from "../theme";
import type { ContourData, ContourEvents, ContourPanel, Painter, View } from "../types";
import { createMinimaHand, type Hold } from "./minima";
import {
  arePulled,
  describePulls,
  drawPulls,
  FAINT,
  GATHERED,
  outermost,
  pointedAt,
  pullColumns,
  pullKeys,
} from "./pulls";

const LEVELS = 14;
/** An agent's radius, in units of the figure. */
const DOT = 4.5;
const STAR = 150;
/** The cross of an agent's own minimum, about in units of the figure squared. */
const CROSS = 34;
/** More edges than these would hide the agents. */
const MOST_EDGES = 400;
/** A mark at the edge is drawn whole, in units of the figure. */
const BEYOND = 11;
/** A map narrower than this, in units of the figure, has no room for more beside its name. */
const NARROW = 200;
/** Where each has less than this there is no room for axes, whose numbers a table has. */
const BARE = 190;
/** Around each map: above it stands whose agents it shows. */
const MARGIN = { left: 44, top: 34, right: 12, bottom: 42 };
const BARE_MARGIN = { left: 6, top: 34, right: 6, bottom: 10 };
/** The width of a character beside the axis, about. */
const DIGIT = 7;
const BESIDE_KEYS = 12;

export function createContourView(host: HTMLElement, theme: Theme, events: ContourEvents = {}): View<ContourData> {
  let hold: Hold | null = null;
  let pointed: number | null = null;
  const view = createCanvasView<ContourData>(host, theme, {
    className: "view-contours",
    name: "Level lines of the objective with the agents",
    draw(sheet, data) {
      // A file shows nothing that is held or pointed at, and says itself whose agents it shows.
      const isScreen = sheet.painter === context;
      const held = isScreen ? hold : null;
      const looked = (isScreen ? (hold?.agent ?? pointed) : null) ?? outermost(data);
      drawContours(sheet, held ? withHold(data, held) : data, looked, held, !isScreen);
    },
    describe,
    table,
  });
  const { canvas } = view.surface;
  const context = canvas.getContext("2d")!;
  const frames = (data: ContourData): Frame[] =>
    framesOf({ painter: context, theme: view.theme(), size: view.surface.size() }, data);
  const names = createNames(view.box, events.onMethod);
  createMinimaHand(view, {
    frames,
    hold(next) {
      hold = next;
      view.surface.redraw();
    },
    move: (agent, place) => events.onOptimum?.(agent, place),
  });
  followPointer(canvas, (event) => {
    const data = view.data();
    if (!data || !arePulled(data)) return;
    const before = pointed;
    pointed = event && pointedAt(data, frames(data), view.surface.at(event), pointed ?? outermost(data));
    if (pointed !== before) view.surface.redraw();
  });
  return {
    ...view,
    update(data) {
      names.update({ panels: data.panels.map(({ id }) => ({ method: id })), methods: data.methods });
      set(canvas, { tabIndex: data.movable ? 0 : -1, role: data.movable ? "application" : "img" });
      view.update(data);
    },
  };
}

/** A dragged minimum is drawn at the pointer, even before the page has updated. */
function withHold(data: ContourData, { agent, place }: Hold): ContourData {
  if (!place || !data.optima) return data;
  const optima = Float64Array.from(data.optima);
  optima.set(place, 2 * agent);
  return { ...data, optima };
}

const isBare = ({ panels }: ContourData, width: number): boolean => width / panels.length < BARE;

/** What lies around each map. Methods that diverge are far out, at numbers that take more room. */
function marginOf(data: ContourData, width: number): typeof MARGIN {
  if (isBare(data, width)) return BARE_MARGIN;
  const { yRange } = data;
  const longest = Math.max(...ticksOf(scaleOf(yRange, [0, 1]), 6).labels.map(({ length }) => length));
  return { ...MARGIN, left: Math.max(MARGIN.left, 12 + DIGIT * longest) };
}

function framesOf(sheet: Sheet, data: ContourData): Frame[] {
  const { panels, xRange, yRange } = data;
  const { width, height } = sheet.size;
  const { left, top, right, bottom } = marginOf(data, width);
  const below = bottom + keysHeight(sheet, keysOf(sheet, data), width - 2 * BESIDE_KEYS);
  const each = width / panels.length;
  const size = { width: Math.max(10, each - left - right), height: Math.max(10, height - top - below) };
  return panels.map((_, i) => frameOf({ left: i * each + left, top, ...size }, xRange, yRange));
}

/** What there is to know before the arrows speak. */
function keysOf({ painter, theme, size }: Sheet, data: ContourData): Key[] {
  if (!arePulled(data)) return [];
  // Small maps have no room to say of each mark what it is.
  const bare = isBare(data, size.width);
  const line = (label: string, color: string, dash: number[]) => lineKey(painter, label, color, dash, 1);
  const star: Key = {
    label: "best for all data",
    width: 14,
    sample: (x, y) => drawStar(painter, x + 7, y, theme, 70),
  };
  const rim = { color: crossColor(data, theme), width: 1.25 };
  const agent: Key = {
    label: "an agent’s answer",
    width: 10,
    sample: (x, y) => drawDisc(painter, x + 5, y, DOT, { fill: theme.ink }),
  };
  const cross: Key = {
    label: `best for its own data${data.movable ? ": drag it" : ""}`,
    width: 8,
    sample: (x, y) => drawSymbol(painter, [symbolX, CROSS], x + 4, y, { rim }),
  };
  return [
    ...pullKeys(painter, data, theme),
    ...(data.minimizer ? [star] : []),
    ...(bare ? [] : [agent]),
    ...(data.optima ? [cross] : []),
    ...(bare ? [] : [line("equal cost for all", theme.rule, []), line("path of their average", theme.ink, [1, 3])]),
  ];
}

/** Hollow, and behind the agents, so that those that have come to it are seen. */
function drawStar(painter: Painter, x: number, y: number, { paper: fill, ink: color }: Theme, size = STAR): void {
  drawSymbol(painter, [symbolStar, size], x, y, { fill, rim: { color, width: 1.5 } });
}

function crossColor({ movable }: ContourData, theme: Theme): string {
  return mix(theme.paper, theme.ink, movable ? 0.75 : 0.5);
}

/** `looked`: whose pulls are strong; `named`: whether the picture says whose agents it shows. */
function drawContours(sheet: Sheet, data: ContourData, looked: number, hold: Hold | null, named: boolean): void {
  const { painter, size } = sheet;
  const frames = framesOf(sheet, data);
  const margin = marginOf(data, size.width);
  const hasAxes = margin !== BARE_MARGIN;
  data.panels.forEach((panel, i) => {
    const frame = frames[i]!;
    const { left, top, width, height } = frame;
    painter.save();
    // The second map has the first one's axis; where they are narrow its name needs the room.
    if (hasAxes && (i === 0 || width > NARROW)) drawText(sheet, "x₂", left - 8, top - 14, { align: "right" });
    if (named) drawText(sheet, panel.method.label, left + width / 2, top - 16, { style: "600", size: 1.08 });
    painter.save();
    clipTo(painter, frame);
    drawLevels(sheet, data, frame);
    painter.restore();
    if (hasAxes) drawAxes(sheet, frame, { xTitle: "x₁", yTitle: "", grid: false });
    clipTo(painter, {
      left: left - BEYOND,
      top: top - BEYOND,
      width: width + 2 * BEYOND,
      height: height + 2 * BEYOND,
    });
    drawPanel(sheet, data, panel, frame, looked, hold);
    painter.restore();
  });
  const [{ top, height }] = frames as [Frame];
  const keys = { left: BESIDE_KEYS, top: top + height + margin.bottom, width: size.width - 2 * BESIDE_KEYS };
  drawKeys(sheet, keysOf(sheet, data), keys);
}

function drawPanel(
  sheet: Sheet,
  data: ContourData,
  panel: ContourPanel,
  frame: Frame,
  looked: number,
  hold: Hold | null,
): void {
  const { painter, theme } = sheet;
  const { edges = [], optima, minimizer, arrows = 1 } = data;
  const { method, iterates, path, pulls } = panel;
  // Beside arrows in the colours of two methods no method has its own.
  const color = pulls ? theme.ink : methodColor(method, theme);
  const agents = iterates.length / 2;
  const at = (places: ArrayLike<number>, i: number): [number, number] => [
    frame.x(places[2 * i]!),
    frame.y(places[2 * i + 1]!),
  ];
  const isKnown = (place: readonly number[]): boolean => place.every(Number.isFinite);
  const lines = (pairs: readonly Segment[], stroke: Stroke): void => {
    setStroke(painter, stroke);
    traceSegments(painter, pairs.filter(isKnown));
    painter.stroke();
  };
  if (minimizer) drawStar(painter, frame.x(minimizer[0]), frame.y(minimizer[1]), theme);
  const dash = pulls ? [1, 3] : method.dash;
  if (path) drawPath(painter, path, frame, { color, width: 1, dash, alpha: 0.55 });
  const count = optima && optima.length === 2 * agents ? agents : 0;
  const threads = pulls ? [looked] : Array.from({ length: count }, (_, i) => i);
  lines(
    threads.filter((i) => i < count).map((i) => [...at(optima!, i), ...at(iterates, i)] as const),
    { color: mix(theme.paper, color, 0.5), width: 0.9 },
  );
  if (edges.length / 2 <= MOST_EDGES)
    lines(
      Array.from(
        { length: edges.length / 2 },
        (_, e) => [...at(iterates, edges[2 * e]!), ...at(iterates, edges[2 * e + 1]!)] as const,
      ),
      { color: mix(theme.paper, theme.ink, 0.55), width: 1.4 },
    );
  // Dots in one place hide each other, and arrows from one place the one that is looked at.
  const isGathered = pulls && gather(iterates).spread * (frame.x(1) - frame.x(0)) < DOT;
  drawPulls(painter, panel, arrows, looked, frame, isGathered ? GATHERED : FAINT, theme);
  for (let i = 0; i < count; i++) {
    const place = at(optima!, i);
    if (!isKnown(place)) continue;
    const held = hold?.agent === i;
    if (held) drawDisc(painter, ...place, 10, { fill: mix(theme.paper, theme.accent, 0.25) });
    const rim = { color: held ? theme.accent : crossColor(data, theme), width: held ? 2 : 1.25 };
    drawSymbol(painter, [symbolX, CROSS], ...place, { rim });
  }
  for (let i = 0; i < agents; i++) {
    const place = at(iterates, i);
    const look = { fill: color, rim: { color: theme.paper, width: 1 } };
    if (isKnown(place)) drawDisc(painter, ...place, frame.width > NARROW ? DOT : 3, look);
  }
  if (!isGathered) return;
  // Below them, on the side that the strong arrows leave free.
  const isRight = pulls.own[2 * looked]! * pulls.own[2 * looked + 1]! > 0;
  const [x, y] = at(iterates, 0);
  const type = { style: "600", align: isRight ? "left" : "right" } as const;
  drawText(sheet, `all ${agents}${frame.width > NARROW ? " agents" : ""}`, x + (isRight ? 9 : -9), y + 24, type);
}

function drawLevels({ painter, theme }: Sheet, data: ContourData, frame: Frame): void {
  const { rows, columns, xRange, yRange } = data;
  // d3's samples stand in the middle of their cells.
  const x = scaleOf([0.5, columns - 0.5], xRange.map(frame.x) as [number, number]);
  const y = scaleOf([0.5, rows - 0.5], yRange.map(frame.y) as [number, number]);
  painter.lineWidth = 1;
  levelsIn(data).forEach(({ coordinates }, i) => {
    painter.strokeStyle = mix(theme.rule, theme.paper, (0.7 * i) / LEVELS);
    traceRings(painter, coordinates.flat(), x, y);
    painter.stroke();
  });
}

const known = new WeakMap<object, ContourMultiPolygon[]>();

/** The level lines that are drawn, worked out once for all frames that show them. */
function levelsIn(data: ContourData): ContourMultiPolygon[] {
  const lines = known.get(data.f) ?? levelLines(data, levelsOf(data.f, LEVELS));
  known.set(data.f, lines);
  return lines;
}

/** The areas where f is at least each of `levels`, in units of the grid; f at (column, row) stands half a unit beyond. */
export function levelLines(
  { f, rows, columns }: Pick<ContourData, "f" | "rows" | "columns">,
  levels: readonly number[],
): ContourMultiPolygon[] {
  return contours()
    .size([columns, rows])
    .thresholds([...levels])(Array.from(f));
}

/** Levels whose lines around a quadratic minimum are evenly spaced. */
export function levelsOf(f: ArrayLike<number>, count: number): number[] {
  const [lo, hi] = extent(Array.from(f).filter(Number.isFinite));
  if (lo === undefined || !(hi > lo)) return [];
  return Array.from({ length: count }, (_, i) => lo + (hi - lo) * ((i + 0.5) / count) ** 2);
}

/** The way of the mean until it is no number; `path` is pairs. */
function drawPath(painter: Painter, path: ArrayLike<number>, frame: Frame, look: Stroke): void {
  const end = Array.from(path).findIndex((value) => !Number.isFinite(value));
  const pairs = Math.floor((end < 0 ? path.length : end) / 2);
  const coordinate = (which: 0 | 1): number[] => Array.from({ length: pairs }, (_, i) => path[2 * i + which]!);
  drawLine(painter, frame, coordinate(0), coordinate(1), look);
}

/** Mean of the agents and the farthest agent's distance from it. */
function gather(iterates: ArrayLike<number>): { x: number; y: number; spread: number } {
  const n = iterates.length / 2;
  let [x, y, spread] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    x += iterates[2 * i]! / n;
    y += iterates[2 * i + 1]! / n;
  }
  for (let i = 0; i < n; i++) spread = Math.max(spread, Math.hypot(iterates[2 * i]! - x, iterates[2 * i + 1]! - y));
  return { x, y, spread };
}

function describe(data: ContourData): string {
  const { panels, minimizer, optima, movable } = data;
  const agents = (panels[0]?.iterates.length ?? 0) / 2;
  const parts = panels.map(({ method, iterates }) => {
    const { x, y, spread } = gather(iterates);
    return `${method.label} around (${formatNumber(x)}, ${formatNumber(y)}), within ${formatNumber(spread, 2)}`;
  });
  const goal = minimizer ? ` The minimizer is (${formatNumber(minimizer[0])}, ${formatNumber(minimizer[1])}).` : "";
  const own = optima
    ? ` The agents’ own minima lie within ${formatNumber(gather(optima).spread, 2)} of their mean.`
    : "";
  const keys = movable
    ? " Page Up and Down go from one agent’s minimum to the next, arrows move it, with Shift further."
    : "";
  const pulls = describePulls(data);
  return `Level lines of f with ${plural(agents, "agent")} on them: ${parts.join("; ")}.${goal}${own}${pulls}${keys}`;
}

function table(data: ContourData): Table {
  const { panels, optima } = data;
  const pulls = pullColumns(data);
  const agents = Math.min(500, (panels[0]?.iterates.length ?? 0) / 2);
  const place = (places: ArrayLike<number>, i: number): string =>
    `(${formatNumber(places[2 * i] ?? NaN, 4)}, ${formatNumber(places[2 * i + 1] ?? NaN, 4)})`;
  return {
    caption: `Iterate of each agent, and where its own cost is least${pulls.length > 0 ? "; what moves it in the next iteration" : ""}.`,
    columns: [
      "agent",
      ...panels.map(({ method }) => method.label),
      ...(optima ? ["own minimum"] : []),
      ...pulls.map(({ title }) => title),
    ],
    rows: Array.from({ length: agents }, (_, i) => [
      String(i),
      ...panels.map(({ iterates }) => place(iterates, i)),
      ...(optima ? [place(optima, i)] : []),
      ...pulls.map(({ cell }) => cell(i)),
    ]),
  };
}
