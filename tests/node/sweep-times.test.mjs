// suda sweep of transient times: what it reads off is what runs give; parts join to the same file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { readStudy } from "../../dist/lib/study.js";
import { probesOf } from "../../dist/lib/transient.js";
import { curvesOf, folder, small, suda, wasmBytes, write } from "./support.mjs";

/** μ of the document's costs. */
async function constants(document) {
  const { default: init, Experiment } = await import("../../dist/lib/suda.js");
  await init(wasmBytes());
  const experiment = new Experiment(document);
  const { plConstant: mu } = experiment.theory(0);
  experiment.free();
  return { mu };
}

/** Small rings, as Table 2's setting has them, with few trials. */
const times = {
  version: 1,
  document: {
    ...small,
    trials: 2,
    problem: {
      kind: "leastSquares",
      dimension: 2,
      samplesPerAgent: 4,
      heterogeneity: 0.05,
      conditionNumber: 1,
      commonHessian: true,
    },
    gradient: { noise: "gaussian", variance: 1 },
    methods: [
      { kind: "dsgd" },
      { kind: "psgd" },
      { kind: "uda", a: [0, 1], bSquared: [1, -1], c: [1], laziness: 0.5, label: "by hand" },
    ],
  },
  vary: [{ path: "network.laziness", values: [0, 0.25, 0.5] }],
  over: "inverseGap",
  transient: { table: "pl", factor: 2, longest: 2_000 },
};

test("transient times are read off runs of ever more iterations, with the step size of the corollary", async (t) => {
  const at = folder(t);
  write(at("study.json"), times);
  const { status, stdout, stderr } = await suda("sweep", at("study.json"));
  assert.equal(status, 0, stderr);
  const [head, ...lines] = stdout.trimEnd().split("\n");
  assert.equal(head, "point,x,agents,gap,method,kind,iterations,order,study");
  const rows = lines.map((line) => line.split(","));
  assert.deepEqual(
    rows.map(([point, , , , method]) => `${point} ${method}`),
    ["0 dsgd", "0 by hand", "1 dsgd", "1 by hand", "2 dsgd", "2 by hand"],
  );
  // Anew, by suda run: the ratios at the K that are tried, and where the last one outside of the factor is left behind.
  const [, document] = probesOf(readStudy(times));
  assert.equal(document.network.laziness, 0.25);
  const { mu } = await constants(document);
  const outside = [];
  const tried = [];
  for (let k = 20, within = 0; k <= 2_000 && within < 3; k = Math.ceil(1.5 * k)) {
    const record = { every: Math.ceil(k / 40) };
    const stepSize = { kind: "constant", value: (2 * Math.log(k * k)) / (mu * k) };
    const curves = await curvesOf(at("one.json"), { ...document, iterations: k, record, stepSize });
    const [dsgd, best] = ["dsgd", "psgd"].map((method) => {
      const late = curves.filter((row) => row[1] === method && Number(row[0]) >= 0.75 * k).map((row) => Number(row[3]));
      return late.reduce((sum, value) => sum + value, 0) / late.length;
    });
    tried.push(k);
    const isOutside = dsgd > 2 * best;
    if (isOutside) outside.push(k);
    within = isOutside ? 0 : within + 1;
  }
  const [, , agents, gap, , kind, iterations, order] = rows[2];
  assert.equal(agents, "6");
  assert.equal(kind, "at");
  const last = outside.at(-1);
  const next = tried[tried.indexOf(last) + 1];
  assert.ok(last < Number(iterations) && Number(iterations) <= next, `${last} ${iterations} ${next}`);
  // Table 2 has n/(1-λ)² for DSGD; of other kinds it does not speak.
  assert.ok(Math.abs(Number(order) / (6 / Number(gap) ** 2) - 1) < 1e-12);
  assert.equal(rows[3][7], "");
  assert.match(stderr, /^suda: dsgd: slope \S+ .*, the theory's 2$/m);
});

test("parts of a study of times join to the file of one sweep, too", async (t) => {
  const at = folder(t);
  write(at("study.json"), times);
  const whole = await suda("sweep", at("study.json"), "--threads", "1");
  for (const points of ["0..1", "1..3"])
    assert.equal((await suda("sweep", at("study.json"), "--points", points, "--out", at(`${points}.csv`))).status, 0);
  const merged = await suda("sweep", at("study.json"), "--merge", at("1..3.csv"), at("0..1.csv"));
  assert.equal(merged.stdout, whole.stdout);
  const [head, first, ...rest] = readFileSync(at("0..1.csv"), "utf8").split("\n");
  writeFileSync(at("short.csv"), [head, ...rest].join("\n"));
  const { status, stderr } = await suda("sweep", at("study.json"), "--merge", at("1..3.csv"), at("short.csv"));
  assert.equal(status, 2);
  assert.match(stderr, /short\.csv: point 0 has 1 of 2 methods/);
  assert.ok(first.includes(",dsgd,"));
});
