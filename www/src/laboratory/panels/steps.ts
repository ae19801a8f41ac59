/** Every method at one step size after the other: what was found, its picture, and the step sizes that each is stable for. */

import { lineKey } from "../../views/axes";
import { createChart, discMark, lineMark, positive, WHOLE, type Chart, type Mark } from "../../views/chart";
import { formatCount, formatNumber, plural } from "../../views/format";
import { niceLog, type Frame } from "../../views/frame";
import { drawRule, drawText } from "../../views/marks";
import { methodColor, translucent, type Theme } from "../../views/theme";
import type { MethodStyle, View } from "../../views/types";
import { rounded, type Range } from "../../../../lib/steps";

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

const ROW = 7;
/** How far above the start errors are drawn, as a factor. */
const FAR = 30;

export function createStepsView(host: HTMLElement, theme: Theme): View<StepsData> {
  const name = "Error and iterations to the level over the step size";
  return createChart(host, theme, { name, role: "chart over the step size" }, stepsChart);
}

function stepsChart(data: StepsData): Chart {
  const { methods, sweeps, extent, metric, level, symbol } = data;
  const errors = methods.map((_, method) => sweeps.map(({ outcomes }) => outcomes[method]!.error));
  const times = methods.map((_, method) => sweeps.map((sweep) => reached(sweep, method, level) ?? NaN));
  // What is about to diverge leaves the picture.
  const most = FAR * Math.max(...sweeps.flatMap(({ outcomes }) => outcomes.map(({ curve }) => curve[0] ?? 0)));
  const ends = (values: readonly number[]): [number, number] => {
    const known = positive(values);
    return known.length === 0 ? [0.1, 1] : niceLog(Math.min(...known), Math.max(...known));
  };
  const x = { range: extent, log: true };
  const common = { marks: [shadeMark(commonRange(data))], behind: true };
  const lines = (values: readonly (readonly number[])[]) => ({ marks: linesOf(data, values), within: WHOLE });
  return {
    keys: (painter, theme) =>
      methods.map(({ style }) => lineKey(painter, style.label, methodColor(style, theme), style.dash)),
    margin: () => ({ bottom: 44 }),
    // The rows of the stable ranges stand there.
    between: ROW * methods.length + 60,
    plots: [
      {
        x: { ...x, title: "" },
        y: {
          title: `${metric}, at the end`,
          range: ends([...errors.flat().map((error) => Math.min(error, most)), level]),
          log: true,
        },
        share: 0.58,
        series: [common, { marks: [rangesMark(data), levelMark(level)] }, lines(errors)],
      },
      {
        x: { ...x, title: `step size ${symbol}` },
        y: { title: "iterations until it is at the level", range: ends(times.flat()), log: true },
        share: 0.42,
        series: [common, lines(times)],
      },
    ],
    stops: sweeps.map((sweep) => ({
      id: sweep.step,
      x: sweep.step,
      title: `${symbol} = ${formatNumber(sweep.step)}`,
      lines: methods.map(({ style }, method) => ({ name: style.label, values: said(data, sweep, method) })),
    })),
    describe: () => describe(data),
    table: () => ({
      caption: `${metric} at the end, and the iterations until it is at the level${level > 0 ? ` ${formatNumber(level)}` : ""}.`,
      columns: [symbol, ...methods.flatMap(({ style }) => [style.label, `k of ${style.label}`])],
      rows: sweeps.map((sweep) => [
        formatNumber(sweep.step),
        ...methods.flatMap((_, method) => said(data, sweep, method)),
      ]),
    }),
  };
}

function linesOf({ methods, sweeps }: StepsData, values: readonly (readonly number[])[]): Mark[] {
  return methods.flatMap(({ style }, method) => {
    const color = (theme: Theme) => methodColor(style, theme);
    const own = values[method]!;
    return [
      lineMark(
        sweeps.map(({ step }) => step),
        own,
        (theme) => ({ color: color(theme), width: 1.75, dash: style.dash }),
      ),
      ...sweeps.flatMap(({ step, outcomes }, i) =>
        Number.isFinite(own[i])
          ? // Hollow where the curve was still on its way.
            [discMark(step, own[i]!, { color, radius: 3, rim: 1.25, full: outcomes[method]!.settled })]
          : [],
      ),
    ];
  });
}

function said({ level }: StepsData, sweep: Sweep, method: number): string[] {
  const { error, divergedAt } = sweep.outcomes[method]!;
  if (divergedAt !== null) return [`diverged at k = ${formatCount(divergedAt)}`, ""];
  const k = reached(sweep, method, level);
  return [formatNumber(error), k === null ? "not at the level" : `k = ${formatCount(k)}`];
}

const levelMark =
  (level: number): Mark =>
  (pen) => {
    const { painter, frame, theme } = pen;
    const [y, end] = [frame.y(level), frame.left + frame.width];
    if (!(y >= frame.top && y <= frame.top + frame.height)) return;
    drawRule(painter, [frame.left, y, end, y], { color: theme.ink, width: 1, dash: [2, 3] });
    drawText(pen, "level", end - 4, y - 8, { color: pen.theme.muted, align: "right" });
  };

