// What the views compute before they draw; no browser is needed.
import { expect, test } from "@playwright/test";
import { cividis, colorScale } from "../../www/src/views/colormap";
import { spread } from "../../www/src/views/curves/labels";
import { nearestIndex, prepareLine, xRangeOf, yRangeOf, zoomed } from "../../www/src/views/curves/prepare";
import { formatCount, formatNumber, powerOfTen } from "../../www/src/views/format";
import { levelLine, levelsOf } from "../../www/src/views/state/levels";
import { deviations, merged } from "../../www/src/views/state/heatmap-cells";
import { dark, light, methodColor, methodStyles } from "../../www/src/views/theme";
import { linearAxis, logAxis, niceLinearRange, niceLogRange } from "../../www/src/views/ticks";
import { curves } from "./fixtures/samples";

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
  expect(formatCount(20000)).toBe("20\u202f000");
  expect(powerOfTen(-12)).toBe("10⁻¹²");
});

test("log ticks lie in the range, ascend, are few, and say what they stand for", () => {
  const ends = [-330, -30, -7.3, -1, -0.31, 0, 0.02, 2.5, 308];
  for (const lo of ends)
    for (const hi of ends.filter((end) => end > lo)) {
      const { at, labels } = logAxis([lo, hi], 8);
      expect(labels).toHaveLength(at.length);
      expect(at.length).toBeGreaterThan(0);
      expect(at.length).toBeLessThanOrEqual(16);
      expect(at.every((tick, i) => tick >= lo - 1e-8 && tick <= hi + 1e-8 && (i === 0 || tick > at[i - 1]!))).toBe(
        true,
      );
    }
  expect(logAxis([-6, -3], 8).labels).toEqual(["10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³"]);
  expect(logAxis([NaN, 1], 8).at).toEqual([]);
});

test("linear ticks are round numbers in the range", () => {
  expect(linearAxis([0, 400], 5).labels).toEqual(["0", "100", "200", "300", "400"]);
  expect(linearAxis([-0.2, 0.21], 5).at).toEqual([-0.2, -0.1, 0, 0.1, 0.2]);
  expect(linearAxis([1, 1], 5).at).toEqual([1]);
  expect(linearAxis([0, Infinity], 5).at.length).toBeLessThanOrEqual(1);
});

test("ranges contain what they were made for", () => {
  for (const lo of [-30, -6.2, -0.1, 0, 3])
    for (const span of [0, 1e-9, 0.2, 1.7, 12]) {
      const [from, to] = niceLogRange(lo, lo + span);
      expect(from).toBeLessThanOrEqual(lo + 1e-9);
      expect(to).toBeGreaterThanOrEqual(lo + span - 1e-9);
      expect(to).toBeGreaterThan(from);
      const [low, high] = niceLinearRange(lo, lo + span);
      expect(low).toBeLessThanOrEqual(lo + 1e-9);
      expect(high).toBeGreaterThanOrEqual(lo + span - 1e-9);
      expect(high).toBeGreaterThan(low);
    }
  expect(niceLogRange(Infinity, -Infinity)).toEqual([-1, 0]);
});

test("thinning keeps the extremes, the ends and the order", () => {
  const x = Array.from({ length: 20001 }, (_, k) => k);
  const mean = x.map((k) => 1 + 0.5 * Math.sin(k) + (k === 7777 ? 50 : 0) - (k === 13131 ? 0.499 : 0));
  const low = mean.map((value) => value / 2);
  const high = mean.map((value) => 2 * value);
  const line = prepareLine({ x, low, high }, mean, [0, 20000], 500, { logX: false, logY: false });
  expect(line.x.length).toBeLessThanOrEqual(4 * 502);
  expect(line.x[0]).toBe(0);
  expect(line.x.at(-1)).toBe(20000);
  expect(Math.max(...(line.y as number[]))).toBe(mean[7777]);
  expect(Math.min(...(line.y as number[]))).toBe(Math.min(...mean));
  expect(Math.max(...(line.high as number[]))).toBe(high[7777]);
  expect(line.x.every((at, i) => i === 0 || at > line.x[i - 1]!)).toBe(true);
  const few = prepareLine({ x: [0, 1, 2] }, [1, 2, 3], [0, 2], 500, { logX: false, logY: false });
  expect(few).toEqual({ x: [0, 1, 2], y: [1, 2, 3] });
});

test("on a log axis zeros and what is no number are gaps, and intervals may reach zero", () => {
  const line = prepareLine(
    { x: [0, 1, 2, 3], low: [0, -1, 0.01, NaN], high: [0, 1, 1, NaN] },
    [0, 0.1, 0.1, NaN],
    [0, 3],
    100,
    { logX: false, logY: true },
  );
  expect(line.y).toEqual([null, -1, -1, null]);
  expect(line.low![1]).toBeLessThan(-330);
  const scaled = prepareLine({ x: [0, 1, 10] }, [1, 1, 1], [0, 1], 100, { logX: true, logY: true });
  expect(scaled.x).toEqual([0, 1]);
});

