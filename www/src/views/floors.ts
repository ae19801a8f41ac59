/** Floors of several runs on logarithmic axes: a line for each method, with the slope that the theory has. */

import { extent } from "d3-array";
import { createChart, lineMark, type Chart, type Mark } from "./chart";
import { spread } from "./curves/draw";
import { capitalized, formatNumber, plural } from "./format";
import type { Frame, Domain } from "./frame";
import { drawDisc, drawLine, drawText, widthOf } from "./marks";
import type { Table } from "./access";
import { methodColor, mix, type Theme } from "./theme";
import type { MethodStyle, View } from "./types";
import "./floors.css";

/** x, the floor, and whether the curve had come to it; else it was still on its way, and lower it will get. */
export type FloorPoint = readonly [number, number, boolean];

export interface FloorsData {
  xTitle: string;
  yTitle: string;
  /** Points (x, floor), ascending; all positive. */
  series: readonly { method: MethodStyle; points: readonly FloorPoint[] }[];
  /** Where the newest run stands; NaN before there is one. */
  current: number;
  /** What the axes show at least. */
  xLeast?: Domain;
  yLeast?: Domain;
  /** A line of this slope on logarithmic axes, through a point. */
  guide?: { slope: number; through: readonly [number, number, ...unknown[]]; label: string };
}

/** Plot and titles stand as high as those of the curves beside them, whose titles are choices; see floors.css. */
const MARGIN = { left: 58, top: 40, right: 14, bottom: 41 };
const AWAY = 8;
/** Between two ticks of the horizontal axis, about: powers of ten are short. */
const APART = 44;
const GAP = 9;
/** Either axis spans at least this many: what hardly differs hardly looks different, and few points move the axes. */
const DECADES = 2;
const SHARE = 0.34;

export function createFloorsView(host: HTMLElement, theme: Theme): View<FloorsData> {
  return createChart(host, theme, { className: "view-floors", name: "Floors of the runs so far" }, floorsChart);
}

function floorsChart(data: FloorsData): Chart {
  const { series, guide, xLeast = [], yLeast = [] } = data;
  const lines = series.map(({ method, points }) =>
    lineMark(
      points.map(([at]) => at),
      points.map(([, floor]) => floor),
      (theme) => ({ color: methodColor(method, theme), width: 1.5, dash: method.dash }),
    ),
  );
  return {
    margin(sheet) {
      const widest = Math.max(0, ...series.map(({ method }) => widthOf(sheet, method.label))) + GAP + 6;
      return widest < SHARE * sheet.size.width ? { ...MARGIN, right: widest } : MARGIN;
    },
    plots: [
      {
        x: {
          title: data.xTitle,
          range: decades([...xLeast, ...series.flatMap(({ points }) => points.map(([x]) => x))]),
          log: true,
          apart: APART,
        },
        y: {
          title: data.yTitle,
          range: decades(
            [...yLeast, ...series.flatMap(({ points }) => points.map(([, y]) => y))],
            (guide?.slope ?? 1) < 0,
          ),
          log: true,
        },
        look: { away: AWAY },
        series: [
          { marks: [...(guide ? [guideMark(guide)] : []), ...lines, dotsMark(data)], within: [MARGIN.right, 0] },
          { marks: [namesMark(data)] },
        ],
      },
    ],
    describe: () => describe(data),
    table: () => table(data),
  };
}

const dotsMark =
  (data: FloorsData): Mark =>
  ({ painter, frame, theme }) => {
    for (const { x, y, radius, color, isSettled } of dotsOf(data, frame, theme)) {
      const [fill, rim] = isSettled ? [color, theme.paper] : [theme.paper, color];
      drawDisc(painter, x, y, radius, { fill, rim: { color: rim, width: 1.5 } });
    }
  };

/** Dots as near as this hide each other; then each is seen around the next one, by so much. */
const NEAR = 4;
const RIM = 2.5;
/** Runs as near as this leave no room for that: of these only the newest has it. */
const CROWDED = 24;

function dotsOf({ series, current }: FloorsData, frame: Frame, theme: Theme) {
  const places = [...new Set(series.flatMap(({ points }) => points.map(([at]) => frame.x(at))))];
  const dots = series.flatMap(({ method, points }) =>
    points.map(([at, floor, isSettled]) => {
      const [x, isNewest] = [frame.x(at), at === current];
      const isCrowded = !isNewest && places.some((other) => other !== x && Math.abs(other - x) < CROWDED);
      const radius = isNewest ? 5.5 : isCrowded ? 2.5 : 3.5;
      return { x, y: frame.y(floor), radius, isNewest, isCrowded, color: methodColor(method, theme), isSettled };
    }),
  );
  // Of one run, the later lie within the earlier.
  for (const [i, dot] of dots.entries())
    for (const inner of dots.slice(i + 1))
      if (!dot.isCrowded && dot.x === inner.x && Math.abs(dot.y - inner.y) < NEAR) dot.radius += RIM;
  return dots.sort((a, b) => Number(a.isNewest) - Number(b.isNewest) || b.radius - a.radius);
}

