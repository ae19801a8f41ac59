// What each step claims of its curves is seen without reading a number: as far apart, or as near, on the axis that it has.
// What it claims of its pictures of agents is in tests/page/claims-pictures.spec.ts.
import { expect, test } from "vitest";
import { presets, type ExperimentDocument } from "../../www/src/simulation/core.ts";
import { makeCore } from "../page/core.ts";
import { axesOnTheWay, curvesOf, HEIGHT, runOf, type Curves, type Part } from "./lesson-curves.ts";

/** In pixels: what lies further apart is seen as two, what lies nearer as one. */
const [APART, TOGETHER] = [12, 5];

const ED = "Exact-Diffusion, (I+W)/2";
const [C, GT, EXTRA] = ["Centralised SGD", "Gradient tracking", "EXTRA, (I+W)/2"];

const ready = (id: string) => {
  makeCore();
  return presets().find((preset) => preset.id === id)!;
};

const above = (of: Curves, higher: string, lower: string, part?: Part) =>
  of.level(higher, part) - of.level(lower, part);

function areTogether(
  of: Curves,
  names: readonly string[],
  reach = TOGETHER,
  parts: readonly Part[] = [[0.5, 1]],
): void {
  for (const part of parts)
    for (const name of names.slice(1))
      expect(Math.abs(above(of, name, names[0]!, part)), `${names[0]} and ${name}`).toBeLessThan(reach);
}

const sparse = (least: number, together: readonly string[]) => (curves: Curves) => {
  expect(above(curves, "DSGD", C)).toBeGreaterThan(least);
  areTogether(curves, together);
};
/** With few agents nobody lags; their floors are those of lessons.test.mjs. */
const speedup = (curves: Curves) => areTogether(curves, [C, ED, EXTRA], 8);
const allTogether = (curves: Curves) => areTogether(curves, [C, "DSGD", ED, EXTRA, GT], 8);

