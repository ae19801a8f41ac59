/** d = 1: the objective as a curve, and every agent as a dot that rolls on it. */

import { bisectLeft, extent } from "d3-array";
import { dotKey, drawAxes, drawKeys } from "../axes";
import { createCanvasView } from "../canvas-view";
import { formatNumber, plural } from "../format";
import { frameOf, type Size } from "../frame";
import { disc, drawLine, drawRule } from "../marks";
import { niceLinear } from "../scales";
import type { Table } from "../table";
import { methodColor, type Theme } from "../theme";
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
  const after = bisectLeft(x, at);
  if (after === 0) return f[0]!;
  if (after === x.length) return f[x.length - 1]!;
  const share = (at - x[after - 1]!) / (x[after]! - x[after - 1]!);
  return f[after - 1]! + share * (f[after]! - f[after - 1]!);
}

function draw(painter: Painter, data: LandscapeData, theme: Theme, size: Size): void {
  const { x, f, methods, minimizer } = data;
  if (x.length < 2) return;
  const keys = methods.map(({ method }) => dotKey(painter, method.label, methodColor(method, theme)));
  const top = 34 + drawKeys(painter, keys, { left: 12, top: 6, width: size.width - 24 }, theme);
  const box = { left: 52, top, width: size.width - 68, height: size.height - top - 42 };
  const ends = [x[0]!, x[x.length - 1]!] as const;
  const frame = frameOf(box, ends, niceLinear(...(extent(Array.from(f)) as [number, number])));
  drawAxes(painter, frame, { xTitle: "x", yTitle: "f(x)" }, theme);
  painter.save();
  drawLine(painter, frame, x, f, { color: theme.ink, width: 1.5 });
  if (minimizer !== undefined) {
    const at = frame.x(minimizer);
    const look = { color: theme.muted, width: 1, dash: [2, 3] };
    drawRule(painter, [at, frame.top, at, frame.top + frame.height], look);
  }
  const radius = 4;
  methods.forEach(({ method, iterates }, row) => {
    painter.fillStyle = methodColor(method, theme);
    painter.strokeStyle = theme.paper;
    painter.lineWidth = 1;
    for (let i = 0; i < iterates.length; i++) {
      const height = heightAt(data, iterates[i]!);
      if (height === null) continue;
      const at = Math.max(ends[0], Math.min(ends[1], iterates[i]!));
      // Methods stand above each other on the curve, so that none hides another.
      disc(painter, frame.x(at), frame.y(height) - radius - 1 - row * 2 * radius, radius);
      painter.fill();
      painter.stroke();
    }
  });
  painter.restore();
}

function describe({ methods, minimizer }: LandscapeData): string {
  const agents = methods[0]?.iterates.length ?? 0;
  const parts = methods.map(({ method, iterates }) => {
    const [lo = NaN, hi = NaN] = extent(Array.from(iterates));
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
