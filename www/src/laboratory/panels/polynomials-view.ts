/** A, B² and C over the eigenvalues of W, with points to pull, and the region where the recursion is stable. */

import { least } from "d3-array";
import { createCanvasView } from "../../views/canvas-view";
import { drawChart, framesOf, lineMark, type Chart, type Mark } from "../../views/chart";
import { formatNumber } from "../../views/format";
import type { Frame, Domain } from "../../views/frame";
import { drawBand, drawDisc, drawRule } from "../../views/marks";
import type { Table } from "../../views/access";
import { methodColor, translucent, type Theme } from "../../views/theme";
import type { MethodStyle, View } from "../../views/types";
import { each, evaluate, NAMES, places, type Form, type Which } from "./polynomial";

export interface PolynomialsData {
  style: MethodStyle;
  form: Form;
  /** The values on the grid of the other methods' polynomials, to be compared with. */
  others: readonly { style: MethodStyle; values: Record<Which, Float64Array> }[];
  /** Of the method's W, all but the first, ascending. */
  eigenvalues: readonly number[];
  /** The λ at which curves and room are drawn, ascending, up to 1. */
  grid: readonly number[];
  /** The range of each in which the recursion is stable there; NaN if it is empty. */
  room: Record<Which, { low: readonly number[]; high: readonly number[] }>;
  kept: boolean;
}

/** A point of a polynomial was pulled to a value. */
export type OnPull = (which: Which, point: number, value: number) => void;

interface Handle {
  which: Which;
  point: number;
  lambda: number;
  value: number;
}

const TITLES: Record<Which, string> = { a: "A(λ)", bSquared: "B²(λ)", c: "C(λ)" };
const WORDS: Record<Which, string> = { a: "A", bSquared: "B squared", c: "C" };
/** Where the axes end, unless a curve leaves them. */
const HEIGHTS: Record<Which, [number, number]> = { a: [-0.5, 1.5], bSquared: [-0.5, 2.5], c: [-0.5, 1.5] };
/** Narrower pictures have one plot below the other, where they are so high. */
const WIDE = 480;
const HIGH = 420;
const REACH = 18;
const LARGEST = 50;

export function createPolynomialsView(host: HTMLElement, theme: Theme, onPull: OnPull): View<PolynomialsData> {
  let active: Handle | null = null;
  /** The axes stay fixed while a point is dragged, so that nothing moves under the pointer. */
  let held: Record<Which, Domain> | null = null;
  const view = createCanvasView<PolynomialsData>(host, theme, {
    className: "view-polynomials",
    name: "The polynomials A, B² and C over the eigenvalues of W",
    role: "chart of polynomials: left and right choose a point, up and down move it",
    draw: (sheet, data) => drawChart(sheet, chartOf(data, sheet.painter === context ? active : null)),
    describe,
    table,
  });
  const { canvas } = view.surface;
  const context = canvas.getContext("2d")!;
  const chartOf = (data: PolynomialsData, ringed: Handle | null) =>
    polynomialsChart(data, held ?? endsOf(data), ringed);

  function frames(data: PolynomialsData): Record<Which, Frame> {
    const sheet = { painter: context, theme: view.theme(), size: view.surface.size() };
    const all = framesOf(sheet, chartOf(data, null));
    return each((which) => all[NAMES.indexOf(which)]!);
  }

  function at(pointer: { clientX: number; clientY: number }): Handle | null {
    const data = view.data();
    if (!data) return null;
    const [[x, y], own] = [view.surface.at(pointer), frames(data)];
    const distance = ({ which, lambda, value }: Handle) =>
      Math.hypot(own[which].x(lambda) - x, own[which].y(value) - y);
    const best = least(handlesOf(data), distance);
    return best && distance(best) < REACH ? best : null;
  }

  canvas.addEventListener("pointerdown", (event) => {
    const data = view.data();
    const handle = at(event);
    if (!data || !handle) return;
    active = handle;
    held = endsOf(data);
    canvas.setPointerCapture(event.pointerId);
    view.surface.redraw();
  });
  canvas.addEventListener("pointermove", (event) => {
    const data = view.data();
    canvas.classList.toggle("at-handle", held !== null || at(event) !== null);
    if (!held || !active || !data) return;
    const [, y] = view.surface.at(event);
    const value = frames(data)[active.which].y.invert(y);
    if (Number.isFinite(value)) onPull(active.which, active.point, Math.max(-LARGEST, Math.min(LARGEST, value)));
  });
  const release = () => {
    held = null;
    view.surface.redraw();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  // A finger on a point pulls it; elsewhere it scrolls the page.
  canvas.addEventListener(
    "touchstart",
    (event) => event.touches.length === 1 && at(event.touches[0]!) && event.preventDefault(),
    { passive: false },
  );
  canvas.addEventListener("blur", () => {
    active = null;
    release();
  });
  canvas.addEventListener("keydown", (event) => {
    const data = view.data();
    if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = handlesOf(data);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const pull = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined && pull === undefined) return;
    event.preventDefault();
    const here = all.findIndex((handle) => isSame(handle, active));
    const handle = all[step === undefined ? Math.max(0, here) : Math.max(0, Math.min(all.length - 1, here + step))];
    if (!handle) return;
    active = handle;
    const value = handle.value + (pull ?? 0) * (event.shiftKey ? 0.1 : 0.02);
    if (pull !== undefined) onPull(handle.which, handle.point, value);
    view.access.say(`${WORDS[handle.which]} at λ = ${formatNumber(handle.lambda)}: ${formatNumber(value)}`);
    view.surface.redraw();
  });

  return view;
}

