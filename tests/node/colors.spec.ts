// Colours: seen on their ground, told apart, and the same in every lesson.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog, initSync } from "../../www/pkg/suda.js";
import { sidesOf } from "../../www/src/scene/network";
import { Looks, stylesOf } from "../../www/src/state/methods";
import { cividis, colorScale } from "../../www/src/views/colormap";
import { contrast, dark, light, methodColor, mix, strong } from "../../www/src/views/theme";

test("a theme of the system's own colours keeps lines at 3 : 1 and words at 4.5 : 1", () => {
  // Windows' four contrast themes, and two of everyday.
  for (const [paper, ink] of [
    ["#202020", "#ffffff"],
    ["#fffaef", "#3d3d3d"],
    ["#2d3236", "#ffffff"],
    ["#000000", "#ffffff"],
    ["#ffffff", "#000000"],
    ["#000080", "#ffff00"],
  ] as const) {
    const theme = strong(paper, ink);
    for (const line of [...theme.hues, theme.rule, mix(paper, ink, theme.faintest)])
      expect(contrast(line, paper), `${line} on ${paper}`).toBeGreaterThanOrEqual(3);
    for (const words of [theme.ink, theme.muted, theme.accent, theme.warning])
      expect(contrast(words, paper), `${words} on ${paper}`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

/** WCAG's relative luminance of "#rrggbb" or "rgb(r, g, b)". */
function luminance(color: string): number {
  const channels = color.startsWith("#") ? [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) : digits(color);
  const [r, g, b] = channels.map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

const digits = (text: string): number[] => text.match(/\d+/g)!.map(Number);

test("the scale of magnitudes brightens all the way", () => {
  for (let i = 1; i <= 64; i++) expect(luminance(cividis(i / 64))).toBeGreaterThan(luminance(cividis((i - 1) / 64)));
  expect(cividis(NaN)).toBe(cividis(0));
  expect(cividis(7)).toBe(cividis(1));
  const scale = colorScale([0, 1e-3, 1, NaN], "log");
  expect([scale.at(0), scale.at(1e-3), scale.at(1)]).toEqual([0, 0, 1]);
  // Whatever was shown before, the values fill the scale.
  for (const values of [
    [0.47, 0.6, 1],
    [0.021, 0.056],
  ]) {
    const filled = colorScale(values, "log");
    expect([filled.at(values[0]!), filled.at(values.at(-1)!)]).toEqual([0, 1]);
  }
  expect(colorScale([1e-12, 1], "log").at(1e-6)).toBe(0);
  expect(colorScale([0.5], "log", [1e-4, 1]).at(0.01)).toBeCloseTo(0.5, 12);
  expect(colorScale([2, 2], "linear").varied).toBe(false);
  expect(colorScale([], "log").varied).toBe(false);
});

test("every colour of a method stands out from its ground, and no two methods look alike", () => {
  for (const theme of [light, dark])
    for (const color of theme.hues) {
      const [a, b] = [luminance(color), luminance(theme.paper)].sort((x, y) => y - x);
      expect((a! + 0.05) / (b! + 0.05)).toBeGreaterThanOrEqual(3);
    }
  initSync({ module: readFileSync("www/pkg/suda_bg.wasm") });
  const { methods } = catalog();
  const kinds = methods.map(({ kind }) => kind);
  const all = [...kinds, ...kinds, "dsgd", "__proto__"].map((kind, i) => ({ kind, label: String(i) }));
  const styles = stylesOf(all, methods);
  const looks = new Set(styles.map((style) => `${methodColor(style, light)} ${style.dash.join()}`));
  expect(looks.size).toBe(styles.length);
});

test("the side of the mean is that along the direction of the largest differences, and agent 0 is on that of +", () => {
  // A checkerboard of 4 × 4 agents in three coordinates, on a common point, with a little of something else.
  const sign = (i: number) => ((Math.floor(i / 4) + i) % 2 === 0 ? -1 : 1);
  const iterates = Array.from({ length: 16 }, (_, i) => [5 + 3 * sign(i), -4 * sign(i), 7 + 0.01 * i]).flat();
  const sides = sidesOf(iterates, 16);
  for (const [i, side] of sides.entries()) expect(side).toBeCloseTo(-5 * sign(i), 1);
  expect([...sidesOf([2, 2, 2, 2], 2)]).toEqual([0, 0]);
  const scale = colorScale([-1, 4], "signed");
  expect([scale.ends, scale.at(0)]).toEqual([[-4, 4], 0.5]);
});

test("a method looks the same in every lesson: SUDA with its polynomials, and (I+W)/2 beside W", () => {
  initSync({ module: readFileSync("www/pkg/suda_bg.wasm") });
  const usual = new Looks();
  const entries = catalog().methods;
  const look = (methods: object[], looks = new Looks()) =>
    looks.of({ methods } as never, entries).map(({ hue, dash }) => `${hue} ${dash.join()}`);
  const [diffusion, extra, tracking] = look([
    { kind: "exactDiffusion", laziness: 0.5 },
    { kind: "extra" },
    { kind: "gradientTracking" },
  ]);
  expect(
    look(
      [
        { kind: "suda", a: [0, 1], bSquared: [1, -1], c: [1] },
        { kind: "suda", a: [1], bSquared: [1, -1], c: [0, 1] },
        { kind: "suda", a: [0, 0, 1], bSquared: [1, -2, 1], c: [1] },
      ],
      usual,
    ),
  ).toEqual([diffusion, extra, tracking]);
  // While its polynomials are pulled it keeps its look.
  expect(look([{ kind: "suda", a: [0.1, 0.9], bSquared: [1, -1], c: [1] }], usual)).toEqual([diffusion]);
  const [failed, cured] = look([{ kind: "exactDiffusion" }, { kind: "exactDiffusion", laziness: 0.5 }]);
  expect(cured).toBe(diffusion);
  expect(failed).not.toBe(diffusion);
});
