import { expect, test } from "vitest";
import { SvgPainter } from "../../www/src/views/svg";
import { spread } from "../../www/src/views/curves/draw";
import { nearestIndex, prepareLine, soaringOf, xRangeOf, yRangeOf, zoomed } from "../../www/src/views/curves/scene";
import { formatCount, formatNumber, formatShare, powerOfTen } from "../../www/src/views/format";
import { frameOf, niceLinear, niceLog, placesOf, scaleOf, ticksOf, type Domain } from "../../www/src/views/frame";
import { drawBand, drawLine } from "../../www/src/views/marks";
import { deviations, merged } from "../../www/src/views/state/heatmap";
import { tied, typeset } from "../../www/src/views/format";
import type { CurveSeries, Painter } from "../../www/src/views/types";
import { curves } from "../page/fixtures/samples";
import { slopeOf } from "../../www/src/views/floors.ts";

test("the module’s words are set as a paper’s, and numbers stay with what they belong to", () => {
  expect(typeset("the agents' least -0.4 (-1 at k-1)")).toBe("the agents’ least −0.4 (−1 at k-1)");
  expect(tied("λ = 0.3: within 1 % of it, or 16 × as much = more")).toBe(
    "λ\u00a0=\u00a00.3: within 1\u202f% of it, or 16\u202f× as much = more",
  );
});

test("numbers are set with true minus signs and powers of ten", () => {
  const cases: [number, string][] = [
    [0, "0"],
    [1, "1"],
    [-0.25, "−0.25"],
    [0.1 + 0.2, "0.3"],
    [3.2e-6, "3.2×10⁻⁶"],
    [1e-30, "10⁻³⁰"],
    [-1e-5, "−10⁻⁵"],
    [99999, "10⁵"],
    [12345, "12\u202f345"],
    [1.5e300, "1.5×10³⁰⁰"],
    [NaN, "not a number"],
    [-Infinity, "−∞"],
  ];
  for (const [value, text] of cases) expect(formatNumber(value)).toBe(text);
  expect(formatNumber(0.5, 3, false)).toBe("0.500");
  for (const [share, text] of [
    [1 - 4e-16, "100\u202f%"],
    [1 - 4e-6, "> 99.9\u202f%"],
  ] as const)
    expect(formatShare(share)).toBe(text);
  expect(formatCount(20000)).toBe("20\u202f000");
  expect(powerOfTen(-12)).toBe("10⁻¹²");
});

test("log ticks lie in the range, ascend, are few, and say what they stand for", () => {
  const exponents = [-320, -30, -7.3, -1, -0.31, 0, 0.02, 0.0201, 2.5, 308];
  for (const from of exponents)
    for (const to of exponents.filter((exponent) => exponent > from)) {
      const [lo, hi] = [10 ** from, 10 ** to];
      const { at, labels } = ticksOf(scaleOf([lo, hi], [0, 1], true), 8);
      expect(new Set(labels).size).toBe(at.length);
      expect(at.length).toBeGreaterThan(1);
      expect(at.length).toBeLessThanOrEqual(16);
      expect(at.every((tick, i) => tick >= lo && tick <= hi && (i === 0 || tick > at[i - 1]!))).toBe(true);
    }
  expect(ticksOf(scaleOf([1e-6, 1e-3], [0, 1], true), 8).labels).toEqual(["10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³"]);
  expect(ticksOf(scaleOf([0.2, 30], [0, 1], true), 8).labels).toEqual(["10⁰", "10¹"]);
  expect(ticksOf(scaleOf([NaN, 1], [0, 1], true), 8).at).toEqual([]);
});

test("linear ticks are round numbers in the range", () => {
  const linear = (domain: Domain, count: number) => ticksOf(scaleOf(domain, [0, 1]), count);
  expect(linear([0, 400], 5).labels).toEqual(["0", "100", "200", "300", "400"]);
  expect(linear([-0.2, 0.21], 5).at).toEqual([-0.2, -0.1, 0, 0.1, 0.2]);
  expect(linear([1, 1], 5).at).toEqual([1]);
  expect(linear([0, Infinity], 5).at.length).toBeLessThanOrEqual(1);
  // However far one zooms in, at least two ticks stand there, and differ.
  for (const lo of [0, 0.95, 7, 12345.6, 399.97])
    for (const span of [1e-6, 0.04, 0.7, 2.9, 6.4, 1e4])
      for (const count of [2, 3, 8]) {
        const { at, labels } = linear([lo, lo + span], count);
        expect(at.every((tick) => tick >= lo && tick <= lo + span)).toBe(true);
        expect(at.length).toBeGreaterThan(1);
        expect(new Set(labels).size, labels.join()).toBe(at.length);
      }
});

