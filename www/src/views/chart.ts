/** The one kind of chart: axes, series of marks on them, and a reading, stop by stop. */

import { least } from "d3-array";
import { drawAxes, drawKeys, keysHeight, type AxisLook, type Key } from "./axes";
import { createCanvasView, type CanvasParts, type CanvasView } from "./canvas-view";
import { clipTo, frameOf, ticksOf, type Frame, type Sheet, type Size, type Domain } from "./frame";
import { createItemView, type Said } from "./items";
import { drawDisc, drawLine, drawRule, type Stroke } from "./marks";
import type { Table } from "./access";
import type { Theme } from "./theme";
import type { Painter } from "./types";

export interface Axis {
  title: string;
  range: Domain;
  log?: boolean;
  /** Between two ticks, about, in units of the figure; else as usual. */
  apart?: number;
}

export interface Pen extends Sheet {
  frame: Frame;
}

export type Mark = (pen: Pen) => void;

interface Series {
  marks: readonly Mark[];
  /** How far beyond the frame it is seen, to the sides and above and below; without it, anywhere. */
  within?: readonly [number, number];
  /** Whether it is drawn before the axes. */
  behind?: boolean;
}

interface Plot {
  x: Axis;
  y: Axis;
  series: readonly Series[];
  /** How much of the height, or width, that plots have; all of it for one. */
  share?: number;
  look?: Pick<AxisLook, "grid" | "away">;
}

/** A place that is read: what is said of it there. Without `y`, all that is above and below it. */
export interface Stop {
  /** The same in another chart of the same subject. */
  id: string | number;
  x: number;
  y?: number;
  title: string;
  lines: Said["lines"];
}

export interface Chart<One extends Stop = Stop> {
  /** One below the other, unless they stand side by side in a figure of this size. */
  plots: readonly Plot[];
  isBeside?(size: Size): boolean;
  keys?(painter: Painter, theme: Theme): readonly Key[];
  margin?(sheet: Sheet): Partial<typeof USUAL>;
  /** Between two plots that stand one below the other, in units of the figure. */
  between?: number;
  /** Whether a unit is as long on both axes. */
  isSquare?: boolean;
  stops?: readonly One[];
  /** Draws more for the stop that is read than its rule or ring. */
  mark?(pen: Pen, stop: One): void;
  describe(): string;
  table(): Table;
}

interface ChartParts<One extends Stop> extends Pick<CanvasParts<unknown>, "className" | "name"> {
  /** What kind of picture it is, for screen readers; without it, it is not read stop by stop. */
  role?: string;
  onStop?(stop: One): void;
}

/** `within` of marks that are whole on the edge. */
export const WHOLE = [5, 5] as const;
/** The margins; `top` is below the keys, if there are any. */
const USUAL = { left: 60, right: 16, top: 30, bottom: 42 };
const REACH = 14;

export function createChart<Data extends object, One extends Stop = Stop>(
  host: HTMLElement,
  theme: Theme,
  { role, onStop, ...names }: ChartParts<One>,
  chartOf: (data: Data) => Chart<One>,
): CanvasView<Data> {
  const known = new WeakMap<Data, Chart<One>>();
  const of = (data: Data): Chart<One> => {
    if (!known.has(data)) known.set(data, chartOf(data));
    return known.get(data)!;
  };
  const parts: CanvasParts<Data> = {
    ...names,
    draw: (sheet, data) => drawChart(sheet, of(data)),
    describe: (data) => of(data).describe(),
    table: (data) => of(data).table(),
  };
  if (role === undefined) return createCanvasView(host, theme, parts);
  return createItemView<Data, One>(host, theme, {
    ...parts,
    role,
    ...(onStop ? { onItem: onStop } : {}),
    items: (data) => of(data).stops ?? [],
    isSame: (one, other) => one.id === other.id,
    at(sheet, data, x, y) {
      const chart = of(data);
      const frame = framesOf(sheet, chart)[0]!;
      const off = (stop: One) => Math.hypot(frame.x(stop.x) - x, stop.y === undefined ? 0 : frame.y(stop.y) - y);
      const best = least(chart.stops ?? [], off);
      return best && (best.y === undefined || off(best) < REACH) ? best : null;
    },
    said(sheet, data, { x, y, title, lines }) {
      const frame = framesOf(sheet, of(data))[0]!;
      return { x: frame.x(x), y: y === undefined ? frame.top + frame.height / 2 : frame.y(y), title, lines };
    },
    mark(sheet, data, stop) {
      const chart = of(data);
      const frames = framesOf(sheet, chart);
      const { painter, theme: shown } = sheet;
      const [frame, last] = [frames[0]!, frames.at(-1)!];
      if (stop.y === undefined) {
        const x = Math.round(frame.x(stop.x)) + 0.5;
        drawRule(painter, [x, frame.top, x, last.top + last.height], { color: shown.rule, width: 1 });
      } else drawDisc(painter, frame.x(stop.x), frame.y(stop.y), 7, { rim: { color: shown.ink, width: 1.5 } });
      chart.mark?.({ ...sheet, frame }, stop);
    },
  });
}