/** The step sizes that all methods are stable for, as far as that is known. */
function commonRange({ methods }: StepsData): [number, number] | null {
  const known = methods.flatMap(({ range }) => (range ? [range] : []));
  if (known.length === 0) return null;
  return [Math.max(...known.map(([low]) => low)), Math.min(...known.map(([, high]) => high))];
}

function within(frame: Frame, step: number): number {
  return Math.min(frame.left + frame.width, Math.max(frame.left, step > 0 ? frame.x(step) : frame.left));
}

const shadeMark =
  (range: readonly [number, number] | null): Mark =>
  ({ painter, frame, theme }) => {
    const [from, to] = range ? range.map((step) => within(frame, step)) : [];
    if (!(to! > from!)) return;
    painter.fillStyle = translucent(theme.accent, 0.07);
    painter.fillRect(from!, frame.top, to! - from!, frame.height);
  };

/** Below the plot, a bar for each method over its stable step sizes; none if nothing is known. */
const rangesMark =
  ({ methods }: StepsData): Mark =>
  (pen) => {
    const { painter, frame, theme } = pen;
    const top = frame.top + frame.height + 22;
    methods.forEach(({ style, range }, i) => {
      const y = top + ROW * (i + 0.5);
      drawRule(painter, [frame.left, y, frame.left + frame.width, y], { color: theme.grid, width: 1 });
      if (!range) return;
      const [from, to] = [within(frame, range[0]), within(frame, range[1])];
      if (to > from) drawRule(painter, [from, y, to, y], { color: methodColor(style, theme), width: 4, alpha: 0.75 });
    });
    const look = { color: theme.muted, align: "right" } as const;
    drawText(pen, "stable", frame.left - 8, top + (ROW * methods.length) / 2, look);
  };

function describe({ methods, sweeps, level }: StepsData): string {
  if (sweeps.length === 0) return "Nothing is measured yet.";
  const words = methods.map(({ style }, method) => {
    const [low, quick] = [leastError(sweeps, method), fastest(sweeps, method, level)];
    if (!low) return `${style.label} diverges at all of them`;
    const time = quick
      ? `, and is at the level first at ${formatNumber(quick.step)} (k = ${formatCount(quick.value)})`
      : ", and never reaches the level";
    return `${style.label} ends lowest at ${formatNumber(low.step)} (${formatNumber(low.value)})${time}`;
  });
  return `${plural(sweeps.length, "step size")}. ${words.join("; ")}.`;
}

export interface Outcome {
  /** The curve's mean over the last tenth of what was recorded; NaN where it diverged. */
  error: number;
  /** Whether that is where the curve stays, and not a point of its way down. */
  settled: boolean;
  divergedAt: number | null;
  /** The mean over trials at the recorded iterations. */
  curve: readonly number[];
}

export interface Sweep {
  step: number;
  iterations: readonly number[];
  outcomes: readonly Outcome[];
}

/** The first recorded iteration at which the curve is at the level or below; null if it never is. */
export function reached({ iterations, outcomes }: Sweep, method: number, level: number): number | null {
  const at = outcomes[method]!.curve.findIndex((value) => value <= level);
  return at < 0 ? null : iterations[at]!;
}

/** A method's best step size, and its error there. */
export interface Best {
  step: number;
  value: number;
  /** Whether it is the first or the last of the step sizes, so that there may be better ones beyond. */
  atEnd: boolean;
}

export function leastError(sweeps: readonly Sweep[], method: number): Best | null {
  return least(sweeps, ({ outcomes }) => outcomes[method]!.error);
}

export function fastest(sweeps: readonly Sweep[], method: number, level: number): Best | null {
  return least(sweeps, (sweep) => reached(sweep, method, level) ?? NaN);
}

function least(sweeps: readonly Sweep[], of: (sweep: Sweep) => number): Best | null {
  let best: Best | null = null;
  for (const [i, sweep] of sweeps.entries()) {
    const value = of(sweep);
    if (Number.isFinite(value) && (best === null || value < best.value))
      best = { step: sweep.step, value, atEnd: i === 0 || i === sweeps.length - 1 };
  }
  return best;
}

/**
 * A level that every method which works at all has a chance to reach: twice the largest of the least errors, of those that
 * come below half of where they start. Where none does, halfway down, by ratio; NaN where all diverge.
 */
export function usualLevel(sweeps: readonly Sweep[], methods: number): number {
  const starts = sweeps.flatMap(({ outcomes }) => outcomes.map(({ curve }) => curve[0] ?? NaN)).filter(Number.isFinite);
  const start = Math.min(...starts);
  const errors = Array.from({ length: methods }, (_, method) => leastError(sweeps, method)?.value ?? NaN);
  const known = errors.filter(Number.isFinite);
  if (known.length === 0) return NaN;
  const working = known.filter((error) => error < start / 2);
  return rounded(working.length > 0 ? 2 * Math.max(...working) : Math.sqrt(start * Math.min(...known)), 2);
}
