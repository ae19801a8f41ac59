import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import init, * as suda from "../../dist/lib/suda.js";
import { readFileSync } from "node:fs";
import { small, wasmBytes } from "./support.mjs";

const { checkDocument, Experiment, version } = suda;

test("what is called before init() says so, and a start that failed can be tried again", async () => {
  for (const call of [version, suda.catalog, () => new Experiment(small), () => checkDocument("{}")])
    assert.throws(call, { message: "call init() first, and wait for it" });
  await assert.rejects(init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(init(Promise.resolve(new Response("", { status: 404 }))), /cannot be loaded: 404/);
});

test("the module starts from the file beside it, without a warning", async (t) => {
  const warn = t.mock.method(console, "warn");
  await init();
  assert.equal(warn.mock.callCount(), 0);
  assert.match(version(), /^\d+\.\d+\.\d+/);
});

test("the module has every function that its types declare", () => {
  const types = readFileSync(new URL("../../dist/lib/suda_bg.d.ts", import.meta.url), "utf8");
  const declared = Array.from(types.matchAll(/^export (?:function|class) (\w+)/gm), ([, name]) => name);
  assert.deepEqual(Object.keys(suda).sort(), ["default", ...declared].sort());
});

test("what was freed says so", () => {
  const experiment = new Experiment(small);
  experiment.free();
  for (const call of [() => experiment.curves(), () => experiment.iteration, () => experiment.free()])
    assert.throws(call, { message: "this Experiment was freed" });
  experiment[Symbol.dispose]();
  const used = new Experiment(small);
  used[Symbol.dispose]();
  assert.throws(() => used.curves(), { message: "this Experiment was freed" });
});

const problem = (fields) => ({ ...small, problem: { ...small.problem, ...fields } });

test("what is not data is refused with its path", () => {
  const data = "must be data: an object, a list, text, a finite number, a BigInt below 2^64, true, false or null";
  const ofClass = "must be plain data, got an object of a class";
  const loop = { ...small };
  loop.network = loop;
  const list = [];
  list.push(list);
  const refused = (document, message) => assert.throws(() => checkDocument(document), { message });
  refused(problem({ dimension: Number.NaN }), "problem.dimension: must be a finite number, got NaN");
  refused(problem({ heterogeneity: Infinity }), "problem.heterogeneity: must be a finite number, got inf");
  refused({ ...small, methods: [{ kind: "psgd", laziness: -Infinity }] }, /^methods\[0\]\.laziness: must be a finite/);
  refused({ ...small, name: () => {} }, `name: ${data}`);
  refused({ ...small, name: Symbol("name") }, `name: ${data}`);
  refused({ ...small, seed: 2n ** 64n }, `seed: ${data}`);
  refused({ ...small, start: new Map([["kind", "zeros"]]) }, `start: ${ofClass}`);
  refused({ ...small, start: new Date(0) }, `start: ${ofClass}`);
  refused({ ...small, start: { kind: "value", value: new Float64Array(3) } }, `start.value: ${ofClass}`);
  refused(new (class Document {})(), ofClass);
  refused(() => small, data);
  refused(undefined, "must be an object, got null");
  refused(loop, "network.network.network…: is nested too deeply, or holds itself");
  refused(problem({ data: list }), /^problem\.data\[0\].*…: is nested too deeply, or holds itself$/);
  refused(Object.assign(Object.create(null), { version: 2 }), "version: must be 1, got 2");
  assert.throws(
    () => new Experiment(small, { trials: [0, Number.NaN] }),
    /^Error: options\.trials\[1\]: must be a finite/,
  );
  assert.throws(() => new Experiment(small, { methods: [0.5] }), /options\.methods\[0\]: must be a whole number/);
  checkDocument(Object.assign(Object.create(null), small));
});

test("fields that are undefined or null count as left out", () => {
  checkDocument({ ...small, gradient: undefined, name: null, problem: { ...small.problem, data: undefined } });
  assert.throws(() => checkDocument({ ...small, methods: undefined }), { message: "methods: is missing" });
});

test("text is read as JavaScript reads it, but for fields that are there twice", () => {
  checkDocument(JSON.stringify(small));
  checkDocument(`\ufeff${JSON.stringify(small, null, 1)}`);
  assert.throws(() => checkDocument(JSON.stringify(small).replace("{", '{"version":1,')), {
    message: "version: appears twice",
  });
  assert.throws(() => checkDocument('{\n "version": 1,,\n}'), { message: /^not JSON: line 2, column 15: / });
});

test("text is read with its places, and every character that JSON.parse refuses is refused, and no other", () => {
  const text = '{"a": [1, -2.5e-3, "x\\u00e9"], "b": {"c": true, "d": null}}';
  assert.deepEqual(suda.readDocument(`\ufeff${text}`), JSON.parse(text));
  const accepts = (read, text) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  };
  for (let at = 0; at <= text.length; at++)
    for (const put of [null, ...'{}[],:"0-.e\\tn \u00a0']) {
      const change = text.slice(0, at) + (put === null ? "" : put + text.slice(at + 1));
      assert.equal(accepts(suda.readDocument, change), accepts(JSON.parse, change), change);
    }
  assert.throws(() => suda.readDocument('{"a": 1, "b": {"c": 2, "\\u0063": 3}}'), {
    message: "b.c: appears twice",
    path: "b.c",
    rule: "appears twice",
    refusal: null,
  });
  assert.throws(() => suda.readDocument('{\n "é": NaN\n}'), {
    message: "not JSON: line 2, column 7: expected value, found NaN",
    refusal: { name: "notJson", line: 2, column: 7 },
  });
  for (const deep of ["[".repeat(200_000), "[".repeat(200_000) + "]".repeat(200_000)])
    assert.throws(() => suda.readDocument(deep), { message: /^not JSON: / });
  assert.deepEqual(suda.placeInDocument('{\n "a": [1, 22]}', "a[1]"), { line: 2, column: 11 });
});

