// Maps of several classes: whose colour is where, how sure, and for eyes of every kind; no browser is needed.
import { expect, test } from "vitest";
import { beliefColor, classColor, beliefTable, MANY_COLORS, MARKS } from "../../www/src/views/beliefs/colors";
import { modelsIn, type Fields } from "../../www/src/views/beliefs/data";
import { linesOf } from "../../www/src/views/beliefs/map";
import { paintDisc } from "../../www/src/views/beliefs/tiles";
import { dark, light } from "../../www/src/views/theme";

/** Two models; the second sees each class in a sector of its own, from the right anticlockwise, the first only class 1. */
function sectors(outputs: number, cells = 32): Fields {
  const at = (i: number): number => (2 * i) / (cells - 1) - 1;
  const values = Float32Array.from({ length: 2 * cells ** 2 * outputs }, (_, i) => {
    const place = i % outputs;
    const point = Math.floor(i / outputs) % cells ** 2;
    if (i < cells ** 2 * outputs) return place === 1 ? 5 : 0;
    const [x, y] = [at(point % cells), at(Math.floor(point / cells))];
    return 12 * Math.hypot(x, y) * Math.cos(Math.atan2(y, x) - (2 * Math.PI * place) / outputs);
  });
  return { plane: { x: [-1, 1], y: [-1, 1] }, cells, outputs, values };
}

const rgb = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as [number, number, number];

/** The colour of a disc at a direction, so far from its middle, of a disc of 200 pixels. */
function painted(fields: Fields, model: number): (turn: number, far: number) => [number, number, number] {
  const side = 200;
  const pixels = new Uint32Array(side * side);
  paintDisc({ pixels, width: side, left: 0, top: 0, side }, fields, model, (place) => beliefTable(light, place));
  return (turn, far) => {
    const [x, y] = [side / 2 + (side / 2) * far * Math.cos(turn), side / 2 - (side / 2) * far * Math.sin(turn)];
    const pixel = pixels[Math.floor(y) * side + Math.floor(x)]!;
    return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  };
}

const apart = (one: readonly number[], other: readonly number[]) =>
  Math.hypot(...one.map((value, i) => value - other[i]!));

for (const outputs of [3, 8])
  test(`of ${outputs} classes each has its colour where it is the likeliest, paler towards the next, and a line between`, () => {
    const fields = sectors(outputs);
    expect(modelsIn(fields)).toBe(2);
    const at = painted(fields, 1);
    for (let c = 0; c < outputs; c++) {
      const turn = (2 * Math.PI * c) / outputs;
      const [inside, outside] = [at(turn, 0.25), at(turn, 0.9)];
      const nearest = MANY_COLORS.map((color) => apart(outside, rgb(color)));
      expect(nearest.indexOf(Math.min(...nearest))).toBe(c);
      const paper = rgb(classColor(c, 0, light));
      expect(apart(inside, paper)).toBeLessThan(apart(outside, paper));
      const [red, green, blue] = at(turn + Math.PI / outputs, 0.8);
      expect(Math.max(red, green, blue), "the line on which the model changes its mind").toBeLessThan(120);
    }
    for (const turn of [0, 2, 4])
      expect(apart(painted(fields, 0)(turn, 0.5), rgb(classColor(1, 5, light)))).toBeLessThan(4);
  });

test("the lines about a class enclose where it is the likeliest, by so much", () => {
  const fields = sectors(3);
  const area = (line: readonly (readonly number[])[]): number =>
    Math.abs(
      line.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = line[(i + 1) % line.length]!;
        return sum + (x! * nextY! - nextX! * y!) / 2;
      }, 0),
    );
  const whole = [0, 1, 2].map((c) => linesOf(fields, 1, 0, c).reduce((sum, line) => sum + area(line), 0));
  // Together the whole grid, but for the blunt corners of the lines.
  expect(whole.reduce((sum, part) => sum + part, 0) / 32 ** 2).toBeCloseTo(1, 2);
  for (const c of [0, 1, 2]) {
    const sure = linesOf(fields, 1, 5, c).reduce((sum, line) => sum + area(line), 0);
    expect(sure).toBeGreaterThan(0);
    expect(sure).toBeLessThan(whole[c]!);
  }
});

/** What eyes without one kind of cone see of linear red, green and blue (Machado, Oliveira and Fernandes 2009). */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** CIE L*a*b* of a colour as these eyes see it. */
function seen(color: string, eye: readonly number[]): [number, number, number] {
  const linear = rgb(color).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const [r, g, b] = [0, 3, 6].map((row) =>
    Math.max(
      0,
      linear.reduce((sum, value, i) => sum + value * eye[row + i]!, 0),
    ),
  ) as [number, number, number];
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("eight classes are told apart by eyes of every kind, in light and dark", () => {
  for (const theme of [light, dark])
    for (const [name, eye] of Object.entries(EYES))
      for (let a = 0; a < 8; a++)
        for (let b = 0; b < a; b++) {
          const [one, other] = [seen(classColor(a, 4, theme), eye), seen(classColor(b, 4, theme), eye)];
          expect(apart(one, other), `${name}: classes ${b} and ${a}`).toBeGreaterThan(9);
        }
});

test("two classes are told apart in grey, and a model that is unsure is the palest", () => {
  const grey = (color: string): number =>
    rgb(color).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i]!, 0);
  for (const theme of [light, dark]) {
    const [blue, orange, unsure] = [9, -9, 0].map((f) => grey(beliefColor(f, theme))) as [number, number, number];
    expect(Math.abs(blue - orange)).toBeGreaterThan(60);
    expect(unsure).toBeGreaterThan(Math.max(blue, orange) + 30);
  }
  expect(Math.abs(grey(MARKS.positive.fill) - grey(MARKS.negative.fill))).toBeGreaterThan(120);
});
