/** Error and iterations to a level over the step size, one line a method, and the step sizes that each is stable for. */

import { least } from "d3-array";
import { drawAxes, drawKeys, keysHeight, lineKey } from "../../views/axes";
import { formatCount, formatNumber, plural } from "../../views/format";
import { clipTo, font, frameOf, type Frame, type Size } from "../../views/frame";
import { createItemView, type Look } from "../../views/items";
import { disc, drawLine, drawRule } from "../../views/marks";
import { niceLog } from "../../views/scales";
import type { Table } from "../../views/table";
import { methodColor, translucent, type Theme } from "../../views/theme";
import type { MethodStyle, Painter, View } from "../../views/types";
import { fastest, leastError, reached, type Range, type Sweep } from "./sweep";

export interface StepsData {
  methods: readonly { style: MethodStyle; range: Range }[];
  sweeps: readonly Sweep[];
  /** The ends of the step sizes that are tried. */
  extent: readonly [number, number];
  /** The measured quantity, as shown. */
  metric: string;
  level: number;
  /** "α", or "α₀" where it changes later. */
  symbol: string;
}

interface Frames {
  error: Frame;
  /** The rows of the stable ranges. */
  ranges: { left: number; top: number; height: number };
  time: Frame;
}

const LEFT = 60;
const RIGHT = 16;
const ROW = 7;
/** How far above the start errors are drawn, as a factor. */
const FAR = 30;

export function createStepsView(host: HTMLElement, theme: Theme): View<StepsData> {
  return createItemView<StepsData, Sweep>(host, theme, {
    className: "view-steps",
    name: "Error and iterations to the level over the step size",
    role: "chart over the step size",
    draw,
    describe,
    table,
    items: ({ sweeps }) => sweeps,
    at(data, look, x) {
      const { error } = framesOf(data, look);
      return least(data.sweeps, ({ step }) => Math.abs(error.x(step) - x)) ?? null;
    },
    isSame: (one, other) => one === other,
    said(data, look, sweep) {
      const { error } = framesOf(data, look);
      return {
        x: error.x(sweep.step),
        y: error.top + error.height / 2,
        title: `${data.symbol} = ${formatNumber(sweep.step)}`,
        lines: data.methods.map(({ style }, method) => ({ name: style.label, values: said(data, sweep, method) })),
      };
    },
    mark(data, look, sweep) {
      const { error, time } = framesOf(data, look);
      const x = Math.round(error.x(sweep.step)) + 0.5;
      drawRule(look.painter, [x, error.top, x, time.top + time.height], { color: look.theme.rule, width: 1 });
    },
  });
}

/** The error, and how long until the level. */
function said({ level }: StepsData, sweep: Sweep, method: number): string[] {
  const { error, divergedAt } = sweep.outcomes[method]!;
  if (divergedAt !== null) return [`diverged at k = ${formatCount(divergedAt)}`, ""];
  const k = reached(sweep, method, level);
  return [formatNumber(error), k === null ? "not at the level" : `k = ${formatCount(k)}`];
}

function keysOf(painter: Painter, { methods }: StepsData, theme: Theme) {
  return methods.map(({ style }) => lineKey(painter, style.label, methodColor(style, theme), style.dash));
}

function framesOf(data: StepsData, { painter, theme, size: { width, height } }: Look): Frames {
  const head = keysHeight(painter, keysOf(painter, data, theme), width - 24, theme) + 30;
  const rows = ROW * data.methods.length + 30;
  const room = Math.max(80, height - head - rows - 30 - 44);
  const inner = Math.max(20, width - LEFT - RIGHT);
  const errors = data.sweeps.flatMap(({ outcomes }) => outcomes.map(({ error }) => error));
  // What is about to diverge leaves the picture.
  const most = FAR * Math.max(...data.sweeps.flatMap(({ outcomes }) => outcomes.map(({ curve }) => curve[0] ?? 0)));
  const times = data.sweeps.flatMap((sweep) => data.methods.map((_, method) => reached(sweep, method, data.level)));
  const ends = (values: readonly (number | null)[], extra: readonly number[]): [number, number] => {
    const known = [...values, ...extra].filter(
      (value): value is number => value !== null && value > 0 && value < Infinity,
    );
    return known.length === 0 ? [0.1, 1] : niceLog(Math.min(...known), Math.max(...known));
  };
  const box = (top: number, share: number) => ({ left: LEFT, top, width: inner, height: share * room });
  const top = head + 0.58 * room;
  return {
    error: frameOf(
      box(head, 0.58),
      data.extent,
      ends(
        errors.map((error) => Math.min(error, most)),
        [data.level],
      ),
      { x: true, y: true },
    ),
    ranges: { left: LEFT, top: top + 22, height: ROW * data.methods.length },
    time: frameOf(box(top + rows + 30, 0.42), data.extent, ends(times, []), { x: true, y: true }),
  };
}

