// The transient times of Table 2, measured by the page's laboratory.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folder, textOf } from "./curves.mjs";

export const methods = ["dsgd", "exactDiffusion", "gradientTracking"];
const labels = { dsgd: "DSGD", exactDiffusion: "Exact-Diffusion", gradientTracking: "Gradient tracking" };
const size = { width: 560, height: 400 };
const files = (id) => ["json", "csv"].map((extension) => join(folder, `${id}.${extension}`));

/** Two families of networks with the number of agents fixed, so that 1/(1 - λ) alone grows. */
export const tables = [
  { id: "table-2-complete", family: "lazyComplete", about: "six agents, all linked, ever lazier" },
  { id: "table-2-ring", family: "lazyRing", about: "a ring of six agents, ever lazier" },
];

export const settingsOf = ({ family }, version) => ({ version, family, methods, trials: 16, factor: 2 });
const planOf = (code, settings) => ({ ...settings, family: code.FAMILIES.find(({ id }) => id === settings.family) });

export async function isMeasured(id, settings) {
  const [json, csv] = files(id);
  return existsSync(json) && existsSync(csv) && (await readFile(json, "utf8")) === textOf(settings);
}

/** Runs a document to its end on this thread; the runs of a measurement are short. */
function simulate(code, document, withTheory) {
  const experiment = code.createExperiment(document, {});
  try {
    experiment.advance(document.iterations);
    const { iterations, series } = experiment.curves();
    const from = iterations.findIndex((k) => k >= code.LATE * document.iterations);
    const errors = series.map(({ mean }) => mean.slice(from).reduce((sum, value) => sum + value, 0) / (mean.length - from));
    const { agents, spectralGap: gap } = experiment.network();
    const theory = withTheory ? { methods: document.methods.map((_, m) => experiment.theory(m)), tables: experiment.tables() } : null;
    return { errors, agents, gap, theory };
  } finally {
    experiment.free();
  }
}

export async function measureTimes(code, id, settings, report) {
  const plan = planOf(code, settings);
  const run = async (document, withTheory) => simulate(code, document, withTheory);
  const points = await code.measure(plan, run, (graph) => report(graph, plan.family.networks.length));
  const [json, csv] = files(id);
  await mkdir(folder, { recursive: true });
  await writeFile(csv, code.toCsv(points, plan));
  await writeFile(json, textOf(settings));
}

/** The points of the laboratory, from its file. */
export function readPoints(csv) {
  const points = new Map();
  for (const line of csv.trimEnd().split("\n").slice(1)) {
    const [, agents, gap, method, kind, iterations, order] = line.split(",");
    const point = points.get(gap) ?? { agents: Number(agents), gap: Number(gap), times: new Map(), orders: new Map() };
    point.times.set(method, { kind, iterations: Number(iterations) });
    point.orders.set(method, Number(order));
    points.set(gap, point);
  }
  return [...points.values()];
}

export const slopesOf = (code, points) => methods.map((method) => ({ label: labels[method], measured: code.measuredSlope(points, method), theory: code.theorySlope(points, method) }));

export function timesPicture(code, points, about) {
  const styles = code.methodStyles(methods.map((method) => ({ kind: method, label: labels[method] })));
  const data = { methods: methods.map((method, i) => ({ method, style: styles[i] })), points };
  const draw = (painter) => code.drawLaboratory(painter, data, code.light, size);
  return code.figureToSvg({ ...size, draw, description: `Transient times against 1/(1 − λ): ${about}` }, code.light.paper);
}