test("places of many values are those that the scale gives of each", () => {
  for (const log of [false, true]) {
    const scale = scaleOf([1e-30, 20], [400, 8], log);
    const values = [1e-30, 1e-7, 0.3, 20, 700];
    for (const [i, place] of placesOf(scale, values).entries()) expect(place).toBeCloseTo(scale(values[i]!), 6);
    expect(Array.from(placesOf(scale, [NaN, Infinity, log ? 0 : -Infinity, log ? -1 : NaN]))).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ]);
  }
});

test("ranges contain what they were made for", () => {
  for (const lo of [-30, -6.2, -0.1, 0, 3])
    for (const span of [0, 1e-9, 0.2, 1.7, 12]) {
      const [from, to] = niceLog(10 ** lo, 10 ** (lo + span));
      expect(Math.log10(from)).toBeLessThanOrEqual(lo + 1e-9);
      expect(Math.log10(to)).toBeGreaterThanOrEqual(lo + span - 1e-9);
      expect(to).toBeGreaterThan(from);
      const [low, high] = niceLinear(lo, lo + span);
      expect(low).toBeLessThanOrEqual(lo + 1e-9);
      expect(high).toBeGreaterThanOrEqual(lo + span - 1e-9);
      expect(high).toBeGreaterThan(low);
    }
  expect(niceLog(1, 1)).toEqual([0.5, 2]);
  expect(niceLog(Infinity, -Infinity)).toEqual([0.1, 1]);
});

test("thinning keeps the extremes, the ends and the order", () => {
  const x = Array.from({ length: 20001 }, (_, k) => k);
  const mean = x.map((k) => 1 + 0.5 * Math.sin(k) + (k === 7777 ? 50 : 0) - (k === 13131 ? 0.499 : 0));
  const low = mean.map((value) => value / 2);
  const high = mean.map((value) => 2 * value);
  const line = prepareLine({ x, low, high }, mean, scaleOf([0, 20000], [0, 500]));
  expect(line.x.length).toBeLessThanOrEqual(4 * 502);
  expect(line.x[0]).toBe(0);
  expect(line.x[line.x.length - 1]).toBe(20000);
  expect(Math.max(...(line.y as number[]))).toBe(mean[7777]);
  expect(Math.min(...(line.y as number[]))).toBe(Math.min(...mean));
  expect(Math.max(...(line.high as number[]))).toBe(high[7777]);
  expect(Array.from(line.x).every((at, i) => i === 0 || at > line.x[i - 1]!)).toBe(true);
  const few = prepareLine({ x: [0, 1, 2] }, [1, 2, 3], scaleOf([0, 2], [0, 500]));
  expect(few).toEqual({ x: [0, 1, 2], y: [1, 2, 3] });
});

test("on a log axis zeros and what is no number are gaps, and intervals may reach zero", () => {
  const series = { x: [0, 1, 2, 3], low: [0, -1, 0.01, NaN], high: [0, 1, 1, NaN] };
  const { x, y, low, high } = prepareLine(series, [0, 0.1, 0.1, NaN], scaleOf([0, 3], [0, 100]));
  const frame = frameOf({ left: 0, top: 0, width: 300, height: 100 }, [0, 3], [0.01, 1], { y: true });
  const painter = new SvgPainter();
  const drawn = painter as unknown as Painter;
  drawLine(drawn, frame, x, y, { color: "#000000", width: 1 });
  drawBand(drawn, frame, x, { low: low!, high: high! }, { color: "#000000" });
  const [line, band] = painter.finish().map((path) => / d="([^"]*)"/.exec(path)![1]);
  expect(line).toBe("M100,50L200,50");
  // At 1 the interval reaches below the picture, at 2 to its foot.
  expect(band).toBe("M100,0L200,0L200,100L100,200Z");
  const early = prepareLine({ x: [0, 1, 10] }, [1, 1, 1], scaleOf([1, 10], [0, 100], true));
  const log = frameOf({ left: 0, top: 0, width: 300, height: 100 }, [1, 10], [0.1, 10], { x: true, y: true });
  const other = new SvgPainter();
  drawLine(other as unknown as Painter, log, early.x, early.y, { color: "#000000", width: 1 });
  expect(other.finish()[0]).toContain(' d="M0,50L300,50"');
});

test("a method that diverges does not flatten the others", () => {
  const lines = [
    { line: { x: [0, 1], y: [0.1, 1e-6] }, leaves: false },
    { line: { x: [0, 1], y: [0.1, 1e300] }, leaves: true },
  ];
  const [lo, hi] = yRangeOf(lines, [0, 1], true);
  expect(lo).toBe(1e-6);
  expect(hi).toBeLessThanOrEqual(10);
  expect(yRangeOf([], [0, 1], true)).toEqual([0.1, 1]);
  expect(yRangeOf([{ line: { x: [0], y: [NaN] }, leaves: false }], [0, 1], true)).toEqual([0.1, 1]);
});

