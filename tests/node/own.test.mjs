// For those who keep a loop of their own: the engine's gradients, and what identifies an experiment.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import init, { Experiment, fingerprint, presets } from "../../dist/lib/suda.js";
import { small, wasmBytes } from "./support.mjs";

before(() => init(wasmBytes()));

const bits = (numbers) => Array.from(new BigUint64Array(Float64Array.from(numbers).buffer));

/** Numbers of all magnitudes, by their bits. */
function drawn(count) {
  const bytes = Array.from({ length: Math.ceil(count / 4) }, (_, i) => createHash("sha256").update(`${i}`).digest());
  const whole = Buffer.concat(bytes);
  return Array.from({ length: count }, (_, i) => whole.readDoubleLE(8 * i)).filter(Number.isFinite);
}

test("an experiment's fingerprint is SHA-256 of its JSON with sorted fields, without those that are null", () => {
  const sorted = (value) =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .filter((name) => value[name] !== null)
              .map((name) => [name, sorted(value[name])]),
          )
        : value;
  const by = (document) =>
    createHash("sha256")
      .update(JSON.stringify(sorted(document)))
      .digest("hex");
  for (const { document } of presets()) {
    assert.equal(fingerprint(document), by(document));
    assert.equal(fingerprint(JSON.stringify(document, null, 1)), by(document));
  }
  // Two decimal numbers of as many digits are as close to these: the even one counts.
  const halves = Array.from({ length: 500 }, (_, i) => 2 ** 49 + i / 8);
  const odd = {
    ...small,
    name: '€ \u2028 "\\ \u0007 😀',
    clock: null,
    numbers: [1e21, 1e-6, 1e-7, 0.1 + 0.2, -0, 5e-324, 2 ** 60, ...drawn(2_000), ...halves],
  };
  assert.equal(fingerprint(odd), by(odd));
  assert.equal(fingerprint({ ...odd, clock: undefined }), by(odd));
  assert.notEqual(fingerprint({ ...small, seed: "8" }), fingerprint(small));
});

for (const gradient of [{ noise: "none" }, { noise: "gaussian", variance: 0.01 }, { noise: "minibatch", batch: 3 }]) {
  test(`gradients are those of the engine, to the last bit: ${gradient.noise}`, () => {
    const document = {
      ...small,
      gradient,
      methods: [{ kind: "local" }, { kind: "dsgd", variant: "combineThenAdapt" }],
    };
    const engine = new Experiment(document);
    const own = new Experiment(document);
    const n = own.describe().agents;
    const { rows, columns, values } = own.network().matrix;
    const alpha = document.stepSize.value;
    const [first, last] = [0, document.trials - 1];
    for (let k = 0; k < 12; k++) {
      for (const trial of [first, last]) {
        const x = engine.iterates("local", trial);
        const y = engine.iterates("dsgd (combineThenAdapt)", trial);
        const g = own.gradients(x, { k, trial });
        for (const i of x.keys()) x[i] -= alpha * g[i];
        const h = own.gradients(y, { k, trial });
        // The engine's own next iterates.
        const next = new Experiment(document, { trials: [trial, trial + 1] });
        next.advance(k + 1);
        assert.deepEqual(bits(next.iterates("local", trial)), bits(x), `k = ${k}, trial ${trial}`);
        const found = next.iterates("dsgd (combineThenAdapt)", trial);
        const d = own.dimension;
        const mixed = new Float64Array(n * d);
        for (const [e, w] of values.entries())
          for (let j = 0; j < d; j++) mixed[rows[e] * d + j] += w * y[columns[e] * d + j];
        for (const [i, value] of found.entries()) assert.ok(Math.abs(value - (mixed[i] - alpha * h[i])) < 1e-15);
        next.free();
      }
      engine.advance(1);
    }
    // Any iteration, in any order.
    const x = new Float64Array(n * own.dimension).fill(0.3);
    const again = new Experiment(document);
    assert.deepEqual(bits(own.gradients(x, { k: 7, trial: 2 })), bits(again.gradients(x, { k: 7, trial: 2 })));
    assert.deepEqual(bits(own.gradients(x, { k: 3 })), bits(again.gradients(x, { k: 3, trial: 0 })));
    const exact = new Experiment({ ...document, gradient: { noise: "none" } });
    assert.deepEqual(bits(own.gradients(x)), bits(exact.gradients(x, { k: 5 })));
    for (const experiment of [engine, own, again, exact]) experiment.free();
  });
}

test("gradients of what is not there are refused", () => {
  const experiment = new Experiment(small);
  const x = new Float64Array(18);
  for (const [args, words] of [
    [[x.subarray(1)], /iterates: must be n × d = 18 numbers, got 17/],
    [[x, {}], /at\.k: is missing/],
    [[x, { k: 60 }], /at\.k: must be a whole number from 0 to 59/],
    [[x, { k: 0.5 }], /at\.k: must be a whole number/],
    [[x, { k: 0, trial: 5 }], /at\.trial: must be a whole number from 0 to 4/],
    [[x, { k: 0, trails: 1 }], /at\.trails/],
  ])
    assert.throws(() => experiment.gradients(...args), words);
  experiment.free();
});
