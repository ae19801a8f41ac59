// Which run the present one is compared with, and how the difference is told.
import { expect, test } from "vitest";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import type { Scene } from "../../www/src/scene/figures.ts";
import { LastRun } from "../../www/src/scene/recorded-run.ts";
import { difference, type Latest } from "../../www/src/text/reading.ts";
import { small } from "../page/documents.ts";

const at = (document: ExperimentDocument, points = 10, isOver = true) =>
  ({
    document,
    run: { finished: isOver, recording: { iterations: Array.from({ length: points }) } },
  }) as unknown as Scene;

test("while a slider moves, the run from before it moved stays; runs that have shown nothing are passed over", () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((iterations) => ({ ...small, iterations })) as [
    ExperimentDocument,
    ExperimentDocument,
    ExperimentDocument,
    ExperimentDocument,
  ];
  const last = new LastRun();
  last.see(at(a), null);
  expect(last.ghost.value).toBeNull();
  // One gesture from a over b to c.
  for (const document of [b, c]) {
    last.see(at(document), a);
    expect(last.ghost.value?.document).toBe(a);
  }
  last.see(at(d, 1), c);
  expect(last.ghost.value?.document).toBe(c);
  last.see(at(a), d);
  expect(last.ghost.value?.document).toBe(c);
  // A run that is over is not given up for one of the same document that has begun anew.
  last.see(at(a, 5, false), d);
  last.see(at(b), a);
  expect(last.ghost.value?.run.finished).toBe(true);
  last.see(at({ ...a, seed: "8" }), b);
  expect(last.ghost.value).toBeNull();
});

test("a step of a lesson that changes the network and the noise at once is compared with nothing", () => {
  const last = new LastRun();
  const network = { topology: { kind: "complete", agents: 8 }, weights: { rule: "metropolis" } };
  const gradient = { noise: "none" };
  for (const [change, isCompared] of [
    [{ network }, true],
    [{ gradient }, true],
    [{ network, gradient }, false],
  ] as const) {
    last.see(at(small), null);
    last.see(at({ ...small, ...change } as ExperimentDocument), small);
    expect(last.ghost.value !== null).toBe(isCompared);
  }
});

test("the difference is told as ratios to the centralised method, or as shares, where it is worth a word", () => {
  const row = (label: string, value: number, divergedAt: number | null = null): Latest => ({
    place: 0,
    label,
    kind: label === "C" ? "psgd" : label,
    communication: label === "C" ? "center" : "neighbors",
    value,
    low: NaN,
    high: NaN,
    divergedAt,
    settled: true,
    yardstick: label === "C",
  });
  const told = (before: Latest[], now: Latest[], share = false) =>
    difference(before, now, share).replaceAll(/\s/g, " ");
  const first = [row("C", 1), row("D", 46), row("E", 1)];
  expect(told(first, [row("C", 1), row("D", 16), row("E", 1.01)])).toBe("Before and now: D 46 × → 16 ×.");
  // What the yardstick has come to is what the change was about.
  expect(told(first, [row("C", 0.25), row("D", 11.5), row("E", 0.25)])).toBe(
    "C’s floor fell from 1.0 to 0.25, and the others’ with it.",
  );
  expect(told(first, [row("C", 0.25), row("D", 4), row("E", 0.25)])).toBe(
    "C’s floor fell from 1.0 to 0.25; as multiples of it, D 46 × → 16 ×.",
  );
  // Many methods are one clause.
  const [many, fewer] = [46, 5].map((by) => [
    row("C", 1),
    ...["D", "E", "F"].map((name, i) => row(name, by / (i + 1))),
  ]);
  expect(told(many!, [...fewer!.slice(0, 2), row("E", 20), row("F", 10)])).toBe(
    "Before and now: D 46 × → 5.0 ×; 2 others fell too, by less.",
  );
  expect(told([row("C", 1), row("D", 0.5), row("E", 1)], [row("C", 1), row("D", 0.91), row("E", 1)], true)).toBe(
    "Before and now: D 50 % → 91 %.",
  );
  expect(told([row("D", NaN, 7), row("E", 1e-3)], [row("D", 1e-3), row("E", 1e-4)])).toBe(
    "Before and now: D diverged → 0.0010, E 0.0010 → 1.0×10⁻⁴.",
  );
  expect(told([row("C", 1), row("D", 2)], [row("C", 1), row("D", 2.1)])).toBe("");
  // What has lost its yardstick, or has another one, is told by the errors: none fell that rose.
  const lost = [{ ...row("C", 70), yardstick: false }, row("D", 60), row("E", 65)];
  expect(told(first, lost)).toBe("Before and now: C 1.0 → 70; 2 others rose too, by less.");
  expect(told(first, [row("C", 70), row("D", 60), row("E", 65)])).toBe(
    "Before and now: C 1.0 → 70; 2 others rose too, by less.",
  );
  const up = [row("C", 5), row("D", 60), row("E", 2.5), row("F", 4)];
  expect(told([...first, row("F", 1)], up)).toBe(
    "C’s floor rose from 1.0 to 5.0; as multiples of it, D 46 × → 12 ×; 2 others changed, by less.",
  );
  // Who diverged is told first, and is not the greatest of those that did not.
  const four = ["D", "E", "F"].map((name) => row(name, 1));
  expect(told([row("X", NaN, 9), ...four], [row("X", 2), row("D", 1.5), row("E", 21), row("F", 0.5)])).toBe(
    "Before and now: X diverged → 2.0, E 1.0 → 21; 2 others changed, by less.",
  );
  expect(told(four, [row("D", NaN, 3), row("E", NaN, 3), row("F", 2)])).toBe(
    "Before and now: D and E now diverge, F 1.0 → 2.0.",
  );
});