function draw(painter: Painter, data: StepsData, theme: Theme, size: Size): void {
  drawKeys(painter, keysOf(painter, data, theme), { left: 12, top: 2, width: size.width - 24 }, theme);
  const { error, ranges, time } = framesOf(data, { painter, theme, size });
  const common = commonRange(data);
  for (const frame of [error, time]) if (common) shade(painter, frame, common, theme);
  drawAxes(painter, error, { xTitle: "", yTitle: `${data.metric}, at the end` }, theme);
  drawAxes(painter, time, { xTitle: `step size ${data.symbol}`, yTitle: "iterations until it is at the level" }, theme);
  drawRanges(painter, data, error, ranges, theme);
  const level = error.y(data.level);
  if (level >= error.top && level <= error.top + error.height) {
    const end = error.left + error.width;
    drawRule(painter, [error.left, level, end, level], { color: theme.ink, width: 1, dash: [2, 3] });
    write(painter, "level", end - 4, level - 8, theme);
  }
  write(painter, "stable", ranges.left - 8, ranges.top + ranges.height / 2, theme);
  for (const [frame, of] of [
    [error, (sweep: Sweep, method: number) => sweep.outcomes[method]!.error],
    [time, (sweep: Sweep, method: number) => reached(sweep, method, data.level) ?? NaN],
  ] as const) {
    painter.save();
    // Discs on the edge are whole.
    clipTo(painter, { left: frame.left - 5, top: frame.top - 5, width: frame.width + 10, height: frame.height + 10 });
    data.methods.forEach(({ style }, method) => {
      const color = methodColor(style, theme);
      const values = data.sweeps.map((sweep) => of(sweep, method));
      drawLine(
        painter,
        frame,
        data.sweeps.map(({ step }) => step),
        values,
        { color, width: 1.75, dash: style.dash },
      );
      data.sweeps.forEach(({ step, outcomes }, i) => {
        if (!Number.isFinite(values[i])) return;
        disc(painter, frame.x(step), frame.y(values[i]!), 3);
        // Hollow where the curve was still on its way.
        painter.fillStyle = outcomes[method]!.settled ? color : theme.paper;
        painter.strokeStyle = color;
        painter.lineWidth = 1.25;
        painter.fill();
        painter.stroke();
      });
    });
    painter.restore();
  }
}

/** A quiet word that ends at (x, y). */
function write(painter: Painter, text: string, x: number, y: number, theme: Theme): void {
  painter.save();
  painter.font = font(theme);
  painter.fillStyle = theme.muted;
  painter.textAlign = "right";
  painter.textBaseline = "middle";
  painter.fillText(text, x, y);
  painter.restore();
}

/** The step sizes that all methods are stable for, as far as that is known. */
function commonRange({ methods }: StepsData): [number, number] | null {
  const known = methods.flatMap(({ range }) => (range ? [range] : []));
  if (known.length === 0) return null;
  return [Math.max(...known.map(([low]) => low)), Math.min(...known.map(([, high]) => high))];
}

function within(frame: Frame, step: number): number {
  return Math.min(frame.left + frame.width, Math.max(frame.left, step > 0 ? frame.x(step) : frame.left));
}

function shade(painter: Painter, frame: Frame, [low, high]: readonly [number, number], theme: Theme): void {
  const [from, to] = [within(frame, low), within(frame, high)];
  if (!(to > from)) return;
  painter.fillStyle = translucent(theme.accent, 0.07);
  painter.fillRect(from, frame.top, to - from, frame.height);
}

/** A bar for each method over its stable step sizes; none if nothing is known. */
function drawRanges(painter: Painter, { methods }: StepsData, frame: Frame, box: Frames["ranges"], theme: Theme): void {
  methods.forEach(({ style, range }, i) => {
    const y = box.top + ROW * (i + 0.5);
    const color = methodColor(style, theme);
    drawRule(painter, [frame.left, y, frame.left + frame.width, y], { color: theme.grid, width: 1 });
    if (!range) return;
    const [from, to] = [within(frame, range[0]), within(frame, range[1])];
    if (to > from) drawRule(painter, [from, y, to, y], { color, width: 4, alpha: 0.75 });
  });
}

function describe(data: StepsData): string {
  if (data.sweeps.length === 0) return "Nothing is measured yet.";
  const words = data.methods.map(({ style }, method) => {
    const [low, quick] = [leastError(data.sweeps, method), fastest(data.sweeps, method, data.level)];
    if (!low) return `${style.label} diverges at all of them`;
    const time = quick
      ? `, and is at the level first at ${formatNumber(quick.step)} (k = ${formatCount(quick.value)})`
      : ", and never reaches the level";
    return `${style.label} ends lowest at ${formatNumber(low.step)} (${formatNumber(low.value)})${time}`;
  });
  return `${plural(data.sweeps.length, "step size")}. ${words.join("; ")}.`;
}

function table(data: StepsData): Table {
  return {
    caption: `${data.metric} at the end, and the iterations until it is at the level${data.level > 0 ? ` ${formatNumber(data.level)}` : ""}.`,
    columns: [data.symbol, ...data.methods.flatMap(({ style }) => [style.label, `k of ${style.label}`])],
    rows: data.sweeps.map((sweep) => [
      formatNumber(sweep.step),
      ...data.methods.flatMap((_, method) => said(data, sweep, method)),
    ]),
  };
}