const keyBox = ({ width }: Size) => ({ left: 12, top: 2, width: width - 24 });

export function framesOf<One extends Stop>(sheet: Sheet, chart: Chart<One>): Frame[] {
  const { painter, theme, size } = sheet;
  const { plots, between = 0, isSquare = false } = chart;
  const { left, right, top, bottom } = { ...USUAL, ...chart.margin?.(sheet) };
  const head = top + (chart.keys ? keysHeight(sheet, chart.keys(painter, theme), keyBox(size).width) : 0);
  const isBeside = chart.isBeside?.(size) ?? false;
  const gap = isBeside ? left + right : between;
  const gaps = gap * (plots.length - 1);
  const width = Math.max(20, size.width - left - right - (isBeside ? gaps : 0));
  const height = Math.max(40, size.height - head - bottom - (isBeside ? 0 : gaps));
  const side = isSquare ? Math.min(width, height) : NaN;
  let before = isBeside ? left : head;
  return plots.map(({ x, y, share = 1 }) => {
    const own = share * (isBeside ? width : height);
    const box = isSquare
      ? { left: left + (width - side) / 2, top: head, width: side, height: side }
      : isBeside
        ? { left: before, top: head, width: own, height }
        : { left, top: before, width, height: own };
    before += own + gap;
    return frameOf(box, x.range, y.range, { x: x.log ?? false, y: y.log ?? false });
  });
}

export function drawChart<One extends Stop>(sheet: Sheet, chart: Chart<One>): void {
  if (chart.keys) drawKeys(sheet, chart.keys(sheet.painter, sheet.theme), keyBox(sheet.size));
  const frames = framesOf(sheet, chart);
  for (const [i, { x, y, series, look }] of chart.plots.entries()) {
    const frame = frames[i]!;
    const draw = (wanted: boolean): void => {
      for (const { marks, within, behind = false } of series)
        if (behind === wanted) drawSeries({ ...sheet, frame }, marks, within);
    };
    draw(true);
    const xTicks = x.apart === undefined ? {} : { xTicks: ticksOf(frame.x, Math.max(2, frame.width / x.apart)) };
    drawAxes(sheet, frame, { xTitle: x.title, yTitle: y.title, ...look, ...xTicks });
    draw(false);
  }
}

function drawSeries(pen: Pen, marks: readonly Mark[], within: Series["within"]): void {
  const { painter, frame } = pen;
  painter.save();
  if (within) {
    const [x, y] = within;
    const { left, top, width, height } = frame;
    clipTo(painter, { left: left - x, top: top - y, width: width + 2 * x, height: height + 2 * y });
  }
  for (const mark of marks) mark(pen);
  painter.restore();
}

export function lineMark(x: ArrayLike<number>, y: ArrayLike<number>, stroke: (theme: Theme) => Stroke): Mark {
  return ({ painter, frame, theme }) => drawLine(painter, frame, x, y, stroke(theme));
}

/** A disc, or a ring where it is not `full`, with the interval around it, if there is one. */
export function discMark(
  x: number,
  y: number,
  { color, radius, rim, full }: { color(theme: Theme): string; radius: number; rim: number; full: boolean },
  interval: readonly [number, number] = [0, 0],
): Mark {
  return ({ painter, frame, theme }) => {
    if (!(y > 0)) return;
    const [at, own] = [frame.x(x), color(theme)];
    const [low, high] = interval;
    if (low > 0 && high > low) drawRule(painter, [at, frame.y(low), at, frame.y(high)], { color: own, width: 1.25 });
    drawDisc(painter, at, frame.y(y), radius, { fill: full ? own : theme.paper, rim: { color: own, width: rim } });
  };
}

/** Values that have a place on a logarithmic axis. */
export const positive = (values: readonly (number | null)[]): number[] =>
  values.filter((value): value is number => value !== null && value > 0 && value < Infinity);
