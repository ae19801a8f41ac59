/** Measurements over a number on log-log axes, where a power is a straight line: points with intervals, fits, and the theory's slopes. */

import type { Line } from "../../../../lib/study";
import { lineKey, type Key } from "../../views/axes";
import { createChart, discMark, lineMark, positive, WHOLE, type Chart, type Mark } from "../../views/chart";
import { formatNumber } from "../../views/format";
import { drawRule } from "../../views/marks";
import { methodColor, type Theme } from "../../views/theme";
import type { MethodStyle, Painter, View } from "../../views/types";

/** A place on the horizontal axis, and the network there. */
export interface Place {
  x: number;
  agents: number;
  gap: number;
}

interface PowerPoint {
  y: number;
  /** The ends of its interval, where it has one. */
  low?: number;
  high?: number;
  /** Drawn full; else as a ring. */
  full: boolean;
  text: string;
}

interface Powers {
  style: MethodStyle;
  /** By places; null where there is nothing to draw. */
  points: readonly (PowerPoint | null)[];
  /** What is fitted to the points, and to the theory. */
  line: Line | null;
  order: Line | null;
  /** By places, up to a factor; its line is put through the middle of the full points. */
  theory?: readonly number[];
}

interface PowersData {
  axis: string;
  /** What is drawn over it. */
  quantity: string;
  /** A sentence's beginning: "Errors over n". */
  title: string;
  places: readonly Place[];
  methods: readonly Powers[];
}

/** What a study has found: a picture, slopes for a table, and numbers for a file. */
export interface Found {
  of: string;
  picture: PowersData;
  caption: string;
  /** Of the column with the theory's slopes. */
  theory: string;
  /** How all this is to be read. */
  words: readonly string[];
  name: string;
  csv: string;
}

interface Row extends Place {
  point: number;
  method: string;
}

interface Reading<Of extends Row> {
  point(row: Of): PowerPoint;
  fit(method: string): { line: Line | null; order: Line | null };
  theory?(row: Of): number;
}

/** The places of the rows, and what each method has there. */
export function powersOf<Of extends Row>(
  rows: readonly Of[],
  methods: readonly { name: string; style: MethodStyle }[],
  { point, fit, theory }: Reading<Of>,
): Pick<PowersData, "places" | "methods"> {
  const places = [...new Map(rows.map((row) => [row.point, row])).values()];
  return {
    places,
    methods: methods.map(({ name, style }) => {
      const own = places.map((place) => rows.find((row) => row.point === place.point && row.method === name));
      return {
        style,
        points: own.map((row) => (row ? point(row) : null)),
        ...fit(name),
        ...(theory ? { theory: own.map((row) => (row ? theory(row) : NaN)) } : {}),
      };
    }),
  };
}

/** How the theory's lines are drawn: thin and whole, so that they are no method's own. */
const THIN = { width: 1, dash: [] };
/** Discs on the edge are whole. */

export function createPowersView(host: HTMLElement, theme: Theme): View<PowersData> {
  const names = { name: "Measurements on logarithmic axes", role: "chart on logarithmic axes" };
  return createChart(host, theme, names, powersChart);
}

export function powersChart({ axis, quantity, title, places, methods }: PowersData): Chart {
  const order = places.map((_, i) => i).sort((one, other) => places[one]!.x - places[other]!.x);
  const values = methods.flatMap(({ points }) => points.map((point) => point?.y ?? NaN));
  const slopes = methods.flatMap(({ style, line }) => (line ? [`${style.label} ${formatNumber(line.slope)}`] : []));
  return {
    keys: (painter, theme) => [
      ...methods.map(({ style }) => lineKey(painter, style.label, methodColor(style, theme), style.dash)),
      ...(methods.some(({ theory }) => theory) ? [theoryKey(painter, theme)] : []),
    ],
    plots: [
      {
        x: {
          title: axis,
          range: padded(
            places.map(({ x }) => x),
            0.5,
          ),
          log: true,
        },
        y: { title: quantity, range: padded(values, 1), log: true },
        series: [{ marks: methods.flatMap((method) => marksOf(method, places, order)), within: WHOLE }],
      },
    ],
    stops: order.map((i) => ({
      id: places[i]!.x,
      x: places[i]!.x,
      title: `${axis} = ${formatNumber(places[i]!.x)}`,
      lines: methods.map(({ style, points }) => ({ name: style.label, values: [points[i]?.text ?? "–"] })),
    })),
    describe: () => `${title}.${slopes.length > 0 ? ` Slopes: ${slopes.join(", ")}.` : ""}`,
    table: () => ({
      caption: `${title}.`,
      columns: [axis, "n", "1 − λ", ...methods.map(({ style }) => style.label)],
      rows: places.map(({ x, agents, gap }, i) => [
        formatNumber(x),
        String(agents),
        formatNumber(gap),
        ...methods.map(({ points }) => points[i]?.text ?? "–"),
      ]),
    }),
  };
}

function marksOf({ style, points, line, theory }: Powers, places: readonly Place[], order: readonly number[]): Mark[] {
  const color = (theme: Theme) => methodColor(style, theme);
  const marks: Mark[] = [];
  const full = order.filter((i) => points[i]?.full);
  if (theory && full.length >= 2) {
    // The theory has no constant.
    const shifts = full.map((i) => Math.log(points[i]!.y / theory[i]!));
    const factor = Math.exp(shifts.reduce((sum, value) => sum + value, 0) / shifts.length);
    const [x, y] = [order.map((i) => places[i]!.x), order.map((i) => theory[i]! * factor)];
    marks.push(lineMark(x, y, (theme) => ({ color: color(theme), ...THIN })));
  }
  const fitted = theory ? full : order.filter((i) => points[i]);
  if (line && fitted.length >= 2) {
    const ends = [fitted[0]!, fitted.at(-1)!].map((i) => places[i]!.x);
    const values = ends.map((at) => Math.exp(line.intercept + line.slope * Math.log(at)));
    marks.push(lineMark(ends, values, (theme) => ({ color: color(theme), width: 1.75, dash: style.dash })));
  }
  for (const i of order) {
    const point = points[i];
    if (!point) continue;
    const { y, low = 0, high = 0, full } = point;
    marks.push(discMark(places[i]!.x, y, { color, radius: 4, rim: 1.5, full }, [low, high]));
  }
  return marks;
}

function theoryKey(painter: Painter, { muted: color }: Theme): Key {
  const sample = (x: number, y: number) => drawRule(painter, [x, y, x + 26, y], { color, ...THIN });
  return { label: "slope of the theory", width: 26, sample };
}

/** The extent of positive values, with room around it; at least `least` decades. */
function padded(values: readonly number[], least: number): [number, number] {
  const known = positive(values).map(Math.log10);
  const [lo, hi] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const pad = Math.max(0.08 * (hi - lo), (least - (hi - lo)) / 2, 0.05);
  return [10 ** (lo - pad), 10 ** (hi + pad)];
}
