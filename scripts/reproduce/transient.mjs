// The transient times of Tables 1 and 2, measured by the page's laboratory.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folder, textOf } from "./curves.mjs";

export const methods = ["dsgd", "exactDiffusion", "gradientTracking"];
const labels = { dsgd: "DSGD", exactDiffusion: "Exact-Diffusion", gradientTracking: "Gradient tracking" };
const size = { width: 560, height: 400 };
const files = (id) => ["json", "csv"].map((extension) => join(folder, `${id}.${extension}`));

/** The networks have the number of agents fixed, so that 1/(1 - λ) alone grows. */
export const tables = [
  { id: "table-1", setting: "table1", family: "lazyComplete" },
  { id: "table-1-ring", setting: "table1", family: "lazyRing" },
  { id: "table-2", setting: "table2", family: "lazyComplete" },
  { id: "table-2-ring", setting: "table2", family: "lazyRing" },
];

export function planOf(code, { setting: name, family: networks }, version) {
  const setting = code.SETTINGS.find(({ id }) => id === name);
  const family = setting.families.find(({ id }) => id === networks);
  return { version, setting, family, methods, trials: 16, factor: setting.factor };
}

/** What the plan says, as a file. */
const settingsOf = (plan) => textOf(plan);

export async function isMeasured(id, plan) {
  const [json, csv] = files(id);
  return existsSync(json) && existsSync(csv) && (await readFile(json, "utf8")) === settingsOf(plan);
}

/** Runs a document to its end on this thread; the runs of a measurement are short. */
async function simulate(code, setting, document, withTheory) {
  const experiment = code.createExperiment(document, {});
  try {
    experiment.advance(document.iterations);
    const { iterations, series } = experiment.curves();
    const width = series.length / document.methods.length;
    const curve = (place, metric) =>
      series.slice(place * width, (place + 1) * width).find((one) => one.metric === metric);
    const errors = document.methods.map((_, place) => setting.error({ iterations, curve }, place, document.iterations));
    const { agents, spectralGap: gap } = experiment.network();
    const theory = withTheory
      ? { methods: document.methods.map((_, place) => experiment.theory(place)), tables: experiment.tables() }
      : null;
    return { errors, agents, gap, theory };
  } finally {
    experiment.free();
  }
}

/** The numbers of the table, as text. */
export async function timesOf(code, plan, report) {
  const run = (document, withTheory) => simulate(code, plan.setting, document, withTheory);
  return code.toCsv(await code.measure(plan, run, (graph) => report(graph, plan.family.networks.length)), plan);
}

export async function measureTimes(code, id, plan, report) {
  const times = await timesOf(code, plan, report);
  const [json, csv] = files(id);
  await mkdir(folder, { recursive: true });
  await writeFile(csv, times);
  await writeFile(json, settingsOf(plan));
}

export const slopesOf = (code, points) =>
  methods.map((method) => ({
    label: labels[method],
    measured: code.measuredSlope(points, method),
    theory: code.theorySlope(points, method),
  }));

export function timesPicture(code, points, about) {
  const styles = code.methodStyles(methods.map((method) => ({ kind: method, label: labels[method] })));
  const data = { methods: methods.map((method, i) => ({ method, style: styles[i] })), points };
  const draw = (painter) => code.drawLaboratory(painter, data, code.light, size);
  return code.figureToSvg(
    { ...size, draw, description: `Transient times against 1/(1 − λ): ${about}` },
    code.light.paper,
  );
}
