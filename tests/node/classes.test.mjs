// Several classes in the module and the runner: digits, which are a file of their own, and what models say of any input.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import init, { Experiment, checkDocument, loadDigits } from "../../dist/lib/suda.js";
import { folder, root, small, suda, wasmBytes } from "./support.mjs";

const digits = {
  ...small,
  trials: 1,
  iterations: 40,
  record: { every: 20 },
  network: { topology: { kind: "ring", agents: 10 }, weights: { rule: "metropolis" } },
  problem: {
    kind: "neuralNetwork",
    hidden: [16],
    classes: 10,
    data: { kind: "digits", samplesPerAgent: 100, split: { kind: "byLabel" } },
  },
  gradient: { noise: "none" },
  stepSize: { kind: "constant", value: 0.5 },
  start: { kind: "commonRandom" },
  methods: [{ kind: "psgd" }, { kind: "local" }],
};

before(() => init(wasmBytes()));

test("a document of digits is refused until the module has their images", () => {
  checkDocument(digits);
  assert.throws(() => new Experiment(digits), {
    message: "problem.data: the images of handwritten digits are not loaded: loadDigits takes the bytes of digits.txt",
  });
  assert.throws(() => loadDigits(new TextEncoder().encode("3 0")), /^Error: digits: line 1 of the file is no image$/);
  loadDigits(readFileSync(join(root, "dist/lib/digits.txt")));
  const experiment = new Experiment(digits);
  const { classes, tests, dimension } = experiment.describe();
  assert.equal(dimension, 1210);
  assert.equal(tests, 797);
  assert.deepEqual(
    classes,
    Array.from({ length: 10 }, (_, label) => ({ label, name: String(label), samples: 100 })),
  );
  assert.equal(experiment.outputs, 10);
  experiment.advance(40);
  const { features, labels } = experiment.samples(7);
  assert.ok(labels.every((label) => label === 7));
  const scores = experiment.scores("local", 0, 7, features.subarray(0, 128));
  assert.equal(scores.length, 20);
  for (const row of [scores.subarray(0, 10), scores.subarray(10)]) {
    assert.ok(Math.abs(row.reduce((sum, p) => sum + p) - 1) < 1e-12);
    assert.equal(row.indexOf(Math.max(...row)), 7, "an agent alone says what it has seen");
  }
  assert.throws(() => experiment.scores(0, 0, "mean", [1, 2]), /inputs: must be rows of 64 features, got 2 numbers/);
  experiment.free();
});

test("scores of two classes are 1 - p and p", () => {
  const experiment = new Experiment({ ...small, trials: 1 });
  experiment.advance(30);
  const x = experiment.iterates(0, 0).subarray(0, 3);
  const [q, p] = experiment.scores(0, 0, 0, [1, -2, 0.5]);
  assert.ok(Math.abs(p - 1 / (1 + Math.exp(-(x[0] - 2 * x[1] + 0.5 * x[2])))) < 1e-14);
  assert.ok(Math.abs(p + q - 1) < 1e-14);
  experiment.free();
});

test("the runner reads the images where a document asks for them", async (t) => {
  const at = folder(t);
  const file = at("digits.json");
  writeFileSync(file, JSON.stringify({ ...digits, metrics: ["meanTestAccuracy"] }));
  const { status, stdout, stderr } = await suda("run", file, "--threads", "2");
  assert.equal(status, 0, stderr);
  const last = stdout
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("40,"))
    .map((line) => Number(line.split(",")[3]));
  assert.ok(last[0] > 0.5 && last[1] < 0.15, stdout);
});
