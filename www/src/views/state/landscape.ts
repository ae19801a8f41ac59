/** d = 1: the objective as a curve, and every agent as a dot that rolls on it. */

import type { Table } from "../access";
import { createCanvasView } from "../canvas-view";
import { formatNumber, plural } from "../format";
import { dotKey, drawAxes, drawKeys } from "../axes";
import { disc, frameOf } from "../frame";
import { lowerBound } from "../search";
import { methodColor, type Theme } from "../theme";
import { linearAxis, niceLinearRange } from "../ticks";
import type { LandscapeData, Painter, View } from "../types";

export function createLandscapeView(host: HTMLElement, theme: Theme): View<LandscapeData> {
  return createCanvasView<LandscapeData>(host, theme, {
    className: "view-landscape",
    name: "Objective with the agents on it",
    draw,
    describe,
    table,
  });
}

/** f at x by linear interpolation of its samples; at the nearest end outside of them, and null for no number. */
export function heightAt({ x, f }: Pick<LandscapeData, "x" | "f">, at: number): number | null {
  if (!Number.isFinite(at) || x.length === 0) return null;
  const after = lowerBound(x.length, (i) => x[i]! >= at);
  if (after === 0) return f[0]!;
  if (after === x.length) return f[x.length - 1]!;
  const share = (at - x[after - 1]!) / (x[after]! - x[after - 1]!);
  return f[after - 1]! + share * (f[after]! - f[after - 1]!);
}

function draw(painter: Painter, data: LandscapeData, theme: Theme, size: { width: number; height: number }): void {
  const { x, f, methods, minimizer } = data;
  if (x.length < 2) return;
  const keys = methods.map(({ method }) => dotKey(painter, method.label, methodColor(method, theme)));
  const top = 34 + drawKeys(painter, keys, { left: 12, top: 6, width: size.width - 24 }, theme);
  const box = { left: 52, top, width: size.width - 68, height: size.height - top - 42 };
  let [lo, hi] = [Infinity, -Infinity];
  for (let i = 0; i < f.length; i++) [lo, hi] = [Math.min(lo, f[i]!), Math.max(hi, f[i]!)];
  const yRange = niceLinearRange(lo, hi);
  const frame = frameOf(box, [x[0]!, x[x.length - 1]!], yRange);
  const look = {
    x: linearAxis([x[0]!, x[x.length - 1]!], Math.max(2, box.width / 80)),
    y: linearAxis(yRange, Math.max(2, box.height / 44)),
    xTitle: "x",
    yTitle: "f(x)",
  };
  drawAxes(painter, frame, look, theme);
  painter.save();
  painter.strokeStyle = theme.ink;
  painter.lineWidth = 1.5;
  painter.lineJoin = "round";
  painter.beginPath();
  for (let i = 0; i < x.length; i++) {
    if (i === 0) painter.moveTo(frame.x(x[i]!), frame.y(f[i]!));
    else painter.lineTo(frame.x(x[i]!), frame.y(f[i]!));
  }
  painter.stroke();
  if (minimizer !== undefined) {
    painter.strokeStyle = theme.muted;
    painter.lineWidth = 1;
    painter.setLineDash([2, 3]);
    painter.beginPath();
    painter.moveTo(frame.x(minimizer), frame.top);
    painter.lineTo(frame.x(minimizer), frame.top + frame.height);
    painter.stroke();
    painter.setLineDash([]);
  }
  const radius = 4;
  methods.forEach(({ method, iterates }, row) => {
    painter.fillStyle = methodColor(method, theme);
    painter.strokeStyle = theme.paper;
    painter.lineWidth = 1;
    for (let i = 0; i < iterates.length; i++) {
      const height = heightAt(data, iterates[i]!);
      if (height === null) continue;
      const at = Math.max(x[0]!, Math.min(x[x.length - 1]!, iterates[i]!));
      // Methods stand above each other on the curve, so that none hides another.
      disc(painter, frame.x(at), frame.y(height) - radius - 1 - row * 2 * radius, radius);
      painter.fill();
      painter.stroke();
    }
  });
  painter.restore();
}

function extremes(values: ArrayLike<number>): [number, number] {
  const list = Array.from(values);
  return [list.reduce((a, b) => Math.min(a, b), Infinity), list.reduce((a, b) => Math.max(a, b), -Infinity)];
}

function describe({ methods, minimizer }: LandscapeData): string {
  const agents = methods[0]?.iterates.length ?? 0;
  const parts = methods.map(({ method, iterates }) => {
    const [lo, hi] = extremes(iterates);
    return `${method.label} between ${formatNumber(lo)} and ${formatNumber(hi)}`;
  });
  const goal = minimizer === undefined ? "" : ` The minimizer is ${formatNumber(minimizer)}.`;
  return `Objective f(x) with ${plural(agents, "agent")} on it: ${parts.join("; ")}.${goal}`;
}

function table({ methods }: LandscapeData): Table {
  const agents = Math.min(500, methods[0]?.iterates.length ?? 0);
  return {
    caption: "Iterate of each agent.",
    columns: ["agent", ...methods.map(({ method }) => method.label)],
    rows: Array.from({ length: agents }, (_, i) => [
      String(i),
      ...methods.map(({ iterates }) => formatNumber(iterates[i] ?? NaN, 4)),
    ]),
  };
}
