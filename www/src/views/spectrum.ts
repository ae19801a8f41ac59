/** Eigenvalues of the methods' transition matrices G in the unit disk, and those of W on the real axis. */

import { symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from "d3-shape";
import type { Key } from "./axes";
import { createChart, type Chart, type Mark, type Stop } from "./chart";
import { formatNumber } from "./format";
import { drawDisc, drawRule, drawSymbol, setStroke, traceSegments } from "./marks";
import type { Table } from "./access";
import { methodColor, mix, type Theme } from "./theme";
import type { MethodStyle, Painter, SpectrumData, View } from "./types";

interface Eigenvalue {
  method: MethodStyle;
  row: number;
  re: number;
  im: number;
  modulus: number;
  /** λ_i of W that it belongs to, and i. */
  index: number;
  lambda: number;
}

/** An eigenvalue is pointed at: its method's row, and the λ of the method's W that it belongs to. */
type OnActive = (row: number, lambda: number) => void;

type At = Stop & Pick<Eigenvalue, "row" | "lambda">;

export function createSpectrumView(host: HTMLElement, theme: Theme, onActive?: OnActive): View<SpectrumData> {
  return createChart<SpectrumData, At>(
    host,
    theme,
    {
      className: "view-spectrum",
      name: "Eigenvalues of the transition matrices in the unit disk",
      role: "chart of eigenvalues",
      onStop: ({ row, lambda }) => onActive?.(row, lambda),
    },
    spectrumChart,
  );
}

/** A square frame around the unit disk, or around the eigenvalues where they leave it (up to a factor of 4). */
function spectrumChart(data: SpectrumData): Chart<At> {
  const all = eigenvaluesOf(data);
  const reach = 1.12 * Math.min(4, Math.max(1, ...all.map(({ modulus }) => modulus)));
  const range: [number, number] = [-reach, reach];
  // An eigenvalue that is there several times is one stop.
  const stops = new Map(all.map((value) => [[value.row, value.re, value.im, value.index].join(), value]));
  return {
    keys: (painter, theme) => data.methods.map(({ method }, row) => keyOf(painter, method, row, theme)),
    margin: () => ({ left: 52 }),
    isSquare: true,
    plots: [
      {
        x: { title: "Re", range },
        y: { title: "Im", range },
        series: [
          { marks: [ground(data.network)] },
          {
            marks: all.map(
              ({ re, im, row, method }): Mark =>
                ({ painter, frame, theme }) =>
                  drawMark(painter, frame.x(re), frame.y(im), row, methodColor(method, theme), theme),
            ),
            within: [0, 0],
          },
        ],
      },
    ],
    stops: [...stops]
      .sort(([, a], [, b]) => b.modulus - a.modulus)
      .map(([id, value]) => ({
        id,
        x: value.re,
        y: value.im,
        title: value.method.label,
        lines: numbersOf(value),
        row: value.row,
        lambda: value.lambda,
      })),
    // The λ of W that it comes from.
    mark({ painter, frame, theme }, { lambda }) {
      const [x, y] = [frame.x(lambda), frame.y(0)];
      if (Number.isFinite(lambda)) drawRule(painter, [x, y - 6, x, y + 6], { color: theme.ink, width: 2.5 });
    },
    describe: () => describe(data),
    table: () => table(data),
  };
}

/** The unit circle, and the eigenvalues of W as ticks. */
const ground =
  (network: SpectrumData["network"]): Mark =>
  ({ painter, frame, theme }) => {
    const rim = { color: theme.rule, width: 1.25 };
    drawDisc(painter, frame.x(0), frame.y(0), frame.x(1) - frame.x(0), { rim });
    setStroke(painter, { color: mix(theme.muted, theme.paper, 0.3), width: 1 });
    traceSegments(
      painter,
      Array.from(network, (at) => [frame.x(at), frame.y(0) - 4, frame.x(at), frame.y(0) + 4]),
    );
    painter.stroke();
  };

function eigenvaluesOf({ methods, network }: SpectrumData): Eigenvalue[] {
  return methods.flatMap(({ method, re, im, of }, row) =>
    Array.from(re, (real, i) => ({
      method,
      row,
      re: real,
      im: im[i]!,
      modulus: Math.hypot(real, im[i]!),
      index: of[i]!,
      lambda: network[of[i]!] ?? NaN,
    })).filter(({ modulus }) => Number.isFinite(modulus)),
  );
}

function numbersOf({ re, im, modulus, index, lambda }: Eigenvalue): Stop["lines"] {
  const imaginary = im === 0 ? "" : ` ${im < 0 ? "−" : "+"} ${formatNumber(Math.abs(im), 4)} i`;
  return [
    { name: "eigenvalue of G", values: [formatNumber(re, 4) + imaginary] },
    { name: "modulus", values: [formatNumber(modulus, 5)] },
    { name: `λ of W (no. ${index + 1})`, values: [formatNumber(lambda, 5)] },
  ];
}

function keyOf(painter: Painter, method: MethodStyle, row: number, theme: Theme): Key {
  return {
    label: method.label,
    width: 9,
    sample: (x, y) => drawMark(painter, x + 4.5, y, row, methodColor(method, theme), theme),
  };
}

/** Dot, ring, square, diamond, triangle: distinct without colour. */
const SYMBOLS = [symbolCircle, symbolCircle, symbolSquare, symbolDiamond, symbolTriangle];
const RING = 1;
const AREA = 42;

function drawMark(painter: Painter, x: number, y: number, row: number, color: string, theme: Theme): void {
  const shape = row % SYMBOLS.length;
  const look =
    shape === RING ? { rim: { color, width: 1.75 } } : { fill: color, rim: { color: theme.paper, width: 0.75 } };
  drawSymbol(painter, [SYMBOLS[shape]!, AREA], x, y, look);
}

function describe(data: SpectrumData): string {
  const radius = data.methods.map(({ method }, row) => {
    const own = eigenvaluesOf(data).filter((value) => value.row === row);
    const largest = own.reduce((most, { modulus }) => Math.max(most, modulus), 0);
    return `${method.label} ${formatNumber(largest, 4)}${largest < 1 ? "" : " (unstable)"}`;
  });
  return `Eigenvalues of the transition matrices; the largest modulus: ${radius.join(", ")}. Below 1 the network part is stable.`;
}

function table(data: SpectrumData): Table {
  const all = eigenvaluesOf(data).sort((a, b) => b.modulus - a.modulus);
  return {
    caption: "Eigenvalues, largest modulus first.",
    columns: ["method", "eigenvalue of G", "modulus", "λ of W"],
    rows: all.slice(0, 400).map((value) => [value.method.label, ...numbersOf(value).flatMap(({ values }) => values)]),
    ...(all.length > 400 ? { note: `400 of ${all.length} are listed.` } : {}),
  };
}