function handlesOf({ form, grid, kept }: PolynomialsData): Handle[] {
  return NAMES.flatMap((which) => {
    const at = places(grid[0]!, form[which].length - 1);
    const handles = at.map((lambda, point) => ({ which, point, lambda, value: evaluate(form[which], lambda) }));
    return kept ? handles.slice(0, -1) : handles;
  });
}

const isSame = (one: Handle, other: Handle | null): boolean => one.which === other?.which && one.point === other.point;

function endsOf({ form, grid }: PolynomialsData): Record<Which, Domain> {
  return each((which) => {
    const values = grid.map((lambda) => evaluate(form[which], lambda));
    const [low, high] = HEIGHTS[which];
    return [Math.min(low, ...values), Math.max(high, ...values)];
  });
}

/** `ringed`: the point that is held, or that the keys are at. */
function polynomialsChart(data: PolynomialsData, ends: Record<Which, Domain>, ringed: Handle | null): Chart {
  const margin = 0.03 * (1 - data.grid[0]!) || 0.03;
  const x = { title: "λ of W", range: [data.grid[0]! - margin, 1 + margin] as const };
  return {
    isBeside: ({ width, height }) => width >= WIDE || height < HIGH,
    margin: () => ({ left: 46, right: 14, top: 26, bottom: 42 }),
    between: 68,
    plots: NAMES.map((which) => ({
      x,
      y: { title: TITLES[which], range: ends[which] },
      share: 1 / NAMES.length,
      series: [
        { marks: [roomMark(data, which)], within: [0, 0], behind: true },
        { marks: [ticksMark(data)] },
        { marks: marksOf(data, which, ringed), within: [0, 6] },
      ],
    })),
    describe: () => describe(data),
    table: () => table(data),
  };
}

const roomMark =
  ({ grid, room }: PolynomialsData, which: Which): Mark =>
  ({ painter, frame, theme }) => {
    const [least, most] = frame.y.domain() as [number, number];
    const low = room[which].low.slice(0, -1).map((value) => Math.max(least - 1, value));
    const high = room[which].high.slice(0, -1).map((value) => Math.min(most + 1, value));
    drawBand(painter, frame, grid.slice(0, -1), { low, high }, { color: translucent(theme.accent, 0.13) });
  };

