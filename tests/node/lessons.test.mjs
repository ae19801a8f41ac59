// What the lessons and the tour say of their curves is what the curves show.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import init, { Experiment, presets } from "../../dist/lib/suda.js";
import { wasmBytes } from "./support.mjs";

before(() => init(wasmBytes()));

const lesson = (id) => presets().find((preset) => preset.id === id).document;

/** Of each method, the mean of a metric over the last twentieth before each of these parts of the run. */
function floors(document, parts = [1], metric = "gradientNorm") {
  const experiment = new Experiment({ ...document, metrics: [metric] });
  experiment.advance(document.iterations);
  return experiment.curves().series.map(({ mean }) =>
    parts.map((part) => {
      const end = Math.floor(mean.length * part);
      const last = mean.slice(end - Math.floor(mean.length / 20), end);
      return last.reduce((sum, value) => sum + value, 0) / last.length;
    }),
  );
}

const within = (value, low, high) =>
  assert.ok(value > low && value < high, `${value} is not between ${low} and ${high}`);

/** Of each method, how many times the centralised floor it ends at. */
function ratios(document, metric) {
  const ends = floors(document, [1], metric).map(([floor]) => floor);
  return ends.map((end) => end / ends[0]);
}

test("pulled apart: unequal data cost DSGD; of one source the luck of the draw still does; with more samples nothing does", () => {
  const [, dsgd, corrected, extra, tracking] = ratios(lesson("local-data"));
  within(dsgd, 30, 70);
  for (const good of [corrected, extra]) within(good, 0.9, 1.15);
  within(tracking, 3, 10);
  const [, lucky, ...others] = ratios(lesson("equal-source"));
  within(lucky, 5, 15);
  for (const good of others) within(good, 0.9, 2);
  for (const all of ratios(lesson("equal-data"))) within(all, 0.95, 1.05);
});

test("pulled apart, on a map: DSGD's agents hang between their own minima and the common one, others meet in it", () => {
  const document = lesson("pulled-apart");
  /** The root mean square distance of places from a point. */
  const spread = (places, [x, y]) =>
    Math.sqrt(
      Array.from(
        { length: places.length / 2 },
        (_, i) => (places[2 * i] - x) ** 2 + (places[2 * i + 1] - y) ** 2,
      ).reduce((sum, square) => sum + (2 * square) / places.length, 0),
    );
  const drawn = { kind: "leastSquares", dimension: 2, samplesPerAgent: 6, heterogeneity: 1, conditionNumber: 3 };
  const steps = { kind: "constant", value: 0.5 };
  const network = { ...document.network, topology: { kind: "ring", agents: 12 } };
  const other = (_, i) => ({ ...document, seed: String(i + 1), network, problem: drawn, stepSize: steps });
  // The data that the lesson lists, and data as they come.
  for (const each of [document, ...Array.from({ length: 20 }, other)]) {
    const experiment = new Experiment(each);
    experiment.advance(document.iterations);
    const best = experiment.describe().optimum.point;
    const { agents } = experiment.network();
    const own = Array.from({ length: agents }, (_, i) => [...experiment.localOptimum(i).point]).flat();
    const [dsgd, corrected] = [1, 2].map((method) => spread(experiment.iterates(method, 0), best));
    experiment.free();
    within(dsgd / spread(own, best), 0.2, 0.8);
    within(corrected / dsgd, 0, 0.2);
  }
});

test("the price of a sparse network: DSGD climbs from step to step, Exact-Diffusion does not before the last", () => {
  const [random, grid, ring, scaled] = ["random", "grid", "ring", "scaled-ring"].map((network) =>
    ratios(lesson(`lambda-${network}`)),
  );
  within(random[1], 1, 1.5);
  for (const [less, more] of [
    [random, grid],
    [grid, ring],
    [ring, scaled],
  ])
    assert.ok(more[1] > 3 * less[1], `${less[1]}, ${more[1]}`);
  for (const network of [random, grid, ring]) within(network[2], 0.9, 1.1);
  within(ring[4], 5, 15);
  for (const all of ratios(lesson("lambda-neighbours"))) within(all, 0.95, 1.05);
  for (const slowed of [scaled[2], scaled[3], scaled[4]]) assert.ok(slowed > 1.5, `${slowed}`);
});

