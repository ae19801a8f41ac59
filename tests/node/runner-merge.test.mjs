// `suda merge`: shards that are damaged are refused, and many are merged.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { folder, place, refuses, shell, small, suda } from "./support.mjs";

test("merge checks every shard whole before it writes a byte", async (t) => {
  const { at, dir, whole } = await place(t);
  for (const range of ["0..2", "2..5"]) await suda("run", at("e.json"), "--trials", range, "--out", at(range));
  const good = readFileSync(at("2..5"), "utf8");
  const lines = good.trimEnd().split("\n");
  const head = JSON.parse(lines[0]);
  const damaged = async (pattern, change) => {
    const next = structuredClone({ head, points: lines.slice(1).map((line) => JSON.parse(line)) });
    const text = change(next) ?? `${[next.head, ...next.points].map((line) => JSON.stringify(line)).join("\n")}\n`;
    writeFileSync(at("bad"), text);
    await refuses(pattern, "merge", at("0..2"), at("bad"));
    await refuses(pattern, "merge", at("bad"), at("0..2"), "--out", at("none.csv"));
    assert.ok(!existsSync(at("none.csv")));
  };
  const value =
    (given) =>
    ({ points }) => {
      points.at(-1)[4] = given;
    };
  await damaged(/line 11: null is no number/, value(null));
  await damaged(/line 11: \[\] is no number/, value([]));
  await damaged(/line 11: "abc" is no number/, value("abc"));
  await damaged(/line 11: "1" is no number/, value("1"));
  await damaged(/line 11: true is no number/, value(true));
  await damaged(/line 3: iteration 7 expected, found 777/, ({ points }) => {
    points[1][0] = 777;
  });
  await damaged(/line 3: iteration 7 expected, found null/, ({ points }) => {
    points[1][0] = null;
  });
  await damaged(/line 4: \d+ numbers expected/, ({ points }) => void points[2].pop());
  await damaged(/follows the last point/, ({ points }) => void points.push(points.at(-1)));
  await damaged(/follows the last point/, () => `${good}# more\n`);
  await damaged(/follows the last point/, () => `${good}\n\n x`);
  await damaged(/cut short/, () => good.slice(0, -30));
  await damaged(/cut short/, () => `${lines.slice(0, -1).join("\n")}\n`);
  await damaged(/damaged/, () => good.replace("\n[7,", "\n[7;"));
  await damaged(/is of version 9\.9\.9/, ({ head }) => {
    head.version = "9.9.9";
  });
  await damaged(/methods or metrics/, ({ head }) => {
    head.methods[0] = "best";
  });
  await damaged(/methods or metrics/, ({ head }) => void head.metrics.reverse());
  await damaged(/another number of points/, ({ head }) => void head.points--);
  await damaged(/its document: iterations: must be/, ({ head }) => {
    head.document.iterations = -1;
  });
  await damaged(/fewer trials/, ({ head }) => {
    head.trials = [2, 6];
  });
  await damaged(/not a shard/, ({ head }) => {
    head.trials = [2.5, 5];
  });
  // Both of the same other version.
  for (const range of ["0..2", "2..5"])
    writeFileSync(at(`v${range}`), readFileSync(at(range), "utf8").replace(/"version":"[^"]*"/, '"version":"9.9.9"'));
  await refuses(/is of version 9\.9\.9/, "merge", at("v0..2"), at("v2..5"));
  await refuses(/is the same file as .*0\.\.2, which is read/, "merge", at("0..2"), at("2..5"), "--out", at("0..2"));
  // Ends of lines as Windows has them are no damage, nor are pipes.
  writeFileSync(at("crlf"), good.replaceAll("\n", "\r\n"));
  assert.equal((await suda("merge", at("0..2"), at("crlf"))).stdout, whole);
  assert.equal((await shell(dir, "suda merge <(cat 0..2) <(cat 2..5)")).stdout, whole);
});

test("more shards than may be open at once are merged", async (t) => {
  const at = folder(t);
  const many = { ...small, trials: 80, iterations: 2, record: { every: 1 }, metrics: ["consensus"] };
  writeFileSync(at("e.json"), JSON.stringify(many));
  const [head, ...points] = (await suda("run", at("e.json"), "--trials", "0..80")).stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  // One trial a shard, cut from the shard of all.
  for (let trial = 0; trial < 80; trial++) {
    const cut = points.map(([iteration, ...values]) => [iteration, ...values.filter((_, i) => i % 80 === trial)]);
    const text = [{ ...head, trials: [trial, trial + 1] }, ...cut].map((line) => JSON.stringify(line)).join("\n");
    writeFileSync(at(`part-${trial}.jsonl`), `${text}\n`);
  }
  const { status, stdout, stderr } = await shell(at("."), "ulimit -n 60; suda merge part-*.jsonl");
  assert.deepEqual([status, stderr], [0, ""]);
  assert.equal(stdout, (await suda("run", at("e.json"))).stdout);
});