test("refusals have names and numbers beside their words", () => {
  const data = (text, problem = "logistic") => ({ kind: problem, regularization: 0.1, data: { kind: "libsvm", text } });
  const refusal = (work) => {
    try {
      work();
    } catch (error) {
      return error.refusal;
    }
  };
  const described = (text) => refusal(() => suda.describeData(data(text), 1));
  assert.deepEqual(described("1 1:1\n0 0:1"), { name: "indexZero", line: 2 });
  assert.deepEqual(described("1 1:1\n0 2:1 1:1"), { name: "line", line: 2 });
  assert.deepEqual(described("1 1:1\n2 1:1\n3 1:1"), { name: "labels", count: 3, numeric: true });
  const topology = { kind: "explicit", agents: 2, edges: [[0, 1]] };
  const weights = (matrix) =>
    refusal(() => suda.describeNetwork({ topology, weights: { rule: "explicit", matrix } }, "1"));
  assert.deepEqual(
    weights([
      [0.5, 0.4],
      [0.4, 0.6],
    ]),
    { name: "rowSum", row: 0 },
  );
  assert.deepEqual(
    weights([
      [0.5, 0.5],
      [0.4, 0.6],
    ]),
    { name: "asymmetric", row: 0, column: 1 },
  );
  assert.equal(
    refusal(() => checkDocument({ ...small, version: 2 })),
    null,
  );
});

test("a seed is a number, its digits or a BigInt, up to 2^64 - 1", () => {
  const edges = (seed) => {
    const topology = { kind: "erdosRenyi", agents: 8, probability: 0.5 };
    const document = { ...small, seed, network: { ...small.network, topology } };
    const experiment = new Experiment(document);
    assert.deepEqual(suda.describeNetwork(document.network, seed).edges, experiment.network().edges);
    return experiment.network().edges;
  };
  assert.deepEqual(edges(5n), edges("5"));
  assert.deepEqual(edges(5), edges("5"));
  assert.deepEqual(edges(2n ** 64n - 1n), edges("18446744073709551615"));
  assert.notDeepEqual(edges(2n ** 64n - 1n), edges("5"));
  assert.throws(() => edges(-1n), /^Error: seed: must be a whole number from 0/);
  assert.throws(() => edges(2 ** 53), /^Error: seed: must be a whole number from 0/);
});

