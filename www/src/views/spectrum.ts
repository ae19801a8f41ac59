/** Eigenvalues of the methods' transition matrices G in the unit disk, and those of W on the real axis. */

import { symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from "d3-shape";
import { drawAxes, drawKeys, keysHeight, type Key } from "./axes";
import { formatNumber } from "./format";
import { clipTo, frameOf, type Frame, type Size } from "./frame";
import { createItemView, type Look } from "./items";
import { disc, drawRule, drawSymbol } from "./marks";
import type { Table } from "./table";
import { methodColor, mix, type Theme } from "./theme";
import type { MethodStyle, Painter, SpectrumData, View } from "./types";

interface Eigenvalue {
  method: MethodStyle;
  /** Place of the method in the list; chooses the mark. */
  row: number;
  re: number;
  im: number;
  modulus: number;
  /** λ_i of W that it belongs to, and i. */
  index: number;
  lambda: number;
}

const REACH = 14;

export interface SpectrumEvents {
  /** The eigenvalue pointed at: its method's row, and the λ of the method's W that it belongs to. */
  onActive?(row: number, lambda: number): void;
}

export function createSpectrumView(host: HTMLElement, theme: Theme, events: SpectrumEvents = {}): View<SpectrumData> {
  return createItemView<SpectrumData, Eigenvalue>(host, theme, {
    className: "view-spectrum",
    name: "Eigenvalues of the transition matrices in the unit disk",
    role: "chart of eigenvalues",
    draw,
    describe,
    table,
    items(data) {
      // An eigenvalue that is there several times is one stop.
      const stops = new Map(eigenvaluesOf(data).map((value) => [keyOf(value), value]));
      return [...stops.values()].sort((a, b) => b.modulus - a.modulus);
    },
    at(data, look, x, y) {
      const frame = frameFor(data, look);
      const distance = ({ re, im }: Eigenvalue): number => Math.hypot(frame.x(re) - x, frame.y(im) - y);
      return eigenvaluesOf(data).reduce<Eigenvalue | null>(
        (best, candidate) => (distance(candidate) < (best ? distance(best) : REACH) ? candidate : best),
        null,
      );
    },
    isSame: (one, other) => keyOf(one) === keyOf(other),
    said(data, look, value) {
      const frame = frameFor(data, look);
      const lines = numbersOf(value).map(({ name, value: text }) => ({ name, values: [text] }));
      return { x: frame.x(value.re), y: frame.y(value.im), title: value.method.label, lines };
    },
    mark: (data, look, value) => drawActive(look.painter, value, frameFor(data, look), look.theme),
    onItem: ({ row, lambda }) => events.onActive?.(row, lambda),
  });
}

function keyOf({ row, re, im, index }: Eigenvalue): string {
  return [row, re, im, index].join();
}

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

function numbersOf({ re, im, modulus, index, lambda }: Eigenvalue): { name: string; value: string }[] {
  const imaginary = im === 0 ? "" : ` ${im < 0 ? "−" : "+"} ${formatNumber(Math.abs(im), 4)} i`;
  return [
    { name: "eigenvalue of G", value: formatNumber(re, 4) + imaginary },
    { name: "modulus", value: formatNumber(modulus, 5) },
    { name: `λ of W (no. ${index + 1})`, value: formatNumber(lambda, 5) },
  ];
}

/** A square frame around the unit disk, or around the eigenvalues where they leave it (up to a factor of 4). */
function frameFor(data: SpectrumData, { painter, theme, size: { width, height } }: Look): Frame {
  const outermost = eigenvaluesOf(data).reduce((most, { modulus }) => Math.max(most, modulus), 1);
  const reach = 1.12 * Math.min(4, outermost);
  const top = 30 + keysHeight(painter, keysOf(painter, data, theme), width - 24, theme);
  const side = Math.max(20, Math.min(width - 68, height - top - 42));
  const box = { left: (width - side) / 2 + 18, top, width: side, height: side };
  return frameOf(box, [-reach, reach], [-reach, reach]);
}

function keysOf(painter: Painter, { methods }: SpectrumData, theme: Theme): Key[] {
  return methods.map(
    ({ method }, row): Key => ({
      label: method.label,
      width: 9,
      sample: (x, y) => mark(painter, x + 4.5, y, row, methodColor(method, theme), theme),
    }),
  );
}

function draw(painter: Painter, data: SpectrumData, theme: Theme, size: Size): void {
  const frame = frameFor(data, { painter, theme, size });
  drawKeys(painter, keysOf(painter, data, theme), { left: 12, top: 2, width: size.width - 24 }, theme);
  drawAxes(painter, frame, { xTitle: "Re", yTitle: "Im" }, theme);
  painter.save();
  painter.strokeStyle = theme.rule;
  painter.lineWidth = 1.25;
  disc(painter, frame.x(0), frame.y(0), frame.x(1) - frame.x(0));
  painter.stroke();
  painter.strokeStyle = mix(theme.muted, theme.paper, 0.3);
  painter.lineWidth = 1;
  painter.beginPath();
  for (let i = 0; i < data.network.length; i++) {
    painter.moveTo(frame.x(data.network[i]!), frame.y(0) - 4);
    painter.lineTo(frame.x(data.network[i]!), frame.y(0) + 4);
  }
  painter.stroke();
  clipTo(painter, frame);
  for (const { re, im, row, method } of eigenvaluesOf(data))
    mark(painter, frame.x(re), frame.y(im), row, methodColor(method, theme), theme);
  painter.restore();
}

/** Dot, ring, square, diamond, triangle: distinct without colour. */
const SYMBOLS = [symbolCircle, symbolCircle, symbolSquare, symbolDiamond, symbolTriangle];
const RING = 1;
const AREA = 42;

function mark(painter: Painter, x: number, y: number, row: number, color: string, theme: Theme): void {
  const shape = row % SYMBOLS.length;
  const look =
    shape === RING ? { rim: { color, width: 1.75 } } : { fill: color, rim: { color: theme.paper, width: 0.75 } };
  drawSymbol(painter, [SYMBOLS[shape]!, AREA], x, y, look);
}

/** The eigenvalue pointed at, and the λ of W that it comes from. */
function drawActive(painter: Painter, { re, im, lambda }: Eigenvalue, frame: Frame, theme: Theme): void {
  painter.save();
  painter.strokeStyle = theme.ink;
  painter.lineWidth = 1.5;
  disc(painter, frame.x(re), frame.y(im), 7);
  painter.stroke();
  const [x, y] = [frame.x(lambda), frame.y(0)];
  if (Number.isFinite(lambda)) drawRule(painter, [x, y - 6, x, y + 6], { color: theme.ink, width: 2.5 });
  painter.restore();
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
    rows: all.slice(0, 400).map((value) => [value.method.label, ...numbersOf(value).map((number) => number.value)]),
    ...(all.length > 400 ? { note: `400 of ${all.length} are listed.` } : {}),
  };
}