const ticksMark =
  ({ eigenvalues }: PolynomialsData): Mark =>
  ({ painter, frame, theme }) => {
    const bottom = frame.top + frame.height;
    for (const x of [...eigenvalues, 1].map(frame.x))
      drawRule(painter, [x, bottom - 5, x, bottom + 1], { color: theme.ink, width: 1, alpha: 0.7 });
  };

/** The curves, and on the method's own its eigenvalues and the points that can be pulled. */
function marksOf(data: PolynomialsData, which: Which, ringed: Handle | null): Mark[] {
  const { form, grid, eigenvalues, style, kept, others } = data;
  const on = (lambda: number) => evaluate(form[which], lambda);
  const point =
    (lambda: number, radius: number, look: (theme: Theme) => Parameters<typeof drawDisc>[4]): Mark =>
    ({ painter, frame, theme }) =>
      drawDisc(painter, frame.x(lambda), frame.y(on(lambda)), radius, look(theme));
  const rim = ({ accent: color }: Theme) => ({ color, width: 2 });
  const handles = handlesOf(data).filter((handle) => handle.which === which);
  return [
    ...others.map((other) =>
      lineMark(grid, other.values[which], (theme) => {
        return { color: translucent(methodColor(other.style, theme), 0.7), width: 1.25, dash: other.style.dash };
      }),
    ),
    lineMark(grid, grid.map(on), (theme) => ({ color: methodColor(style, theme), width: 1.75 })),
    // Eigenvalues of W outside the stable region are where the method fails.
    ...eigenvalues.map((lambda) =>
      inside(data, which, lambda, on(lambda))
        ? point(lambda, 2, (theme) => ({ fill: methodColor(style, theme) }))
        : point(lambda, 3, ({ warning: fill }) => ({ fill })),
    ),
    ...handles.map(({ lambda }) => point(lambda, 6, (theme) => ({ fill: theme.paper, rim: rim(theme) }))),
    ...handles
      .filter((handle) => isSame(handle, ringed))
      .map(({ lambda }) => point(lambda, 9, (theme) => ({ rim: rim(theme) }))),
    ({ painter, frame, theme }) => {
      painter.fillStyle = theme.muted;
      if (kept) painter.fillRect(frame.x(1) - 3.5, frame.y(on(1)) - 3.5, 7, 7);
    },
  ];
}

/** Whether the room, known on the grid, holds a value at λ. */
function inside({ grid, room }: PolynomialsData, which: Which, lambda: number, value: number): boolean {
  const next = grid.findIndex((at) => at >= lambda);
  const [right, left] = [Math.max(0, next), Math.max(0, next - 1)];
  const span = grid[right]! - grid[left]! || 1;
  const share = (lambda - grid[left]!) / span;
  const between = (ends: readonly number[]) => ends[left]! + share * (ends[right]! - ends[left]!);
  const { low, high } = room[which];
  return value > between(low) && value < between(high);
}

function describe(data: PolynomialsData): string {
  const words = NAMES.map((which) => {
    const out = data.eigenvalues.filter((lambda) => !inside(data, which, lambda, evaluate(data.form[which], lambda)));
    return `${WORDS[which]} of degree ${data.form[which].length - 1}${out.length > 0 ? `, outside of the stable region at ${out.length} eigenvalues` : ""}`;
  });
  return `${data.style.label}: ${words.join("; ")}.`;
}

function table(data: PolynomialsData): Table {
  return {
    caption: "The polynomials at the eigenvalues of W.",
    columns: ["λ", "A", "B²", "C"],
    rows: [...data.eigenvalues, 1]
      .slice(-200)
      .map((lambda) => [
        formatNumber(lambda, 4),
        ...NAMES.map((which) => formatNumber(evaluate(data.form[which], lambda), 4)),
      ]),
  };
}
