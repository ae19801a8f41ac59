// Methods and problems that are functions: run, measured and counted like the built-in ones; what goes wrong is named.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import init, { checkDocument, Experiment } from "../../dist/lib/suda.js";
import { command, root, small, wasmBytes } from "./support.mjs";

before(() => init(wasmBytes()));

const bits = (numbers) => Array.from(new BigUint64Array(Float64Array.from(numbers).buffer));

/** Exact-Diffusion. */
function diffusion({ alpha, x, gradient, mix, state }) {
  const psi = x.map((value, i) => value - alpha * gradient[i]);
  const phi = psi.map((value, i) => value + (x[i] - (state.psi ?? x)[i]));
  state.psi = psi;
  return mix(phi);
}

for (const [name, change] of Object.entries({
  "Gaussian noise": {},
  "mini-batches": { gradient: { noise: "minibatch", batch: 3 } },
  "a network that changes": {
    network: { ...small.network, changes: { kind: "linkFailures", probability: 0.3 } },
  },
  "laziness, rounds, momentum and a step size of its own": {
    more: {
      ...{ laziness: 0.5, rounds: 3, acceleration: "chebyshev", momentum: 0.5 },
      stepSize: { kind: "halving", value: 0.1, every: 20 },
    },
  },
  divergence: {
    stepSize: { kind: "constant", value: 500 },
    problem: { kind: "leastSquares", dimension: 3, samplesPerAgent: 5 },
  },
})) {
  test(`Exact-Diffusion as a function gives the bits and the counts of the built-in one: ${name}`, () => {
    const { more, ...fields } = change;
    const methods = [
      { kind: "exactDiffusion", label: "built in", ...more },
      { kind: "own", name: "diffusion", label: "own", ...more },
    ];
    const clock = { compute: { kind: "exponential", mean: 1 }, latency: 0.1, bandwidth: 1000 };
    const document = { ...small, clock, ...fields, methods };
    const experiment = new Experiment(document, { trials: [1, 4], methods: { diffusion } });
    experiment.advance(25);
    experiment.advance(document.iterations);
    assert.deepEqual(experiment.describe().methods, ["built in", "own"]);
    for (const trial of [1, 2, 3])
      assert.deepEqual(bits(experiment.iterates("own", trial)), bits(experiment.iterates("built in", trial)));
    const { series, communication } = experiment.curves();
    const [builtIn, own] = ["built in", "own"].map((label) => series.filter(({ method }) => method === label));
    for (const [i, { mean, low, high, divergedAt }] of own.entries()) {
      assert.deepEqual(
        [mean, low, high].flatMap(bits),
        [builtIn[i].mean, builtIn[i].low, builtIn[i].high].flatMap(bits),
      );
      assert.equal(divergedAt, builtIn[i].divergedAt);
    }
    assert.deepEqual({ ...communication[1], method: "" }, { ...communication[0], method: "" });
    experiment.free();
  });
}

