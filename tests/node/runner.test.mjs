import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import init, { Experiment, fingerprint, version } from "../../dist/lib/suda.js";
import { folder, parseCsv, refuses, small, suda, wasmBytes, write } from "./support.mjs";

before(() => init(wasmBytes()));

async function succeeds(...args) {
  const result = await suda(...args);
  assert.deepEqual([result.status, result.stderr], [0, ""]);
  return result;
}

/** Status 0, and lines on standard error that match, one for each pattern. */
async function warns(patterns, ...args) {
  const result = await suda(...args);
  const { status, stderr } = result;
  assert.equal(status, 0, stderr);
  const lines = stderr.trimEnd().split("\n");
  assert.equal(lines.length, patterns.length, stderr);
  for (const [i, pattern] of patterns.entries()) assert.match(lines[i], pattern);
  return result;
}

const nameOf = (document) => `suda-${version()}-${fingerprint(document).slice(0, 16)}`;

/** The curves of one instance that computes everything, as the rows that the CSV must hold. */
function expectedRows(document) {
  const experiment = new Experiment(document);
  experiment.advance(document.iterations);
  const { iterations, series } = experiment.curves();
  return Array.from(iterations).flatMap((iteration, i) =>
    series.map(({ method, metric, mean, low, high }) =>
      [iteration, method, metric, mean[i], low[i], high[i], nameOf(document)].map(String),
    ),
  );
}

test("the curves are those of one instance, to the last bit, on any number of threads", async (t) => {
  const at = folder(t);
  const file = write(at("experiment.json"), small);
  await succeeds("run", file, "--out", at("one.csv"), "--threads", "1");
  const text = readFileSync(at("one.csv"), "utf8");
  const [header, ...rows] = parseCsv(text);
  assert.deepEqual(header, ["iteration", "method", "metric", "mean", "low", "high", "experiment"]);
  assert.deepEqual(rows, expectedRows(small));
  for (const threads of ["2", "7", "20"]) {
    await succeeds("run", file, "--out", at("many.csv"), "--threads", threads);
    assert.equal(readFileSync(at("many.csv"), "utf8"), text, `${threads} threads`);
  }
  assert.equal((await succeeds("run", file)).stdout, text, "standard output");
});

/** Methods that send unlike each other, on a clock whose times are random. */
const costly = {
  ...small,
  clock: { compute: { kind: "exponential", mean: 0.5 }, latency: 0.01, bandwidth: 1e5 },
  methods: [
    { kind: "dsgd", localSteps: 3 },
    { kind: "gradientTracking", compression: { kind: "quantize", bits: 6 }, momentum: 0.5 },
    { kind: "psgd" },
  ],
};

test("what was sent and how long it took are a second table, the same on any number of threads and from shards", async (t) => {
  const at = folder(t);
  const file = write(at("experiment.json"), costly);
  await succeeds("run", file, "--out", at("c.csv"), "--communication", at("one.csv"), "--threads", "1");
  const text = readFileSync(at("one.csv"), "utf8");
  const [header, ...rows] = parseCsv(text);
  assert.deepEqual(header, ["iteration", "method", "rounds", "vectors", "bits", "seconds", "experiment"]);
  const experiment = new Experiment(costly);
  experiment.advance(costly.iterations);
  const { iterations, communication } = experiment.curves();
  const expected = Array.from(iterations).flatMap((iteration, i) =>
    communication.map(({ method, rounds, vectors, bits, seconds }) =>
      [iteration, method, rounds[i], vectors[i], bits[i], seconds[i], nameOf(costly)].map(String),
    ),
  );
  assert.deepEqual(rows, expected);
  await succeeds("run", file, "--out", at("c.csv"), "--communication", at("many.csv"), "--threads", "7");
  assert.equal(readFileSync(at("many.csv"), "utf8"), text);
  await succeeds("run", file, "--trials", "0..1", "--out", at("a.jsonl"));
  await succeeds("run", file, "--trials", `1..${costly.trials}`, "--out", at("b.jsonl"));
  const merged = ["merge", at("b.jsonl"), at("a.jsonl"), "--out", at("m.csv"), "--communication", at("merged.csv")];
  await succeeds(...merged);
  assert.equal(readFileSync(at("merged.csv"), "utf8"), text);
  assert.equal(readFileSync(at("m.csv"), "utf8"), readFileSync(at("c.csv"), "utf8"));
  // Without a clock nothing is said of seconds.
  const plain = { ...costly, clock: null };
  await succeeds("run", write(at("plain.json"), plain), "--out", at("c.csv"), "--communication", at("plain.csv"));
  const [, first] = parseCsv(readFileSync(at("plain.csv"), "utf8"));
  assert.deepEqual(first, ["0", "dsgd", "0", "0", "0", "", nameOf(plain)]);
  await refuses(
    /--communication: goes with suda merge/,
    "run",
    file,
    "--trials",
    "0..1",
    "--communication",
    at("x.csv"),
  );
});

/** Plain W, of which the smallest eigenvalue is below -1/3: Exact-Diffusion diverges on it, the others do not. */
const diverging = {
  ...small,
  trials: 2,
  iterations: 200,
  network: { topology: { kind: "grid", rows: 6, columns: 6 }, weights: { rule: "metropolis" } },
  methods: [{ kind: "dsgd" }, { kind: "exactDiffusion" }],
};

