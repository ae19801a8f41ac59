/** A, B² and C over the eigenvalues of W, with points to pull, and the region where the recursion is stable. */

import { drawAxes } from "../../views/axes";
import { createCanvasView } from "../../views/canvas-view";
import { formatNumber } from "../../views/format";
import { clipTo, frameOf, type Frame, type Size } from "../../views/frame";
import { disc, drawBand, drawLine, drawRule } from "../../views/marks";
import type { Table } from "../../views/table";
import { methodColor, translucent, type Theme } from "../../views/theme";
import type { MethodStyle, Painter, View } from "../../views/types";
import { evaluate, NAMES, places, type Form, type Which } from "./polynomial";

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
  /** Whether the point at λ = 1 stays. */
  kept: boolean;
}

export interface PolynomialsEvents {
  /** A point of a polynomial was pulled to a value. */
  onPull(which: Which, point: number, value: number): void;
}

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

export function createPolynomialsView(
  host: HTMLElement,
  theme: Theme,
  { onPull }: PolynomialsEvents,
): View<PolynomialsData> {
  let active: { which: Which; point: number } | null = null;
  /** The axes stay fixed while a point is dragged, so that nothing moves under the pointer. */
  let held: Record<Which, Frame> | null = null;
  const view = createCanvasView<PolynomialsData>(host, theme, {
    className: "view-polynomials",
    name: "The polynomials A, B² and C over the eigenvalues of W",
    draw({ painter, theme: shown, size }, data) {
      const onScreen = painter === canvas.getContext("2d");
      const frames = onScreen && held ? held : framesOf(data, size);
      for (const which of NAMES) drawOne(painter, data, which, frames[which], shown);
      const handle = onScreen && active && find(data, active);
      if (handle) drawRing(painter, handle, frames[handle.which], shown);
    },
    describe,
    table,
  });
  const { canvas } = view.surface;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute(
    "aria-roledescription",
    "chart of polynomials: left and right choose a point, up and down move it",
  );

  const frames = (data: PolynomialsData) => held ?? framesOf(data, view.surface.size());

  function at(pointer: { clientX: number; clientY: number }): Handle | null {
    const data = view.data();
    if (!data) return null;
    const [x, y] = view.surface.at(pointer);
    const distance = ({ which, lambda, value }: Handle) =>
      Math.hypot(frames(data)[which].x(lambda) - x, frames(data)[which].y(value) - y);
    const [best] = handlesOf(data).sort((one, other) => distance(one) - distance(other));
    return best && distance(best) < REACH ? best : null;
  }

  canvas.addEventListener("pointerdown", (event) => {
    const data = view.data();
    const handle = at(event);
    if (!data || !handle) return;
    active = handle;
    held = framesOf(data, view.surface.size());
    canvas.setPointerCapture(event.pointerId);
    view.surface.redraw();
  });
  canvas.addEventListener("pointermove", (event) => {
    canvas.classList.toggle("at-handle", held !== null || at(event) !== null);
    if (!held || !active) return;
    const [, y] = view.surface.at(event);
    const value = held[active.which].y.invert(y);
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
    {
      passive: false,
    },
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
    const here = all.findIndex(({ which, point }) => which === active?.which && point === active.point);
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

/** The points that can be pulled. */
function handlesOf({ form, grid, kept }: PolynomialsData): Handle[] {
  return NAMES.flatMap((which) => {
    const at = places(grid[0]!, form[which].length - 1);
    const handles = at.map((lambda, point) => ({ which, point, lambda, value: evaluate(form[which], lambda) }));
    return kept ? handles.slice(0, -1) : handles;
  });
}

function find(data: PolynomialsData, { which, point }: { which: Which; point: number }): Handle | undefined {
  return handlesOf(data).find((handle) => handle.which === which && handle.point === point);
}

function framesOf({ form, grid }: PolynomialsData, { width, height }: Size): Record<Which, Frame> {
  const wide = width >= WIDE || height < HIGH;
  const [columns, rows] = wide ? [3, 1] : [1, 3];
  const [cellWidth, cellHeight] = [width / columns, height / rows];
  const made = NAMES.map((which, i): [Which, Frame] => {
    const [left, top] = wide ? [i * cellWidth, 0] : [0, i * cellHeight];
    const box = {
      left: left + 46,
      top: top + 26,
      width: Math.max(20, cellWidth - 46 - 14),
      height: Math.max(20, cellHeight - 26 - 42),
    };
    const values = grid.map((lambda) => evaluate(form[which], lambda));
    const [low, high] = HEIGHTS[which];
    const y: [number, number] = [Math.min(low, ...values), Math.max(high, ...values)];
    const margin = 0.03 * (1 - grid[0]!) || 0.03;
    return [which, frameOf(box, [grid[0]! - margin, 1 + margin], y)];
  });
  return Object.fromEntries(made) as Record<Which, Frame>;
}

function drawOne(painter: Painter, data: PolynomialsData, which: Which, frame: Frame, theme: Theme): void {
  const { form, grid, room, eigenvalues, style, kept, others } = data;
  const bottom = frame.top + frame.height;
  const beyond = frame.y.domain() as [number, number];
  const [least, most] = [Math.min(...beyond) - 1, Math.max(...beyond) + 1];
  painter.save();
  clipTo(painter, frame);
  drawBand(
    painter,
    frame,
    grid.slice(0, -1),
    {
      low: room[which].low.slice(0, -1).map((value) => Math.max(least, value)),
      high: room[which].high.slice(0, -1).map((value) => Math.min(most, value)),
    },
    { color: translucent(theme.accent, 0.13) },
  );
  painter.restore();
  drawAxes({ painter, theme }, frame, {
    xTitle: which === "bSquared" || frame.left < 60 ? "λ of W" : "",
    yTitle: TITLES[which],
  });
  for (const lambda of [...eigenvalues, 1]) {
    const x = frame.x(lambda);
    drawRule(painter, [x, bottom - 5, x, bottom + 1], { color: theme.ink, width: 1, alpha: 0.7 });
  }
  painter.save();
  clipTo(painter, { ...frame, top: frame.top - 6, height: frame.height + 12 });
  for (const other of others) {
    const color = translucent(methodColor(other.style, theme), 0.7);
    drawLine(painter, frame, grid, other.values[which], { color, width: 1.25, dash: other.style.dash });
  }
  const color = methodColor(style, theme);
  const curve = grid.map((lambda) => evaluate(form[which], lambda));
  drawLine(painter, frame, grid, curve, { color, width: 1.75 });
  // Eigenvalues of W outside the stable region are where the method fails.
  for (const lambda of eigenvalues) {
    const value = evaluate(form[which], lambda);
    const isInside = inside(data, which, lambda, value);
    painter.fillStyle = isInside ? color : theme.warning;
    disc(painter, frame.x(lambda), frame.y(value), isInside ? 2 : 3);
    painter.fill();
  }
  for (const { lambda, value } of handlesOf(data).filter((handle) => handle.which === which)) {
    painter.fillStyle = theme.paper;
    painter.strokeStyle = theme.accent;
    painter.lineWidth = 2;
    disc(painter, frame.x(lambda), frame.y(value), 6);
    painter.fill();
    painter.stroke();
  }
  if (kept) {
    painter.fillStyle = theme.muted;
    const [x, y] = [frame.x(1), frame.y(evaluate(form[which], 1))];
    painter.fillRect(x - 3.5, y - 3.5, 7, 7);
  }
  painter.restore();
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

/** Around the point that is held, or that the keys are at. */
function drawRing(painter: Painter, { lambda, value }: Handle, frame: Frame, theme: Theme): void {
  painter.save();
  painter.strokeStyle = theme.accent;
  painter.lineWidth = 2;
  disc(painter, frame.x(lambda), frame.y(value), 9);
  painter.stroke();
  painter.restore();
}
