// node benches/compare.mjs FOLDER: how fast this build (www/pkg) is against another, in Node.js. The folder holds the other's
// suda.js and suda_bg.wasm, as `wasm-bindgen --target web` and wasm-opt make them. Both run in turns, and what counts is the
// processor's time, so that other work on the machine slows neither.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { byLanes, workloads } from "./workloads.mjs";

const rounds = 8;
/** Milliseconds of the processor that a turn takes at least: its clock is coarse. */
const turn = 100;

async function load(folder) {
  const { default: init, Experiment } = await import(pathToFileURL(join(folder, "suda.js")).href);
  await init({ module_or_path: readFileSync(join(folder, "suda_bg.wasm")) });
  return Experiment;
}

/** Milliseconds of the processor that so many iterations take. */
function cost(experiment, iterations) {
  const start = process.cpuUsage();
  experiment.advance(iterations);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The most iterations in a millisecond of each experiment, in turns. */
function rates(experiments) {
  let iterations = 1;
  while (cost(experiments[0], iterations) < turn) iterations *= 2;
  const best = experiments.map(() => 0);
  for (let round = 0; round < rounds; round += 1)
    for (const [i, experiment] of experiments.entries())
      best[i] = Math.max(best[i], iterations / cost(experiment, iterations));
  return best;
}

/** An experiment, or null where the build knows no such document. */
function made(Experiment, document) {
  try {
    return new Experiment(document);
  } catch {
    return null;
  }
}

/** What the README shows, which records all default metrics, in each iteration. */
const [, readme] = /```json\n(.*?)```/s.exec(readFileSync(join(import.meta.dirname, "../README.md"), "utf8"));
const recording = { ...JSON.parse(readme), iterations: 100_000, record: { every: 1 } };

const builds = [await load(join(import.meta.dirname, "../www/pkg")), await load(resolve(process.argv[2]))];
console.log("| workload | this build against the other |\n| --- | --- |");
for (const { name, document } of [
  ...workloads,
  ...byLanes.map(({ name, document }) => ({ name: `reference, exact gradients, lanes: ${name}`, document })),
  { name: "the README's document", document: recording },
]) {
  const experiments = builds.map((Experiment) => made(Experiment, document));
  const [here, other] = experiments.includes(null) ? [NaN, NaN] : rates(experiments);
  console.log(`| ${name} | ${Number.isNaN(here) ? "not there" : `${(here / other).toFixed(2)} ×`} |`);
  for (const experiment of experiments) experiment?.free();
}