test("a method that diverges has NaN in its curves and the others are untouched", async (t) => {
  const at = folder(t);
  await warns(
    [
      /^suda: warning: methods\[1\]: exactDiffusion diverges on this network .*; take \(I\+W\)\/2 \(laziness 0\.5\)/,
      /^suda: methods\[1\]: exactDiffusion diverged in 2 of 2 trials, first at iteration \d+$/,
    ],
    "run",
    write(at("experiment.json"), diverging),
    "--out",
    at("curves.csv"),
  );
  const [, ...rows] = parseCsv(readFileSync(at("curves.csv"), "utf8"));
  assert.deepEqual(rows, expectedRows(diverging));
  const broken = new Set(rows.filter((row) => row[3] === "NaN").map((row) => row[1]));
  assert.deepEqual([...broken], ["exactDiffusion"]);
});

test("iterates are those of trial 0 after the last iteration, as [method][agent][coordinate]", async (t) => {
  const at = folder(t);
  await succeeds("run", write(at("e.json"), small), "--out", at("c.csv"), "--iterates", at("i.json"), "--threads", "9");
  const { iterates, ...identity } = JSON.parse(readFileSync(at("i.json"), "utf8"));
  assert.deepEqual(identity, { version: version(), fingerprint: fingerprint(small) });
  const experiment = new Experiment(small);
  experiment.advance(small.iterations);
  assert.deepEqual(
    iterates.map((rows) => [rows.length, rows[0].length]),
    [
      [6, 3],
      [6, 3],
      [6, 3],
    ],
  );
  for (const [m, rows] of iterates.entries()) assert.deepEqual(rows.flat(), Array.from(experiment.iterates(m, 0)));
});

test("shards merge into exactly the curves of one run, in any order", async (t) => {
  const at = folder(t);
  const file = write(at("e.json"), small);
  const shards = [];
  for (const range of ["0..1", "1..4", "4..5"]) {
    shards.unshift(at(`${range}.jsonl`));
    await succeeds("run", file, "--trials", range, "--out", shards[0]);
  }
  await succeeds("run", file, "--out", at("whole.csv"));
  await succeeds("merge", ...shards, "--out", at("merged.csv"));
  assert.equal(readFileSync(at("merged.csv"), "utf8"), readFileSync(at("whole.csv"), "utf8"));
});

test("numbers that are not finite survive shards", async (t) => {
  const at = folder(t);
  const file = write(at("e.json"), diverging);
  const said = (where) => [/^suda: warning: methods\[1\]/, new RegExp(`^suda: methods.*diverged${where} at iteration`)];
  for (const range of ["0..1", "1..2"]) await warns(said(","), "run", file, "--trials", range, "--out", at(range));
  const whole = await warns(said(" in 2 of 2 trials, first"), "run", file);
  assert.equal((await succeeds("merge", at("0..1"), at("1..2"))).stdout, whole.stdout);
});

test("merge refuses shards that do not make one whole run", async (t) => {
  const at = folder(t);
  const file = write(at("e.json"), small);
  const other = write(at("other.json"), { ...small, seed: "8" });
  for (const range of ["0..2", "2..5", "3..5"]) await succeeds("run", file, "--trials", range, "--out", at(range));
  await succeeds("run", other, "--trials", "2..5", "--out", at("foreign"));
  const whole = readFileSync(at("2..5"), "utf8");
  writeFileSync(at("short"), whole.slice(0, -40));
  writeFileSync(at("shorter"), whole.slice(0, whole.lastIndexOf("\n", whole.length - 2) + 1));
  await refuses(/trials 2\.\.3 are missing/, "merge", at("0..2"), at("3..5"));
  await refuses(/trials 2\.\.5 are missing/, "merge", at("0..2"));
  await refuses(/trials 0\.\.2 are missing/, "merge", at("2..5"));
  await refuses(/trial 3 is in another shard too/, "merge", at("0..2"), at("2..5"), at("3..5"));
  await refuses(/another experiment/, "merge", at("0..2"), at("foreign"));
  await refuses(/cut short/, "merge", at("0..2"), at("short"), "--out", at("none.csv"));
  await refuses(/cut short/, "merge", at("0..2"), at("shorter"), "--out", at("none.csv"));
  assert.ok(!existsSync(at("none.csv")));
  await refuses(/not a shard/, "merge", file);
  await refuses(/no such file/, "merge", at("absent"));
  await refuses(/takes shards/, "merge");
});

test("bad documents and command lines end with status 2 and one line", async (t) => {
  const at = folder(t);
  const file = write(at("e.json"), small);
  const bad = (changes) => write(at("bad.json"), { ...small, ...changes });
  await refuses(
    /methods\[0\]\.laziness/,
    "run",
    bad({ methods: [{ kind: "psgd", laziness: 1.5 }] }),
    "--out",
    at("none.csv"),
  );
  await refuses(
    /network\.topology/,
    "run",
    bad({ network: { ...small.network, topology: { kind: "moebius" } } }),
    "--out",
    at("none.csv"),
  );
  assert.ok(!existsSync(at("none.csv")));
  writeFileSync(at("text.json"), '{"version": 1,\n nonsense');
  await refuses(/./, "run", at("text.json"));
  await refuses(/no such file/, "run", at("absent.json"));
  await refuses(/0\.\.5/, "run", file, "--trials", "3..6");
  await refuses(/0\.\.5/, "run", file, "--trials", "3..3");
  await refuses(/must be a range/, "run", file, "--trials", "3-4");
  await refuses(/trial 0/, "run", file, "--trials", "1..2", "--iterates", at("i.json"));
  await refuses(/--threads/, "run", file, "--threads", "0");
  await refuses(/--colour/, "run", file, "--colour");
  await refuses(/takes one document/, "run");
  await refuses(/no command fly/, "fly");
});
