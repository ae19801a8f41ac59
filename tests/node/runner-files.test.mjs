// What `suda` reads and writes: places that are no plain files, names that are formulas, encodings.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { test } from "node:test";
import { folder, place, program, refuses, shell, small, suda, until } from "./support.mjs";

test("devices, pipes and links are written through", async (t) => {
  const { at, dir, whole } = await place(t);
  const told = async (script) => {
    const { status, stdout, stderr } = await shell(dir, script);
    assert.deepEqual([status, stderr], [0, ""], script);
    return stdout;
  };
  assert.equal(await told("suda run e.json --out /dev/stdout | cat"), whole);
  assert.equal(await told("mkfifo pipe; cat pipe & suda run e.json --out pipe; wait"), whole);
  assert.equal(await told("suda run e.json --out >(cat); sleep 0.2"), whole);
  assert.equal(await told("{ echo first; suda run e.json --out /dev/stdout; } > both; cat both"), `first\n${whole}`);
  assert.equal(
    await told("suda run e.json --out /dev/null --iterates /dev/null; test -c /dev/null && echo device"),
    "device\n",
  );
  assert.equal(await told("suda run - < e.json"), whole);
  assert.equal(await told("suda run e.json --out -; ls"), `${whole}both\ne.json\npipe\n`);

  mkdirSync(at("store"));
  writeFileSync(at("store/x.csv"), "old");
  chmodSync(at("store/x.csv"), 0o640);
  symlinkSync("store/x.csv", at("latest.csv"));
  symlinkSync("store/new.csv", at("next.csv"));
  for (const [link, target] of [
    ["latest.csv", "store/x.csv"],
    ["next.csv", "store/new.csv"],
  ]) {
    assert.equal((await suda("run", at("e.json"), "--out", at(link))).status, 0);
    assert.ok(lstatSync(at(link)).isSymbolicLink());
    assert.equal(readFileSync(at(target), "utf8"), whole);
  }
  assert.equal(lstatSync(at("store/x.csv")).mode & 0o777, 0o640);
});

test("what cannot be written is refused before the run", async (t) => {
  const { at } = await place(t);
  // An experiment that would run for hours.
  writeFileSync(at("long.json"), JSON.stringify({ ...small, iterations: 2 ** 31, record: { points: 10 } }));
  mkdirSync(at("folder"));
  symlinkSync("loop", at("loop"));
  symlinkSync("same.csv", at("other.csv"));
  const run = (...args) => ["run", at("long.json"), ...args];
  await refuses(/--out: .*nope.*there is no such folder/, ...run("--out", at("nope/x.csv")));
  await refuses(/--iterates: .*there is no such folder/, ...run("--out", at("x"), "--iterates", at("nope/x.json")));
  await refuses(/--out: .*this is a folder/, ...run("--out", at("folder")));
  await refuses(/--out: .*not a folder/, ...run("--out", at("e.json/x.csv")));
  await refuses(/--out: /, ...run("--out", at("loop")));
  await refuses(/--out: needs the name of a file/, ...run("--out", ""));
  await refuses(/--iterates: .* is the same file as that of --out/, ...run("--out", at("z"), "--iterates", at("z")));
  await refuses(/is the same file/, ...run("--out", at("z"), "--iterates", at("folder/../z")));
  await refuses(/is the same file/, ...run("--out", at("same.csv"), "--iterates", at("other.csv")));
  await refuses(/is the same file as .*long\.json, which is read/, ...run("--out", at("long.json")));
  await refuses(/is the same file/, ...run("--iterates", at("long.json")));
  await refuses(/is the same file as that of --out/, ...run("--iterates", "/dev/stdout"));
  await refuses(/must be a range/, "run", at("e.json"), "--trials", "00..01");
  for (const threads of ["0x2", "1e1", " 3 ", "01", "2.0"]) await refuses(/--threads/, ...run("--threads", threads));
  await refuses(/there is no such file/, "run", at("absent.json"));
  await refuses(/this is a folder/, "run", at("folder"));
});

