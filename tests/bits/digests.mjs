// Digests of all numbers that an experiment gives through the module, in Node.js and in browsers; mod.rs says what is digested.

/** FNV-1a, 64 bits, of the numbers' little-endian bytes. NaN is one number, whatever its bits. */
function digest(numbers) {
  const view = new DataView(new ArrayBuffer(8));
  let hash = 0xcbf29ce484222325n;
  for (const number of numbers) {
    if (Number.isNaN(number)) view.setBigUint64(0, 0x7ff8000000000000n, true);
    else view.setFloat64(0, number, true);
    for (let i = 0; i < 8; i++) hash = BigInt.asUintN(64, (hash ^ BigInt(view.getUint8(i))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

/** All numbers of a tree, fields in the order of their names; what is not finite or missing is NaN, text is left out. */
function numbers(value) {
  if (value === null || value === undefined) return [NaN];
  if (typeof value === "string") return [];
  if (typeof value !== "object") return [Number.isFinite(Number(value)) ? Number(value) : NaN];
  if (Array.isArray(value)) return value.flatMap(numbers);
  return Object.keys(value)
    .sort()
    .flatMap((name) => numbers(value[name]));
}

function run(Experiment, document, trials) {
  const experiment = new Experiment(document, { trials });
  experiment.advance(document.iterations);
  return { experiment, trials, record: experiment.records(0) };
}

/** Values [point][metric][method][trial] as of one run. */
function joined(parts) {
  const rows = parts[0].record.values.length / (parts[0].trials[1] - parts[0].trials[0]);
  const row = ({ record: { values } }, index) =>
    values.subarray((index * values.length) / rows, ((index + 1) * values.length) / rows);
  return Array.from({ length: rows }, (_, index) => parts.flatMap((part) => [...row(part, index)])).flat();
}

/** Of each method the iterates of each trial, and where it was stopped. */
function iterates(methods, parts) {
  const of = (method, { experiment, trials: [from, to], record: { divergedAt } }) =>
    Array.from({ length: to - from }, (_, t) => [
      ...experiment.iterates(method, from + t),
      divergedAt[method * (to - from) + t],
    ]).flat();
  return methods.flatMap((_, method) => parts.flatMap((part) => of(method, part)));
}

function network(experiment) {
  const {
    matrix,
    eigenvalues,
    mixingRate,
    secondLargestEigenvalue,
    smallestEigenvalue,
    spectralGap,
    residual,
    positions,
  } = experiment.network();
  const extremes = [mixingRate, secondLargestEigenvalue, smallestEigenvalue, spectralGap, residual];
  return [...matrix.values, ...(eigenvalues ?? []), ...extremes, ...(positions ?? [])];
}

function theory(methods, experiment) {
  return [...methods.map((_, method) => experiment.theory(method)), experiment.tables()].flatMap(numbers);
}

function expectedCurves(methods, experiment) {
  const series = ["gradientNorm", "optimalityGap", "meanOptimalityGap", "consensus", "averageGradient"];
  return methods.flatMap((_, method) => {
    const curves = experiment.expected(method);
    return curves === null ? [] : series.flatMap((name) => [...curves[name]]);
  });
}

/** Parts of `count` trials that end at those numbers. */
export const splits = (count) => [
  [count],
  Array.from({ length: count }, (_, i) => i + 1),
  [Math.floor(count / 2), count].filter((end) => end > 0),
];

/** The digests of a document's numbers, by what they are, its trials in parts that end at `ends`. */
export function digests(Experiment, document, ends) {
  const { methods } = document;
  const parts = ends.map((end, i) => run(Experiment, document, [ends[i - 1] ?? 0, end]));
  const found = {
    records: joined(parts),
    iterates: iterates(methods, parts),
    network: network(parts[0].experiment),
  };
  if (parts.length === 1) {
    const [{ experiment }] = parts;
    found.curves = experiment.curves().series.flatMap(({ mean, low, high }) => [...mean, ...low, ...high]);
    found.theory = theory(methods, experiment);
    found.expected = expectedCurves(methods, experiment);
  }
  for (const { experiment } of parts) experiment.free();
  return Object.fromEntries(Object.entries(found).map(([what, values]) => [what, digest(values)]));
}
