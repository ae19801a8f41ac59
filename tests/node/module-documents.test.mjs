// What the module takes for a document: data, text, seeds; what is refused, with its path, names and numbers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import init, * as suda from "../../dist/lib/suda.js";
import { small, wasmBytes } from "./support.mjs";

const { checkDocument, Experiment } = suda;

before(() => init(wasmBytes()));

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
  for (const other of [5, null, undefined, {}, ["{}"]]) {
    assert.throws(() => suda.readDocument(other), { message: "must be given text" });
    assert.throws(() => suda.placeInDocument("{}", other), { message: "must be given text" });
  }
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
