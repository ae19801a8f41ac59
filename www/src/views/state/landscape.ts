/** d = 1: the objective as a curve, and every agent as a dot that rolls on it. */

import { bisectLeft, extent } from "d3-array";
import { drawAxes, drawKeys, markKey } from "../axes";
import { createCanvasView } from "../canvas-view";
import { formatNumber, plural } from "../format";
import { frameOf, niceLinear, niceLog, scaleOf, type Frame, type Sheet } from "../frame";
import { drawLine, drawRule, drawSymbol, drawText, markOf } from "../marks";
import type { Table } from "../access";
import { methodColor, type Theme } from "../theme";
import type { LandscapeData, View } from "../types";

/** Agents that are all this near to the minimizer, as a share of the picture's width, are shown enlarged too. */
const CLOSE = 0.1;

export function createLandscapeView(host: HTMLElement, theme: Theme): View<LandscapeData> {
  return createCanvasView<LandscapeData>(host, theme, {
    name: "Objective with the agents on it",
    draw,
    describe,
    table,
  });
}

/** f at x by linear interpolation of its samples; at the nearest end outside of them, and null for no number. */
function heightAt({ x, f }: Pick<LandscapeData, "x" | "f">, at: number): number | null {
  if (!Number.isFinite(at) || x.length === 0) return null;
  const after = bisectLeft(x, at);
  if (after === 0) return f[0]!;
  if (after === x.length) return f[x.length - 1]!;
  const share = (at - x[after - 1]!) / (x[after]! - x[after - 1]!);
  return f[after - 1]! + share * (f[after]! - f[after - 1]!);
}

function draw(sheet: Sheet, data: LandscapeData): void {
  const { painter, theme, size } = sheet;
  const { x, f, methods, minimizer } = data;
  if (x.length < 2) return;
  const keys = methods.map(({ method }, row) => markKey(painter, method.label, methodColor(method, theme), row));
  const top = 34 + drawKeys(sheet, keys, { left: 12, top: 6, width: size.width - 24 });
  const box = { left: 52, top, width: size.width - 68, height: size.height - top - 42 };
  const ends = [x[0]!, x[x.length - 1]!] as const;
  const frame = frameOf(box, ends, niceLinear(...(extent(Array.from(f)) as [number, number])));
  drawAxes(sheet, frame, { xTitle: "x", yTitle: "f(x)" });
  drawLine(painter, frame, x, f, { color: theme.ink, width: 1.5 });
  if (minimizer !== undefined) {
    const at = frame.x(minimizer);
    const look = { color: theme.muted, width: 1, dash: [2, 3] };
    drawRule(painter, [at, frame.top, at, frame.top + frame.height], look);
  }
  methods.forEach(({ method, iterates }, row) => {
    const look = { fill: methodColor(method, theme), rim: { color: theme.paper, width: 1 } };
    // On the same place methods lie in each other as rings, so that none hides another.
    const mark = markOf(row, 3 + Math.min(1.6, 6 / methods.length) * (methods.length - 1 - row));
    for (let i = 0; i < iterates.length; i++) {
      const height = heightAt(data, iterates[i]!);
      if (height === null) continue;
      const at = Math.max(ends[0], Math.min(ends[1], iterates[i]!));
      drawSymbol(painter, mark, frame.x(at), frame.y(height), look);
    }
  });
  drawCloseUp(sheet, data, frame);
}

/** In the free middle of the valley: a row for each method, enlarged about the minimizer. */
function drawCloseUp(sheet: Sheet, { methods, minimizer }: LandscapeData, frame: Frame): void {
  if (minimizer === undefined || methods.length === 0) return;
  const away = methods.flatMap(({ iterates }) => Array.from(iterates, (x) => Math.abs(x - minimizer)));
  const farthest = Math.max(...away.filter(Number.isFinite));
  const [least, most] = frame.x.domain() as [number, number];
  // As long as the picture itself shows it, nothing is enlarged.
  if (!(farthest > 0) || farthest > CLOSE * (most - least)) return;
  const [, reach] = niceLog(farthest, farthest);
  const width = 0.36 * frame.width;
  const row = Math.min(16, (0.4 * frame.height) / methods.length);
  if (width < 120 || row < 7) return;
  const left = Math.max(frame.left, Math.min(frame.left + frame.width - width, frame.x(minimizer) - width / 2));
  const box = { left, top: frame.top + 26, width, height: row * methods.length };
  const x = scaleOf([minimizer - reach, minimizer + reach], [box.left + 8, box.left + box.width - 8]);
  const { painter, theme } = sheet;
  const [middle, bottom] = [box.left + width / 2, box.top + box.height];
  const type = { size: 0.94, color: theme.muted };
  painter.fillStyle = theme.paper;
  painter.fillRect(box.left, box.top - 20, box.width, box.height + 40);
  drawText(sheet, "close to the minimum", middle, box.top - 12, type);
  drawText(sheet, `±${formatNumber(reach)}`, middle, bottom + 12, type);
  const at = x(minimizer);
  drawRule(painter, [at, box.top, at, bottom], { color: theme.muted, width: 1, dash: [2, 3] });
  drawRule(painter, [box.left, bottom, box.left + width, bottom], { color: theme.rule, width: 1 });
  methods.forEach(({ method, iterates }, i) => {
    const look = { fill: methodColor(method, theme) };
    const mark = markOf(i, Math.min(3, row / 2.6));
    for (const place of Array.from(iterates).filter(Number.isFinite))
      drawSymbol(painter, mark, x(place), box.top + (i + 0.5) * row, look);
  });
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
