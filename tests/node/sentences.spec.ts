// The page's sentences about a run, and about its warnings, for given numbers.
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { latest, sentence, type Latest } from "../../www/src/text/reading.ts";
import { catalog, Experiment, initSync, presets } from "../../www/pkg/suda.js";
import { warningLines } from "../../www/src/text/warnings.ts";
import type { Run } from "../../www/src/simulation/run.ts";
import { small } from "../page/documents.ts";

test("what the module warns of several methods is said once, with every cure and limit", () => {
  const document = { ...small, methods: ["psgd", "dsgd", "extra"].map((kind) => ({ kind })) } as typeof small;
  document.stepSize = { kind: "constant", value: 2_000_000 };
  const warning = (method: number, predicate: object, cures: object[] = []) => ({
    path: `methods[${method}]`,
    method,
    severity: "error",
    name: "unstable",
    text: "",
    predicate,
    cures,
  });
  const lines = (...warnings: object[]) =>
    warningLines(
      document,
      { warnings, stability: [null, null, null] } as unknown as Parameters<typeof warningLines>[1],
      ["C", "D", "E"],
    );
  const settles = (limit: number) => ({ text: "cannot settle: it needs one below", limit });
  const lazier = { name: "laziness", laziness: 0.5, text: "", path: "methods[1].laziness", value: 0.5 };
  const smaller = { name: "stepSize", to: 1e-5, text: "take α = 10⁻⁵", path: "methods[2].stepSize.value", value: 1e-5 };
  const [all, ...none] = lines(
    warning(0, settles(10.1)),
    warning(1, settles(5.03), [smaller, lazier]),
    warning(2, settles(10.1), [smaller]),
  );
  expect(none).toEqual([]);
  expect(all!.text).toBe("Each method cannot settle: it needs one below 10.1 (5.03 for D).");
  expect(all!.actions.map(({ label }) => label)).toEqual(["Take α = 10⁻⁵", "Use (I + W)/2"]);
  expect(lines(warning(0, settles(9)), warning(2, settles(9))).map(({ text }) => text)).toEqual([
    "Each of C and E cannot settle: it needs one below 9.",
  ]);
  const range = { text: "is stable between -5.31 and 10.1 only", limit: null };
  expect(lines(...[0, 1, 2].map((place) => warning(place, range))).map(({ text }) => text)).toEqual([
    "Each method is stable between −5.31 and 10.1 only.",
  ]);
  // What is not the same is said of each.
  expect(lines(warning(0, range), warning(1, settles(9)))).toHaveLength(2);
});

test("steps far too large for a network with hidden layers are warned of once, with a step that helps", () => {
  initSync({ module: readFileSync("www/pkg/suda_bg.wasm") });
  const document = { ...presets().find(({ id }) => id === "beliefs")!.document };
  document.stepSize = { kind: "constant", value: 20 };
  const experiment = new Experiment(document);
  const lines = warningLines(document, experiment.describe(), ["Centralised", "DSGD", "Exact-Diffusion", "Alone"]);
  experiment.free();
  expect(lines).toHaveLength(1);
  expect(lines[0]!.text).toMatch(/Centralised, DSGD and Exact-Diffusion .* step size 20, .* 100 iterations/);
  expect(lines[0]!.urgent).toBe(false);
  expect(lines[0]!.actions).toMatchObject([{ path: ["stepSize", "value"], value: 2 }]);
});

test("a centralised run is a yardstick where it has come down to its floor, and all are told of the same iteration", () => {
  initSync({ module: readFileSync("www/pkg/suda_bg.wasm") });
  const document = { ...small, iterations: 100, methods: [{ kind: "psgd" as const }, { kind: "dsgd" as const }] };
  const curve = (end: number, points = 100) => ({
    mean: Array.from({ length: points }, (_, k) => end + (1 - end) * 0.5 ** k),
    low: [],
    high: [],
  });
  const of = (curves: { mean: number[] }[], warnings: object[] = []) =>
    latest(
      {
        description: { warnings },
        recording: {
          iterations: Array.from({ length: 100 }, (_, k) => k),
          divergedAt: [null, null],
          curve: (place: number) => curves[place],
        },
      } as unknown as Run,
      document,
      ["SGD", "DSGD"],
      "gradientNorm",
      catalog().methods,
    );
  expect(of([curve(0.1), curve(0.2)]).map(({ yardstick }) => yardstick)).toEqual([true, false]);
  expect(of([curve(3), curve(0.2)])[0]).toMatchObject({ settled: true, yardstick: false });
  expect(of([curve(0.1), curve(0.2)], [{ name: "unstable", method: 0 }])[0]!.yardstick).toBe(false);
  expect(of([curve(0.1), curve(0.2)], [{ name: "unstable", method: 1 }])[0]!.yardstick).toBe(true);
  // One method is ahead.
  const [ahead, behind] = of([curve(0.1), curve(0.1, 3)]);
  expect(ahead!.value).toBe(behind!.value);
});