test("the price of a sparse network: with each pair of neighbours fewer DSGD's floor climbs, Exact-Diffusion's stays", () => {
  const document = lesson("lambda-neighbours");
  const { network } = document;
  const at = (neighbors) =>
    ratios({ ...document, network: { ...network, topology: { ...network.topology, neighbors } } });
  const all = Array.from({ length: 17 }, (_, stop) => at(34 - 2 * stop));
  for (const [i, [, dsgd, corrected]] of all.entries()) {
    // With 34 and 32 neighbours it lies as near to centralised SGD as chance allows.
    if (i < 2) within(dsgd, 0.98, 1.02);
    else assert.ok(dsgd > all[i - 1][1], `${34 - 2 * i} neighbours`);
    within(corrected, 0.95, 1.1);
  }
  within(all.at(-1)[1] / all[0][1], 60, 80);
});

test("when it blows up: Exact-Diffusion diverges on the grid, with (I+W)/2 its agents agree as gradient tracking's do", () => {
  const document = lesson("blow-up");
  const experiment = new Experiment(document);
  experiment.advance(document.iterations);
  const { series } = experiment.curves();
  const consensus = series.filter(({ metric }) => metric === "consensus");
  experiment.free();
  assert.deepEqual(
    consensus.map(({ divergedAt }) => divergedAt !== null),
    [false, true, false, false, false],
  );
  const [, failed, cured, dsgd, tracking] = consensus.map(({ mean }) => mean);
  // Seen without reading a number: up through all decades against a level line.
  assert.ok(Math.max(...failed.filter(Number.isFinite)) > 1e6 * dsgd.at(-1));
  assert.ok(cured.at(-1) < dsgd.at(-1) / 10 && tracking.at(-1) < dsgd.at(-1) / 10);
});

test("theory ahead, and the valley: gradient tracking leads among the agents, their means are equally good, DSGD stays spread", () => {
  for (const id of ["expected", "valley"]) {
    const [, dsgd, corrected, extra, tracking] = ratios(lesson(id), "meanOptimalityGap");
    assert.ok(tracking < corrected && corrected < extra && extra < dsgd / 5, `${[dsgd, corrected, extra, tracking]}`);
    const [, dsgdMean, ...means] = ratios(lesson(id), "optimalityGap");
    for (const mean of means) within(mean, 0.95, 1.05);
    // Spread as wide as in the valley, DSGD's agents feel other slopes, but their mean is no worse.
    within(dsgdMean, 0.5, 1.05);
  }
});

test("decaying steps: the floors are halved with the step, DSGD stays as far above, gradient tracking catches up", () => {
  const [centralised, dsgd, , , tracking] = floors(lesson("stairs"), [0.25, 0.5, 0.75, 1]);
  for (let stair = 1; stair < 4; stair++)
    for (const floor of [centralised, dsgd]) within(floor[stair - 1] / floor[stair], 1.6, 2.6);
  const above = dsgd.map((floor, stair) => floor / centralised[stair]);
  within(above[3] / above[0], 0.7, 1.4);
  within(tracking[0] / centralised[0], 5, 10);
  within(tracking[3] / centralised[3], 1, 2.5);
});

test("more agents, less noise: the floor falls as 1/n, and with 64 agents DSGD lags", () => {
  const [four, sixteen, sixtyFour] = ["agents-4", "agents-16", "agents-64"].map((id) =>
    floors(lesson(id)).map(([floor]) => floor),
  );
  for (const method of [0, 2, 3]) {
    within(four[method] / sixteen[method], 3, 5.3);
    within(four[method] / sixtyFour[method], 11, 21);
  }
  within(sixtyFour[1] / sixtyFour[0], 1.4, 3);
});

test("without heterogeneity DSGD's floor falls, on a complete graph the gap closes", () => {
  const first = lesson("local-data");
  const gap = (document) => {
    const [[centralised], [dsgd]] = floors(document);
    return dsgd / centralised;
  };
  const before = gap(first);
  assert.ok(gap({ ...first, problem: { ...first.problem, heterogeneity: 0 } }) < before / 3);
  const { topology } = first.network;
  within(gap({ ...first, network: { ...first.network, topology: { ...topology, kind: "complete" } } }), 0.99, 1.01);
});

const SEEDS = Array.from({ length: 20 }, (_, i) => String(i + 1));

/** For each of 20 seeds, of each method the mean share of all points that the agents' own models have right at the end. */
function shares(document, names = ["DSGD", "Exact-Diffusion, (I+W)/2"]) {
  const methods = document.methods.filter(({ label }) => names.includes(label));
  return SEEDS.map((seed) => {
    const experiment = new Experiment({ ...document, seed, methods, metrics: ["meanAccuracy"], record: { points: 2 } });
    experiment.advance(document.iterations);
    const ends = experiment.curves().series.map(({ mean }) => mean.at(-1));
    experiment.free();
    return ends;
  });
}