test("what functions do wrong is named, with the iteration and the agent or the trial, and ends the experiment", () => {
  const costs = { dimension: 2, gradient: () => {}, value: () => 0 };
  const own = {
    ...small,
    metrics: ["loss"],
    problem: { kind: "own", name: "costs" },
    methods: [{ kind: "own", name: "mine" }],
  };
  const still = ({ x }) => x;
  const fails = (methods, problems, words) => {
    const attempt = () => {
      const experiment = new Experiment(own, { methods, problems });
      assert.throws(() => experiment.advance(10), words);
      experiment.advance(10);
    };
    assert.throws(attempt, words);
  };
  const at3 = (wrong) => ({ mine: (step) => (step.k === 3 && step.trial === 2 ? wrong(step) : step.x) });
  const cause = new TypeError("no such thing");
  fails(
    at3(() => {
      throw cause;
    }),
    { costs },
    /^Error: methods\.mine: k = 3, trial 2: no such thing$/,
  );
  try {
    new Experiment(own, {
      methods: at3(() => {
        throw cause;
      }),
      problems: { costs },
    }).advance(10);
  } catch (error) {
    assert.equal(error.cause, cause);
  }
  fails(
    at3(() => new Float64Array(11)),
    { costs },
    /methods\.mine: k = 3, trial 2: must return n × d = 12 numbers, got 11/,
  );
  fails(
    at3(() => [1, 2]),
    { costs },
    /methods\.mine: k = 3, trial 2: must return a Float64Array of n × d = 12 numbers, got \[1,2\]/,
  );
  fails(
    at3(({ mix, x }) => mix(x.subarray(1))),
    { costs },
    /mix: must be given n × d = 12 numbers, got 11/,
  );
  fails(
    at3(({ mix, x }) => mix(x)),
    { costs },
    /k = 3, trial 2: mixes in 1 rounds, and in 0 in another trial/,
  );
  const when = (agent, wrong) => (i, x, out) => (i === agent ? wrong(x, out) : undefined);
  fails(
    { mine: still },
    {
      costs: {
        ...costs,
        gradient: when(4, () => {
          throw "text";
        }),
      },
    },
    /problems\.costs\.gradient: k = 0, agent 4: "text"/,
  );
  fails(
    { mine: still },
    { costs: { ...costs, gradient: when(4, () => new Float64Array(3)) } },
    /problems\.costs\.gradient: k = 0, agent 4: must return, or write to out, d = 2 numbers, got 3/,
  );
  fails(
    { mine: still },
    { costs: { ...costs, value: (i) => (i === 5 ? "1" : 1) } },
    /problems\.costs\.value: k = 0, agent 5: must return a number, got "1"/,
  );

  // Whatever asks for values or gradients says so.
  const breaks = {
    ...costs,
    value: (_, x) => (x[0] > 5 ? undefined : 0),
    gradient: (_, x) => (x[0] > 5 ? 1 : undefined),
  };
  for (const ask of ["valuesAt", "gradients", "agentValuesAt"]) {
    const asked = new Experiment(own, { methods: { mine: still }, problems: { costs: breaks } });
    assert.throws(
      () => asked[ask](new Float64Array(12).fill(9)),
      /problems\.costs\.(value|gradient): k = 0, agent 0: must return/,
    );
  }

  // NaN is divergence.
  const nan = new Experiment(own, {
    methods: { mine: ({ x, k }) => (k < 4 ? x : x.fill(Number.NaN)) },
    problems: { costs },
  });
  assert.equal(nan.advance(20), 20);
  assert.equal(nan.curves().series[0].divergedAt, 5);

  for (const [document, options, words] of [
    [own, {}, /methods\[0\]\.name: no method of that name is given beside the document, got "mine"/],
    [
      own,
      { methods: { mine: still } },
      /problem\.name: no problem of that name is given beside the document, got "costs"/,
    ],
    [own, { method: { mine: () => undefined } }, /options\.method: is not known here: is it methods\? The fields are/],
    [{ ...small, method: own.methods }, {}, /method: is not known here: is it methods\? The fields are/],
    [
      { ...small, methods: [{ kind: "mine" }] },
      { methods: { mine: still } },
      /methods\[0\]\.kind: must be one of .*, or own with the name of a method in options\.methods \(.*\), got "mine"/,
    ],
    [own, { methods: { mine: 1 } }, /options\.methods\.mine: must be a function/],
    [
      own,
      { methods: { mine: still }, problems: { costs: { ...costs, dimension: 1.5 } } },
      /problems\.costs\.dimension: must be a whole number/,
    ],
    [
      own,
      { methods: { mine: still }, problems: { costs: { dimension: 2 } } },
      /problems\.costs\.gradient: must be a function/,
    ],
    [
      { ...own, problem: { kind: "own", name: "costs" } },
      { methods: { mine: still }, problems: { costs: { ...costs, optimum: { value: 0 } } } },
      /problems\.costs\.optimum\.point: must be d = 2 finite numbers, got 0/,
    ],
    [
      { ...own, gradient: { noise: "minibatch", batch: 1 } },
      { methods: { mine: still }, problems: { costs } },
      /gradient\.batch: needs a problem with samples/,
    ],
    [{ ...small, methods: [{ kind: "own" }] }, { methods: {} }, /methods\[0\]\.name: is missing/],
    [
      { ...small, methods: [{ kind: "own", name: "a", variant: "b" }] },
      { methods: { a: still } },
      /methods\[0\]\.variant/,
    ],
  ])
    assert.throws(() => new Experiment(document, options), words);
  assert.throws(() => checkDocument(own), /no method of that name is given/);
});

test("mix goes within a step only, and writes where it is told", () => {
  let kept;
  const mine = ({ x, mix }) => {
    kept = mix;
    const out = new Float64Array(x.length);
    assert.equal(mix(x, out), out);
    return out;
  };
  const document = { ...small, methods: [{ kind: "own", name: "mine" }] };
  const experiment = new Experiment(document, { methods: { mine } });
  experiment.advance(1);
  assert.throws(() => kept(new Float64Array(18)), /mix: goes within a step only/);
  experiment.free();
});

test("the example of docs/extending.md runs, and agrees with what it says of itself", async () => {
  const { status, stdout, stderr } = await command("node", [join(root, "examples/own.mjs")]);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /momentum tracking/);
  const page = readFileSync(join(root, "docs/extending.md"), "utf8");
  const example = readFileSync(join(root, "examples/own.mjs"), "utf8");
  for (const [, block] of page.matchAll(/^```js\n(.*?)^```/gms)) assert.ok(example.includes(block), block);
});
