// The two parts of the page's core do together what the whole does, whatever is asked of them first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const pkg = new URL("../../www/pkg/", import.meta.url);
const bytes = (name) => readFileSync(new URL(name, pkg));
const documents = JSON.parse(readFileSync(new URL("../bits/experiments.json", import.meta.url), "utf8"));

// As www/src/simulation/rest.ts has it: exports what it imports.
const PASS_ON = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 102, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0];

let copies = 0;

/** A fresh instance of the core, whole or of two parts, of which `loads()` says how often the second was asked for. */
async function fresh(inParts) {
  const core = await import(`${new URL("suda.js", pkg).href}?copy=${copies++}`);
  const first = core.initSync({ module: bytes(inParts ? "first.wasm" : "suda_bg.wasm") });
  let loads = 0;
  if (inParts) {
    const load = () => {
      loads++;
      new WebAssembly.Instance(new WebAssembly.Module(bytes("rest.wasm")), { first });
    };
    first.loader.set(
      0,
      new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(PASS_ON)), { f: { f: load } }).exports.f,
    );
  }
  return { core, loads: () => loads };
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

/** All that can be asked of a document. */
const answers = (core, document, given = document) =>
  attempt(() => {
    const experiment = new core.Experiment(given, {});
    experiment.advance(document.iterations);
    const places = [...document.methods.keys()];
    const told = [
      experiment.dimension,
      experiment.localOptimum(0),
      experiment.describe(),
      experiment.network(),
      experiment.records(0),
      experiment.curves(),
    ];
    const ofMethods = places.map((place) => [
      ...[experiment.iterates(place, 0), experiment.agentValues(place, 0), experiment.expected(place)],
      ...[attempt(() => experiment.theory(place)), experiment.runningAverage(place)],
    ]);
    const tables = experiment.tables();
    experiment.free();
    return [told, ofMethods, tables];
  });

test("the first ready document needs the first part alone", async () => {
  const { core, loads } = await fresh(true);
  const { document } = core.presets()[0];
  core.catalog();
  core.checkDocument(document);
  const experiment = new core.Experiment(document, {});
  experiment.advance(document.iterations);
  experiment.records(0);
  experiment.free();
  assert.equal(loads(), 0);
  assert.match(
    attempt(() => core.checkDocument({ ...document, trials: 0 })),
    /trials/,
  );
  assert.equal(loads(), 1);
});

for (const { name, document } of documents) {
  test(`in parts as in whole: ${name}`, async () => {
    const [whole, parts] = [await fresh(false), await fresh(true)];
    assert.deepEqual(answers(parts.core, document), answers(whole.core, document));
    assert.deepEqual(answers(parts.core, document, JSON.stringify(document)), answers(whole.core, document));
    assert.ok(parts.loads() <= 1);
  });
}

test("in parts as in whole: errors, presets and catalog", async () => {
  const [whole, parts] = [await fresh(false), await fresh(true)];
  const { document } = parts.core.presets()[0];
  const wrong = [
    "",
    "{",
    "[1e400]",
    { ...document, seed: "x" },
    { ...document, iterations: 1.5 },
    { ...document, stepSize: { kind: "constant", value: 1e-320 } },
    { ...document, methods: [{ kind: 7.25e-9 }] },
  ];
  for (const value of wrong)
    assert.equal(
      attempt(() => parts.core.checkDocument(value)),
      attempt(() => whole.core.checkDocument(value)),
    );
  assert.deepEqual(parts.core.presets(), whole.core.presets());
  assert.deepEqual(parts.core.catalog(), whole.core.catalog());
});