test("a method that diverges does not flatten the others", () => {
  const lines = [
    { line: { x: [0, 1], y: [-1, -6] }, diverged: false },
    { line: { x: [0, 1], y: [-1, 300] }, diverged: true },
  ];
  const [lo, hi] = yRangeOf(lines, [0, 1], true);
  expect(lo).toBe(-6);
  expect(hi).toBeLessThanOrEqual(1);
  expect(yRangeOf([], [0, 1], true)).toEqual([-1, 0]);
  expect(yRangeOf([{ line: { x: [0], y: [null] }, diverged: false }], [0, 1], true)).toEqual([-1, 0]);
});

test("the horizontal range covers the run that is to come", () => {
  const data = curves(() => 1, 11);
  expect(xRangeOf(data)).toEqual([0, 10]);
  expect(xRangeOf({ ...data, xEnd: 400 })).toEqual([0, 400]);
  expect(xRangeOf({ ...data, xEnd: 1000, logX: true })).toEqual([0, 3]);
  expect(xRangeOf({ ...data, series: [] })).toEqual([0, 1]);
});

test("a logarithmic horizontal axis starts at the first record that has a place on it", () => {
  const data = curves(() => 1, 11);
  const [still, moving] = data.series;
  const series = [
    { ...still!, x: Array.from({ length: 11 }, () => 0) },
    { ...moving!, x: Array.from({ length: 11 }, (_, k) => 100 * k) },
  ];
  expect(xRangeOf({ ...data, series, logX: true })).toEqual([2, 3]);
});

test("a zoom stays within the axis, shows no less than a part of it, and ends where it shows all", () => {
  expect(zoomed([20, 30], [0, 100])).toEqual([20, 30]);
  expect(zoomed([-20, 30], [0, 100])).toEqual([0, 50]);
  expect(zoomed([90, 130], [0, 100])).toEqual([60, 100]);
  expect(zoomed([-1, 101], [0, 100])).toBe(null);
  const [from, to] = zoomed([50, 50], [0, 100])!;
  expect([(from + to) / 2, to - from]).toEqual([50, expect.closeTo(0.01)]);
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
  sorted.forEach((y, i) => i > 0 && expect(y - sorted[i - 1]!).toBeGreaterThanOrEqual(14));
  expect(Math.max(...placed)).toBeLessThanOrEqual(200);
  expect(spread(new Array<number>(20).fill(5), 0, 100)).toBeNull();
});

/** WCAG's relative luminance. */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

test("the scale of magnitudes brightens all the way", () => {
  for (let i = 1; i <= 64; i++) expect(luminance(cividis(i / 64))).toBeGreaterThan(luminance(cividis((i - 1) / 64)));
  expect(cividis(NaN)).toBe(cividis(0));
  expect(cividis(7)).toBe(cividis(1));
  const scale = colorScale([0, 1e-3, 1, NaN], "log");
  expect([scale.at(0), scale.at(1e-3), scale.at(1)]).toEqual([0, 0, 1]);
  const values = Array.from({ length: 40 }, (_, i) => 10 ** (-3 + i / 20));
  const first = colorScale(values, "log");
  expect(
    colorScale(
      values.map((value) => 0.8 * value),
      "log",
      { before: first.ends },
    ).ends,
  ).toEqual(first.ends);
  const later = colorScale(
    values.map((value) => 0.001 * value),
    "log",
    { before: first.ends },
  );
  expect(later.ends![1]).toBeLessThan(first.ends![1] - 2);
  expect(colorScale(values, "log", { range: [1e-4, 1] }).at(0.01)).toBeCloseTo(0.5, 12);
  expect(colorScale([2, 2], "linear").varied).toBe(false);
  expect(colorScale([], "log").varied).toBe(false);
});

test("every colour of a method stands out from its ground, and no two methods look alike", () => {
  for (const theme of [light, dark])
    for (const color of theme.hues) {
      const [a, b] = [luminance(color), luminance(theme.paper)].sort((x, y) => y - x);
      expect((a! + 0.05) / (b! + 0.05)).toBeGreaterThanOrEqual(3);
    }
  const kinds = [
    "psgd",
    "dsgd",
    "exactDiffusion",
    "extra",
    "gradientTracking",
    "suda",
    "uda",
    "abc",
    "canonical",
    "dlm",
  ];
  const styles = methodStyles([...kinds, ...kinds, "dsgd", "__proto__"].map((kind, i) => ({ kind, label: String(i) })));
  const looks = new Set(styles.map((style) => `${methodColor(style, light)} ${style.dash.join()}`));
  expect(looks.size).toBe(styles.length);
});

test("level lines of a cone are circles", () => {
  const [rows, columns] = [81, 81];
  const f = Array.from({ length: rows * columns }, (_, at) =>
    Math.hypot((at % columns) - 40, Math.floor(at / columns) - 40),
  );
  const segments = levelLine({ f, rows, columns }, 20);
  expect(segments.length % 4).toBe(0);
  let length = 0;
  for (let s = 0; s < segments.length; s += 4) {
    const [x0, y0, x1, y1] = segments.slice(s, s + 4) as [number, number, number, number];
    expect(Math.abs(Math.hypot(x0 - 40, y0 - 40) - 20)).toBeLessThan(0.02);
    length += Math.hypot(x1 - x0, y1 - y0);
  }
  expect(length / (40 * Math.PI)).toBeCloseTo(1, 2);
  const levels = levelsOf(f, 10);
  expect(levels.every((level, i) => level > 0 && level < 57 && (i === 0 || level > levels[i - 1]!))).toBe(true);
  expect(levelsOf([3, 3], 10)).toEqual([]);
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
