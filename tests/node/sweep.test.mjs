// suda sweep: what it measures is what runs give; parts join to the same file; what is wrong is refused in words.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { documentsOf, endOf, readStudy } from "../../dist/lib/study.js";
import { folder, root, small, suda } from "./support.mjs";

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
  writeFileSync(at("study.json"), JSON.stringify(study));
  return at;
}

const cells = (line) =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) => quoted ?? plain);

test("errors are the ends of the curves of the study’s documents", async (t) => {
  const at = made(t);
  const { status, stdout, stderr } = await suda("sweep", at("study.json"));
  assert.equal(status, 0, stderr);
  const [head, ...lines] = stdout.trimEnd().split("\n");
  assert.equal(head, "point,x,agents,gap,method,metric,error,low,high,settled,diverged,bound,study");
  assert.equal(lines.length, 3 * 2);
  const documents = documentsOf(readStudy(study));
  for (const [point, document] of documents.entries()) {
    assert.equal(document.network.topology.agents, [4, 6, 8][point]);
    writeFileSync(at("one.json"), JSON.stringify(document));
    const curves = (await suda("run", at("one.json"))).stdout.trimEnd().split("\n").slice(1).map(cells);
    for (const method of ["psgd", "'=DSGD, plain"]) {
      const mean = curves.filter((row) => row[1] === method).map((row) => Number(row[3]));
      const row = lines.map(cells).find((line) => line[0] === String(point) && line[4] === method);
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
  writeFileSync(at("study.json"), JSON.stringify({ ...study, metric: "gradientNorm" }));
  assert.match(await refusal("a.csv", "b.csv"), /is of another study/);
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
  ]) {
    writeFileSync(at("study.json"), JSON.stringify({ ...study, ...change }));
    const { status, stderr } = await suda("sweep", at("study.json"));
    assert.equal(status, 2, JSON.stringify(change));
    assert.match(stderr, words);
  }
  assert.equal((await suda("sweep")).status, 2);
  assert.equal((await suda("sweep", at("study.json"), "--points", "2..1")).status, 2);
});

test("the study of docs/instruments.md shows the slopes that it tells", async (t) => {
  const page = readFileSync(join(root, "docs/instruments.md"), "utf8");
  const [, example] = /```js\n(\{\n {2}"version": 1,\n {2}"over".*?)```/s.exec(page);
  const at = folder(t);
  writeFileSync(at("study.json"), example);
  const { status, stderr } = await suda("sweep", at("study.json"), "--out", at("floors.csv"));
  assert.equal(status, 0, stderr);
  for (const line of stderr.trimEnd().split("\n")) assert.ok(page.includes(line), `docs/instruments.md lacks: ${line}`);
});
