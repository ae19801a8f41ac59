// What the module answers, in value and in type: of some documents of every kind the digest of each answer, in which
// -0 is not 0, a Float64Array is no Array, null is not undefined, and an object is plain. A change that is meant is
// written down by `ANSWERS=write node --test tests/node/answers.test.mjs`.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import init, * as suda from "../../dist/lib/suda.js";
import { small, wasmBytes } from "./support.mjs";

const file = new URL("answers.json", import.meta.url);
const write = process.env.ANSWERS === "write";
const read = (url) => JSON.parse(readFileSync(new URL(url, import.meta.url), "utf8"));
const expected = write ? {} : read(file);
const found = {};
const { experiments, networks } = documents();

function documents() {
  const pinned = Object.fromEntries(read("../bits/experiments.json").map(({ name, document }) => [name, document]));
  const ring = (agents) => ({ topology: { kind: "ring", agents }, weights: { rule: "metropolis" } });
  const csv = {
    kind: "csv",
    text: "h,v,class\n1,5,yes\n2,5,no\n?,5,yes\n3,5\n4,5,yes\n",
    labelColumn: "class",
    standardize: true,
  };
  const experiments = {
    ...pinned,
    "rows skipped": { ...small, network: ring(2), problem: { kind: "logistic", data: csv } },
    "no optimum": { ...small, metrics: ["consensus"], trials: 1, name: "a", seed: 2 ** 53 - 1 },
    "exact gradients, one method": {
      ...small,
      gradient: { noise: "none" },
      network: { ...ring(6), laziness: 0.5 },
      methods: [{ kind: "exactDiffusion" }],
    },
    "diverges at once": { ...small, stepSize: { kind: "constant", value: 1e6 }, problem: leastSquares() },
    "no iterations": { ...small, iterations: 0, record: { logPoints: 5 } },
  };
  const networks = {
    apart: { topology: { kind: "explicit", agents: 4, edges: [[0, 1]] }, weights: { rule: "metropolis" } },
    placed: { topology: { kind: "randomGeometric", agents: 12, radius: 0.5 }, weights: { rule: "laplacian" } },
    large: ring(600),
  };
  return { experiments, networks };
}

function leastSquares() {
  return { kind: "leastSquares", dimension: 2, samplesPerAgent: 3, heterogeneity: 1 };
}

/** The text of a value that tells all types and bits apart. */
function text(value) {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (value === null || ["string", "boolean", "undefined"].includes(typeof value))
    return JSON.stringify(value) ?? "undefined";
  if (value instanceof Error) return `Error ${JSON.stringify(value.message)}`;
  const list = (values) => Array.from(values, text).join();
  if (Array.isArray(value)) return `[${list(value)}]`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}[${list(value)}]`;
  assert.equal(Object.getPrototypeOf(value), Object.prototype, `${value} is plain data`);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${name}:${text(value[name])}`)
    .join()}}`;
}

function attempt(call) {
  try {
    return call();
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
}

const digests = (answers) =>
  Object.fromEntries(
    Object.entries(answers).map(([what, call]) => [
      what,
      createHash("sha256")
        .update(text(attempt(call)))
        .digest("hex")
        .slice(0, 16),
    ]),
  );

/** All answers about an experiment that has run. */
function answers(document) {
  const last = document.trials - 1;
  const run = new suda.Experiment(document);
  const half = new suda.Experiment(document, { trials: [last, last + 1], methods: [0] });
  const first = run.curves();
  const done = [run, half].map((experiment) => experiment.advance(document.iterations));
  const of = (call) => document.methods.map((_, method) => attempt(() => call(method)));
  return {
    sizes: () => [run.iteration, run.dimension, ...done],
    describe: () => run.describe(),
    network: () => run.network(),
    first: () => first,
    curves: () => run.curves(),
    records: () => [run.records(0), run.records(3), half.records(0), half.records(1e9)],
    iterates: () => of((method) => run.iterates(method, last)),
    agentValues: () => of((method) => run.agentValues(method, 0)),
    localOptimum: () => [run.localOptimum(0), attempt(() => run.localOptimum(1e6))],
    valuesAt: () => run.valuesAt(new Float64Array(2 * run.dimension).fill(0.25)),
    theory: () => of((method) => run.theory(method)),
    tables: () => run.tables(),
    expected: () => of((method) => run.expected(method)),
    runningAverage: () => of((method) => run.runningAverage(method)),
    elsewhere: () => [attempt(() => half.iterates("nobody", 0)), attempt(() => half.iterates(0, 1e6))],
  };
}

function same(name, actual) {
  found[name] = actual;
  if (!write) assert.deepEqual(actual, expected[name]);
}

before(() => init(wasmBytes()));

for (const [name, document] of Object.entries(experiments))
  test(name, () => same(name, digests(answers({ trials: 1, ...document }))));

test("networks by themselves", () => {
  const named = Object.entries(networks).map(([name, network]) => [name, () => suda.describeNetwork(network, "5")]);
  same("networks", digests(Object.fromEntries(named)));
});

test("functions of numbers", () => {
  const gaps = [0.5, 0.2, 0.1, 0.05];
  same(
    "numbers",
    digests({
      summarize: () => suda.summarize(new Float64Array([1, 2, 4, 4, 3, NaN, -0, -0]), 4),
      at: () => suda.transientTime([10, 100, 1000], [8, 4, 1], [1, 1, 1], 2),
      atMost: () => suda.transientTime([10, 100], [1, 1], [1, 1], 2),
      moreThan: () => suda.transientTime([10, 100], [1, 9], [1, 1], 2),
      never: () => suda.transientTime([], [], [], 2),
      slope: () => suda.transientSlope(gaps, [...gaps.slice(0, 3).map((gap) => gap ** -2), NaN]),
      noSlope: () => suda.transientSlope([0.5], [3]),
      checked: () => suda.checkDocument(small),
    }),
  );
});

test("what can be chosen from", () => {
  same("catalog", digests({ catalog: suda.catalog }));
  same("presets", digests({ presets: suda.presets }));
});

test("the digests are written", { skip: !write }, () => writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`));