test("full devices and broken pipes end with a sentence and the right status", async (t) => {
  const { at, dir } = await place(t);
  writeFileSync(at("wide.json"), JSON.stringify({ ...small, iterations: 20_000, record: { every: 1 }, trials: 1 }));
  const full = await shell(dir, "suda run e.json > /dev/full");
  assert.deepEqual([full.status, full.stderr], [1, "suda: standard output: no space is left on the device\n"]);
  const device = await suda("run", at("e.json"), "--out", "/dev/full");
  assert.deepEqual([device.status, device.stderr], [1, "suda: /dev/full: no space is left on the device\n"]);
  const head = await shell(dir, "suda run wide.json | head -n 1; echo $PIPESTATUS");
  assert.deepEqual(head.stdout, "iteration,method,metric,mean,low,high,experiment\n0\n");
  assert.match(head.stderr, /^suda: standard output: the reader has closed it[^\n]*\n$/);
  const small1k = await shell(dir, "ulimit -f 1; suda run wide.json --out x.csv; echo $?; ls");
  assert.match(small1k.stderr, /x\.csv: the file would be larger than is allowed here/);
  assert.equal(small1k.stdout, "1\ne.json\nwide.json\n");
});

test("an interruption leaves no part of a file", async (t) => {
  const { at, dir } = await place(t);
  // A pipe that nobody empties holds the run while it writes.
  writeFileSync(
    at("wide.json"),
    JSON.stringify({ ...small, iterations: 150_000, trials: 1, record: { every: 1 }, metrics: ["gradientNorm"] }),
  );
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    const child = spawn(process.execPath, [program, "run", at("wide.json"), "--out", at("x.csv")]);
    const ended = new Promise((done) => child.on("close", (_, by) => done(by)));
    const hasBegun = () => readdirSync(dir).some((name) => name.startsWith("x.csv"));
    await until(hasBegun);
    child.kill(signal);
    const by = await ended;
    // It may have been done just before.
    assert.ok(by === signal || existsSync(at("x.csv")), signal);
    assert.deepEqual(
      readdirSync(dir).filter((name) => name.endsWith(".partial")),
      [],
    );
    rmSync(at("x.csv"), { force: true });
  }
});

test("names that a spreadsheet would run as formulas are made harmless, and read back", async (t) => {
  const at = folder(t);
  const labels = [
    "=1+1",
    "+x",
    "-y",
    "@z",
    "'=a",
    "''b",
    "\tc",
    '=HYPERLINK("http://x","y")',
    "plain",
    "a=b",
    "'quoted'",
  ];
  const named = {
    ...small,
    trials: 1,
    iterations: 1,
    record: { every: 1 },
    metrics: ["consensus"],
    methods: labels.map((label) => ({ kind: "dsgd", label })),
  };
  writeFileSync(at("e.json"), JSON.stringify(named));
  const { stdout } = await suda("run", at("e.json"));
  const cells = [...stdout.matchAll(/^0,("(?:[^"]|"")*"|[^,]*),/gm)].map(([, cell]) =>
    cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'),
  );
  assert.equal(cells.length, labels.length);
  for (const cell of cells) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
  assert.deepEqual(
    cells.map((cell) => cell.replace(/^'('*[=+\-@\t\r])/, "$1")),
    labels,
  );
});

test("help and version are asked for in the usual ways", async () => {
  for (const args of [["--help"], ["-h"], ["help"], ["run", "--help"], ["run", "-h"], ["merge", "--help"]]) {
    const { status, stdout, stderr } = await suda(...args);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /^Runs experiment documents/);
  }
  for (const args of [["--version"], ["run", "--version"]]) {
    const { status, stdout } = await suda(...args);
    assert.deepEqual([status, /^\d+\.\d+\.\d+\n$/.test(stdout)], [0, true]);
  }
});
