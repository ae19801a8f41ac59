// suda sweep: what it measures is what runs give; parts join to the same file; what is wrong is refused in words.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { documentsOf, endOf, readStudy } from "../../dist/lib/study.js";
import { curvesOf, folder, parseCsv, program, root, small, suda, until, write } from "./support.mjs";

const study = {
  version: 1,
  document: { ...small, trials: 3, methods: [{ kind: "psgd" }, { kind: "dsgd", label: "=DSGD, plain" }] },
  vary: [
    { path: "network.topology.agents", values: [4, 6, 8] },
    { path: "stepSize.value", values: [0.1, 0.2, 0.3] },
  ],
  over: "agents",
  metric: "optimalityGap",
};

function made(t) {
  const at = folder(t);
  write(at("study.json"), study);
  return at;
}

test("errors are the ends of the curves of the study’s documents", async (t) => {
  const at = made(t);
  const { status, stdout, stderr } = await suda("sweep", at("study.json"));
  assert.equal(status, 0, stderr);
  const [head, ...rows] = parseCsv(stdout);
  assert.equal(head.join(), "point,x,agents,gap,method,metric,error,low,high,settled,diverged,bound,study");
  assert.equal(rows.length, 3 * 2);
  const documents = documentsOf(readStudy(study));
  for (const [point, document] of documents.entries()) {
    assert.equal(document.network.topology.agents, [4, 6, 8][point]);
    const curves = await curvesOf(at("one.json"), document);
    for (const method of ["psgd", "'=DSGD, plain"]) {
      const mean = curves.filter((row) => row[1] === method).map((row) => Number(row[3]));
      const row = rows.find((line) => line[0] === String(point) && line[4] === method);
      assert.equal(row[1], row[2], "over the agents");
      assert.ok(Math.abs(Number(row[6]) / endOf(mean) - 1) < 1e-12, method);
      assert.ok(Number(row[7]) <= Number(row[6]) && Number(row[6]) <= Number(row[8]));
    }
  }
  assert.match(stderr, /psgd: slope \S+ \(95 % interval/);
});

test("parts, on any number of threads, join to the file of one sweep", async (t) => {
  const at = made(t);
  const whole = await suda("sweep", at("study.json"), "--threads", "1");
  await suda("sweep", at("study.json"), "--points", "1..3", "--out", at("b.csv"));
  await suda("sweep", at("study.json"), "--points", "0..1", "--threads", "3", "--out", at("a.csv"));
  const merged = await suda("sweep", at("study.json"), "--merge", at("b.csv"), at("a.csv"), "--out", at("all.csv"));
  assert.equal(merged.status, 0, merged.stderr);
  assert.equal(readFileSync(at("all.csv"), "utf8"), whole.stdout);

  const refusal = async (...paths) => {
    const { status, stderr, stdout } = await suda("sweep", at("study.json"), "--merge", ...paths.map(at));
    assert.equal(status, 2);
    assert.equal(stdout, "");
    return stderr;
  };
  assert.match(await refusal("b.csv"), /point 0 is missing/);
  writeFileSync(at("c.csv"), readFileSync(at("a.csv")));
  assert.match(await refusal("a.csv", "b.csv", "c.csv"), /point 0 is in .*a\.csv too/);
  writeFileSync(at("cut.csv"), readFileSync(at("a.csv"), "utf8").slice(0, -5));
  assert.match(await refusal("cut.csv", "b.csv"), /cut short/);
  write(at("study.json"), { ...study, metric: "gradientNorm" });
  assert.match(await refusal("a.csv", "b.csv"), /is of another study/);
});

/** Starts a sweep of nine points, and kills it as soon as one is there. */
async function killed(at) {
  const values = [4, 5, 6, 7, 8, 9, 10, 11, 12];
  const document = { ...study.document, iterations: 20_000 };
  const long = { ...study, document, vary: [{ path: "network.topology.agents", values }] };
  write(at("study.json"), long);
  const child = spawn(process.execPath, [program, "sweep", at("study.json"), "--out", at("all.csv")]);
  const lines = () =>
    existsSync(at("all.csv.partial")) ? readFileSync(at("all.csv.partial"), "utf8").split("\n") : [];
  await until(() => lines().length >= 4);
  child.kill("SIGKILL");
  await new Promise((done) => child.on("close", done));
  return { long, count: lines().length };
}

test("a sweep that was killed goes on with the points that are done, to the same file", async (t) => {
  const at = folder(t);
  const { long, count } = await killed(at);
  assert.ok(count < 2 + 9 * 2, "it was killed on the way");
  assert.ok(!existsSync(at("all.csv")));
  // Whatever a kill may leave: half a line, half a point.
  const partial = readFileSync(at("all.csv.partial"), "utf8");
  writeFileSync(at("all.csv.partial"), `${partial.split("\n").slice(0, 3).join("\n")}\n1,5`);
  const again = await suda("sweep", at("study.json"), "--out", at("all.csv"), "--resume");
  assert.equal(again.status, 0, again.stderr);
  assert.match(again.stderr, /^suda: 1 of 9 points are done already$/m);
  assert.ok(!existsSync(at("all.csv.partial")));
  const whole = await suda("sweep", at("study.json"));
  assert.equal(readFileSync(at("all.csv"), "utf8"), whole.stdout);
  assert.deepEqual(again.stderr.match(/^suda: .*slope.*$/gm), whole.stderr.match(/^suda: .*slope.*$/gm));
  // What is whole stays so, and costs nothing.
  const third = await suda("sweep", at("study.json"), "--out", at("all.csv"), "--resume");
  assert.match(third.stderr, /9 of 9 points are done already/);
  assert.equal(readFileSync(at("all.csv"), "utf8"), whole.stdout);

  write(at("study.json"), { ...long, metric: "gradientNorm" });
  const { status, stderr } = await suda("sweep", at("study.json"), "--out", at("all.csv"), "--resume");
  assert.equal(status, 2);
  assert.match(stderr, /all\.csv: is of another study, or of another version of SUDA, so that --resume cannot/);
  assert.equal(readFileSync(at("all.csv"), "utf8"), whole.stdout);
  assert.match((await suda("sweep", at("study.json"), "--resume")).stderr, /--resume: needs --out/);
});

test("each method's best step size is the best of those that runs find, and lies between its neighbours", async (t) => {
  const at = folder(t);
  const { over: _over, vary: _vary, ...rest } = study;
  const asked = { ...rest, bestStep: { from: 0.05, to: 20, steps: 7, refine: 3 } };
  write(at("study.json"), asked);
  const { status, stdout, stderr } = await suda("sweep", at("study.json"), "--out", "-");
  assert.equal(status, 0, stderr);
  const [head, ...rows] = parseCsv(stdout);
  assert.equal(head.join(), "point,x,agents,gap,method,metric,step,stepFrom,stepTo,error,low,high,settled,atEnd,study");
  assert.equal(rows.length, 2);
  const errorsAt = async (value) => {
    const document = { ...study.document, metrics: ["optimalityGap"], record: { points: 60 } };
    const stepSize = { kind: "constant", value: Number(value) };
    const curves = await curvesOf(at("one.json"), { ...document, stepSize });
    return ["psgd", "'=DSGD, plain"].map((method) =>
      endOf(curves.filter((row) => row[1] === method).map((row) => Number(row[3]))),
    );
  };
  for (const [m, row] of rows.entries()) {
    const [, , agents, , , metric, step, from, to, error, low, high, , atEnd] = row;
    assert.deepEqual([agents, metric, atEnd], ["6", "optimalityGap", "false"]);
    assert.ok(Number(from) <= Number(step) && Number(step) <= Number(to));
    assert.ok(0 < Number(low) && Number(low) < Number(error) && Number(error) < Number(high));
    const [here, below, above] = [await errorsAt(step), await errorsAt(0.8 * step), await errorsAt(1.25 * step)];
    assert.ok(Math.abs(Number(error) / here[m] - 1) < 1e-12, `${error} ${here[m]}`);
    assert.ok(here[m] <= below[m] && here[m] <= above[m], `${below[m]} ${here[m]} ${above[m]}`);
  }
});

test("what is wrong with a study is named with its path", async (t) => {
  const at = folder(t);
  for (const [change, words] of [
    [{ vary: [] }, /vary: must be a list/],
    [
      { vary: [{ path: "stepSize.value", values: [0] }], over: "value" },
      /vary\[0\]\.values\[0\]: must be a number above 0/,
    ],
    [{ vary: [study.vary[0], { path: "stepSize.value", values: [1] }] }, /vary\[1\]\.values: must be as many/],
    [
      { vary: [{ path: "nothing.there", values: [1] }] },
      /vary\[0\]\.path: nothing\.there: the document has no such field/,
    ],
    [{ vary: [{ path: "__proto__.x", values: [1] }] }, /vary\[0\]\.path: must be a path/],
    [{ vary: [{ path: "constructor.x", values: [1] }] }, /no such field/],
    [{ vary: [{ path: "methods[7].laziness", values: [0.5] }] }, /no such field/],
    [{ vary: [{ path: "stepSize.value", values: [-1] }] }, /point 0: stepSize\.value/],
    [{ over: "time" }, /over: must be one of/],
    [{ extra: 1 }, /extra: is no field/],
    [{ metric: "nothing" }, /metrics\[0\]/],
    [{ bestStep: { steps: 2 } }, /bestStep\.steps: must be a whole number from 3 to 200/],
    [{ bestStep: { from: 2, to: 1 } }, /bestStep\.to: must be above bestStep\.from/],
    [{ bestStep: { level: 1 } }, /bestStep\.level: is no field/],
    [{ bestStep: {}, transient: { table: "pl" }, metric: undefined }, /bestStep: of transient times K says/],
    [{ transient: { table: "pl" } }, /metric: of transient times the table says it/],
    [{ transient: { table: "one" }, metric: undefined }, /transient\.table: must be nonconvex or pl/],
    [{ transient: { table: "pl", factor: 1 }, metric: undefined }, /transient\.factor: must be a number above 1/],
    [{ transient: { table: "pl", longest: 1e12 }, metric: undefined }, /transient\.longest: must be a whole number/],
    [{ transient: { table: "pl", trials: 3 }, metric: undefined }, /transient\.trials: is no field/],
    [
      { transient: { table: "pl" }, metric: undefined, document: { ...study.document, methods: [{ kind: "dsgd" }] } },
      /document\.methods: must hold psgd once/,
    ],
    [
      {
        transient: { table: "pl" },
        metric: undefined,
        document: {
          ...study.document,
          methods: [{ kind: "psgd" }, { kind: "dsgd", stepSize: { kind: "constant", value: 1 } }],
        },
      },
      /document\.methods\[1\]\.stepSize: of transient times K says/,
    ],
  ]) {
    write(at("study.json"), { ...study, ...change });
    const { status, stderr } = await suda("sweep", at("study.json"));
    assert.equal(status, 2, JSON.stringify(change));
    assert.match(stderr, words);
  }
  assert.equal((await suda("sweep")).status, 2);
  assert.equal((await suda("sweep", at("study.json"), "--points", "2..1")).status, 2);
});

test("over 1/(1 - λ), a network that changes stands at the λ of its mean", async (t) => {
  const at = folder(t);
  const network = { topology: { kind: "ring", agents: 6 }, weights: { rule: "metropolis" } };
  const gaps = async (changes, path, values) => {
    const document = { ...small, network: { ...network, changes } };
    const vary = [{ path, values }];
    write(at("study.json"), { version: 1, over: "inverseGap", vary, document });
    const { status, stdout, stderr } = await suda("sweep", at("study.json"));
    assert.equal(status, 0, stderr);
    const rows = parseCsv(stdout).slice(1);
    for (const [, x, , gap] of rows) assert.equal(Number(x), 1 / Number(gap));
    return values.map((_, point) => Number(rows.find((row) => row[0] === String(point))[3]));
  };
  const near = (found, wanted) => {
    for (const [i, gap] of found.entries()) assert.ok(Math.abs(gap - wanted[i]) < 1e-12, `${gap}`);
  };
  // 1 - λ of a ring of 6 with weights of 1/3 is 1/3; each link is there in a share 1 - p of the iterations.
  const failing = { kind: "linkFailures", probability: 0.1 };
  near(await gaps(failing, "network.changes.probability", [0.1, 0.5]), [0.9 / 3, 0.5 / 3]);
  // The ring and a lazier one in turn.
  const cycle = { kind: "cycle", networks: [{ ...network, laziness: 0.1 }] };
  near(await gaps(cycle, "network.changes.networks[0].laziness", [0.1, 0.5]), [1.9 / 6, 1.5 / 6]);
});

test("the studies of docs/instruments.md show the slopes that it tells", async (t) => {
  const page = readFileSync(join(root, "docs/instruments.md"), "utf8");
  const examples = [...page.matchAll(/```js\n(\{\n {2}"version": 1,\n {2}"over".*?)```/gs)].map(
    ([, example]) => example,
  );
  assert.equal(examples.length, 2);
  const at = folder(t);
  const told = [];
  for (const example of examples) {
    writeFileSync(at("study.json"), example);
    const { status, stderr } = await suda("sweep", at("study.json"), "--out", at("floors.csv"));
    assert.equal(status, 0, stderr);
    told.push(...stderr.trimEnd().split("\n"));
  }
  assert.deepEqual(told, page.match(/^suda: .*: slope .*$/gm));
});