test("what each agent believes: with DSGD its own class, with Exact-Diffusion the circle, in each of 20 draws", () => {
  for (const [dsgd, corrected, alone] of shares(lesson("beliefs"), ["DSGD", "Exact-Diffusion, (I+W)/2", "Alone"])) {
    within(dsgd, 0.4, 0.62);
    within(alone, 0.4, 0.62);
    within(corrected, 0.94, 1.001);
  }
});

test("what an agent remembers is the sum of its neighbours' pulls, and it cancels its own pull, in each of 20 draws", () => {
  const size = (pull) => Math.hypot(...pull);
  for (const id of ["beliefs", "pulled-apart"])
    for (const seed of SEEDS) {
      const document = { ...lesson(id), seed };
      const methods = document.methods.filter(({ kind }) => kind === "exactDiffusion");
      const experiment = new Experiment({ ...document, methods, gradient: { noise: "none" } });
      let sum = experiment.pulls(0, 0).neighbors.fill(0);
      for (let k = 0; k < document.iterations; k++) {
        const { neighbors } = experiment.pulls(0, 0);
        sum = sum.map((total, i) => total + neighbors[i]);
        experiment.advance(1);
      }
      const { own, remembered } = experiment.pulls(0, 0);
      assert.ok(size(remembered.map((pull, i) => pull - sum[i])) < 1e-9 * size(remembered), `${id} ${seed}`);
      const left = size(own.map((pull, i) => pull + remembered[i])) / size(own);
      assert.ok(left < (id === "beliefs" ? 0.35 : 1e-6), `${id} ${seed}: ${left}`);
      // Neighbours pull each other equally.
      for (let j = 0; j < experiment.dimension; j++) {
        const together = remembered.filter((_, i) => i % experiment.dimension === j).reduce((a, b) => a + b);
        assert.ok(Math.abs(together) < 1e-9 * size(remembered), `${id} ${seed}: ${together}`);
      }
      experiment.free();
    }
});

test("from one class each to all alike: DSGD lags where classes are apart, and no longer where they are shared", () => {
  const document = lesson("beliefs-split");
  const mean = (gaps) => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const gaps = (concentration) => {
    const data = { ...document.problem.data, split: { kind: "dirichlet", concentration } };
    return shares({ ...document, problem: { ...document.problem, data } }).map(([dsgd, corrected]) => corrected - dsgd);
  };
  const [apart, alike] = [gaps(document.problem.data.split.concentration), gaps(100)];
  assert.ok(mean(apart) > 0.08, `${mean(apart)}`);
  assert.ok(Math.min(...apart) > 0, `${apart}`);
  assert.ok(Math.max(...alike.map(Math.abs)) < 0.02, `${alike}`);
});

test("spirals, and a deeper network: Exact-Diffusion traces both arms, DSGD does not, in each of 20 draws", () => {
  for (const [dsgd, corrected] of shares(lesson("beliefs-spirals"))) {
    assert.ok(corrected > 0.95, `${corrected}`);
    assert.ok(dsgd < 0.9 && corrected - dsgd > 0.08, `${dsgd}, ${corrected}`);
  }
});

test("a denser network cures DSGD: nearly as good as Exact-Diffusion, which on the ring it is not", () => {
  const dense = lesson("beliefs-dense");
  for (const [dsgd, corrected] of shares(dense)) {
    assert.ok(dsgd > 0.85, `${dsgd}`);
    assert.ok(corrected > 0.95, `${corrected}`);
  }
  const ring = { ...dense, network: lesson("beliefs").network };
  for (const [dsgd] of shares(ring, ["DSGD"])) assert.ok(dsgd < 0.65, `${dsgd}`);
});

test("the tour: with the points shared out evenly, or on a complete graph, DSGD does as well as Exact-Diffusion", () => {
  const first = lesson("beliefs");
  const { problem, network } = first;
  const even = { ...first, problem: { ...problem, data: { ...problem.data, split: { kind: "even" } } } };
  const complete = { ...first, network: { ...network, topology: { ...network.topology, kind: "complete" } } };
  for (const document of [even, complete])
    for (const [dsgd, corrected] of shares(document))
      assert.ok(Math.abs(corrected - dsgd) < 0.05, `${dsgd}, ${corrected}`);
});