const claims: Record<string, (curves: Curves) => void> = {
  beliefs: (curves) => expect(above(curves, ED, "DSGD")).toBeGreaterThan(40),
  "beliefs-split": (curves) => expect(above(curves, ED, "DSGD")).toBeGreaterThan(APART),
  "beliefs-spirals": (curves) => expect(above(curves, ED, "DSGD")).toBeGreaterThan(8),
  "beliefs-dense": (curves) => areTogether(curves, ["DSGD", ED]),
  digits: (curves) => expect(above(curves, ED, "DSGD")).toBeGreaterThan(40),
  "digits-dense": (curves) => areTogether(curves, ["DSGD", ED], 8),
  "digits-small-step": (curves) => expect(above(curves, ED, "DSGD")).toBeGreaterThan(2 * TOGETHER),
  "digits-two": (curves) => expect(above(curves, ED, "DSGD")).toBeGreaterThan(TOGETHER),
  "pulled-apart": (curves) => expect(above(curves, "DSGD", ED)).toBeGreaterThan(40),
  "local-data"(curves) {
    expect(above(curves, "DSGD", C)).toBeGreaterThan(20);
    areTogether(curves, [C, ED, EXTRA]);
  },
  "equal-source"(curves) {
    for (const other of [C, ED, EXTRA, GT]) expect(above(curves, "DSGD", other)).toBeGreaterThan(8);
  },
  "equal-data": (curves) =>
    areTogether(curves, [C, "DSGD", ED, EXTRA, GT], TOGETHER, [
      [0.2, 0.4],
      [0.4, 0.6],
      [0.75, 1],
    ]),
  "lambda-neighbours": allTogether,
  "lambda-random": allTogether,
  "lambda-grid": sparse(10, [C, ED, EXTRA]),
  "lambda-ring": sparse(20, [C, ED, EXTRA]),
  "lambda-scaled-ring": sparse(20, [C]),
  "agents-4": speedup,
  "agents-16": speedup,
  "agents-64"(curves) {
    speedup(curves);
    expect(above(curves, "DSGD", C)).toBeGreaterThan(TOGETHER);
  },
  "one-recursion"(curves) {
    for (const parts of [[[0.2, 0.5]], [[0.75, 1]]] as const) {
      areTogether(curves, [ED, "SUDA as Exact-Diffusion"], TOGETHER, parts);
      areTogether(curves, [GT, "SUDA as gradient tracking"], TOGETHER, parts);
    }
    expect(above(curves, GT, C)).toBeGreaterThan(APART);
  },
  expected(curves) {
    for (const other of [ED, EXTRA]) expect(above(curves, other, GT)).toBeGreaterThan(4);
    expect(above(curves, "DSGD", GT)).toBeGreaterThan(APART);
  },
  "blow-up"(curves) {
    // It leaves the plot, which all others stay in.
    expect(curves.top("Exact-Diffusion")).toBeGreaterThan(HEIGHT);
    expect(above(curves, "DSGD", ED)).toBeGreaterThan(APART);
    expect(HEIGHT - curves.level(ED)).toBeGreaterThan(60);
  },
  valley(curves) {
    for (const other of [ED, EXTRA, GT]) expect(above(curves, "DSGD", other)).toBeGreaterThan(30);
    expect(above(curves, GT, ED, [0.3, 0.4])).toBeGreaterThan(APART);
    areTogether(curves, [GT, ED], 10);
    expect(above(curves, ED, GT)).toBeGreaterThan(2);
  },
  stairs(curves) {
    const ends: Part[] = [
      [0.15, 0.24],
      [0.4, 0.49],
      [0.65, 0.74],
      [0.9, 0.99],
    ];
    const gap = (name: string, stair: number) => above(curves, name, C, ends[stair]);
    for (let stair = 1; stair < 4; stair++)
      for (const name of [C, "DSGD"])
        expect(curves.level(name, ends[stair - 1]) - curves.level(name, ends[stair])).toBeGreaterThan(4);
    expect(gap("DSGD", 0)).toBeGreaterThan(20);
    expect(Math.abs(gap("DSGD", 3) - gap("DSGD", 0))).toBeLessThan(8);
    expect(gap(GT, 0)).toBeGreaterThan(10);
    expect(gap(GT, 3)).toBeLessThan(0.6 * gap(GT, 0));
  },
  "links-that-fail"(curves) {
    for (const other of [ED, EXTRA, GT]) expect(above(curves, "DSGD", other)).toBeGreaterThan(50);
  },
  "pairs-that-meet"(curves) {
    expect(above(curves, "DSGD", ED)).toBeGreaterThan(50);
    expect(curves.top("Exact-Diffusion, W")).toBeGreaterThan(HEIGHT);
  },
  "one-peer": (curves) => areTogether(curves, [C, "DSGD", ED, GT], 10),
  "fastest-weights"(curves) {
    const { document, view } = ready("fastest-weights");
    const usual = {
      ...document,
      network: { ...document.network, weights: { rule: "metropolis" } },
    } as ExperimentDocument;
    expect(curvesOf(usual, runOf(usual), view).level("DSGD") - curves.level("DSGD")).toBeGreaterThan(6);
  },
  "several-rounds"(curves) {
    expect(above(curves, "1 round", "5 rounds")).toBeGreaterThan(APART);
    expect(above(curves, "5 rounds", "5 rounds, Chebyshev")).toBeGreaterThan(APART);
  },
  // On axes of what is spent the curves end elsewhere; what they spend is tested natively.
  "fewer-bits": fewComeAsFar,
  "two-bits": fewComeAsFar,
  "fewer-rounds"(curves) {
    expect(above(curves, "DSGD, local steps", ED)).toBeGreaterThan(APART);
    expect(above(curves, "DSGD, local steps", "DSGD")).toBeGreaterThan(TOGETHER);
    expect(Math.abs(curves.level(ED) - curves.level("Exact-Diffusion, local steps"))).toBeLessThan(TOGETHER);
  },
  seconds(curves) {
    expect(Math.abs(curves.level(C!) - curves.level(ED))).toBeLessThan(TOGETHER);
  },
};

function fewComeAsFar(curves: Curves): void {
  const [whole, few] = ["Exact-Diffusion, 64 bits", "Exact-Diffusion, few bits"].map((name) => curves.level(name));
  expect(Math.abs(whole! - few!)).toBeLessThan(TOGETHER);
}

makeCore();
for (const { id, group, document, view } of presets())
  if (group === "lesson")
    test(`${id}: the claim is seen in its curves, on an axis that stands still on their way`, () => {
      expect(Object.keys(claims)).toContain(id);
      const run = runOf(document);
      claims[id]!(curvesOf(document, run, view as Record<string, string>));
      const { y } = view as { y?: string };
      for (const { shown, fixed } of y ? axesOnTheWay(document, run, view as Record<string, string>) : [])
        expect([...shown, fixed]).toEqual([...y!.split("..").map(Number), true]);
    });