test("the line under the figures compares in one clause each what is apart and what is not", () => {
  const run = { done: 400, recording: { iterations: [0, 400] } } as unknown as Run;
  const row = (label: string, value: number, kind = "dsgd"): Latest => ({
    place: 0,
    label,
    kind,
    communication: kind === "psgd" ? "center" : "neighbors",
    value,
    low: NaN,
    high: NaN,
    divergedAt: null,
    settled: true,
    yardstick: kind === "psgd",
  });
  const error = { id: "optimalityGap", label: "error" } as const;
  const said = (...rows: Latest[]) => sentence(run, [row("SGD", 1, "psgd"), ...rows], error);
  const ratio = (value: number) => /DSGD has (\S+)\u00a0× the error of SGD/.exec(said(row("DSGD", value)))?.[1];
  const unsettled = [{ ...row("SGD", 1, "psgd"), settled: false, yardstick: false }, row("DSGD", 3)];
  expect(sentence(run, unsettled, error)).toBe(
    "After 400 iterations, the error is 1.0 for SGD and 3.0 for DSGD. SGD has not settled yet.",
  );
  const over = { ...run, finished: true } as unknown as Run;
  expect(sentence(over, unsettled, error)).toContain("SGD has not settled within these 400 iterations.");
  expect(sentence({ ...over, done: 0 } as unknown as Run, unsettled, error)).toBe("");
  expect(sentence(over, unsettled, error, 0)).toBe("At the start, the error is 1.0 for SGD and 3.0 for DSGD.");
  expect(sentence(run, [], error)).toBe("All methods are hidden.");
  expect([0.5, 0.9, 1.12, 3, 9.04, 46.4, 764, 6076].map(ratio)).toEqual([
    "0.50",
    "0.90",
    "1.1",
    "3.0",
    "9.0",
    "46",
    "760",
    "6100",
  ]);
  const start = "After 400 iterations (mean of the last tenth): ";
  expect(said(row("DSGD", 46), row("ED, (I+W)/2", 1.02), row("EXTRA", 0.97), row("GT", 5.9))).toBe(
    `${start}DSGD has 46\u00a0× the error of SGD (1.0), GT 5.9\u00a0×; ED and EXTRA match it.`,
  );
  expect(said(row("DSGD", 1.04), row("ED", 1), row("GT", 0.96))).toBe(
    `${start}all three are within 5\u202f% of the error of SGD (1.0).`,
  );
  expect(said(row("DSGD", 1.08), row("ED", 1))).toBe(`${start}both are within 10\u202f% of the error of SGD (1.0).`);
  expect(said(row("DSGD", 2), row("GT", 1))).toBe(`${start}DSGD has 2.0\u00a0× the error of SGD (1.0); GT matches it.`);
  // What follows a comma is left out only where the names still differ.
  expect(said(row("ED", 3), row("ED, (I+W)/2", 2))).toContain(
    "ED has 3.0\u00a0× the error of SGD (1.0), ED with (I+W)/2 2.0",
  );
  // A number that several have is told once.
  expect(said(row("DSGD", 760), row("ED", 3), row("EXTRA", 3.01), row("GT", 81))).toBe(
    `${start}DSGD has 760\u00a0× the error of SGD (1.0), ED and EXTRA 3.0\u00a0×, GT 81\u00a0×.`,
  );
  expect(said(row("GT", 5.9), row("SUDA", 5.91), row("ED", 1))).toBe(
    `${start}GT and SUDA have 5.9\u00a0× the error of SGD (1.0); ED matches it.`,
  );
  const plain = (...rows: Latest[]) => sentence(run, rows, error);
  expect(plain(row("DSGD", 2), row("ED", 2), row("GT", 2))).toBe(
    "After 400 iterations, the error is 2.0 for all three.",
  );
  // All that there are, without the one that diverged, are not all.
  expect(plain(row("DSGD", 2), row("ED", 2), { ...row("GT", NaN), divergedAt: 7 })).toBe(
    "After 400 iterations, the error is 2.0 for DSGD and ED. GT diverged at k = 7.",
  );
  // Zero by definition is nothing to tell.
  const apart = [{ ...row("SGD", 0, "psgd"), yardstick: false }, row("ED", 3), row("DSGD", 2)];
  expect(sentence(run, apart, { ...error, id: "consensus" })).toBe(
    "After 400 iterations, the error is 3.0 for ED and 2.0 for DSGD.",
  );
  const shares = [row("DSGD", 0.5), row("ED", 1), row("SGD", 1, "psgd"), row("Alone", 0.5)];
  expect(sentence(run, shares, { id: "meanAccuracy", label: "" })).toBe(
    "After 400 iterations an agent has, on average, 50\u202f% of all points right with DSGD and Alone, and 100\u202f% with ED and SGD.",
  );
  const among = (...rows: Latest[]) => sentence(run, rows, { id: "meanAccuracy", label: "" }).slice(21);
  expect(among(row("DSGD", 0.77))).toBe("an agent has, on average, 77\u202f% of all points right with DSGD.");
  expect(among(row("DSGD", 0.77), row("ED", 0.996), row("SGD", 0.993, "psgd"))).toBe(
    "an agent has, on average, 77\u202f% of all points right with DSGD, 99.6\u202f% with ED and 99.3\u202f% with SGD.",
  );
  expect(sentence(run, shares, { id: "accuracy", label: "" })).toBe(
    "After 400 iterations the mean model has 50\u202f% of all points right with DSGD and Alone, and 100\u202f% with ED and SGD.",
  );
});
