// The curves of a figure: its document, its run, what is read off it, and its picture.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { merge } from "../../runner/merge.mjs";
import { run } from "../../runner/run.mjs";
import { openShard } from "../../runner/shard.mjs";
import { root } from "../lib/run.mjs";

export const folder = join(root, "docs/reproduction");
/** The end of a curve is the mean of its last points, this many. */
const late = 10;

/** The document that is recorded, which names the version that it is run with. */
export function documentOf(code, preset) {
  return { ...code.recordedDocument(preset.document), name: `${preset.title}; SUDA ${code.version()}` };
}

export const textOf = (document) => `${JSON.stringify(document, null, 2)}\n`;

/** The curves of a document, as `suda run` writes them, and beside them the ratios of their ends. */
export async function computeCurves(code, document, { json, csv, ratios }) {
  const shard = `${csv}.shard`;
  await run([json, "--trials", `0..${document.trials}`, "--out", shard]);
  await merge([shard, "--out", csv]);
  const whole = await openShard(shard, { outline: code.outline, version: code.version() });
  try {
    const lines = ratiosOf([...whole.points()], document.trials, code.summarize).map((row, m) => [m, ...row].join());
    await writeFile(ratios, `method,ratio,low,high\n${lines.join("\n")}\n`);
  } finally {
    whole.close();
    await rm(shard);
  }
}

/**
 * Of each method the mean over trials of its end over that of the first method in the same trial,
 * which share their noise, and the ends of its 95 % interval. `values` of a point are [method][trial].
 */
export function ratiosOf(points, trials, summarize) {
  const last = points.slice(-late);
  const methods = last[0].values.length / trials;
  const end = (m, trial) => last.reduce((sum, { values }) => sum + values[m * trials + trial], 0);
  return Array.from({ length: methods }, (_, m) => {
    const ratios = Float64Array.from({ length: trials }, (_, trial) => end(m, trial) / end(0, trial));
    return Array.from(summarize(ratios, trials));
  });
}

/** The recorded ratios of a figure, as text; of one whose curves are kept from before there were any, none. */
export const readRatios = (csv) =>
  csv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(1).map(Number));

/**
 * What is recorded of a figure or a table: the text of its document or study, and the numbers that `compute` makes of it, at
 * given paths.
 */
export const recording = (id, text, compute) => {
  const [json, csv, ratios] = [".json", ".csv", "-ratios.csv"].map((end) => join(folder, `${id}${end}`));
  /** Computes aside, so that files appear when all is done. */
  async function aside() {
    const work = join(root, "target/reproduction");
    await mkdir(work, { recursive: true });
    const [json, csv, ratios] = [".json", ".csv", "-ratios.csv"].map((end) => join(work, `${id}${end}`));
    const paths = { json, csv, ratios };
    await writeFile(paths.json, text);
    await compute(paths);
    return paths;
  }
  return {
    id,
    /** Whether it is there, made from this text. */
    kept: async () => existsSync(json) && existsSync(csv) && (await readFile(json, "utf8")) === text,
    async make() {
      const made = await aside();
      await mkdir(folder, { recursive: true });
      await rename(made.csv, csv);
      if (existsSync(made.ratios)) await rename(made.ratios, ratios);
      await rename(made.json, json);
    },
    /** The numbers as text, computed again. */
    again: async () => readFile((await aside()).csv, "utf8"),
  };
};

/** One cell of a line of CSV after the other; quoted ones hold commas. */
const cells = (line) =>
  Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );

/** The curves of a file that was made from the document, in the order of its methods. */
export function readCurves(csv, document) {
  const [, ...lines] = csv.trimEnd().split("\n");
  const rows = lines.map(cells);
  const series = document.methods.map((_, m) => {
    const own = rows.filter((_, i) => i % document.methods.length === m);
    const [mean, low, high] = [3, 4, 5].map((column) => own.map((row) => Number(row[column])));
    return { label: own[0][1], iterations: own.map(([k]) => Number(k)), mean, low, high };
  });
  return series;
}

const average = (values) => values.slice(-late).reduce((sum, value) => sum + value, 0) / late;

/** How each curve ends: the mean over the late points, of the curve, of its interval's ends, and relative to the first. */
export function endsOf(series) {
  const reference = average(series[0].mean);
  return series.map(({ label, mean, low, high }) => ({
    label,
    value: average(mean),
    low: average(low),
    high: average(high),
    ratio: average(mean) / reference,
  }));
}

/** The curves of one metric as the page would save them, as SVG; `room` stays free on the right. */
export function drawCurves(code, { document, metric, series, width, height, room = 0, description }) {
  const { methods, metrics } = code.catalog();
  const data = {
    metrics: [{ id: metric, label: metrics.find(({ name }) => name === metric).formula }],
    metric,
    axes: [{ id: "iterations", label: "iterations k" }],
    axis: "iterations",
    logX: false,
    logY: true,
    series: new code.Looks()
      .of(document, methods)
      .map((method, i) => ({ divergedAt: null, ...series[i], method, x: series[i].iterations, visible: true })),
  };
  const scene = code.sceneOf(data, { zoom: null, width, titled: true });
  const size = { width: width - room, height };
  const draw = (painter) => code.drawCurves({ painter, theme: code.light, size }, scene);
  return code.figureToSvg({ width, height, draw, description }, code.light.paper);
}

/** The picture of a figure's curves. */
export function pictureOf(code, document, series, title) {
  const description = `${title}: error curves of ${series.map(({ label }) => label).join(", ")}`;
  // Half of the last label of the axis stands to the right of it.
  return drawCurves(code, {
    document,
    metric: document.metrics[0],
    series,
    width: 560,
    height: 340,
    room: 12,
    description,
  });
}