test("while a run goes on, a curve that rises without end is taken for one that diverges; at its end all is shown", () => {
  const { method } = curves(() => 1, 2).series[0]!;
  const curve = (mean: number[]): CurveSeries => ({
    method,
    x: mean.map((_, k) => k),
    mean,
    divergedAt: null,
    visible: true,
  });
  const rising = curve([1, 1e2, 1e4, 1e6]);
  const [falling, high] = [curve([1, 0.1, 0.01, 1e-3]), curve([0, 1e5, 1e5, 1e5])];
  expect([...soaringOf([rising, falling, high], 10)]).toEqual([rising]);
  expect(soaringOf([rising, falling, high], 3).size).toBe(0);
  expect(soaringOf([rising, falling, high]).size).toBe(0);
  expect(soaringOf([rising], 10).size).toBe(0);
});

test("the horizontal range covers the run that is to come", () => {
  const data = curves(() => 1, 11);
  expect(xRangeOf(data)).toEqual([0, 10]);
  expect(xRangeOf({ ...data, xEnd: 400 })).toEqual([0, 400]);
  expect(xRangeOf({ ...data, xEnd: 1000, logX: true })).toEqual([1, 1000]);
  expect(xRangeOf({ ...data, series: [] })).toEqual([0, 1]);
});

test("a logarithmic horizontal axis starts at the first record that has a place on it", () => {
  const data = curves(() => 1, 11);
  const [still, moving] = data.series;
  const series = [
    { ...still!, x: Array.from({ length: 11 }, () => 0) },
    { ...moving!, x: Array.from({ length: 11 }, (_, k) => 100 * k) },
  ];
  expect(xRangeOf({ ...data, series, logX: true })).toEqual([100, 1000]);
});

test("a zoom stays within the axis, shows no less than a part of it, and ends where it shows all", () => {
  expect(zoomed([0.2, 0.3])).toEqual([expect.closeTo(0.2), expect.closeTo(0.3)]);
  expect(zoomed([-0.2, 0.3])).toEqual([0, 0.5]);
  expect(zoomed([0.9, 1.3])).toEqual([expect.closeTo(0.6), 1]);
  expect(zoomed([-0.01, 1.01])).toBe(null);
  const [from, to] = zoomed([0.5, 0.5])!;
  expect([(from + to) / 2, to - from]).toEqual([0.5, expect.closeTo(1e-4)]);
});

test("the nearest recorded point is found", () => {
  expect(nearestIndex([0, 10, 20], 14)).toBe(1);
  expect(nearestIndex([0, 10, 20], 16)).toBe(2);
  expect(nearestIndex([0, 10, 20], -5)).toBe(0);
  expect(nearestIndex([0, 10, 20], 99)).toBe(2);
  expect(nearestIndex([], 1)).toBe(-1);
});

test("labels keep their order and their distance, or are left out", () => {
  const placed = spread([50, 52, 51, 200], 0, 200)!;
  expect(placed[0]).toBeLessThan(placed[2]!);
  expect(placed[2]).toBeLessThan(placed[1]!);
  const sorted = [...placed].sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(14);
  expect(Math.max(...placed)).toBeLessThanOrEqual(200);
  expect(spread(new Array<number>(20).fill(5), 0, 100)).toBeNull();
});

test("deviations sum to zero in each coordinate, and merging keeps the largest", () => {
  const [agents, dimension] = [30, 7];
  const iterates = Array.from({ length: agents * dimension }, (_, at) => Math.sin(at * at));
  const all = deviations({ agents, dimension, iterates });
  for (let j = 0; j < dimension; j++) {
    let sum = 0;
    for (let i = 0; i < agents; i++) sum += all[i * dimension + j]!;
    expect(Math.abs(sum)).toBeLessThan(1e-12);
  }
  const { rows, columns, values } = merged({ agents, dimension, iterates }, 5);
  expect([rows, columns, values.length]).toEqual([5, 5, 25]);
  const size = (list: ArrayLike<number>): number => Math.max(...Array.from(list, Math.abs));
  expect(size(values)).toBe(size(all));
});

test("the slope of a power law is its exponent", () => {
  expect(slopeOf([1, 3, 10, 40].map((x) => [x, 7 * x ** -1.5] as const))).toBeCloseTo(-1.5, 12);
  expect(slopeOf([[2, 3]])).toBeNull();
});