/** Whole decades that hold the values; where they take too few, with those above, or `below`, where others may come. */
function decades(values: readonly number[], below = false): Domain {
  const [least, most] = (extent(values) as [number, number]).map(Math.log10) as [number, number];
  const [lo, hi] = [Math.floor(least), Math.ceil(most)];
  const ends = below ? [Math.min(lo, hi - DECADES), hi] : [lo, Math.max(hi, lo + DECADES)];
  return ends.map((exponent) => Number(`1e${exponent}`)) as [number, number];
}

const guideMark =
  ({ slope, through: [x, y], label }: NonNullable<FloorsData["guide"]>): Mark =>
  (pen) => {
    const { painter, frame, theme } = pen;
    const ends = frame.x.domain() as [number, number];
    const heights = ends.map((at) => y * (at / x) ** slope);
    drawLine(painter, frame, ends, heights, { color: theme.muted, width: 1, dash: [2, 4] });
    // Where the line is within the picture, on the side that it leaves free; it comes nearest to the words' lower edge.
    const right = slope < 0;
    const met = frame.x(x * (frame.y.invert(frame.top + 18) / y) ** (1 / slope)) - frame.left;
    const free = Math.min(frame.width, right ? frame.width - met : met);
    const type = { size: 0.94, style: "italic", color: theme.muted, align: right ? "right" : "left" } as const;
    const words = widthOf(pen, label, type) < free - 14 ? label : label.split(":")[0]!;
    drawText(pen, words, right ? frame.left + frame.width - 6 : frame.left + 8, frame.top + 10, type);
  };

const namesMark =
  ({ series }: FloorsData): Mark =>
  (pen) => {
    const { frame, theme, size } = pen;
    if (size.width - frame.left - frame.width <= MARGIN.right) return;
    const ends = series.map(({ method, points }) => ({ method, y: frame.y(points.at(-1)![1]) }));
    const places = spread(
      ends.map(({ y }) => y),
      frame.top,
      frame.top + frame.height,
    );
    ends.forEach(({ method, y }, i) => {
      const color = mix(methodColor(method, theme), theme.ink, 0.3);
      drawText(pen, method.label, frame.left + frame.width + GAP, places?.[i] ?? y, { color, align: "left" });
    });
  };

export function slopeOf(points: readonly (readonly [number, number, ...unknown[]])[]): number | null {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (of: 0 | 1): number => logs.reduce((sum, point) => sum + point[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const across = logs.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return across > 0 ? logs.reduce((sum, [at, floor]) => sum + (at - x) * (floor - y), 0) / across : null;
}

function describe({ xTitle, yTitle, series, guide }: FloorsData): string {
  const most = Math.max(0, ...series.map(({ points }) => points.length));
  const parts = series.map(({ method, points }) => {
    const slope = slopeOf(points);
    return `${method.label} ${slope === null ? "has one point" : `with slope ${formatNumber(Math.round(100 * slope) / 100, 2)}`}`;
  });
  const told = guide ? ` The thin line has ${guide.label}.` : "";
  if (most === 0) return `${capitalized(yTitle)} against ${xTitle}: no run has come to its end yet.`;
  const isOpen = series.some(({ points }) => points.some(([, , isSettled]) => !isSettled));
  const rings = isOpen ? " Rings: the curve was still on its way." : "";
  return `${capitalized(yTitle)} against ${xTitle}, ${plural(most, "run")}: ${parts.join(", ")}.${told}${rings}`;
}

function table({ xTitle, yTitle, series }: FloorsData): Table {
  const places = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  return {
    caption: `${capitalized(yTitle)}: mean of the last tenth of each run.`,
    columns: [xTitle, ...series.map(({ method }) => method.label)],
    rows: places.map((place) => [
      formatNumber(place, 4),
      ...series.map(({ points }) => {
        const found = points.find(([x]) => x === place);
        return found ? `${formatNumber(found[1], 3, false)}${found[2] ? "" : ", on its way"}` : "";
      }),
    ]),
  };
}
