/** Theorem 1's bound over K, its terms stacked, and the measured quantity that it bounds. */

import { lineKey, type Key } from "../../views/axes";
import { createChart, lineMark, positive, type Chart, type Mark } from "../../views/chart";
import { formatCount, formatNumber } from "../../views/format";
import { drawBand } from "../../views/marks";
import { niceLog } from "../../views/frame";
import { methodColor, mix, type Theme } from "../../views/theme";
import type { MethodStyle, Painter, View } from "../../views/types";

export interface BoundData {
  method: MethodStyle;
  /** From the bottom of the stack; each as a function of K. */
  parts: readonly { name: string; at(k: number): number }[];
  /** Whether the step size is within the theorem's limits. */
  holds: boolean;
  iterations: number;
  /** The running average at each recorded K ≥ 1. */
  measured: { k: readonly number[]; mean: readonly number[] } | null;
}

const POINTS = 160;
/** Shades of the parts, from the bottom: strongest where the floor is. */
const SHADES = [0.35, 0.5, 0.64, 0.77, 0.88];
/** The least that the picture reaches down to, as a share of the largest. */
const DEPTH = 1e-12;

export function createBoundView(host: HTMLElement, theme: Theme): View<BoundData> {
  const names = { className: "view-bound", name: "Theorem 1’s bound and the measured running average over K" };
  return createChart(host, theme, names, boundChart);
}

const total = ({ parts }: BoundData, k: number): number => parts.reduce((sum, part) => sum + part.at(k), 0);

function boundChart(data: BoundData): Chart {
  const { method, parts, holds, iterations, measured } = data;
  const color = (theme: Theme) => methodColor(method, theme);
  const shade = (theme: Theme, i: number) => mix(color(theme), theme.paper, SHADES[i] ?? 0.9);
  const end = Math.max(10, iterations);
  const known = positive([total(data, 1), parts[0]?.at(end) ?? 0, ...(measured?.mean ?? [])]);
  const most = Math.max(...known);
  const ks = Array.from({ length: POINTS + 1 }, (_, i) => end ** (i / POINTS));
  const ends = [ks.map(() => 0)];
  for (const part of parts) ends.push(ks.map((k, j) => ends.at(-1)![j]! + part.at(k)));
  const band =
    (i: number): Mark =>
    ({ painter, frame, theme }) =>
      drawBand(painter, frame, ks, { low: ends[i]!, high: ends[i + 1]! }, { color: shade(theme, i) });
  const marks = [
    ...parts.map((_, i) => band(i)),
    lineMark(ks, ends.at(-1)!, (theme) => ({ color: color(theme), width: 1.75, dash: holds ? [] : [2, 4] })),
    ...(measured ? [lineMark(measured.k, measured.mean, ({ ink }) => ({ color: ink, width: 2 }))] : []),
  ];
  return {
    keys: (painter, theme) => [
      ...parts.map(({ name }, i) => swatch(painter, name, shade(theme, i))).reverse(),
      ...(measured ? [lineKey(painter, "measured", theme.ink, [])] : []),
    ],
    margin: () => ({ left: 56 }),
    plots: [
      {
        x: { title: "iterations K", range: [1, end], log: true },
        y: {
          title: "(1/K) Σ E‖∇f(x̄)‖² + E‖(1/n) Σ ∇fᵢ(xᵢ)‖²",
          range: niceLog(Math.max(Math.min(...known), most * DEPTH), most),
          log: true,
        },
        look: { grid: false },
        series: [{ marks, within: [0, 0], behind: true }],
      },
    ],
    describe() {
      const bound = formatNumber(total(data, iterations), 3);
      const last =
        measured && measured.mean.length > 0
          ? ` Measured: ${formatNumber(measured.mean.at(-1)!, 3)} at K = ${formatCount(measured.k.at(-1)!)}.`
          : "";
      return `${method.label}: ${holds ? "Theorem 1’s bound" : "the formula of Theorem 1, here not a bound,"} is ${bound} at K = ${formatCount(iterations)}.${last}`;
    },
    table() {
      const some = Array.from({ length: 7 }, (_, i) => Math.max(1, Math.round(iterations ** (i / 6))));
      const near = (k: number): string => {
        const at = measured?.k.findIndex((other) => other >= k) ?? -1;
        return at < 0 ? "" : formatNumber(measured!.mean[at]!, 3);
      };
      return {
        caption: "Theorem 1’s terms and the measured running average.",
        columns: ["K", ...parts.map(({ name }) => name), "sum", "measured"],
        rows: [...new Set(some)].map((k) => [
          formatCount(k),
          ...parts.map((part) => formatNumber(part.at(k), 3)),
          formatNumber(total(data, k), 3),
          near(k),
        ]),
      };
    },
  };
}

function swatch(painter: Painter, label: string, color: string): Key {
  return {
    label,
    width: 12,
    sample(x, y) {
      painter.fillStyle = color;
      painter.fillRect(x, y - 5, 12, 10);
    },
  };
}
