// The workloads that `npm run bench` measures: documents of which only the iterations are timed.
const methods = {
  five: [
    { kind: "psgd" },
    { kind: "dsgd" },
    { kind: "exactDiffusion", laziness: 0.5 },
    { kind: "extra", laziness: 0.5 },
    { kind: "gradientTracking" },
  ],
  one: [{ kind: "dsgd" }],
};

const document = (changes) => ({
  version: 1,
  seed: "1",
  trials: 1,
  // Never reached: a bench stops by the clock, so that only k = 0 is recorded.
  iterations: 1_000_000_000,
  record: { points: 2 },
  metrics: ["consensus"],
  network: { topology: { kind: "ring", agents: 32 }, weights: { rule: "metropolis" } },
  gradient: { noise: "gaussian", variance: 0.001 },
  stepSize: { kind: "constant", value: 0.01 },
  methods: methods.five,
  ...changes,
});

const logistic = (dimension, samplesPerAgent) => ({
  kind: "logistic",
  dimension,
  samplesPerAgent,
  regularization: 0.001,
  heterogeneity: 0.2,
});
const leastSquares = (dimension) => ({
  kind: "leastSquares",
  dimension,
  samplesPerAgent: dimension,
  heterogeneity: 1,
  conditionNumber: 10,
});
const ring = (agents) => ({ topology: { kind: "ring", agents }, weights: { rule: "metropolis" } });

/** The paper's experiment: 32 agents, d = 20, 2,000 samples each, five methods. */
export const reference = (trials) => document({ trials, problem: logistic(20, 2000) });

/** 16 agents that learn circles, 30 samples each, with a network of 2-8-1 units. */
const network = (trials, some) =>
  document({
    trials,
    network: ring(16),
    problem: {
      kind: "neuralNetwork",
      hidden: [8],
      regularization: 0.0001,
      data: { kind: "circles", samplesPerAgent: 30, noise: 0.08, split: { kind: "byLabel" } },
    },
    gradient: { noise: "none" },
    stepSize: { kind: "constant", value: 0.5 },
    start: { kind: "commonRandom" },
    methods: some,
  });

/** 10 agents that tell ten classes apart, 100 samples each of 64 grey values, with networks of 64-16-10 units: d = 1,210. */
function classes() {
  const agents = Array.from({ length: 10 }, (_, agent) => agent);
  const samples = Array.from({ length: 100 }, (_, sample) => sample);
  let state = 1;
  const grey = () => {
    state = (1103515245 * state + 12345) % 2147483648;
    return Math.floor((17 * state) / 2147483648) / 16;
  };
  return document({
    network: ring(10),
    problem: {
      kind: "neuralNetwork",
      hidden: [16],
      classes: 10,
      regularization: 0.0001,
      data: {
        kind: "explicit",
        features: agents.map(() => samples.map(() => Array.from({ length: 64 }, grey))),
        labels: agents.map((agent) => samples.map((sample) => (agent + sample) % 10)),
      },
    },
    gradient: { noise: "none" },
    stepSize: { kind: "constant", value: 0.1 },
    start: { kind: "commonRandom" },
  });
}

/** 16 agents, least squares with d = 20 and 200 samples each, DSGD: what compressing its messages costs beside the gradient. */
const compressed = (compression) =>
  document({
    network: ring(16),
    problem: { kind: "leastSquares", dimension: 20, samplesPerAgent: 200, heterogeneity: 1 },
    methods: [{ kind: "dsgd", ...(compression ? { compression, consensusStep: 0.05 } : {}) }],
  });

export const workloads = [
  { name: "reference, 1 trial", document: reference(1), baselines: true },
  { name: "reference, 4 trials", document: reference(4), workers: true },
  { name: "PL, 32 agents, 10 trials", document: document({ trials: 10, problem: { kind: "pl", heterogeneity: 2 } }) },
  {
    name: "least squares, 1,000 agents, d = 10",
    document: document({ network: ring(1_000), problem: leastSquares(10) }),
  },
  {
    name: "least squares, 100,000 agents, d = 10, one method, exact gradients",
    document: document({
      network: ring(100_000),
      problem: leastSquares(10),
      gradient: { noise: "none" },
      methods: methods.one,
    }),
  },
  {
    name: "the same with Gaussian noise",
    document: document({ network: ring(100_000), problem: leastSquares(10), methods: methods.one }),
  },
  { name: "networks of 2-8-1 units, 16 agents, DSGD", document: network(1, methods.one), networks: true },
  { name: "the same, five methods, 4 trials", document: network(4, methods.five), networks: true },
  { name: "networks of 64-16-10 units, 10 agents, five methods", document: classes(), classes: true },
  { name: "least squares, 16 agents, d = 20, 200 samples, DSGD", document: compressed(null) },
  { name: "the same with 4 bits", document: compressed({ kind: "quantize", bits: 4 }) },
  { name: "the same with the largest 30 %", document: compressed({ kind: "topK", fraction: 0.3 }) },
  { name: "the same with signs", document: compressed({ kind: "sign" }) },
];

/** The reference workload with one method in 1, 2, … trials: how the gradient's cost falls when lanes share the samples. */
export const byLanes = [1, 2, 4, 5, 8, 20].map((trials) => ({
  name: String(trials),
  document: { ...reference(trials), methods: methods.one, gradient: { noise: "none" } },
}));

/** Families along which the cost should be linear: `size` is what grows. */
export const growth = [
  ["agents", [16, 32, 64], (n) => document({ network: ring(n), problem: logistic(20, 500) })],
  ["samples", [500, 1000, 2000], (m) => document({ problem: logistic(20, m) })],
  ["dimension", [10, 20, 40], (d) => document({ problem: logistic(d, 500) })],
  ["trials (lanes / 5)", [2, 4, 8], (trials) => document({ trials, problem: logistic(20, 500) })],
  [
    "edges",
    [2_000, 4_000, 8_000],
    (edges) =>
      document({
        gradient: { noise: "none" },
        methods: methods.one,
        problem: leastSquares(10),
        network: {
          topology: { kind: "wattsStrogatz", agents: 500, neighbors: edges / 250, rewiring: 0, seed: "1" },
          weights: { rule: "metropolis" },
        },
      }),
  ],
];

/** Method-iterations that one iteration of the document does: its lanes. */
export const lanes = ({ methods, trials }) => methods.length * trials;