test("what reading a data file did is counted and named", async () => {
  await init(wasmBytes());
  assert.equal(new Experiment(small).describe().imported, null);
  const data = {
    kind: "csv",
    text: "h,v,class\n1,5,yes\n2,5,no\n?,5,yes\n3,5\n4,5,yes\n",
    labelColumn: "class",
    standardize: true,
  };
  const network = { topology: { kind: "path", agents: 2 }, weights: { rule: "metropolis" } };
  const { imported } = new Experiment({ ...small, network, problem: { kind: "logistic", data } }).describe();
  assert.equal(imported.rows, 3);
  assert.deepEqual(imported.labels, [
    { label: '"no"', value: -1, rows: 1 },
    { label: '"yes"', value: 1, rows: 2 },
  ]);
  assert.deepEqual(imported.constantColumns, { total: 1, first: ['"v"'] });
  assert.equal(imported.skipped.total, 2);
  assert.deepEqual(
    imported.skipped.first.map(({ line }) => line),
    [4, 5],
  );
  for (const { reason } of imported.skipped.first) assert.ok(reason.length > 0);
});

test("a worker computes the same bits", async () => {
  await init(wasmBytes());
  const experiment = new Experiment(small);
  experiment.advance(small.iterations);
  const source = `
    import { parentPort, workerData } from "node:worker_threads";
    const { default: init, Experiment } = await import(workerData.module);
    await init(workerData.bytes);
    const experiment = new Experiment(workerData.document);
    while (experiment.iteration < workerData.document.iterations) experiment.advance(1);
    parentPort.postMessage(experiment.curves());
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: {
      module: new URL("../../dist/lib/suda.js", import.meta.url).href,
      bytes: wasmBytes(),
      document: small,
    },
  });
  const curves = await new Promise((done, reject) => worker.on("message", done).on("error", reject));
  assert.deepEqual(curves, experiment.curves());
});

test("an experiment tells how far its data and its f* are, whatever the listener does", () => {
  const document = {
    ...small,
    network: { topology: { kind: "ring", agents: 4 }, weights: { rule: "metropolis" } },
    problem: { kind: "logistic", dimension: 5, samplesPerAgent: 50 },
    methods: [{ kind: "dsgd" }],
  };
  const told = { data: [], optimum: [] };
  const experiment = new Experiment(document, {}, (stage, share) => {
    told[stage].push(share);
    throw new Error("nobody minds");
  });
  assert.deepEqual(told.data, [0, 0.25, 0.5, 0.75]);
  assert.ok(told.optimum[0] < 0.01);
  assert.ok(told.optimum.length > 5 && told.optimum.every((share, i, all) => share <= 1 && !(share <= all[i - 1])));
  const alone = new Experiment(document);
  assert.deepEqual(experiment.describe().optimum, alone.describe().optimum);
  experiment.free();
  alone.free();
});

test("advance names its argument where it is no number of iterations", () => {
  const experiment = new Experiment(small);
  for (const wrong of ["abc", undefined, Number.NaN, -1]) {
    assert.throws(() => experiment.advance(wrong), { message: "iterations: must be a number, at least 0" });
  }
  assert.equal(experiment.advance(Number.POSITIVE_INFINITY), small.iterations);
});

test("what pulls the agents adds up to their next move, and nothing pulls those that are lost", () => {
  const experiment = new Experiment({ ...small, gradient: { noise: "none" } });
  for (const method of [0, 'DSGD, "plain"', "exactDiffusion"]) {
    experiment.advance(1);
    const [x, pulls] = [experiment.iterates(method, 2), experiment.pulls(method, 2)];
    experiment.advance(1);
    const next = experiment.iterates(method, 2);
    assert.equal(pulls.own.length, 6 * experiment.dimension);
    const moved = x.map((from, i) => from + pulls.own[i] + pulls.remembered[i] + pulls.neighbors[i]);
    const worst = Math.max(...moved.map((to, i) => Math.abs(to - next[i])));
    assert.ok(worst < 1e-13, `${method}: ${worst}`);
    assert.equal(
      pulls.remembered.every((pull) => pull === 0),
      method !== "exactDiffusion",
    );
  }
  assert.throws(() => experiment.pulls("nobody", 0), { message: "there is no such method in this experiment" });
  assert.throws(() => experiment.pulls(0, 5), { message: "there is no such trial in this experiment" });
  const lost = new Experiment({
    ...small,
    problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 4 },
    stepSize: { kind: "constant", value: 1000 },
  });
  lost.advance(small.iterations);
  assert.equal(lost.pulls(1, 0), null);
});
